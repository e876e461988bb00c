#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace octomate {

/// Wraps an error, to construct a failed Expected from it.
template <class E>
struct Unexpected {
    E error;
};

template <class E>
Unexpected(E) -> Unexpected<E>;

/// Thrown on access to the value of a failed Expected or the error of a successful one: a bug in the program,
/// never a fault of its input.
class BadExpected : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

/// A value or an error: the part of C++23's std::expected that the program uses. Reading the value of a
/// failure, or the error of a success, throws BadExpected.
template <class T, class E>
class [[nodiscard]] Expected {
  public:
    Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Expected(Unexpected<E> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

    bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value() & { return alternative<0>(state_); }
    const T& value() const& { return alternative<0>(state_); }
    T&& value() && { return std::move(alternative<0>(state_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    E& error() & { return alternative<1>(state_); }
    const E& error() const& { return alternative<1>(state_); }
    E&& error() && { return std::move(alternative<1>(state_)); }

  private:
    template <std::size_t index, class State>
    static auto& alternative(State& state) {
        auto* const found = std::get_if<index>(&state);
        if (!found) throw_absent(index);
        return *found;
    }

    [[noreturn]] [[gnu::cold]] static void throw_absent(std::size_t index) {
        throw BadExpected(index == 0 ? "a result was read that holds a failure"
                                     : "the failure was read of a result that holds a value");
    }

    std::variant<T, E> state_;
};

/// Success, which converts to true, or an error.
template <class E>
class [[nodiscard]] Expected<void, E> : public Expected<std::monostate, E> {
  public:
    Expected() : Expected<std::monostate, E>(std::monostate()) {}
    Expected(Unexpected<E> failure) : Expected<std::monostate, E>(std::move(failure)) {}
};

/// The result of parsing text: the value, and notes on input that was accepted but ignored.
template <class T>
struct Parsed {
    T value;
    std::vector<std::string> notes;
};

}  // namespace octomate

/// All faults of input text, with their names in records. Scripts rely on these names.
#define OCTOMATE_FAULTS(X)                                   \
    /* records */                                            \
    X(BadUtf8, "bad_utf8")                                   \
    X(BadJson, "bad_json")                                   \
    X(NotAnObject, "not_an_object")                          \
    X(UnknownFormat, "unknown_format")                       \
    X(NoPuzzles, "no_puzzles")                               \
    X(DuplicateField, "duplicate_field")                     \
    X(MissingFen, "missing_fen")                             \
    X(WrongType, "wrong_type")                               \
    X(UnknownVariant, "unknown_variant")                     \
    X(BadRoll, "bad_roll")                                   \
    X(BadMoves, "bad_moves")                                 \
    X(BadStipulation, "bad_stipulation")                     \
    X(BadKeyFace, "bad_key_face")                            \
    /* rows of CSV */                                        \
    X(BadCsv, "bad_csv")                                     \
    /* formats of chess problems */                          \
    X(BadYaml, "bad_yaml")                                   \
    /* EPD opcodes */                                        \
    X(BadOpcode, "bad_opcode")                               \
    X(UnterminatedString, "unterminated_string")             \
    X(MissingSemicolon, "missing_semicolon")                 \
    /* FEN fields */                                         \
    X(EmptyFen, "empty_fen")                                 \
    X(BadPiece, "bad_piece")                                 \
    X(BadDigit, "bad_digit")                                 \
    X(RankTooLong, "rank_too_long")                          \
    X(RankTooShort, "rank_too_short")                        \
    X(TooManyRanks, "too_many_ranks")                        \
    X(TooFewRanks, "too_few_ranks")                          \
    X(MissingSide, "missing_side")                           \
    X(BadSide, "bad_side")                                   \
    X(BadCastling, "bad_castling")                           \
    X(BadEnPassant, "bad_en_passant")                        \
    X(BadUnmoved, "bad_unmoved")                             \
    X(BadReserve, "bad_reserve")                             \
    X(BadStack, "bad_stack")                                 \
    X(BadMemory, "bad_memory")                               \
    X(BadUsed, "bad_used")                                   \
    X(BadClock, "bad_clock")                                 \
    X(ExtraFields, "extra_fields")                           \
    /* positions that are well-formed but break the rules */ \
    X(NoKing, "no_king")                                     \
    X(TooManyKings, "too_many_kings")                        \
    X(PawnOnLastRank, "pawn_on_last_rank")                   \
    X(OpponentInCheck, "opponent_in_check")                  \
    /* moves and games */                                    \
    X(NotAMove, "not_a_move")                                \
    X(IllegalMove, "illegal_move")                           \
    X(AmbiguousMove, "ambiguous_move")                       \
    X(MissingPromotion, "missing_promotion")                 \
    X(WrongFace, "wrong_face")                               \
    X(WrongDie, "wrong_die")                                 \
    X(WrongSuffix, "wrong_suffix")                           \
    X(WrongCascade, "wrong_cascade")                         \
    X(WrongPiece, "wrong_piece")                             \
    X(GameOver, "game_over")                                 \
    X(NoTable, "no_table")                                   \
    X(BadTag, "bad_tag")                                     \
    X(UnterminatedComment, "unterminated_comment")           \
    X(WrongResult, "wrong_result")                           \
    /* specs of positions to compose */                      \
    X(BadSquare, "bad_square")                               \
    X(UnsuitablePiece, "bad_man")

namespace octomate {

/// The kind of a fault.
enum class FaultCode : std::uint8_t {
#define X(code, name) code,
    OCTOMATE_FAULTS(X)
#undef X
};

/// The names of the fault codes in records, in the order of FaultCode.
inline constexpr auto fault_names = std::to_array<std::string_view>({
#define X(code, name) name,
    OCTOMATE_FAULTS(X)
#undef X
});
#undef OCTOMATE_FAULTS

/// Returns the name of the code in records, such as "bad_piece".
constexpr std::string_view name(FaultCode code) { return fault_names[static_cast<std::size_t>(code)]; }

/// A fault in the input: its kind, where it is, and a message.
struct Fault {
    FaultCode code;
    std::string field;       ///< field of the record ("fen", "roll", …), or "line" for the whole text
    std::size_t offset = 0;  ///< position of the fault, in bytes from the start of the field
    std::string message;     ///< a sentence that quotes the text and states what was expected
    std::size_t line = 0;    ///< line of the fault within the record; 0 is the first line

    bool operator==(const Fault&) const = default;
};

/// The faults of one record, in the order found. As the error of an Expected it is never empty.
using Faults = std::vector<Fault>;

/// Success, or the faults of the input.
using Status = Expected<void, Faults>;

/// Returns success if `faults` is empty, else the faults.
inline Status status_of(Faults faults) {
    if (faults.empty()) return {};
    return Unexpected{std::move(faults)};
}

/// The maximum number of faults reported for one record; a line of megabytes may contain millions.
inline constexpr std::size_t most_faults = 32;

/// Returns whether the list has reached `most_faults`, so that add_fault would discard more.
inline bool is_full(const Faults& faults) { return faults.size() >= most_faults; }

/// Appends `fault`, or discards it if the list is full.
inline void add_fault(Faults& faults, Fault fault) {
    if (!is_full(faults)) faults.push_back(std::move(fault));
}

/// Appends elements of `others` until the list has `most_faults` elements.
inline void add_faults(Faults& faults, Faults others) {
    for (Fault& fault : others) add_fault(faults, std::move(fault));
}

}  // namespace octomate
