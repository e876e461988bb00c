#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "records/puzzle.hpp"
#include "records/read.hpp"

/// What the formats of puzzles have in common: the names of the fields and the draft of a record.
namespace octomate::records {

/// The fields of a puzzle that this program knows, in the order in which they are written.
enum class Field : std::uint8_t {
    Fen,
    Id,
    Variant,
    Roll,
    Key,
    Moves,
    Title,
    Author,
    Source,
    Comment,
    Themes,
    Unknown,
};

/// The longest mate that a record may ask for, in moves of the side to move.
inline constexpr int max_moves = 100;

/// The field that JSON knows by this name.
Field field_named(std::string_view name);

/// The field that EPD knows by this opcode: those of JSON, and "dm" and "c0".
Field opcode_named(std::string_view name);

/// The face that a key's name stands for: 1…8, or 0 for "-"; none for other names.
std::optional<int> face_named(std::string_view name);

/// How keys name a face: "1"…"8", or "-" for 0.
std::string_view face_name(int face);

/// The place of a field of plain text; null for all other fields.
std::optional<std::string>* text_of(Puzzle& puzzle, Field field);

/// Gives a record that asks for mate in so many moves by its stipulation that number of moves. False if it
/// `has_moves` and they are others than its stipulation's.
bool agree_on_moves(Puzzle& puzzle, bool has_moves);

/// A record in the making, with all that was found wrong with it so far.
class Draft {
  public:
    Puzzle puzzle;
    std::vector<std::string> notes;
    bool has_moves = false;  ///< `moves` was given, be it 1

    /// Adds a fault, up to `most_faults`.
    void fault(FaultCode code, std::string_view field, std::size_t offset, std::string message,
               std::size_t line = 0);

    /// Adds the fault and moves it in front of the others.
    void first_fault(FaultCode code, std::string_view field, std::size_t offset, std::string message);

    /// A second value for a field; the first one stays.
    void duplicate(std::string_view field, std::size_t offset, std::string_view what);

    /// Whether nothing was found wrong so far.
    bool good() const { return faults_.empty(); }

    void bad_roll(std::string_view field, std::string_view found);
    void bad_moves(std::string_view field, std::string_view found);
    void bad_face(std::string_view field, std::size_t offset, std::string_view name);

    // Fields as text: how all formats but JSON have them.
    void take_roll(std::string_view field, std::string_view text);
    void take_moves(std::string_view field, std::string_view text);
    /// Faces with their moves: `4:Be3-f4-f3#,Qe4-d3-d2# 5:Qa8-e4-e7#`. A blank may follow a ':' or a ','.
    void take_key(std::string_view field, std::string_view text);
    /// Words parted by blanks and commas.
    void take_themes(std::string_view text);
    /// One of the further fields, whose name must be new. A value of the wrong type stays among the unknown
    /// ones, with a note; a stipulation that is none is a fault.
    void take_further(std::string_view name, std::string_view json);

    /// The puzzle, or its faults if there are any. Leaves the draft empty.
    Expected<Read<Puzzle>, BadPuzzle> finish();

  private:
    void bad_stipulation(std::string_view json);

    Faults faults_;
};

/// Takes the fields of a JSON object into the record, in place of those that it has; null for a known one
/// takes it away. Faults of the text as a whole name `field`.
void merge_json(Draft& draft, std::string_view field, std::string_view text);

/// Reads a line that starts with '{' (other JSON is told as not_an_object).
Expected<Read<Puzzle>, BadPuzzle> read_json(std::string_view line);

/// Reads a line if it is what nearly all lines are: good, with every name once and every value of its type,
/// and without rare escapes and numbers. False for all others, which `read_json` reads; the puzzle is then in
/// any state. For speed only: both readers give the same.
bool read_usual_json(std::string_view line, Puzzle& puzzle);

/// Reads a row of CSV whose cells stand in that order.
Expected<Read<Puzzle>, BadPuzzle> read_csv(std::string_view row, const CsvColumns& columns);

/// Reads a game of PGN: its FEN tag is the position, and the key are its first move and what could be played
/// instead.
Expected<Read<Puzzle>, BadPuzzle> read_pgn(std::string_view game);

/// Reads a document of YAML, or an item of a list of problems.
Expected<Read<Puzzle>, BadPuzzle> read_yaml(std::string_view text);

/// Reads a problem of Popeye's input (its English words).
Expected<Read<Puzzle>, BadPuzzle> read_popeye(std::string_view text);

/// Reads a diagram that Popeye printed, with its captions and solution.
Expected<Read<Puzzle>, BadPuzzle> read_popeye_output(std::string_view text);

/// Reads an environment `diagram` of LaTeX; what stands before and behind it is passed over.
Expected<Read<Puzzle>, BadPuzzle> read_latex(std::string_view text);

/// Reads a line of EPD.
Expected<Read<Puzzle>, BadPuzzle> read_epd(std::string_view line);

/// Does the line have opcodes after its position?
bool has_opcodes(std::string_view line);

}  // namespace octomate::records
