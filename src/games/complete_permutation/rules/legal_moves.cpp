#include <algorithm>
#include <utility>
#include <vector>

#include "games/complete_permutation/rules/generator.hpp"
#include "games/complete_permutation/rules/state.hpp"

namespace octomate::complete_permutation {

namespace {

// The promotions that the rules and the reserve allow the side to move (R8).
class Promotions {
  public:
    explicit Promotions(const State& state)
        : allowed_(may_promote(state.turn, state.switches)),
          required_(must_promote(state.turn)),
          kinds_(state.reserves[index(state.turn)].kinds()) {}

    // Counts the steps of one pawn to each square of `to`; each promotion that it may choose is a step.
    std::size_t count(Bitboard to) const {
        const auto pawns = static_cast<std::size_t>(complete_permutation::count(to));
        if ((to & (allowed_ | required_)) == 0) return pawns;
        const auto choices = static_cast<std::size_t>(std::popcount(kinds_));
        const auto allowed = static_cast<std::size_t>(complete_permutation::count(to & allowed_));
        const auto required = static_cast<std::size_t>(complete_permutation::count(to & required_));
        return pawns + allowed * choices + required * std::max<std::size_t>(choices, 1) - required;
    }

    // Calls `f(step)` for the steps of a pawn to `to`: with each promotion, and without, if the rules allow.
    template <class F>
    void each(Square from, Square to, F f) const {
        if (!contains(required_, to)) f(Step(from, to));
        if (!contains(allowed_ | required_, to)) return;
        if (kinds_ == 0 && contains(required_, to)) f(Step(from, to, Promotion::cruelty()));
        for (unsigned rest = kinds_; rest != 0; rest &= rest - 1)
            f(Step(from, to, Promotion(static_cast<Kind>(std::countr_zero(rest)))));
    }

  private:
    Bitboard allowed_;   // squares on which a pawn may promote
    Bitboard required_;  // squares on which a pawn must promote
    unsigned kinds_;     // the kinds in the reserve, as a bit set
};

// A sink for Generator that calls `f(step)` for each step.
template <class F>
class CallSink {
  public:
    CallSink(const State& state, F f) : board_(state.board), promotions_(state), f_(f) {}

    void pieces(Square from, Bitboard to) {
        while (to) f_(Step(from, pop_first(to)));
    }
    void pawns(Bitboard to, int offset) {
        while (to) {
            const Square square = pop_first(to);
            promotions_.each(square - offset, square, f_);
        }
    }
    void step(Square from, Square to) {
        if (contains(board_.pawns(), from)) return promotions_.each(from, to, f_);
        f_(Step(from, to));
    }
    static constexpr bool done() { return false; }

  private:
    const Board& board_;
    Promotions promotions_;
    F f_;
};

// Calls `f(step)` for each legal step that passes the filter.
template <class F, class Filter = NoFilter>
void each_step(const State& state, F f, const Filter& filter = {}) {
    CallSink<F> sink(state, f);
    Generator(state, sink, filter).generate();
}

// Calls `f(step)` for each legal step of an own pawn on `pawns`.
template <class F>
void each_pawn_step(const State& state, Bitboard pawns, F f) {
    CallSink<F> sink(state, f);
    const NoFilter everything;
    Generator(state, sink, everything).pawns(pawns & state.board.pawns() & state.board.of(state.turn));
}

// A sink for Generator that counts the steps.
class CountSink {
  public:
    explicit CountSink(const State& state) : board_(state.board), promotions_(state) {}

    void pieces(Square, Bitboard to) { count_ += static_cast<std::size_t>(complete_permutation::count(to)); }
    void pawns(Bitboard to, int) { count_ += promotions_.count(to); }
    void step(Square from, Square to) {
        count_ += contains(board_.pawns(), from) ? promotions_.count(bit(to)) : 1;
    }
    static constexpr bool done() { return false; }
    std::size_t count() const { return count_; }

  private:
    const Board& board_;
    Promotions promotions_;
    std::size_t count_ = 0;
};

// A sink for Generator that stops at the first step.
class AnySink {
  public:
    void pieces(Square, Bitboard to) { found_ = found_ || to != 0; }
    void pawns(Bitboard, int) { found_ = true; }
    void step(Square, Square) { found_ = true; }
    // Returns whether a step was found; the generator then stops.
    bool done() const { return found_; }

  private:
    bool found_ = false;
};

// Finds the turns of two pawns (R9.3): for each legal first step, plays it and generates the second steps. Of
// a pair that is legal in both orders it keeps the turn with the lower from-square first (A14).
class Pairs {
  public:
    explicit Pairs(const State& state) : state_(state) {}

