#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "puzzle/puzzle.hpp"

/// The notation of chess problems, which YAML and LaTeX share: diagrams, twins (small changes of a diagram
/// that make another puzzle), stipulations and solutions.
namespace octomate::records {

/// A board of 8×8 squares with chess pieces, which are given by their FEN letters, and the side to move.
class Diagram {
  public:
    /// Parses the board and the side to move of a FEN; returns nullopt if the board has another size or has
    /// pieces other than those of chess.
    static std::optional<Diagram> of_fen(std::string_view fen);

    /// Puts a piece on `square` (8·rank + file); returns false if the square is occupied.
    bool put(char piece, int square);
    /// Removes the piece on `square` and returns its letter, or 0 if the square is empty.
    char remove(int square);
    /// Returns the capital letter of the piece on a square such as "e4"; empty if there is no piece.
    std::string piece_name_at(std::string_view square) const;
    /// Returns the FEN letter of the piece on a square such as "e4"; 0 if there is no piece.
    char letter_at(std::string_view square) const;
    /// Checks whether the board has no pieces.
    bool empty() const;
    bool black_moves() const { return black_moves_; }
    void set_black_moves(bool black_moves) { black_moves_ = black_moves; }

    /// Formats the board as a FEN without castling rights: `8/8/… w - - 0 1`.
    std::string fen() const;

    /// Returns the number of pieces of Black if `black`, else of White.
    int count(bool black) const;

    /// Calls `visit(kind, squares)` for each kind of piece that a side has, from king to pawn. `kind` is its
    /// capital letter; `squares` are names such as "a8", in the order from a8 to h1.
    template <class Visit>
    void for_each_kind(bool black, Visit&& visit) const {
        for (const char kind : std::string_view("KQRBNP")) {
            std::vector<std::string> squares = squares_of(black ? static_cast<char>(kind | 0x20) : kind);
            if (!squares.empty()) visit(kind, squares);
        }
    }

  private:
    /// Returns the names of the squares with the FEN letter `piece`, from a8 to h1.
    std::vector<std::string> squares_of(char piece) const;

    std::array<char, 64> pieces_{};  // FEN letters by square; 0 if empty
    bool black_moves_ = false;
};

/// Changes to the board of a diagram, made in the order of the fields. Squares are not validated yet.
struct Edit {
    int files = 0;  ///< number of files by which all pieces are shifted to the right
    int ranks = 0;  ///< number of ranks by which all pieces are shifted up
    std::vector<std::pair<std::string, std::string>> moved;  ///< from a square to an empty one
    std::vector<std::string> removed;                        ///< squares whose pieces are removed
    std::vector<std::pair<std::string, char>> added;  ///< an empty square, and the FEN letter of the piece
};

/// A puzzle made from a diagram by a small change of its board, roll or stipulation.
struct Twin {
    std::string name;  ///< "b", "c", … by default; "a" is the diagram
    Edit edit;
    Puzzle puzzle;  ///< the diagram's game, id and title, and the twin's key, roll and stipulation;
                    ///< the position and all other fields are empty
};

/// Parses the twins in the field `"twins"` of a record:
/// `[{"name": "b", "move": ["e4", "e5"]}, {"remove": "a2"}, {"add": {"h1": "R"}}, {"shift": [1, 0]}, …]`.
/// A twin may have several changes, and `key`, `roll`, `moves`, `stipulation` and `solutions` as in a record.
/// Returns an empty list if there is no such field. Faults: WrongType and those of a record.
Expected<std::vector<Twin>, Faults> twins_of(const Puzzle& puzzle, const Variants& variants = {});

/// Returns the twins of `puzzle`, or an empty list if the field `"twins"` is absent or malformed.
std::vector<Twin> twins_or_none(const Puzzle& puzzle, const Variants& variants);

/// Formats an edit as a member of the field `"twins"`, such as `{"move": ["e4", "e5"]}`.
std::string edit_json(const Edit& edit);
/// Formats `twins` as the value of the field `"twins"`.
std::string twins_json(const Puzzle& diagram, const std::vector<Twin>& twins);

/// Checks whether the stipulation of `twin` differs from that of its diagram.
bool has_other_stipulation(const Puzzle& diagram, const Twin& twin);

/// Formats the changes of a twin as chess problems print them: "Ke4→e5, −Pa2, +wRh1, roll 3".
std::string change_text(const Puzzle& diagram, const Twin& twin);

/// Returns a square of the board and the square to which the shift of `edit` moves it.
std::pair<std::string, std::string> squares_of_shift(const Edit& edit);

/// Returns the square called `name` as 8·rank + file, or nullopt if it is no square of an 8×8 board.
std::optional<int> square_named(std::string_view name);

/// The solution in a YAML document of a record without key and solution: YACPDB requires one.
inline constexpr std::string_view no_solution = "{no solution is given}";

/// The largest size of a short text in YACPDB's schema, in bytes.
inline constexpr std::size_t longest_label = 255;

/// Checks whether YACPDB's schema allows `texts` as a list: it is not empty, and no text is empty, repeated
/// or longer than `longest` bytes.
bool is_entry_list(const std::vector<std::string>& texts, std::size_t longest = longest_label);

/// Splits a comment into the comments of a YACPDB entry: its lines if `is_entry_list` allows them, else the
/// whole comment as one.
std::vector<std::string> entry_comments(const std::string& comment);

/// Returns the first year (1000 to 2999) in `text` as four digits; empty if there is none.
std::string_view year_in(std::string_view text);

/// Formats a source as YACPDB's JSON object, `{"name":…,"date":{"year":1962}}`. Returns an empty text if
/// `source` names no year, which the format requires, or is longer than `longest_label`.
std::string source_json(std::string_view source);

/// Returns the stipulation of a puzzle, such as "#2" or "h#2.5".
std::string stipulation_text(const Puzzle& puzzle);

/// Checks whether Black moves first by convention: in help mates with a whole number of moves. White moves
/// first in all other problems.
bool black_begins(const Puzzle& puzzle);

/// Parts of `game_sentence`: before the name of the game, after it, and before the roll.
inline constexpr std::string_view sentence_start = "The game is ", game_end = " as Octomate plays it",
                                  roll_start = ", the roll is ";

/// Checks whether the roll or the key of a puzzle names a face of the die.
bool uses_die(const Puzzle& puzzle);

/// Returns an English sentence of at most 255 bytes that names the game, its die, the stipulation and the
/// roll.
std::string game_sentence(const Puzzle& puzzle, const Variants& variants);

/// Returns the text of the solution: the computed one if there is one, else the record's field "solution",
/// else a line such as `1.(5) Qa8-e4-e7#!` for each move of the key, with "(-)" if no die is used. Knights
/// are S. The part of each twin begins with a line "b) …".
std::string solution_text(const Puzzle& puzzle, const std::vector<Twin>& twins);

/// Parses the key of the twin named `twin` ("a" is the diagram) from the text of a solution. A line without a
/// face counts for `face`. Returns an empty key if no line names a move of the key.
Key key_of_solution(std::string_view solution, int face, std::string_view twin = "a");

/// Formats a key as lines of a solution. Leaves out moves that `key_of_solution` would read differently.
std::string key_text_of_solution(const Key& key);

}  // namespace octomate::records
