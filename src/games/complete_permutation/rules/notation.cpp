#include "text/notation.hpp"

#include <fmt/core.h>

#include "games/complete_permutation/rules/position.hpp"
#include "games/complete_permutation/rules/state.hpp"

namespace octomate::complete_permutation {

namespace {

// Parses the text of one or two steps, and the "+" or "#" after them.
class MoveTextReader : MoveScanner {
  public:
    explicit MoveTextReader(std::string_view text) : MoveScanner(text, files, ranks) {}

    Expected<MoveText, Fault> read() {
        MoveText move;
        do {
            StepText step;
            if (!read_step(step)) return Unexpected{std::move(*fault_)};
            move.steps.push_back(step);
        } while (move.steps.size() < 2 && (skip(",") || skip("&")));
        if (!end(move.suffix)) return Unexpected{std::move(*fault_)};
        return move;
    }

  private:
    bool read_step(StepText& step) {
        step.kind = kind_of(next());
        if (step.kind) ++at_;
        if (!square(step.from)) return fail("a square such as e2");
        if (skip("-")) {
            step.capture = false;
        } else if (skip("x")) {
            step.capture = true;
        }
        if (!square(step.to)) return fail(step.capture ? "a square such as e4" : "\"-\", \"x\" or a square");
        if (step.capture && !step.kind) step.kind = pawn;
        if (!step.capture && lower_case_promotion(step)) return true;
        if (!skip("=")) return true;
        if (skip("-")) {
            step.promotion = Promotion::cruelty();
            return true;
        }
        const auto kind = kind_of(next());
        if (!kind || *kind == pawn || *kind == king)
            return fail(fmt::format("a letter of {} or \"-\"", reserve_order));
        step.promotion = Promotion(*kind);
        ++at_;
        return true;
    }