    std::vector<Move> find() && {
        each_pawn_step(state_, ~Bitboard{0}, [&](Step first) {
            if (!first.promotion().is_cruelty()) add(first);  // Mental Cruelty ends the turn
        });
        // Sort so that both orders of a pair are neighbours, with the order to keep first.
        const auto in_order = [](const Move& move) {
            return move.first.from() < move.second.from() ? Move{move.first, move.second}
                                                          : Move{move.second, move.first};
        };
        std::sort(moves_.begin(), moves_.end(), [&](const Move& a, const Move& b) {
            const Move one = in_order(a), other = in_order(b);
            return one != other ? one < other : a.first.from() < b.first.from();
        });
        const auto same = [&](const Move& a, const Move& b) { return in_order(a) == in_order(b); };
        moves_.erase(std::unique(moves_.begin(), moves_.end(), same), moves_.end());
        return std::move(moves_);
    }

  private:
    // Adds the turns that begin with `first`.
    void add(Step first) {
        State between = state_;
        Bitboard passed = 0;
        play_step(between, first, passed);
        each_pawn_step(between, ~bit(first.to()), [&](Step second) { moves_.push_back({first, second}); });
    }

    const State& state_;
    std::vector<Move> moves_;
};

// A filter for Generator that keeps all steps that give check and drops most other steps.
class CheckFilter {
  public:
    explicit CheckFilter(const State& state)
        : board_(state.board),
          us_(state.turn),
          king_(board_.king_of(!us_)),
          uncovering_(danger_for(board_, king_, us_, us_).shields),
          promoting_(may_promote(us_, state.switches) | must_promote(us_)) {
        const Bitboard occupied = board_.occupied();
        checks_ = {rook_attacks(king_, occupied), bishop_attacks(king_, occupied), knight_attacks(king_),
                   falcon_attacks(king_, occupied)};
    }

    Bitboard destinations(Square from) const {
        if (contains(uncovering_, from)) return ~Bitboard{0};
        Bitboard set = 0;
        if (contains(board_.rooks(), from)) set |= checks_[0];
        if (contains(board_.bishops(), from)) set |= checks_[1];
        if (contains(board_.knights(), from)) set |= checks_[2];
        if (contains(board_.falcons(), from)) {
            // A falcon near the king can block its own path to it, which its move opens: keep all its steps.
            if (contains(detail::tables_of(king_).box, from)) return ~Bitboard{0};
            set |= checks_[3];
        }
        return set;
    }
    Bitboard pawn_destinations(Bitboard set, int offset) const {
        return set & (pawn_attacks(bit(king_), !us_) | shifted(uncovering_, offset) | promoting_);
    }

  private:
    const Board& board_;
    const Color us_;
    const Square king_;
    const Bitboard uncovering_;       // own pieces that may discover check
    const Bitboard promoting_;        // squares on which a pawn may or must promote
    std::array<Bitboard, 4> checks_;  // the squares from which each component attacks the enemy king
};

// Returns whether a legal turn gives mate.
bool mates(const State& state, Move move) {
    State after = state;
    play_move(after, move);
    return king_attacked(after.board, after.turn) && !can_move(after);
}

}  // namespace

void list_moves(const State& state, Moves& out) {
    out.clear();
    each_step(state, [&](Step step) { out.push_back({step, {}}); });
    if (!state.switches.two_pawns) return;
    for (const Move& move : Pairs(state).find()) out.push_back(move);
}

std::size_t count_moves(const State& state) {
    CountSink sink(state);
    const NoFilter everything;
    Generator(state, sink, everything).generate();
    return sink.count() + (state.switches.two_pawns ? Pairs(state).find().size() : 0);
}

bool can_move(const State& state) {
    AnySink sink;
    const NoFilter everything;
    // A turn of two pawns needs no test: its first step is a legal turn too.
    Generator(state, sink, everything).generate();
    return sink.done();
}

void list_mates(const State& state, Moves& out) {
    out.clear();
    const auto add_mate = [&](Move move) {
        if (!move.cruelty() && mates(state, move)) out.push_back(move);
    };
    each_step(
        state,
        [&](Step step) {
            add_mate({step, {}});
        },
        CheckFilter(state));
    if (!state.switches.two_pawns) return;
    for (const Move& move : Pairs(state).find()) add_mate(move);
}

bool can_mate(const State& state) {
    bool found = false;
    each_step(
        state,
        [&](Step step) {
            found = found || (!step.promotion().is_cruelty() && mates(state, {step, {}}));
        },
        CheckFilter(state));
    return found;
}

bool both_orders_legal(const State& state, Move pair) {
    const auto legal = [](const State& before, Step step) {
        bool found = false;
        each_pawn_step(before, bit(step.from()), [&](Step legal_step) { found |= legal_step == step; });
        return found;
    };
    if (pair.second.promotion().is_cruelty() || !legal(state, pair.second)) return false;
    State between = state;
    Bitboard passed = 0;
    play_step(between, pair.second, passed);
    return legal(between, pair.first);
}

}  // namespace octomate::complete_permutation
