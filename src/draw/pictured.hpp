#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/written.hpp"
#include "draw/scene.hpp"
#include "text/words.hpp"

namespace octomate::draw {

/// The men of chess as pictures show them: for all games that are played with them. A letter is a FEN's.
inline constexpr std::array<Man, 12> chess_men = {{
    {'K', "king", "wk", "♔", Color::White},
    {'Q', "queen", "wq", "♕", Color::White},
    {'R', "rook", "wr", "♖", Color::White},
    {'B', "bishop", "wb", "♗", Color::White},
    {'N', "knight", "wn", "♘", Color::White},
    {'P', "pawn", "wp", "♙", Color::White},
    {'k', "king", "bk", "♚", Color::Black},
    {'q', "queen", "bq", "♛", Color::Black},
    {'r', "rook", "br", "♜", Color::Black},
    {'b', "bishop", "bb", "♝", Color::Black},
    {'n', "knight", "bn", "♞", Color::Black},
    {'p', "pawn", "bp", "♟", Color::Black},
}};

/// A part of the page of rules.
struct RulesPart {
    std::string heading;
    std::string text;
    Scene scene;
};

/// What a book says about a game. All strings are text, not markup.
struct Rules {
    std::string game;  ///< "Superpermutation d8 Chess"
    Scene cover;       ///< for the first page
    std::string intro;
    std::vector<RulesPart> parts;  ///< six of them fill a page
    std::string end;
    std::string note{};  ///< what the game is, in a few sentences
};

/// Capability of a game: it can be drawn. Its folder declares, beside its position, `scene_of` (men, side to
/// move, dice not rolled yet), `mark_move` (adds the marks and words of a legal move) and `show_roll` (shows
/// the faces of the die, several meaning any of these; nothing happens where the position uses no die).
template <class P>
concept Pictured = requires(const P& position, typename P::Move move, Scene& scene, std::vector<int> faces) {
    { scene_of(position) } -> std::same_as<Scene>;
    { mark_move(scene, position, move) } -> std::same_as<void>;
    { show_roll(scene, position, faces) } -> std::same_as<void>;
};

/// Capability of a game: its positions remember earlier states, to which a move may lead back; the
/// oldest first.
template <class P>
concept HasPast = requires(const P& position) {
    { past_of(position) } -> std::same_as<std::vector<Scene>>;
};

/// Capability of a game: it explains its rules on a page of a book.
template <class P>
concept ExplainsRules = requires(std::type_identity<P> game) {
    { rules_of(game) } -> std::same_as<Rules>;
};

/// The picture of a legal move on the roll that it serves, for a page of rules. `any` is any position of the
/// game; throws std::logic_error if the program's own text names no position or no legal move.
template <Written P>
requires Pictured<P> && MovesByRoll<P> Scene legal_picture(const P& any, std::string_view fen,
                                                           std::string_view move, std::string title) {
    const auto position = any.read_fen(fen);
    const auto read = position ? position->value.read_move(move) : Unexpected{Fault{}};
    if (!read) throw std::logic_error("the page of rules shows a move that is not legal");
    Scene scene = scene_of(position->value);
    mark_move(scene, position->value, read->move);
    show_roll(scene, position->value, {static_cast<int>(position->value.roll_of(read->move).face)});
    scene.title = std::move(title);
    return scene;
}

/// Reads the rules of a game from a text. A line "# game", "# note", "# intro" or "# end" begins that field,
/// and another "# HEADING" a part, whose picture is the line "> FEN|MOVE|TITLE".
template <Written P>
requires Pictured<P> && MovesByRoll<P> Rules read_rules(std::string_view text, const P& start) {
    Rules rules;
    rules.cover = scene_of(start);
    rules.cover.title = "The starting position";
    std::string* field = &rules.game;
    for (const std::string_view line : words_between(text, '\n')) {
        const std::string_view rest = line.substr(std::min<std::size_t>(line.size(), 2));
        if (line.starts_with("> ")) {
            const auto words = words_between(rest, '|');
            rules.parts.back().scene =
                legal_picture(start, words.at(0), words.at(1), std::string(words.at(2)));
        } else if (!line.starts_with("# ")) {
            field->append(field->empty() || line.empty() ? "" : " ").append(line);
        } else {
            field = rest == "game"    ? &rules.game
                    : rest == "note"  ? &rules.note
                    : rest == "intro" ? &rules.intro
                    : rest == "end"   ? &rules.end
                                      : &rules.parts.emplace_back(RulesPart{std::string(rest), {}, {}}).text;
        }
    }
    return rules;
}

}  // namespace octomate::draw
