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

/// The index of a square, rank by rank from a1: a1 is 0, b1 is 1, and a2 follows the last square of rank 1.
using Square = int;

/// A kind of piece, with the names and symbols that pictures use for it.
struct Piece {
    char letter = 0;           ///< unique in its list; shown on the text board
    std::string_view word;     ///< "king"
    std::string_view drawing;  ///< the id of its drawing in pieces.svg: "wk"
    std::string_view symbol;   ///< one character of Unicode: "♔"
    Color color = Color::White;
};

/// All kinds of pieces of a game, in the order in which descriptions list them. The pieces must outlive every
/// scene that refers to them.
using PieceList = std::span<const Piece>;

/// A coloured square, drawn below the pieces.
struct Highlight {
    Square square = 0;
};

/// A straight arrow: `pieces` pieces of a stack go to another square, on top of the stack there.
struct Arrow {
    Square from = 0;
    Square to = 0;
    int pieces = 1;
    bool lowest = false;  ///< whether the lowest pieces of the stack move, not the highest ones
};

/// An arc with two heads: the pieces of two squares swap places, even if pieces are between them.
struct Jump {
    Square from = 0;
    Square to = 0;
};

/// A cross over a captured piece.
struct Cross {
    Square square = 0;
};

/// A pale piece on the square where a piece lands before it climbs on.
struct Ghost {
    char piece = 0;
    Square square = 0;
};

/// A small arc from a square to a neighbour. Two pieces that swap places have an arc each, on either side of
/// the line between their squares: solid on the side of `origin` for the piece that climbs, dashed on the
/// other side for the piece that drops.
struct Curve {
    Square from = 0;
    Square to = 0;
    bool drop = false;
    Square origin = 0;  ///< the square from which the move began
    std::string badge;  ///< a number on the arc; may be empty
};

/// A small picture of `piece` in the corner of the square on which a pawn promotes to it.
struct Medal {
    char piece = 0;
    Square square = 0;
};

/// A mark on the board that shows a part of a move; any game can combine them.
using Mark = std::variant<Highlight, Arrow, Jump, Cross, Ghost, Curve, Medal>;

/// A die beside the board.
struct Die {
    std::string label;  ///< the text on the front of the die: a face, "?" or "–"
    bool idle = false;  ///< drawn pale, because it is not rolled yet or not used

    bool operator==(const Die&) const = default;
};

/// A row of pieces off the board, such as a reserve.
struct PieceRow {
    std::string label;   ///< "White reserve"
    std::string pieces;  ///< the letters of the pieces

    bool operator==(const PieceRow&) const = default;
};

/// A picture of a position, as plain data without rules. A game builds it once; it is then drawn as text, as
/// SVG, in books and on the web page.
struct Scene {
    int files = 0;  ///< at most 26
    int ranks = 0;
    PieceList pieces;
    std::vector<std::string> cells;  ///< the letters of the pieces on each square, from bottom to top
    Color turn = Color::White;
    bool flip = false;                    ///< whether Black's side is at the bottom
    std::string title;                    ///< a caption of a few words; text, not markup
    std::vector<std::string> labels;      ///< texts below the files, from the a-file on; may be empty
    std::vector<int> rolled;              ///< files (from 0) whose labels are highlighted
    std::vector<Die> dice;                ///< the dice beside the board
    std::vector<std::string> panel;       ///< lines of text beside the board
    std::vector<PieceRow> piece_rows;     ///< rows of pieces below the board
    std::vector<Mark> marks;              ///< marks in drawing order; highlights are drawn below the pieces
    std::string dice_words;               ///< a sentence about the dice; may be empty
    std::vector<std::string> move_words;  ///< a sentence for each marked move

    Scene() = default;

    /// Constructs an empty board.
    Scene(int files_, int ranks_, PieceList pieces_)
        : files(files_), ranks(ranks_), pieces(pieces_), cells(static_cast<std::size_t>(files_ * ranks_)) {}

    std::string& at(Square square) { return cells[static_cast<std::size_t>(square)]; }
    const std::string& at(Square square) const { return cells[static_cast<std::size_t>(square)]; }
    int file_of(Square square) const { return square % files; }
    int rank_of(Square square) const { return square / files; }

    /// Returns the name of a square: "e4".
    std::string name_of(Square square) const;

    /// Returns the kind of piece with this `letter`, which must be one of `pieces`.
    const Piece& piece(char letter) const;
};

/// Returns the numbers of White's and Black's pieces: "4+3".
std::string count_of_pieces(const Scene& scene);

/// Returns the squares of the pieces that step back when a piece climbs past them, in that order.
std::vector<Square> stepped_back(const Scene& scene);

