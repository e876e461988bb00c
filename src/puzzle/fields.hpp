#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/fault.hpp"
#include "puzzle/puzzle.hpp"

/// The fields of a puzzle by name, their form in JSON, and the draft that the readers of all formats fill.
///
/// "Further" fields are those that makers of puzzles add and those that this program does not know. All
/// formats handle them alike: as a name and a JSON value.
namespace octomate::records {

/// The fields that define a puzzle, in the order in which they are written.
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

/// A data member of `Puzzle`, or of an object in it, and its name in JSON.
template <class Object, class Value>
struct Member {
    std::string_view name;
    Value Object::*value;
    std::string_view type{};  ///< the expected type, for messages; only for further fields
};
template <class Object, class Value>
Member(std::string_view, Value Object::*, std::string_view = {}) -> Member<Object, Value>;

/// The members of `Puzzle` for each `Field`, in that order.
inline constexpr std::tuple puzzle_fields = {
    Member{"fen", &Puzzle::fen},         Member{"id", &Puzzle::id},
    Member{"variant", &Puzzle::variant}, Member{"roll", &Puzzle::roll},
    Member{"key", &Puzzle::key},         Member{"moves", &Puzzle::moves},
    Member{"title", &Puzzle::title},     Member{"author", &Puzzle::author},
    Member{"source", &Puzzle::source},   Member{"comment", &Puzzle::comment},
    Member{"themes", &Puzzle::themes},
};

/// Calls `visit(member)` for each member in the tuple `members`.
template <class Members, class Visit>
constexpr void for_each(const Members& members, Visit visit) {
    std::apply([&](const auto&... member) { (visit(member), ...); }, members);
}

/// Calls `visit(member)` for the member called `name`; returns false if there is none.
template <class Members, class Visit>
bool visit_member(const Members& members, std::string_view name, Visit visit) {
    return std::apply(
        [&](const auto&... member) { return ((member.name == name && (visit(member), true)) || ...); },
        members);
}

// `present_value` returns the value of a field, or null if the field is absent or has its default value.
template <class Value>
const Value* present_value(const std::optional<Value>& value) {
    return value ? &*value : nullptr;
}
inline const std::string* present_value(const std::string& fen) { return &fen; }
inline const int* present_value(const int& moves) { return moves == 1 ? nullptr : &moves; }
inline const std::vector<std::string>* present_value(const std::vector<std::string>& themes) {
    return themes.empty() ? nullptr : &themes;
}

/// Calls `visit(name, value)` for each field of `puzzle_fields` that is present in the puzzle.
template <class Visit>
void for_each_present_field(const Puzzle& puzzle, Visit visit) {
    for_each(puzzle_fields, [&](const auto& field) {
        if (const auto* value = present_value(puzzle.*field.value)) visit(field.name, *value);
    });
}

/// Returns the field with this name in JSON, or `Field::Unknown`.
Field field_named(std::string_view name);

/// Parses a whole number from `lowest` to `highest`; returns nullopt for any other text.
std::optional<int> number_between(std::string_view text, int lowest, int highest);

/// Parses the name of a face in a key: "-" is 0 (no die), otherwise a number from 1. Returns nullopt for
/// other names. Does not check whether the die of the game has the face.
std::optional<int> face_named(std::string_view name);

/// Returns the name of a face in a key: its number, or "-" for 0.
std::string face_name(int face);

/// Formats a key as a JSON object that maps faces to arrays of moves.
std::string key_json(const Key& key);

/// Formats a key on one line, as `Draft::parse_key` reads it: `4:Be3-f4-f3#,Qe4-d3-d2# 5:Qe4-d3-d2#`.
std::string key_text(const Key& key);

/// Formats the value of a field on one line, as `Draft::parse_field` reads it. Themes are separated by
/// blanks; a blank or comma within a theme becomes "_".
inline std::string field_text(const std::string& text) { return text; }
inline std::string field_text(int number) { return std::to_string(number); }
inline std::string field_text(const Key& key) { return key_text(key); }
std::string field_text(const std::vector<std::string>& themes);

/// Returns the member that holds a field of plain text, or null for fields of other types and for Fen.
std::optional<std::string>* text_of(Puzzle& puzzle, Field field);

/// Returns the unknown field called `name`, or null if there is none.
const UnknownField* unknown_field(const Puzzle& puzzle, std::string_view name);

/// Returns the further fields in the order in which they are written: first those that makers of puzzles add.
std::vector<UnknownField> further_fields(const Puzzle& puzzle);

/// Formats the record as one compact line of JSON in UTF-8, without a newline. The order is: the fields of
/// `puzzle_fields`; stipulation, solutions, men, difficulty, quality, chapter, generated, removed, plies,
/// mutated, composed, before, promotions_as_one; then the unknown fields in their own order. Absent fields
/// are left out, and so is `moves` if it is 1, and an unknown field with the name of a known one that is
/// present.
///
/// Reading the line gives the same puzzle. (Invalid UTF-8, which the readers reject, becomes U+FFFD.)
std::string to_jsonl(const Puzzle& puzzle);
/// Appends the line of `to_jsonl` to `line`.
void append_jsonl(std::string& line, const Puzzle& puzzle);

/// Returns the names of the fields of `puzzle` that are absent or different in `other`. Ignores the position.
std::vector<std::string> lost_fields(const Puzzle& puzzle, const Puzzle& other);

/// The result of reading a bad record.
struct BadPuzzle {
    Faults faults;  ///< 1 to `most_faults`, in the order of the text; a missing FEN comes first

