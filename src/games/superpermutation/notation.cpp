#include "games/superpermutation/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace octomate::superpermutation {

namespace {

class MoveTextReader {
  public:
    explicit MoveTextReader(std::string_view text) : text_(text) {}

    Expected<MoveText, Fault> read() {
        const std::string_view pieces = "KQRBNP";
        if (!text_.empty() && pieces.find(text_[0]) != std::string_view::npos)
            move_.piece = board8::kind_of(text_[at_++]);
        if (!square(move_.from)) return fault("a square such as e2");
        if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == 'x'))
            move_.capture = text_[at_++] == 'x';
        if (!square(move_.to))
            return fault(move_.capture ? "a square such as e4" : "\"-\", \"x\" or a square");
        if (move_.capture) {
            if (!move_.piece) move_.piece = board8::Kind::Pawn;
            if (at_ < text_.size() && text_[at_] == '-') {
                ++at_;
                board8::Square end = 0;
                if (!square(end)) return fault("the square on which the cascade ends");
                move_.end = end;
            }
        }
        if (at_ < text_.size() && text_[at_] == '=') {
            ++at_;
            if (!promotion()) return fault("a letter of QRBN");
        } else {
            promotion();
        }
        if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '#')) move_.suffix = text_[at_++];
        while (at_ < text_.size() && (text_[at_] == '!' || text_[at_] == '?')) ++at_;
        if (at_ != text_.size()) return fault("the end of the move");
        return move_;
    }

  private:
    bool square(board8::Square& out) {
        if (at_ + 2 > text_.size()) return false;
        const int file = text_[at_] - 'a';
        const int rank = text_[at_ + 1] - '1';
        if (file < 0 || file > 7 || rank < 0 || rank > 7) return false;
        out = board8::square_at(file, rank);
        at_ += 2;
        return true;
    }

    /// Upper case in full notation, lower case in the machine form.
    bool promotion() {
        if (at_ >= text_.size()) return false;
        const std::string_view letters = move_.capture ? "QRBN" : "qrbn";
        const std::size_t which = letters.find(text_[at_]);
        if (which == std::string_view::npos) return false;
        move_.promotion = board8::kind_of("QRBN"[which]);
        ++at_;
        return true;
    }

    Unexpected<Fault> fault(std::string_view expected) const {
        return Unexpected{
            Fault{FaultCode::NotAMove, "", at_,
                  fmt::format("\"{}\" is no move: expected {} at character {}", text_, expected, at_ + 1)}};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    MoveText move_;
};

/// The short form of orthodox chess: [piece][file][rank][x]square[=piece][+#], but for the signs that praise.
std::optional<MoveText> read_short_form(std::string_view text) {
    MoveText move;
    move.short_form = true;
    move.piece = board8::Kind::Pawn;
    const auto take_last = [&](std::string_view signs) {
        const bool takes = !text.empty() && signs.find(text.back()) != std::string_view::npos;
        const char sign = takes ? text.back() : '\0';
        if (takes) text.remove_suffix(1);
        return sign;
    };
    while (take_last("!?") != 0) {
    }
    move.suffix = take_last("+#");
    if (text.size() > 2 && text[text.size() - 2] == '=') {
        const char piece = take_last("QRBN");
        if (piece == 0) return std::nullopt;
        move.promotion = board8::kind_of(piece);
        text.remove_suffix(1);
    }
    if (!text.empty() && std::string_view("KQRBN").find(text.front()) != std::string_view::npos) {
        move.piece = board8::kind_of(text.front());
        text.remove_prefix(1);
    }
    const char rank = take_last("12345678"), file = take_last("abcdefgh");
    if (rank == 0 || file == 0) return std::nullopt;
    move.to = board8::square_at(file - 'a', rank - '1');
    move.capture = take_last("x") != 0;
    if (const char from = take_last("12345678")) move.from_rank = from - '1';
    if (const char from = take_last("abcdefgh")) move.from_file = from - 'a';
    return text.empty() ? std::optional(move) : std::nullopt;
}

/// The legal moves that the short form may mean.
template <class Rules>
std::vector<Move> candidates(const Position<Rules>& position, const MoveText& text, bool by_end) {
    MoveList<Position<Rules>> moves;
    position.legal_moves(moves);
    std::vector<Move> found;
    for (const Move move : moves) {
        const bool becomes =
            move.promotes() ? text.promotion == move.promotion() : !text.promotion.has_value();
        const int file = board8::file_of(move.from), rank = board8::rank_of(move.from);
        const bool there =
            by_end ? move.swaps > 0 && move.end(position.turn()) == text.to : move.to == text.to;
        if (there && position.board().at(move.from)->kind == text.piece && becomes &&
            text.from_file.value_or(file) == file && text.from_rank.value_or(rank) == rank)
            found.push_back(move);
    }
    return found;
}

