
#include "games/super_chess/rules/position.hpp"

#include "games/super_chess/rules/board.hpp"

namespace octomate::super_chess {

bool Position::in_check() const {
    return !over_by_high_ground() && super_chess::in_check(now_.board, now_.turn);
}

Outcome Position::outcome() const {
    if (const Bitboard high = high_grounds(now_.board))
        return won_by(high & now_.board.of(Color::White) ? Color::White : Color::Black);
    if (can_travel() || has_turn(now_, used_)) return Outcome::Ongoing;
    return super_chess::in_check(now_.board, now_.turn) ? won_by(!now_.turn) : Outcome::Draw;
}

bool Position::can_travel() const {
    return !history_.empty() && !over_by_high_ground() &&
           usable_hourglass(now_.board, now_.turn, used_[index(now_.turn)]) &&
           !must_split_coward(now_, used_);
}

void Position::legal_moves(Moves& out) const {
    out.clear();
    if (over_by_high_ground()) return;
    list_turns(now_, used_, out);
    if (!can_travel()) return;
    for (std::uint32_t state = 0; state < history_.size(); ++state) out.push_back(Move::travel(state));
}

std::size_t Position::count_legal_moves() const {
    if (over_by_high_ground()) return 0;
    return count_turns(now_, used_) + (can_travel() ? history_.size() : 0);
}

void Position::winning_moves(Moves& out) const {
    out.clear();
    if (over_by_high_ground()) return;
    list_wins(now_, used_, out);
    if (!can_travel()) return;
    const auto states = history_.all();
    for (std::uint32_t state = 0; state < history_.size(); ++state) {
        if (states[state]->turn == now_.turn || !super_chess::in_check(states[state]->board, !now_.turn))
            continue;
        const Move move = Move::travel(state);
        if (play(move).outcome() == won_by(now_.turn)) out.push_back(move);
    }
}

Position Position::play(Move move) const {
    Position after(now_, used_, history_.with(now_));
    if (!move.is_travel()) {
        play_turn(after.now_, move);
        return after;
    }
    IdentitySet& used = after.used_[index(now_.turn)];
    const auto hourglass = usable_hourglass(now_.board, now_.turn, used);
    used = static_cast<IdentitySet>(used | now_.board.at(*hourglass).identities());  // both rooks (A2)
    after.now_ = state_after_travel(history_.at(move.state()), after.used_);
    return after;
}

bool Position::repeats() const {
    return history_.any(
        [&](const Snapshot& state) { return state.turn == now_.turn && state.board == now_.board; });
}

std::optional<Position> Position::passed() const {
    if (over_by_high_ground() || in_check()) return std::nullopt;
    Position other(*this);
    other.now_.turn = !now_.turn;
    other.now_.en_passant = -1;
    return other;
}

// No mirror image or exchange of sides is a symmetry of this game, because bishops remember the colour of
// their squares and rooks their identity. So the key needs no normalisation.
PositionKey Position::key() const {
    const PositionKey now = key_of(now_), history = history_.key();
    KeyMaker key;
    for (const PositionKey& part : {now, history}) {
        key.add(part.first);
        key.add(part.second);
    }
    key.add(std::uint64_t{used_[0]} << 16 | used_[1]);
    return key.key();
}

std::string Position::notation(Move move) const {
    std::string text = machine_form(move);
    const Position after = play(move);
    if (after.turn() != turn() && after.in_check()) text += after.outcome() == Outcome::Ongoing ? '+' : '#';
    return text;
}

std::string_view Position::wins_by(Move move) const {
    const Position after = play(move);
    if (after.outcome() != won_by(turn())) return "";
    return after.over_by_high_ground() ? "high_ground" : "mate";
}

}  // namespace octomate::super_chess
