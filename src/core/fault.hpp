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

/// Marks the error side when an Expected is made.
template <class E>
struct Unexpected {
    E error;
};

template <class E>
Unexpected(E) -> Unexpected<E>;

/// An Expected was asked for what it does not hold: a fault of the program, never of its input.
class BadExpected : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

/// A value, or the reason why there is none. (C++20 has no std::expected yet; this is the part we use.) To
/// read the one that is not there throws BadExpected.
template <class T, class E>
class [[nodiscard]] Expected {
  public:
    Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Expected(Unexpected<E> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

    bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value() & { return held<0>(state_); }
    const T& value() const& { return held<0>(state_); }
    T&& value() && { return std::move(held<0>(state_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    E& error() & { return held<1>(state_); }
    const E& error() const& { return held<1>(state_); }
    E&& error() && { return std::move(held<1>(state_)); }

  private:
    template <std::size_t side, class State>
    static auto& held(State& state) {
        auto* const found = std::get_if<side>(&state);
        if (!found) throw_bad(side);
        return *found;
    }

    [[noreturn]] [[gnu::cold]] static void throw_bad(std::size_t side) {
        throw BadExpected(side == 0 ? "a result was read that holds a failure"
                                    : "the failure was read of a result that holds a value");
    }

    std::variant<T, E> state_;
};

/// Success, which is true, or the reason for a failure.
template <class E>
class [[nodiscard]] Expected<void, E> : public Expected<std::monostate, E> {
  public:
    Expected() : Expected<std::monostate, E>(std::monostate()) {}
    Expected(Unexpected<E> failure) : Expected<std::monostate, E>(std::move(failure)) {}
};

/// What a reader of text makes of it: a value, and remarks on what was accepted but ignored.
template <class T>
struct Read {
    T value;
    std::vector<std::string> notes;
};

}  // namespace octomate

/// All that can be wrong with text that a user gave us, and the name of each. Records carry these names;
/// scripts rely on them.
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
    /* positions that the rules do not accept (section 5) */ \
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

enum class FaultCode : std::uint8_t {
#define X(code, name) code,
    OCTOMATE_FAULTS(X)
#undef X
};

/// The names, in the order of the codes.
inline constexpr auto fault_names = std::to_array<std::string_view>({
#define X(code, name) name,
    OCTOMATE_FAULTS(X)
#undef X
});
#undef OCTOMATE_FAULTS

/// The name that records use for the code.
constexpr std::string_view name(FaultCode code) { return fault_names[static_cast<std::size_t>(code)]; }

/// One fault: where it is and what was expected there.
struct Fault {
    FaultCode code;
    std::string field;       ///< the record's field ("fen", "roll", …), or "line" for the text as a whole
    std::size_t offset = 0;  ///< bytes from the start of that field, from 0
    std::string message;     ///< one sentence that quotes the text and says what was expected
    std::size_t line = 0;    ///< lines below the record's first one, where a record has several

    bool operator==(const Fault&) const = default;
};

/// All that is wrong with one record, worst first; never empty where it stands for a failure.
using Faults = std::vector<Fault>;

/// Success, which is true, or what is wrong.
using Status = Expected<void, Faults>;

/// Success if there are no faults.
inline Status status_of(Faults faults) {
    if (faults.empty()) return {};
    return Unexpected{std::move(faults)};
}

/// The greatest number of faults reported for one record: a line of megabytes may hold millions.
inline constexpr std::size_t most_faults = 32;

/// Whether no further fault of the record will be reported.
inline bool is_full(const Faults& faults) { return faults.size() >= most_faults; }

/// Adds a fault of a record, unless the list is full.
inline void add_fault(Faults& faults, Fault fault) {
    if (!is_full(faults)) faults.push_back(std::move(fault));
}

/// Adds as many of the others as the list holds.
inline void add_faults(Faults& faults, Faults others) {
    for (Fault& fault : others) add_fault(faults, std::move(fault));
}

}  // namespace octomate
