#include "games/superpermutation/rules/retract.hpp"

#include "board8/board.hpp"
#include "games/superpermutation/rules/cascade.hpp"

namespace octomate::superpermutation {

namespace {

using board8::Bitboard;
using board8::Board;
using board8::contains;
using board8::Kind;
using board8::Square;

/// Takes back the last move, which was one of `Us`. Relies on I2, I3, I4, I5, I7 and I8.
template <class Rules, Color Us>
class Retractor {
  public:
    explicit Retractor(const Board& after) : after_(after) {}

    std::vector<Retraction<Rules>> all() {
        take_back_teleports();
        for (Bitboard men = after_.of(Us); men;) take_back_climbs(board8::pop_first(men));
        return std::move(all_);
    }

  private:
    static constexpr int step = board8::forward(Us);
    static constexpr Bitboard first_rank = board8::rank_set(board8::relative_rank(Us, 0));
    static constexpr Bitboard second_rank = board8::rank_set(board8::relative_rank(Us, 1));
    static constexpr Bitboard last_rank = board8::rank_set(board8::relative_rank(Us, 7));

    void take_back_teleports() {
        const Square king = after_.king(Us);
        for (Bitboard partners = after_.of(Us) & ~after_.pawns() & ~board8::bit(king); partners;) {
            const Square from = board8::pop_first(partners);
            const Board before = after_.swapped(king, from);
            if (!king_attacked(before, Us)) add(before, from, king, 0, Effect::Teleport);
        }
    }

    /// The moves that ended on a square, after every length of cascade.
    void take_back_climbs(Square end) {
        const Kind kind = after_.at(end)->kind;
        const bool promoted =
            contains(last_rank, end) && kind != Kind::Pawn && kind != Kind::King;  // or always that kind
        Board others = after_;  // as they stood when the mover landed, without it
        others.remove(end);
        for (Square landing = end;; landing -= step) {
            const int swaps = (end - landing) / step;
            take_back_arrivals(kind, others, landing, swaps, Effect::None);
            if (promoted) take_back_arrivals(Kind::Pawn, others, landing, swaps, promotion_to(kind));
            if (swaps > 0 && contains(first_rank, landing))
                take_back_forced_promotion(kind, others, landing, swaps);
            const Square behind = landing - step;
            if (behind < 0 || behind >= 64 || !contains(others.occupied(), behind)) return;
            others = others.moved(behind, landing);
            if (others.pawns() & others.of(Us) & last_rank) return;  // where no pawn ever stood
        }
    }

    /// The man in front of the landing square on our first rank was pushed there, perhaps as a pawn.
    void take_back_forced_promotion(Kind mover, Board others, Square landing, int swaps) {
        const board8::Man pushed = *others.at(landing + step);
        if (pushed.color == Us || pushed.kind == Kind::Pawn || pushed.kind == Kind::King) return;
        if (!Rules::chooses_forced_promotion && pushed.kind != Kind::Queen) return;
        others.remove(landing + step);
        others.put({Kind::Pawn, !Us}, landing + step);
        take_back_arrivals(mover, others, landing, swaps,
                           Rules::chooses_forced_promotion ? promotion_to(pushed.kind) : Effect::None);
    }

    void take_back_arrivals(Kind kind, const Board& others, Square landing, int swaps, Effect effect) {
        for (Bitboard from = origins(kind, landing, others.occupied()); from;)
            take_back(kind, others, board8::pop_first(from), landing, swaps, effect);
        if (kind != Kind::King) return;
        for (const Kind victim : {Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen}) {
            if (victim == Kind::Pawn && contains(first_rank, landing)) continue;  // its last rank
            Board with_victim = others;
            with_victim.put({victim, !Us}, landing);
            for (Bitboard from = board8::king_attacks(landing) & ~others.occupied(); from;)
                take_back(kind, with_victim, board8::pop_first(from), landing, swaps, effect);
        }
    }

    /// The empty squares from which a man goes to an empty one.
    static Bitboard origins(Kind kind, Square landing, Bitboard occupied) {
        const Bitboard rook = board8::rook_attacks(landing, occupied) & ~occupied;
        const Bitboard bishop = board8::bishop_attacks(landing, occupied) & ~occupied;
        switch (kind) {
            case Kind::Pawn: {
                const Bitboard one = board8::step_back<Us>(board8::bit(landing)) & ~occupied;
                return one | (board8::step_back<Us>(one) & second_rank & ~occupied);
            }
            case Kind::Knight: return board8::knight_attacks(landing) & ~occupied;
            case Kind::Bishop: return bishop;
            case Kind::Rook: return rook;
            case Kind::Queen: return rook | bishop;
            case Kind::King: return board8::king_attacks(landing) & ~occupied;
        }
        return 0;
    }

    void take_back(Kind kind, const Board& others, Square from, Square landing, int swaps, Effect effect) {
        Board before = others;
        before.put({kind, Us}, from);
        int expected = 0;
        if (Rules::cascade_in_check || !king_attacked(before, Us)) {
            Board landed = before.moved(from, landing);
            expected = cascade<Us>(landed, landing);
        }
        if (swaps == expected) add(before, from, landing, swaps, effect);
    }

    /// Whoever plays into `after_`, which is valid, has its own king safe.
    void add(const Board& before, Square from, Square to, int swaps, Effect effect) {
        if (king_attacked(before, !Us)) return;
        const Move move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                        static_cast<std::uint8_t>(swaps), effect};
        all_.push_back({Position<Rules>(before, Us), move});
    }

    const Board& after_;
    std::vector<Retraction<Rules>> all_;
};

}  // namespace

template <class Rules>
std::vector<Retraction<Rules>> retract(const Position<Rules>& after) {
    return after.turn() == Color::Black ? Retractor<Rules, Color::White>(after.board()).all()
                                        : Retractor<Rules, Color::Black>(after.board()).all();
}

template std::vector<Retraction<D8>> retract(const D8Position&);
template std::vector<Retraction<Parent>> retract(const ParentPosition&);

}  // namespace octomate::superpermutation
