#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"
#include "reports/fields.hpp"

/// The JSON fields of games and of what the page shows of them: see json/fields.hpp.

namespace octomate::draw {

void fields(auto& table, const RulesPart& part) {
    table("heading", part.heading, "A heading.");
    table("text", part.text, "A paragraph.");
    table("scene", part.scene, "A board that shows it.");
}

void fields(auto& table, const Rules& rules) {
    table.type("Rules", "The rules of a game, in short.");
    table("intro", rules.intro, "What the game is.");
    table("parts", rules.parts, "The rules, one by one.");
    table("end", rules.end, "How it ends.");
}

}  // namespace octomate::draw

namespace octomate::games {

/// The record of `octomate games`.
void fields(auto& table, const Game& game) {
    table.type("GameAbout", "A game, and the commands that serve it.");
    const About& about = game.about();
    const auto title_of = [&](std::string_view option) { return game.with_option(option)->about().title; };
    // All games serve all stipulations, because their positions can pass the turn to the other side.
    std::vector<std::string> stipulations;
    for (const std::string begin : {"", "h", "s", "r", "ser-", "ser-h"})
        for (const char* goal : {"#n", "=n"}) stipulations.push_back(begin + goal);
    const std::array board = {about.files, about.ranks};
    table("name", records::Text{about.name, "variant"}, "The name of the game.");
    table("title", about.title, "What people call it.");
    table("board", about.files > 0 ? &board : nullptr, "The numbers of files and ranks.");
    table("die", about.die ? &about.die->faces : nullptr, "The number of faces of the die.");
    table("options", about.options, "What may stand behind the name and a colon.");
    table("option_titles", records::list(about.options, title_of), "The title of the game with each option.");
    table("can", game.can(), "The commands that serve the game.");
    table("stipulations", stipulations, "The stipulations that it knows.");
}

void fields(auto& table, const BuiltInScore& score) {
    table("file", score.file, "The name of the file.");
    table("title", score.title, "What it is called.");
}

/// A game, for the record that also holds what the page shows of it.
struct GameOnPage {
    const Game& game;
};

void fields(auto& table, const GameOnPage& page) {
    table.type("GameOnPage", "A game, and what the page shows of it.");
    const Game& game = page.game;
    records::Puzzle start;
    start.fen = game.start();
    fields(table, game);
    table("stack", game.most_on_a_square(), "The greatest number of pieces on a square.");
    table("past", game.knows_past(), "Whether positions tell of earlier states.");
    table("start", start.fen, "The position at the start.");
    table("scene", *game.scene(start), "The board at the start.");
    table("palette", game.palette(), "The letters of the pieces that can be put on the board.");
    table("scores", game.scores(), "Games to replay that are built in.");
    table("rules", game.rules(), "The rules; null if nothing is written.");
}

}  // namespace octomate::games
