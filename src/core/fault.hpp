#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace octomate {

/// What can be wrong with text that a user gave us.
enum class FaultCode : std::uint8_t {
    // records
    BadUtf8,
    BadJson,
    NotAnObject,
    DuplicateField,
    MissingFen,
    WrongType,
    UnknownVariant,
    BadRoll,
    BadMoves,
    BadKeyFace,
    // rows of CSV
    BadCsv,
    // EPD opcodes
    BadOpcode,
    UnterminatedString,
    MissingSemicolon,
    // FEN fields
    EmptyFen,
    BadPiece,
    BadDigit,
    RankTooLong,
    RankTooShort,
    TooManyRanks,
    TooFewRanks,
    MissingSide,
    BadSide,
    BadCastling,
    BadEnPassant,
    BadClock,
    ExtraFields,
    // positions that the rules do not accept (section 5)
    NoKing,
    TooManyKings,
    PawnOnLastRank,
    OpponentInCheck,
    // moves and games
    NotAMove,
    IllegalMove,
    MissingPromotion,
    WrongFace,
    WrongDie,
    WrongSuffix,
    WrongCascade,
    WrongPiece,
    GameOver,
    BadTag,
    UnterminatedComment,
    WrongResult,
    // specs of positions to compose
    BadSquare,
    BadMan,
};

/// The name of each code, in the order of the enumeration. Records carry these names; scripts rely on them.
inline constexpr std::array<std::string_view, 45> fault_names = {
    "bad_utf8",
    "bad_json",
    "not_an_object",
    "duplicate_field",
    "missing_fen",
    "wrong_type",
    "unknown_variant",
    "bad_roll",
    "bad_moves",
    "bad_key_face",
    "bad_csv",
    "bad_opcode",
    "unterminated_string",
    "missing_semicolon",
    "empty_fen",
    "bad_piece",
    "bad_digit",
    "rank_too_long",
    "rank_too_short",
    "too_many_ranks",
    "too_few_ranks",
    "missing_side",
    "bad_side",
    "bad_castling",
    "bad_en_passant",
    "bad_clock",
    "extra_fields",
    "no_king",
    "too_many_kings",
    "pawn_on_last_rank",
    "opponent_in_check",
    "not_a_move",
    "illegal_move",
    "missing_promotion",
    "wrong_face",
    "wrong_die",
    "wrong_suffix",
    "wrong_cascade",
    "wrong_piece",
    "game_over",
    "bad_tag",
    "unterminated_comment",
    "wrong_result",
    "bad_square",
    "bad_man",
};
static_assert(fault_names.size() == static_cast<std::size_t>(FaultCode::BadMan) + 1);

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

}  // namespace octomate
