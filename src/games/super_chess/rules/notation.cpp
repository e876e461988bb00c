#include "text/notation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "games/super_chess/rules/position.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

namespace {

// The signs between the squares of a turn, indexed by Turn.
constexpr std::array<std::string_view, 12> turn_signs = {"", "", "_", "__", "^", "^^",
                                                         "", "", "",  "<>", "~", ""};

void append_suffix(Suffix suffix, std::string& text) {
    if (suffix == Suffix::None) return;
    text += '=';
    text += suffix_letters[static_cast<std::size_t>(suffix)];
}

}  // namespace

std::string_view sign_of(Turn turn) { return turn_signs[static_cast<std::size_t>(turn)]; }

std::string machine_form(Move move) {
    std::string text;
    switch (move.turn()) {
        case Turn::CastleShort: return "O-O";
        case Turn::CastleLong: return "O-O-O";
        case Turn::Travel: return "@" + std::to_string(move.state());
        default: break;
    }
    text += board8::name(move.from());
    append_suffix(move.left_pawn(), text);
    if (move.turn() != Turn::TurnOver) {
        text += sign_of(move.turn());
        text += board8::name(move.to());
    }
    append_suffix(move.suffix(), text);
    return text;
}

std::strong_ordering Move::operator<=>(const Move& other) const {
    if (bits_ == other.bits_) return std::strong_ordering::equal;
    return machine_form(*this).compare(machine_form(other)) < 0 ? std::strong_ordering::less
                                                                : std::strong_ordering::greater;
}

namespace {

// Parses a move in machine form, and the "+" or "#" after it.
class MoveTextReader : MoveScanner {
  public:
    explicit MoveTextReader(std::string_view text) : MoveScanner(text, 8, 8) {}

    Expected<MoveText, Fault> read() {
        MoveText read;
        if (!read_move(read.move) || !end(read.check_sign)) return Unexpected{std::move(*fault_)};
        return read;
    }

  private:
    bool read_move(Move& move) {
        if (skip("O-O-O") || skip("0-0-0")) return castling(move, Turn::CastleLong);
        if (skip("O-O") || skip("0-0")) return castling(move, Turn::CastleShort);
        if (skip("@")) return travel(move);
        board8::Square from = 0, to = 0;
        if (!square(from)) return fail("a square such as e2, \"@\", \"O-O\" or \"O-O-O\"");
        Suffix left_pawn = Suffix::None, suffix = Suffix::None;
        if (!read_suffix(left_pawn)) return false;
        const Turn turn = sign();
        if (!square(to)) {
            const bool turned = left_pawn == Suffix::Hourglass || left_pawn == Suffix::Cathedral;
            if (turn == Turn::Whole && turned) {
                move = Move(Turn::TurnOver, from, from, left_pawn);
                return true;
            }
            return fail("a square such as e4");
        }
        if (!read_suffix(suffix)) return false;
        move = Move(turn, from, to, suffix, left_pawn);
        return true;
    }

    // The text of castling does not name squares: they are set to 0 and the caller ignores them.
    static bool castling(Move& move, Turn turn) {
        move = Move(turn, 0, 0);
        return true;
    }

    bool travel(Move& move) {
        std::uint32_t state = 0;
        const char* begin = text_.data() + at_;
        const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), state);
        if (error != std::errc() || state >= Move::max_states) return fail("the number of an earlier state");
        at_ += static_cast<std::size_t>(end - begin);
        move = Move::travel(state);
        return true;
    }

    // Parses the sign between the squares, such as "__"; returns Whole if there is none.
    Turn sign() {
        for (std::size_t turn = turn_signs.size(); turn-- > 0;) {  // tries "__" before "_"
            if (!turn_signs[turn].empty() && skip(turn_signs[turn])) return static_cast<Turn>(turn);
        }
        return Turn::Whole;
    }

    // Parses "=Q", "Q", or at the end of the text "q", as in UCI. Leaves `suffix` unchanged if there is none.
    bool read_suffix(Suffix& suffix) {
        const bool equals = skip("=");
        if (at_ == text_.size()) return equals ? fail("a letter of QRBNCHV") : true;
        const bool is_lower = !equals && text_[at_] >= 'a';
        const char letter = is_lower ? static_cast<char>(text_[at_] - 'a' + 'A') : text_[at_];
        const std::size_t found = letter == ' ' ? std::string_view::npos : suffix_letters.find(letter);
        if (!equals && (found == std::string_view::npos || (is_lower && at_ + 1 != text_.size())))
            return true;
        if (found == std::string_view::npos) return fail("a letter of QRBNCHV");
        suffix = static_cast<Suffix>(found);
        ++at_;
        return true;
    }
};

// Returns whether the letters are the pieces of a kind other than a pawn, bottom first.
bool is_stack(std::string_view letters) {
    return std::any_of(kind_texts.begin() + index(Kind::Knight), kind_texts.end(),
                       [&](const KindText& kind) { return kind.pieces == letters; });
}