/// Describes the picture in sentences for blind readers: pieces, side to move, dice and moves.
std::string description(const Scene& scene);

/// The pieces of chess, for all games that use them. The letters are those of FEN.
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

/// A section of the page of rules, with a diagram.
struct RulesPart {
    std::string heading;
    std::string text;
    Scene scene;
};

/// The page of rules of a game. All strings are text, not markup.
struct Rules {
    std::string game;              ///< "Superpermutation d8 Chess"
    Scene cover;                   ///< the diagram on the title page
    std::string intro;             ///< the paragraph above the parts
    std::vector<RulesPart> parts;  ///< six parts fill a page
    std::string end;               ///< the paragraph below the parts
    std::string note{};            ///< a summary of the game in a few sentences
};

/// Capability of a game: it can be drawn. Its folder declares three functions beside its position: `scene_of`
/// returns a scene with the pieces, the side to move and unrolled dice; `mark_move` adds the marks and words
/// of a legal move; `show_roll` draws a die for each face in `faces`, which are alternatives, and does
/// nothing if the position uses no die.
template <class P>
concept Pictured = requires(const P& position, typename P::Move move, Scene& scene, std::vector<int> faces) {
    { scene_of(position) } -> std::same_as<Scene>;
    { mark_move(scene, position, move) } -> std::same_as<void>;
    { show_roll(scene, position, faces) } -> std::same_as<void>;
};

/// Capability of a game: its positions remember earlier states, to which a move may return. `past_of` returns
/// their scenes, the oldest first.
template <class P>
concept HasPast = requires(const P& position) {
    { past_of(position) } -> std::same_as<std::vector<Scene>>;
};

/// Capability of a game: it has a page of rules for books.
template <class P>
concept ExplainsRules = requires(std::type_identity<P> game) {
    { rules_of(game) } -> std::same_as<Rules>;
};

/// Returns the picture of a legal move and its roll, for a page of rules. `any` is any position of the game,
/// used for parsing. Throws std::logic_error if `fen` is not a position or `move` is not legal in it.
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

/// Parses the page of rules of a game from a file such as book_rules.txt. A line "# game", "# note",
/// "# intro" or "# end" begins that field, and any other "# HEADING" a part; a line "> FEN|MOVE|TITLE" gives
/// the picture of the part. `start` is the starting position, for the title page. Throws std::logic_error as
/// `legal_picture` does.
template <Written P>
requires Pictured<P> && MovesByRoll<P> Rules read_rules(std::string_view text, const P& start) {
    Rules rules;
    rules.cover = scene_of(start);
    rules.cover.title = "The starting position";
    std::string* field = &rules.game;
    for (const std::string_view line : words_between(text, '\n')) {
        const std::string_view content = line.substr(std::min<std::size_t>(line.size(), 2));
        if (line.starts_with("> ")) {
            const auto fields = words_between(content, '|');
            rules.parts.back().scene =
                legal_picture(start, fields.at(0), fields.at(1), std::string(fields.at(2)));
        } else if (!line.starts_with("# ")) {
            field->append(field->empty() || line.empty() ? "" : " ").append(line);
        } else {
            field = content == "game"    ? &rules.game
                    : content == "note"  ? &rules.note
                    : content == "intro" ? &rules.intro
                    : content == "end"
                        ? &rules.end
                        : &rules.parts.emplace_back(RulesPart{std::string(content), {}, {}}).text;
        }
    }
    return rules;
}

/// Options for drawing a position as text.
struct TextStyle {
    bool unicode = false;  ///< use symbols for pieces and lines, not letters and ASCII
    bool colour = false;   ///< use ANSI colours
    bool exact = false;    ///< show chances as fractions, too
};

/// How much a text board shows besides the pieces.
enum class BoardDetail {
    Plain,   ///< only coordinates
    Played,  ///< coordinates, labels below the files, highlights and rolled files
};

/// Draws the board with coordinates as text: a line for each rank, then the border, the file names and, if
/// any, labels, rows of pieces and panel. Each line ends with a newline. Stacks are written from bottom to
/// top; all cells are as wide as the highest stack.
std::string draw_board(const Scene& scene, const TextStyle& style, BoardDetail detail = BoardDetail::Plain);

/// Ways to emphasise text with ANSI colours.
enum class Emphasis { Strong, Good, Faint, Warn, Reversed };

/// Wraps `text` in the ANSI codes for `emphasis`; returns it unchanged if `style` has no colour.
std::string emphasise(std::string_view text, Emphasis emphasis, const TextStyle& style);

}  // namespace octomate::draw
