#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/fault.hpp"
#include "puzzle/puzzle.hpp"

/// The fields of a puzzle by their names, how JSON writes them, and the draft into which every format reads
/// them. Further fields are what makers of puzzles add, and what this program does not know: all formats
/// write them in one way, as values of JSON by their names.
namespace octomate::records {

/// The fields that say what a puzzle is, in the order in which they are written.
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

/// A member of a puzzle, or of an object in it, and its name in JSON.
template <class Object, class Value>
struct Member {
    std::string_view name;
    Value Object::*value;
    std::string_view type{};  ///< for messages; of further fields only
};
template <class Object, class Value>
Member(std::string_view, Value Object::*, std::string_view = {}) -> Member<Object, Value>;

/// In the order of `Field`.
inline constexpr std::tuple puzzle_fields = {
    Member{"fen", &Puzzle::fen},         Member{"id", &Puzzle::id},
    Member{"variant", &Puzzle::variant}, Member{"roll", &Puzzle::roll},
    Member{"key", &Puzzle::key},         Member{"moves", &Puzzle::moves},
    Member{"title", &Puzzle::title},     Member{"author", &Puzzle::author},
    Member{"source", &Puzzle::source},   Member{"comment", &Puzzle::comment},
    Member{"themes", &Puzzle::themes},
};

/// Calls `visit(member)` with each of them.
template <class Members, class Visit>
constexpr void for_each(const Members& members, Visit visit) {
    std::apply([&](const auto&... member) { (visit(member), ...); }, members);
}

/// Calls `visit(member)` with the one of that name; false if there is none.
template <class Members, class Visit>
bool with_member(const Members& members, std::string_view name, Visit visit) {
    return std::apply(
        [&](const auto&... member) { return ((member.name == name && (visit(member), true)) || ...); },
        members);
}

// What a field holds, or null where it is left out.
template <class Value>
const Value* given(const std::optional<Value>& value) {
    return value ? &*value : nullptr;
}
inline const std::string* given(const std::string& fen) { return &fen; }
inline const int* given(const int& moves) { return moves == 1 ? nullptr : &moves; }
inline const std::vector<std::string>* given(const std::vector<std::string>& themes) {
    return themes.empty() ? nullptr : &themes;
}

/// Calls `visit(name, value)` with each of the fields that a puzzle gives.
template <class Visit>
void for_each_given(const Puzzle& puzzle, Visit visit) {
    for_each(puzzle_fields, [&](const auto& field) {
        if (const auto* value = given(puzzle.*field.value)) visit(field.name, *value);
    });
}

/// The field that JSON knows by this name.
Field field_named(std::string_view name);

/// The whole number that a text is, if it lies in the range.
std::optional<int> number_between(std::string_view text, int lowest, int highest);

/// The face that a key's name stands for: 0 for "-", else a number from 1; none for other names. Whether the
/// die of the game has it is another question.
std::optional<int> face_named(std::string_view name);

/// How keys name a face: its number, or "-" for 0.
std::string face_name(int face);

/// The key as JSON has it: faces with their moves.
std::string key_json(const Key& key);

/// Formats a key on one line, as `Draft::parse_key` reads it: `4:Be3-f4-f3#,Qe4-d3-d2# 5:Qe4-d3-d2#`.
std::string key_text(const Key& key);

/// Formats the value of a field on one line, as `Draft::take` reads it. Themes are separated by blanks; a
/// blank or comma within a theme becomes "_".
inline std::string field_text(const std::string& text) { return text; }
inline std::string field_text(int number) { return std::to_string(number); }
inline std::string field_text(const Key& key) { return key_text(key); }
std::string field_text(const std::vector<std::string>& themes);

/// The place of a field of plain text; null for all other fields.
std::optional<std::string>* text_of(Puzzle& puzzle, Field field);

/// The unknown field of that name; null if there is none.
const UnknownField* unknown_field(const Puzzle& puzzle, std::string_view name);

/// The further fields in the order in which they are written: first those that makers of puzzles add.
std::vector<UnknownField> further_fields(const Puzzle& puzzle);

/// The record as one compact line of JSON in UTF-8, without a newline: the fields in their order, then the
/// further ones: stipulation, solutions, pieces, difficulty, quality, chapter, generated, removed, plies,
/// mutated, composed, promotions_as_one, then the unknown ones as they came. Absent fields are left out, and
/// so is `moves` where it is 1; of the unknown ones those whose name is a known field's that is there.
/// Reading it gives the same puzzle. (Bytes that are no UTF-8, which no reader of ours lets in, become
/// U+FFFD.)
std::string to_jsonl(const Puzzle& puzzle);
void append_jsonl(std::string& line, const Puzzle& puzzle);

/// Returns the names of the fields that `puzzle` gives and `other` lacks or gives another value, the position
/// excepted.
std::vector<std::string> lost_fields(const Puzzle& puzzle, const Puzzle& other);

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

    explicit Draft(const Variants& variants) : variants_(variants) {}

    const Variants& variants() const { return variants_; }

    /// Adds a fault, up to `most_faults`.
    void fault(FaultCode code, std::string_view field, std::size_t offset, std::string message,
               std::size_t line = 0);

    /// Adds the fault and moves it in front of the others.
    void first_fault(FaultCode code, std::string_view field, std::size_t offset, std::string message);

    /// A second value for a field; the first one stays.
    void duplicate(std::string_view field, std::size_t offset, std::string_view what);

    /// Whether nothing was found wrong so far.
    bool good() const { return faults_.empty(); }

    void bad_roll(FaultCode code, std::string_view field, std::string_view found);
    void bad_moves(std::string_view field, std::string_view found);

    /// Takes a known field from text, as all formats but JSON have it. `name` is the format's name for it.
    void take(Field field, std::string_view name, std::string text);
    /// `shown` is how a message shows the text.
    void parse_roll(std::string_view name, std::string_view text, std::string_view shown);
    void parse_moves(std::string_view name, std::string_view text, std::string_view shown);
    /// Parses faces with their moves: `4:Be3-f4-f3#,Qe4-d3-d2# 5:Qa8-e4-e7#`. A blank may follow a ':' or a
    /// ','; elsewhere it belongs to the move, and so does a ',' in parentheses: `1:(1,2) Rd8-h8 (2) Rc2-g2#`.
    void parse_key(std::string_view name, std::string_view text);
    /// The face of a key that a text names; none after a fault.
    std::optional<int> parse_face(std::string_view field, std::size_t offset, std::string_view name);
    /// Words parted by blanks and commas.
    void parse_themes(std::string_view text);
    /// One of the further fields, whose name must be new. A value of the wrong type stays among the unknown
    /// ones, with a note; a malformed stipulation is a fault.
    void parse_extra_field(std::string_view name, std::string_view json);

    /// Notes as which game a problem is read that may be one of chess, where the games are known.
    void note_open_game();

    /// The puzzle, or its faults if there are any. Leaves the draft empty.
    ReadPuzzle finish();

  private:
    /// A face that a record names, to be judged when its game is known.
    struct NamedFace {
        int face;            ///< below 1: wrong on any die
        std::size_t faults;  ///< how many were known before it
        FaultCode code;
        std::string field;
        std::size_t offset;
        std::string found;
    };

    void name_face(FaultCode code, int face, std::string_view field, std::size_t offset, std::string found);
    void judge_faces();
    void bad_stipulation(std::string_view json);

    const Variants variants_;
    Faults faults_;
    std::vector<NamedFace> faces_;
};

}  // namespace octomate::records