    /// The fields that could be read, for messages: the id names the record, and the variant and FEN may have
    /// faults of their own.
    Puzzle puzzle;
};

/// A puzzle with notes for the user, or the faults of the record.
using ReadPuzzle = Expected<Parsed<Puzzle>, BadPuzzle>;

/// A record that is being read, with the faults found so far. All readers fill a draft and call `finish`.
class Draft {
  public:
    Puzzle puzzle;
    std::vector<std::string> notes;  ///< remarks for the user that are no faults
    bool has_moves = false;          ///< the record gives `moves`, even if it is 1

    explicit Draft(const Variants& variants) : variants_(variants) {}

    const Variants& variants() const { return variants_; }

    /// Adds a fault; does nothing if there are `most_faults` already. `offset` is in bytes from the start of
    /// `field`, or of the line if `field` is "line"; `line` counts from 0 within the record.
    void fault(FaultCode code, std::string_view field, std::size_t offset, std::string message,
               std::size_t line = 0);

    /// Adds a fault before all others.
    void prepend_fault(FaultCode code, std::string_view field, std::size_t offset, std::string message);

    /// Adds the fault that `item`, such as the name of a field, appears twice. Readers keep the first value.
    void duplicate(std::string_view field, std::size_t offset, std::string_view item);

    /// Checks whether no fault has been added. (Faces are validated by `finish`.)
    bool good() const { return faults_.empty(); }

    /// Adds the fault that the roll, or the number of moves, has the invalid text `found`.
    void bad_roll(FaultCode code, std::string_view field, std::string_view found);
    void bad_moves(std::string_view field, std::string_view found);

    /// Parses a known field from text, as in all formats but JSON. `name` is the format's name of the field.
    void parse_field(Field field, std::string_view name, std::string text);
    /// Parses the roll; a message shows its text as `shown`.
    void parse_roll(std::string_view name, std::string_view text, std::string_view shown);
    /// Parses the number of moves, 1 to `max_moves`; a message shows its text as `shown`.
    void parse_moves(std::string_view name, std::string_view text, std::string_view shown);
    /// Parses a key, faces with their moves: `4:Be3-f4-f3#,Qe4-d3-d2# 5:Qa8-e4-e7#`. A blank may follow a ':'
    /// or ','; any other blank, and a ',' in parentheses, belongs to the move: `1:(1,2) Rd8-h8 (2) Rc2-g2#`.
    void parse_key(std::string_view name, std::string_view text);
    /// Parses the name of a face in a key. Returns nullopt and reports a fault if it is malformed.
    std::optional<int> parse_face(std::string_view field, std::size_t offset, std::string_view name);
    /// Adds the words of `text`, separated by blanks and commas, to the themes.
    void parse_themes(std::string_view text);
    /// Parses a further field, whose name must be new in the record. A value of the wrong type is kept as an
    /// unknown field, with a note; a malformed stipulation is a fault.
    void parse_extra_field(std::string_view name, std::string_view json);

    /// Adds a note that the problem names no game and is read as one of the fallback game, if there is one.
    void note_open_game();

    /// Validates faces and moves against the whole record, and returns the puzzle or its faults. Empties the
    /// draft.
    ReadPuzzle finish();

  private:
    /// A face named by the record. It is validated by `finish`, when the game and its die are known.
    struct NamedFace {
        int face;            ///< below 1 if it is invalid on any die
        std::size_t faults;  ///< number of faults found before this face, to keep faults in order
        FaultCode code;
        std::string field;
        std::size_t offset;
        std::string found;
    };

    void add_named_face(FaultCode code, int face, std::string_view field, std::size_t offset,
                        std::string found);
    void validate_faces();
    void bad_stipulation(std::string_view json);

    const Variants variants_;
    Faults faults_;
    std::vector<NamedFace> faces_;
};

}  // namespace octomate::records