    // Parses the promotion of "b7b8d", the form of UCI. Returns false if there is none.
    bool lower_case_promotion(StepText& step) {
        if (next() < 'a' || next() > 'z') return false;
        const auto piece = piece_of(next());
        if (!piece || piece->kind == pawn || piece->kind == king) return false;
        step.promotion = Promotion(piece->kind);
        ++at_;
        return true;
    }
};

std::string squares_text(const StepText& step) { return name(step.from) + '-' + name(step.to); }

// Returns the reason why the text names no legal turn, for a message.
std::string why_illegal(const Position& position, const MoveText& text) {
    for (const StepText& step : text.steps) {
        const auto piece = position.board().at(step.from);
        if (!piece) return fmt::format("{} is empty", name(step.from));
        if (piece->color != position.turn())
            return fmt::format("the piece on {} is not {}'s", name(step.from),
                               octomate::name(position.turn()));
    }
    if (text.steps.size() == 1)
        return squares_text(text.steps[0]) +
               (position.in_check() ? " does not answer the check" : " cannot be played");
    return position.state().switches.two_pawns
               ? fmt::format("{} and then {} is not a turn", squares_text(text.steps[0]),
                             squares_text(text.steps[1]))
               : "two pawns do not move in one turn of this variant";
}

// Returns remarks on wrong letters and signs in a text that names the legal turn `move`.
Faults compare(const Position& position, const MoveText& text, Move move) {
    Faults remarks;
    if (!text.steps.front().capture) return remarks;  // the machine form has no letters or signs
    const std::string right = position.notation(move);
    const auto add = [&](FaultCode code, std::string message) {
        remarks.push_back({code, "", 0, std::move(message)});
    };
    bool signs_agree = text.suffix == final_sign(right);
    for (const StepText& written : text.steps) {
        const Step step = move.first.from() == written.from ? move.first : move.second;
        const Kind kind = position.board().kind_at(written.from);
        if (written.kind && *written.kind != kind) {
            add(FaultCode::WrongPiece,
                fmt::format("a {} is named, expected {}", letter_of(*written.kind), right));
        }
        const bool captures = complete_permutation::captures(position.state(), move, step);
        signs_agree = signs_agree && written.capture.value_or(captures) == captures;
    }
    if (!signs_agree)
        add(FaultCode::WrongSuffix,
            fmt::format("a wrong or missing \"x\", \"+\" or \"#\", expected {}", right));
    return remarks;
}

// Returns whether the text has the squares and promotion of a step.
bool matches(const StepText& text, Step step) {
    return text.from == step.from() && text.to == step.to() && text.promotion == step.promotion();
}

// Returns the square where a step ends and what it promotes to: "b8=D".
std::string arrival(Step step) {
    if (step.promotion().none()) return name(step.to());
    return name(step.to()) + '=' + step.promotion().letter();
}

// Returns the notation of a step of `move`.
std::string step_text(const State& state, Move move, Step step) {
    const Kind kind = state.board.kind_at(step.from());
    std::string text;
    if (kind != pawn) text += letter_of(kind);
    text += name(step.from());
    text += captures(state, move, step) ? 'x' : '-';
    return text + arrival(step);
}

bool is_piece(std::string_view letters) {
    return letters.size() == 1 && kind_of(letters.front()).has_value();
}

// The syntax of short forms: see ShortSpelling in text/notation.hpp.
constexpr ShortSpelling spelling{is_piece, "DFBLMQEZASTCNRG-", 'p', 2};
static_assert(spelling.becomes.starts_with(reserve_order));

// Returns the parts of a turn that short notation may name.
ShortFacts short_facts(const State& state, Move move) {
    ShortFacts facts;
    for (const Step step : {move.first, move.second}) {
        if (!step) break;
        const Kind kind = state.board.kind_at(step.from());
        ShortStep& short_step = facts.steps.emplace_back();
        if (kind != pawn) short_step.letters = kind_letters.substr(kind, 1);
        short_step.from = name(step.from());
        short_step.to = name(step.to());
        if (!step.promotion().none()) short_step.becomes = step.promotion().letter();
        short_step.captures = captures(state, move, step);
    }
    facts.any_order = move.pair() && both_orders_legal(state, move);
    return facts;
}

std::string machine_form(Step step) { return name(step.from()) + arrival(step); }

}  // namespace

Expected<MoveText, Fault> read_move_text(std::string_view text) { return MoveTextReader(text).read(); }

bool matches(const MoveText& text, Move move) {
    return text.steps.size() == (move.pair() ? 2U : 1U) && matches(text.steps.front(), move.first) &&
           (!move.pair() || matches(text.steps.back(), move.second));
}

Expected<ParsedMove<Move>, Fault> Position::read_move(std::string_view text) const {
    const auto read = read_move_text(text);
    if (!read)
        return read_short_move(
            *this, text, spelling, [&](const Move& move) { return short_facts(state_, move); }, read.error());
    // Two pawns match in the other order only if that order is legal too (A14).
    const auto is_named = [&](Move move) {
        return matches(*read, move) ||
               (move.pair() && matches(*read, {move.second, move.first}) && both_orders_legal(state_, move));
    };
    Moves moves;
    legal_moves(moves);
    std::optional<StepText> without_promotion;  // a step that is legal only with a promotion
    for (const Move& move : moves) {
        if (is_named(move)) return ParsedMove<Move>{move, compare(*this, *read, move)};
        for (const StepText& step : read->steps) {
            const auto promotes = [&](Step legal) {
                return legal && !legal.promotion().none() && step.promotion.none() &&
                       legal.from() == step.from && legal.to() == step.to;
            };
            if (promotes(move.first) || promotes(move.second)) without_promotion = step;
        }
    }
    if (without_promotion) {
        return Unexpected{
            Fault{FaultCode::MissingPromotion, "", 0,
                  fmt::format(
                      "{} promotes, expected \"=\" and a letter of the reserve, or \"=-\" where it is empty",
                      squares_text(*without_promotion))}};
    }
    return Unexpected{Fault{FaultCode::IllegalMove, "", 0, why_illegal(*this, *read)}};
}

std::string Position::notation(Move move) const {
    std::string text = step_text(state_, move, move.first);
    if (move.pair()) text += ',' + step_text(state_, move, move.second);
    const Position after = play(move);
    if (after.in_check()) text += after.outcome() != Outcome::Ongoing ? '#' : '+';
    return text;
}

std::string Position::uci(Move move) const {
    std::string text = machine_form(move.first);
    if (move.pair()) text += ',' + machine_form(move.second);
    return text;
}

bool captures(const State& state, Step step) {
    if (contains(state.board.of(!state.turn), step.to())) return true;
    return contains(state.board.pawns(), step.from()) && file_of(step.from()) != file_of(step.to());
}

bool captures(const State& state, Move move, Step step) {
    if (step == move.first) return captures(state, step);
    State between = state;
    Bitboard passed = 0;
    play_step(between, move.first, passed);
    return captures(between, step);
}

bool is_swap(const State& state, Step step) {
    return contains(state.board.kings(), step.from()) && contains(state.board.of(state.turn), step.to());
}

}  // namespace octomate::complete_permutation