template <class Rules>
Expected<ReadMove<Move>, Fault> match_short_form(const Position<Rules>& position, const MoveText& text) {
    std::vector<Move> found = candidates(position, text, false);
    if (found.empty()) found = candidates(position, text, true);
    if (found.size() > 1 && text.suffix != 0) {
        std::vector<Move> signed_so;
        std::copy_if(found.begin(), found.end(), std::back_inserter(signed_so),
                     [&](Move move) { return position.notation(move).back() == text.suffix; });
        if (!signed_so.empty()) found = std::move(signed_so);
    }
    const std::string name = fmt::format(
        "{}{}",
        text.piece == board8::Kind::Pawn ? "a pawn to " : fmt::format("{} to ", board8::letter(*text.piece)),
        board8::name(text.to));
    if (found.empty())
        return Unexpected{Fault{FaultCode::IllegalMove, "", 0, fmt::format("no legal move brings {}", name)}};
    if (found.size() > 1) {
        std::vector<std::string> names;
        for (const Move move : found) names.push_back(position.notation(move));
        return Unexpected{
            Fault{FaultCode::AmbiguousMove, "", 0,
                  fmt::format("several moves bring {}, expected one of {}", name, fmt::join(names, ", "))}};
    }
    ReadMove<Move> read{found.front(), {}};
    const char last = position.notation(found.front()).back();
    const char suffix = last == '+' || last == '#' ? last : '\0';
    if (text.suffix != suffix || *text.capture != position.traits(found.front()).capture)
        read.remarks.push_back({FaultCode::WrongSuffix, "", 0,
                                fmt::format("the signs \"x\", \"+\" and \"#\" differ, expected {}",
                                            position.notation(found.front()))});
    return read;
}

template <class Rules>
Fault illegal(const Position<Rules>& position, const MoveText& text) {
    const auto man = position.board().at(text.from);
    const std::string from = board8::name(text.from);
    std::string why;
    if (!man) {
        why = fmt::format("{} is empty", from);
    } else if (man->color != position.turn()) {
        why = fmt::format("the man on {} is not {}'s", from, name(position.turn()));
    } else if (position.in_check()) {
        why = fmt::format("{}{}-{} does not answer the check", board8::letter(man->kind), from,
                          board8::name(text.to));
    } else {
        why = fmt::format("{}{} cannot go to {}", board8::letter(man->kind), from, board8::name(text.to));
    }
    return {FaultCode::IllegalMove, "", 0, std::move(why)};
}

/// The faults of a text that names the legal move well enough.
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
    const char last = right.back();
    const char suffix = last == '+' || last == '#' ? last : '\0';
    if (text.suffix != suffix || *text.capture != position.traits(move).capture) {
        add(FaultCode::WrongSuffix,
            fmt::format("the signs \"x\", \"+\" and \"#\" differ, expected {}", right));
    }
    return remarks;
}

}  // namespace

Expected<MoveText, Fault> read_move_text(std::string_view text) {
    auto read = MoveTextReader(text).read();
    if (read) return read;
    if (const auto short_form = read_short_form(text)) return *short_form;
    return read;
}

template <class Rules>
Expected<ReadMove<Move>, Fault> match_move(const Position<Rules>& position, const MoveText& text) {
    if (text.short_form) return match_short_form(position, text);
    MoveList<Position<Rules>> moves;
    position.legal_moves(moves);
    bool promotes = false;
    for (const Move move : moves) {
        if (move.from != text.from || move.to != text.to) continue;
        const auto promotion = move.promotes() ? std::optional(move.promotion()) : std::nullopt;
        if (promotion == text.promotion) return ReadMove<Move>{move, compare(position, text, move)};
        promotes = promotes || move.promotes();
    }
    if (promotes && !text.promotion) {
        return Unexpected{Fault{FaultCode::MissingPromotion, "", 0,
                                fmt::format("{}-{} promotes, expected \"=\" and a letter of QRBN",
                                            board8::name(text.from), board8::name(text.to))}};
    }
    return Unexpected{illegal(position, text)};
}

template <class Rules>
std::string write_notation(const Position<Rules>& position, Move move) {
    const board8::Man man = *position.board().at(move.from);
    std::string text;
    if (man.kind != board8::Kind::Pawn) text += board8::letter(man.kind);
    text += board8::name(move.from);
    text += position.traits(move).capture ? 'x' : '-';
    text += board8::name(move.to);
    if (move.swaps > 0) text.append("-").append(board8::name(move.end(position.turn())));
    if (move.promotes()) {
        text += '=';
        text += board8::letter(move.promotion());
    }
    const Position<Rules> after = position.play(move);
    if (after.in_check()) text += after.outcome() != Outcome::Ongoing ? '#' : '+';
    return text;
}

template Expected<ReadMove<Move>, Fault> match_move(const D8Position&, const MoveText&);
template Expected<ReadMove<Move>, Fault> match_move(const ParentPosition&, const MoveText&);
template std::string write_notation(const D8Position&, Move);
template std::string write_notation(const ParentPosition&, Move);

}  // namespace octomate::superpermutation
