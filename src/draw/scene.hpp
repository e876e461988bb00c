#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/position.hpp"
#include "core/types.hpp"
#include "text/text.hpp"

namespace octomate::draw {

/// A square of the grid: 0 is a1, then b1 and so on to the end of the first rank; the second rank follows.
using Square = int;

/// A kind of piece, as pictures show it.
struct Piece {
    char letter = 0;           ///< unique in its set; the text board shows it
    std::string_view word;     ///< "king"
    std::string_view drawing;  ///< the id of its drawing in pieces.svg: "wk"
    std::string_view symbol;   ///< one character of Unicode: "♔"
    Color color = Color::White;
};

/// All kinds of pieces of a game, in the order in which words name them. It outlives every scene that shows
/// them.
using PieceList = std::span<const Piece>;

/// A square with a colour of its own, below the pieces.
struct Highlight {
    Square square = 0;
};

/// A straight arrow: pieces go from square to square and land on top of what is still there.
struct Arrow {
    Square from = 0;
    Square to = 0;
    int pieces = 1;       ///< how many of the stack go
    bool lowest = false;  ///< whether those are the lowest, or the highest
};

/// An arc with two heads: the pieces of two squares change places over those between them.
struct Jump {
    Square from = 0;
    Square to = 0;
};

/// A cross over the piece of a square: it is captured.
struct Cross {
    Square square = 0;
};

/// A pale piece: where one stops for a moment on its way.
struct Ghost {
    char piece = 0;
    Square square = 0;
};

/// A small arc from a square to a neighbour, on one side of the line between them, so that two pieces that
/// pass each other have an arc each: solid on the side of `origin` for the one that climbs, dashed on the
/// other side for the one that drops.
struct Curve {
    Square from = 0;
    Square to = 0;
    bool drop = false;
    Square origin = 0;  ///< where the move comes from
    std::string badge;  ///< a number on the arc; may be empty
};

/// A small picture in the corner of a square: what the piece there becomes.
struct Medal {
    char piece = 0;
    Square square = 0;
};

/// What a move does, in pieces that any game can use.
using Mark = std::variant<Highlight, Arrow, Jump, Cross, Ghost, Curve, Medal>;

/// A die beside the board.
struct Die {
    std::string label;  ///< what its front shows: a face, "?", "–"
    bool idle = false;  ///< pale: not rolled yet, or not used

    bool operator==(const Die&) const = default;
};

/// Pieces that are not on the board, such as a reserve.
struct Shelf {
    std::string label;   ///< whose they are, or what: "White reserve"
    std::string pieces;  ///< letters

    bool operator==(const Shelf&) const = default;
};

/// What a picture of a position shows: plain data that a game makes once, and that is drawn as text, as SVG,
/// in a book and by the page. It knows no rules.
struct Scene {
    int files = 0;  ///< at most 26
    int ranks = 0;
    PieceList pieces;
    std::vector<std::string> cells;  ///< by square: the letters of the pieces there, from bottom to top
    Color turn = Color::White;
    bool flip = false;                ///< Black's side below
    std::string title;                ///< a caption of a few words; text, not markup
    std::vector<std::string> labels;  ///< below the files, from the a-file on; or none
    std::vector<int> rolled;          ///< the files, from 0, whose labels are highlighted
    std::vector<Die> dice;            ///< beside the board
    std::vector<std::string> panel;   ///< further lines beside the board
    std::vector<Shelf> shelves;       ///< pieces beside the board, below it
    std::vector<Mark> marks;          ///< in the order in which they are drawn, highlights below the pieces
    std::string dice_words;           ///< a sentence on the dice; may be empty
    std::vector<std::string> move_words;  ///< a sentence for each move that is marked

    Scene() = default;

    /// An empty grid.
    Scene(int files_, int ranks_, PieceList pieces_)
        : files(files_), ranks(ranks_), pieces(pieces_), cells(static_cast<std::size_t>(files_ * ranks_)) {}

    std::string& at(Square square) { return cells[static_cast<std::size_t>(square)]; }
    const std::string& at(Square square) const { return cells[static_cast<std::size_t>(square)]; }
    int file_of(Square square) const { return square % files; }
    int rank_of(Square square) const { return square / files; }

    /// "e4".
    std::string name_of(Square square) const;

    /// The kind of piece that a letter of the set names.
    const Piece& piece(char letter) const;
};

/// "4+3": White's pieces and Black's.
std::string count_of_pieces(const Scene& scene);

/// The squares of the pieces that step back before one that climbs, in their order.
std::vector<Square> stepped_back(const Scene& scene);

/// The picture in sentences, for those who cannot see it: pieces, side to move, dice and moves.
std::string description(const Scene& scene);

/// The pieces of chess as pictures show them: for all games that are played with them. A letter is a FEN's.
inline constexpr std::array<Piece, 12> chess_pieces = {{
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

/// Capability of a game: it can be drawn. Its folder declares, beside its position, `scene_of` (pieces, side
/// to move, dice not rolled yet), `mark_move` (adds the marks and words of a legal move) and `show_roll`
/// (shows the faces of the die, several meaning any of these; nothing happens where the position uses no
/// die).
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

/// How text is drawn.
struct TextStyle {
    bool unicode = false;  ///< symbols of the pieces and lines; otherwise letters and ASCII
    bool colour = false;   ///< ANSI colours
    bool exact = false;    ///< chances as fractions, too
};

/// What a board shows beside the pieces.
enum class BoardDetail {
    Plain,   ///< coordinates
    Played,  ///< besides, the scene's labels below the files, its highlights and the files that were rolled
};

/// Draws the board with coordinates: a line for each rank and two or three more, each with its newline.
/// Stacks are written from bottom to top, all cells as broad as the highest one.
std::string draw_board(const Scene& scene, const TextStyle& style, BoardDetail detail = BoardDetail::Plain);

/// Ways to set off a piece of text; without colour the text stands as it is.
enum class Emphasis { Strong, Good, Faint, Warn, Reversed };

std::string emphasise(std::string_view text, Emphasis emphasis, const TextStyle& style);

}  // namespace octomate::draw
