#include "text/notation.hpp"

#include <fmt/core.h>

#include <utility>

#include "games/superpermutation/rules/position.hpp"

namespace octomate::superpermutation {

namespace {

class MoveTextReader : MoveScanner {
  public:
    explicit MoveTextReader(std::string_view text) : MoveScanner(text, 8, 8) {}

    Expected<MoveText, Fault> read() {
        if (!read_move() || !end(move_.suffix)) return Unexpected{std::move(*fault_)};
        return move_;
    }

  private:
    bool read_move() {
        move_.piece = board8::kind_of(next());
        if (move_.piece) ++at_;
        if (!square(move_.from)) return fail("a square such as e2");
        if (skip("-")) {
            move_.capture = false;
        } else if (skip("x")) {
            move_.capture = true;
        }
        if (!square(move_.to))
            return fail(move_.capture ? "a square such as e4" : "\"-\", \"x\" or a square");
        if (move_.capture) {
            if (!move_.piece) move_.piece = board8::Kind::Pawn;
            if (skip("-")) {
                board8::Square end = 0;
                if (!square(end)) return fail("the square on which the cascade ends");
                move_.end = end;
            }
        }
        const bool required = skip("=");
        return promotion() || !required || fail("a letter of QRBN");
    }

    /// Parses the letter of a promotion, in lower case in the machine form. Returns false if there is none.
    bool promotion() {
        const std::size_t which = std::string_view(move_.capture ? "QRBN" : "qrbn").find(next());
        if (at_ == text_.size() || which == std::string_view::npos) return false;
        move_.promotion = board8::kind_of("QRBN"[which]);
        ++at_;
        return true;
    }

    MoveText move_;
};

bool is_piece(std::string_view letters) {
    return letters.size() == 1 && std::string_view("KQRBN").find(letters) != std::string_view::npos;
}

constexpr ShortSpelling spelling{is_piece, "QRBN"};

/// Returns the parts of a move that short notation may name.
template <class Rules>
ShortFacts short_facts(const Position<Rules>& position, Move move) {
    constexpr std::string_view letters = "PNBRQK";
    const auto kind = static_cast<std::size_t>(position.board().at(move.from)->kind);
    ShortStep step{kind == 0 ? std::string_view() : letters.substr(kind, 1), board8::name(move.from),
                   board8::name(move.to)};
    if (move.swaps > 0) step.end = board8::name(move.end(position.turn()));
    if (move.promotes()) step.becomes = board8::letter(move.promotion());
    step.captures = position.captures(move);
    return {{std::move(step)}};
}

/// Returns a fault that says why no legal move has the squares of `text`.
template <class Rules>
Fault illegal(const Position<Rules>& position, const MoveText& text) {
    const auto piece = position.board().at(text.from);
    const std::string from = board8::name(text.from);
    std::string why;
    if (!piece) {
        why = fmt::format("{} is empty", from);
    } else if (piece->color != position.turn()) {
        why = fmt::format("the piece on {} is not {}'s", from, name(position.turn()));
    } else if (position.in_check()) {
        why = fmt::format("{}{}-{} does not answer the check", board8::letter(piece->kind), from,
                          board8::name(text.to));
    } else {
        why = fmt::format("{}{} cannot go to {}", board8::letter(piece->kind), from, board8::name(text.to));
    }
    return {FaultCode::IllegalMove, "", 0, std::move(why)};
}

/// Returns remarks on details of `text` that differ from the legal move that it names.
template <class Rules>
Faults compare(const Position<Rules>& position, const MoveText& text, Move move) {
    Faults remarks;
    if (text.machine_form()) return remarks;
    const auto add = [&](FaultCode code, std::string message) {
        remarks.push_back({code, "", 0, std::move(message)});
    };
    const std::string right = position.notation(move);
    const board8::Kind piece = position.board().at(move.from)->kind;
    if (text.piece != piece) {
        add(FaultCode::WrongPiece,
            fmt::format("a {} is named, expected {}", board8::letter(*text.piece), right));
    }
    const board8::Square end = move.end(position.turn());
    if (text.end.value_or(text.to) != end) {
        add(FaultCode::WrongCascade,
            fmt::format("the cascade is said to end on {}, expected {} ({})",
                        board8::name(text.end.value_or(text.to)), board8::name(end), right));
    }
    if (text.suffix != final_sign(right) || *text.capture != position.captures(move)) {
        add(FaultCode::WrongSuffix,
            fmt::format("a wrong or missing \"x\", \"+\" or \"#\", expected {}", right));
    }
    return remarks;
}

}  // namespace

Expected<MoveText, Fault> read_move_text(std::string_view text) { return MoveTextReader(text).read(); }

template <class Rules>
Expected<ParsedMove<Move>, Fault> Position<Rules>::read_move(std::string_view written) const {
    const auto read = read_move_text(written);
    if (!read)
        return read_short_move(
            *this, written, spelling, [&](Move move) { return short_facts(*this, move); }, read.error());
    const MoveText& text = *read;
    MoveList<Position> moves;
    legal_moves(moves);
    bool promotes = false;
    for (const Move move : moves) {
        if (move.from != text.from || move.to != text.to) continue;
        const auto promotion = move.promotes() ? std::optional(move.promotion()) : std::nullopt;
        if (promotion == text.promotion) return ParsedMove<Move>{move, compare(*this, text, move)};
        promotes = promotes || move.promotes();
    }
    if (promotes && !text.promotion) {
        return Unexpected{Fault{FaultCode::MissingPromotion, "", 0,
                                fmt::format("{}-{} promotes, expected \"=\" and a letter of QRBN",
                                            board8::name(text.from), board8::name(text.to))}};
    }
    return Unexpected{illegal(*this, text)};
}

template <class Rules>
std::string Position<Rules>::notation(Move move) const {
    const board8::Piece piece = *board_.at(move.from);
    std::string text;
    if (piece.kind != board8::Kind::Pawn) text += board8::letter(piece.kind);
    text += board8::name(move.from);
    text += captures(move) ? 'x' : '-';
    text += board8::name(move.to);
    if (move.swaps > 0) text.append("-").append(board8::name(move.end(turn_)));
    if (move.promotes()) {
        text += '=';
        text += board8::letter(move.promotion());
    }
    const Position after = play(move);
    if (after.in_check()) text += after.outcome() != Outcome::Ongoing ? '#' : '+';
    return text;
}

template Expected<ParsedMove<Move>, Fault> Position<D8>::read_move(std::string_view) const;
template Expected<ParsedMove<Move>, Fault> Position<Parent>::read_move(std::string_view) const;
template std::string Position<D8>::notation(Move) const;
template std::string Position<Parent>::notation(Move) const;

}  // namespace octomate::superpermutation
