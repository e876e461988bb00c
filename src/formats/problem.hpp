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

/// The notation of problemists: twins, and the words that YAML and LaTeX share for pieces on squares, the
/// stipulation and the solution.
namespace octomate::records {

/// Pieces of chess on 8×8 squares, by the letters of FEN, and the side to move.
class Diagram {
  public:
    /// The board of a FEN, if it has nothing but ranks of such pieces; none for the boards of other games.
    static std::optional<Diagram> of_fen(std::string_view fen);

    /// Puts a piece on a square, 8·rank + file; false if the square is occupied.
    bool put(char piece, int square);
    /// Removes what stands on a square; 0 if it is empty.
    char remove(int square);
    /// The capital letter of what stands on the square of that name; empty if nothing does.
    std::string named_at(std::string_view square) const;
    /// Its letter in a FEN; 0 if nothing does.
    char letter_at(std::string_view square) const;
    bool empty() const;
    bool black_moves() const { return black_moves_; }
    void let_black_move(bool black) { black_moves_ = black; }

    /// `8/8/… w - - 0 1`.
    std::string fen() const;

    /// The number of pieces of a side.
    int count(bool black) const;

    /// The pieces of a side, by their kinds from king to pawn, each by its squares from a8 to h1:
    /// `take(kind, squares)` gets the capital letter and names such as "a8".
    template <class Take>
    void for_each_kind(bool black, Take&& take) const {
        for (const char kind : std::string_view("KQRBNP")) {
            std::vector<std::string> squares = squares_of(black ? static_cast<char>(kind | 0x20) : kind);
            if (!squares.empty()) take(kind, squares);
        }
    }

  private:
    std::vector<std::string> squares_of(char piece) const;

    std::array<char, 64> pieces_{};  // 0: empty
    bool black_moves_ = false;
};

/// The changes to the board of a diagram, in this order. Squares and pieces are still text.
struct Edit {
    int files = 0;                                           ///< by which all pieces move to the right …
    int ranks = 0;                                           ///< … and upwards
    std::vector<std::pair<std::string, std::string>> moved;  ///< from, and to an empty square
    std::vector<std::string> removed;                        ///< squares
    std::vector<std::pair<std::string, char>> added;  ///< to an empty square, and the letter of the piece
};

/// A puzzle that differs from its diagram in a little.
struct Twin {
    std::string name;  ///< "b", "c", … if it has no other
    Edit edit;
    Puzzle puzzle;  ///< what the diagram asks for, with the twin's own key, roll and number of moves; no
                    ///< position yet, and no fields but those
};

/// The twins of a record, from its field `"twins"`: `[{"name": "b", "move": ["e4", "e5"]}, {"remove": "a2"},
/// {"add": {"h1": "R"}}, {"shift": [1, 0]}, {"roll": 3}, …]`, each with what it has in common with others,
/// and with `key`, `roll` and `moves` as in a record. None if there is no such field. Faults: WrongType and
/// those of a record.
Expected<std::vector<Twin>, Faults> twins_of(const Puzzle& puzzle, const Variants& variants = {});

/// The twins for writers: an empty list if the field is malformed.
std::vector<Twin> good_twins(const Puzzle& puzzle, const Variants& variants);

/// The edit as such a field writes it, and a whole field of twins.
std::string edit_json(const Edit& edit);
std::string twins_json(const Puzzle& diagram, const std::vector<Twin>& twins);

/// Whether the twin has another stipulation than its diagram.
bool asks_otherwise(const Puzzle& diagram, const Twin& twin);

/// The change of a twin in the signs of problemists: "Ke4→e5, −Pa2, +wRh1, roll 3".
std::string change_text(const Puzzle& diagram, const Twin& twin);

/// A square and the one to which a shift of all pieces takes it.
std::pair<std::string, std::string> squares_of_shift(const Edit& edit);

/// The square of a name, 8·rank + file, or none.
std::optional<int> square_named(std::string_view name);

/// The solution of YAML where the record has neither a key nor a solution: the format requires one.
inline constexpr std::string_view no_solution = "{no solution is given}";

/// The largest size of a short text in YACPDB's schema.
inline constexpr std::size_t longest_label = 255;

/// Checks whether texts are a list by YACPDB's schema: none is empty, repeated or longer than `longest`.
bool is_entry_list(const std::vector<std::string>& texts, std::size_t longest = longest_label);

/// Returns the comments of an entry for a comment of several lines: its lines, if they are such a list.
std::vector<std::string> entry_comments(const std::string& comment);

/// The further field that keeps the comments of an entry from which `entry_comments` makes others.
inline constexpr std::string_view other_comments = "yaml-comments";

/// Returns a source as YACPDB's object of JSON, `{"name":…,"date":{"year":1962}}`; empty if the text names no
/// year, which the format requires.
std::string source_json(std::string_view source);

/// Where a stipulation is kept that is none of ours.
inline constexpr std::string_view other_stipulation = "other-stipulation";

/// The option that lets the side begin that does not as a rule.
inline constexpr std::string_view half_duplex = "HalfDuplex";

/// "#2".
std::string stipulation_text(const Puzzle& puzzle);

/// Whether Black begins where nothing else is said: in help mates of whole moves. Elsewhere White does.
bool begins_black(const Puzzle& puzzle);

/// Parts of the sentence about the game: what stands in front of its name, behind it, and in front of the
/// roll.
inline constexpr std::string_view sentence_start = "The game is ", game_end = " as Octomate plays it",
                                  roll_start = ", the roll is ";

/// Checks whether the roll or the key of a puzzle names a face of the die.
bool uses_die(const Puzzle& puzzle);

/// A sentence for people that names the game, its die and the roll, of at most 255 bytes.
std::string game_sentence(const Puzzle& puzzle, const Variants& variants);

/// The solution that was worked out, or else the text of the record's field "solution", or else a line for
/// each move of the key: `1.(5) Qa8-e4-e7#!`, "(-)" where no die is used. Knights are S; each twin's begins
/// with a line "b) …".
std::string solution_text(const Puzzle& puzzle, const std::vector<Twin>& twins);

/// The key that the lines of a solution claim for a twin, "a" being the diagram itself; a line without a face
/// counts for `face`. Empty if no line is of that kind.
Key key_of_solution(std::string_view solution, int face, std::string_view twin = "a");

/// Writes a key as lines of a solution, without the moves that would be read as others.
std::string key_text_of_solution(const Key& key);

}  // namespace octomate::records
