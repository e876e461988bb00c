#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "puzzle/puzzle.hpp"

/// The fields of a puzzle by their names, and the draft into which every format reads them.
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

/// The whole number that a text is, if it lies in the range.
std::optional<int> number_between(std::string_view text, int lowest, int highest);

/// The face that a key's name stands for: 1…8, or 0 for "-"; none for other names.
std::optional<int> face_named(std::string_view name);

/// How keys name a face: "1"…"8", or "-" for 0.
std::string_view face_name(int face);

/// The key as JSON has it: faces with their moves.
void append_key(const Key& key, std::string& json);
std::string key_json(const Key& key);

/// The place of a field of plain text; null for all other fields.
std::optional<std::string>* text_of(Puzzle& puzzle, Field field);

/// Why a record is no puzzle.
struct BadPuzzle {
    Faults faults;  ///< never empty; in the order of the text, a missing FEN first; at most `most_faults`

    /// What could be read all the same: the id names the record, variant and FEN have faults of their own to
    /// be reported.
    Puzzle puzzle;
};

/// What a reader makes of a record.
using ReadPuzzle = Expected<Read<Puzzle>, BadPuzzle>;

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

    /// Takes a known field from text, as all formats but JSON have it. `name` is the format's name for it.
    void take(Field field, std::string_view name, std::string text);
    void take_roll(std::string_view name, std::string_view text);
    void take_moves(std::string_view name, std::string_view text);
    /// Faces with their moves: `4:Be3-f4-f3#,Qe4-d3-d2# 5:Qa8-e4-e7#`. A blank may follow a ':' or a ','.
    void take_key(std::string_view name, std::string_view text);
    /// Words parted by blanks and commas.
    void take_themes(std::string_view text);
    /// One of the further fields, whose name must be new. A value of the wrong type stays among the unknown
    /// ones, with a note; a malformed stipulation is a fault.
    void take_further(std::string_view name, std::string_view json);

    /// The puzzle, or its faults if there are any. Leaves the draft empty.
    ReadPuzzle finish();

  private:
    void bad_stipulation(std::string_view json);

    Faults faults_;
};

}  // namespace octomate::records