// The syntax of short forms: see ShortSpelling in text/notation.hpp.
constexpr std::string_view signs[] = {"__", "_", "^^", "^", "<>", "~"};
constexpr ShortSpelling spelling{is_stack, suffix_letters.substr(1), 'h', 1, signs};

// Returns the parts of the short form of a legal move; empty for castling, time travel, turning over and
// moves that leave a pawn to be promoted, which have no short form.
ShortFacts short_facts(const Position& position, Move move) {
    const bool has_short_form = move.turn() == Turn::Whole || move.splits() ||
                                move.turn() == Turn::SuperCastle || move.turn() == Turn::HyperCastle;
    if (!has_short_form || move.left_pawn() != Suffix::None) return {};
    const Kind kind = moving_stack(position, move).kind();
    ShortStep step{kind == Kind::Pawn ? std::string_view() : pieces_of(kind), board8::name(move.from()),
                   board8::name(move.to())};
    if (move.suffix() != Suffix::None) step.becomes = suffix_letters[static_cast<std::size_t>(move.suffix())];
    step.sign = sign_of(move.turn());
    step.captures = victim(position, move) != Kind::None;
    return {{std::move(step)}};
}

// Returns the reason why the text names no legal move.
std::string why_illegal(const Position& position, std::string_view text, Move move) {
    if (move.is_travel()) {
        if (!position.can_travel())
            return fmt::format("{} cannot travel in time: {}", side_text(position.turn()),
                               position.history().empty() ? "there is no earlier state"
                                                          : "there is no Hourglass with an unused rook");
        return fmt::format("there is no earlier state {}, expected 0 to {}", move.state(),
                           position.history().size() - 1);
    }
    const bool castles = move.turn() == Turn::CastleShort || move.turn() == Turn::CastleLong;
    if (!castles) {
        const Stack stack = position.board().at(move.from());
        if (!stack) return fmt::format("{} is empty", board8::name(move.from()));
        if (stack.side() != position.turn())
            return fmt::format("the pieces on {} are not {}'s", board8::name(move.from()),
                               octomate::name(position.turn()));
    }
    return fmt::format("{} {}", text, position.in_check() ? "does not answer the check" : "cannot be played");
}

}  // namespace

Expected<MoveText, Fault> read_move_text(std::string_view text) { return MoveTextReader(text).read(); }

Expected<ParsedMove<Move>, Fault> Position::read_move(std::string_view text) const {
    const auto read = read_move_text(text);
    if (!read)
        return read_short_move(
            *this, text, spelling, [&](Move move) { return short_facts(*this, move); }, read.error());
    const Move written = read->move;
    const auto matches = [&](Move move, bool with_suffixes) {
        if (move.turn() != written.turn()) return false;
        if (move.turn() == Turn::CastleShort || move.turn() == Turn::CastleLong) return true;
        if (with_suffixes) return move == written;
        return !move.is_travel() && move.from() == written.from() && move.to() == written.to() &&
               (written.suffix() == Suffix::None || written.suffix() == move.suffix()) &&
               (written.left_pawn() == Suffix::None || written.left_pawn() == move.left_pawn());
    };
    Moves moves;
    legal_moves(moves);
    std::optional<Move> completed;  // a legal move that the text names without its suffix
    for (const Move& move : moves) {
        if (matches(move, true)) {
            ParsedMove<Move> found{move, {}};
            const std::string correct = notation(move);
            if (read->check_sign != final_sign(correct) && read->check_sign != 0) {
                found.remarks.push_back(
                    {FaultCode::WrongSuffix, "", 0,
                     fmt::format("the sign \"{}\" is wrong, expected {}", read->check_sign, correct)});
            }
            return found;
        }
        if (matches(move, false) && !completed) completed = move;
    }
    if (completed) {
        return Unexpected{
            Fault{FaultCode::MissingPromotion, "", 0,
                  fmt::format("{} does not say what the pieces become, expected a move such as {}", text,
                              machine_form(*completed))}};
    }
    return Unexpected{Fault{FaultCode::IllegalMove, "", 0, why_illegal(*this, text, written)}};
}

Stack moving_stack(const Position& position, Move move) {
    if (move.is_travel()) return {};
    const Stack stack = position.board().at(move.from());
    if (!move.splits()) return stack;
    const int size = size_of(stack.kind());
    const Split parts = split(stack, move.slides_out() ? move.leaving() : size - move.leaving());
    return move.slides_out() ? parts.lower : parts.upper;
}

Kind victim(const Position& position, Move move) {
    if (move.turn() != Turn::Whole && !move.splits()) return Kind::None;
    const Board& board = position.board();
    const Color us = position.turn();
    if (contains(board.of(!us), move.to())) return board.kind_at(move.to());
    if (moving_stack(position, move).kind() == Kind::Pawn && move.to() == position.now().en_passant)
        return board.kind_at(move.to() - forward(us));
    return Kind::None;
}

bool hops(const Position& position, Move move) {
    return (move.turn() == Turn::Whole || move.splits()) && move.from() != move.to() &&
           contains(position.board().of(position.turn()), move.to());
}

}  // namespace octomate::super_chess
