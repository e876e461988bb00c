#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"
#include "reports/fields.hpp"

/// The JSON fields of games, for `octomate games` and for the web page: see json/fields.hpp.

namespace octomate::draw {

void fields(auto& table, const RulesPart& part) {
    table("heading", part.heading, "The heading of the part.");
    table("text", part.text, "The paragraph below the heading.");
    table("scene", part.scene, "A board that illustrates the part.");
}

void fields(auto& table, const Rules& rules) {
    table.type("Rules", "The rules of a game, in short.");
    table("intro", rules.intro, "A description of the game.");
    table("parts", rules.parts, "The parts, one rule each.");
    table("end", rules.end, "How the game ends.");
}

}  // namespace octomate::draw

namespace octomate::games {

/// The fields of a game in the output of `octomate games`.
void fields(auto& table, const Game& game) {
    table.type("GameAbout", "A game, and the commands that support it.");
    const About& about = game.about();
    const auto title_of = [&](std::string_view option) { return game.with_option(option)->about().title; };
    // All games support all stipulations, because their positions can pass the turn to the other side.
    std::vector<std::string> stipulations;
    for (const std::string begin : {"", "h", "s", "r", "ser-", "ser-h"})
        for (const char* goal : {"#n", "=n"}) stipulations.push_back(begin + goal);
    const std::array board = {about.files, about.ranks};
    table("name", records::Text{about.name, "variant"}, "The name of the game.");
    table("title", about.title, "The title of the game.");
    table("board", about.files > 0 ? &board : nullptr, "The numbers of files and ranks.");
    table("die", about.die ? &about.die->faces : nullptr, "The number of faces of the die.");
    table("options", about.options, "The options of the rules, written after the name and a colon.");
    table("option_titles", records::list(about.options, title_of), "The title of the game with each option.");
    table("can", game.commands(), "The commands that support the game.");
    table("stipulations", stipulations, "The stipulations that the game supports.");
}

void fields(auto& table, const BuiltInScore& score) {
    table("file", score.file, "The name of the file.");
    table("title", score.title, "The title of the score.");
}

/// Wraps a game to write it with all fields that the web page needs: those of Game, pictures and rules.
struct GameOnPage {
    const Game& game;
};

void fields(auto& table, const GameOnPage& page) {
    table.type("GameOnPage", "A game, with what the page needs to show it.");
    const Game& game = page.game;
    records::Puzzle start;
    start.fen = game.start();
    fields(table, game);
    table("stack", game.max_pieces_per_square(), "The maximum number of pieces on a square.");
    table("past", game.has_past(), "Whether positions contain earlier states of the game.");
    table("start", start.fen, "The initial position.");
    table("scene", *game.scene(start), "The board with the initial position.");
    table("palette", game.palette(), "The letters of the pieces that can be placed on the board.");
    table("scores", game.built_in_scores(), "The built-in game scores.");
    table("rules", game.rules(), "The rules; null if the game has no text.");
}

}  // namespace octomate::games
