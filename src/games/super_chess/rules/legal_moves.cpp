#include "games/super_chess/rules/board.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

/// Finds the legal turns of a state, but time travel, and hands them to a sink in bundles:
/// `sink(turn, from, to, suffixes, left)` stands for every square of `to` with every suffix and every
/// promotion of a pawn that is left behind; it returns whether to go on.
template <class Sink>
class Generator {
  public:
    /// `used`: of the side to move.
    Generator(const Snapshot& state, IdentitySet used, Sink& sink)
        : state_(state),
          board_(state.board),
          sink_(sink),
          us_(state.turn),
          used_(used),
          ours_(board_.of(us_)),
          theirs_(board_.of(!us_)),
          occupied_(ours_ | theirs_),
          supers_(count(ours_ & board_.all(Board::Supers))) {
        const Bitboard kings = board_.king_like(us_);
        lone_ = kings != 0 && (kings & (kings - 1)) == 0;
        if (!lone_) return;
        king_ = board8::first(kings);
        checked_ = attackers(board_, king_, !us_, occupied_) != 0;
        exposed_ = queen_attacks(king_, occupied_) & ours_;
    }

    bool checked() const { return checked_; }

    void run() {
        if (gives_splits_of_coward()) return;
        for (Bitboard rest = ours_; rest && go_on_;) {
            const Square square = board8::pop_first(rest);
            const Stack stack = board_.at(square);
            whole(square, stack);
            if (can_split(stack.kind())) splits(square, stack);
        }
        if (go_on_) castles();
    }

    /// Section 11: gives the splits of a Cowardly King that are its side's duty; false if there is no such
    /// duty, or if it waits because no split is legal (A22). Popes are exempt.
    bool gives_splits_of_coward() {
        if (!out_of_grace()) return false;
        Bitboard stacks = ours_ & board_.all(Board::KingLike) & board_.all(Board::Supers);
        if (stacks == 0) return false;
        Watch watch{sink_};
        Generator<Watch> generator(state_, used_, watch);
        while (stacks) {
            const Square square = board8::pop_first(stacks);
            const Stack stack = board_.at(square);
            if (stack.kind() == Kind::CowardlyKing) generator.splits(square, stack);
        }
        return watch.any;
    }

  private:
    template <class>
    friend class Generator;

    /// Passes all on, and remembers that there was something.
    struct Watch {
        Sink& sink;
        bool any = false;
        bool operator()(Turn turn, Square from, Bitboard to, SuffixSet suffixes, SuffixSet left) {
            any = true;
            return sink(turn, from, to, suffixes, left);
        }
    };

    /// What leaves a square, and what stays there.
    struct Part {
        Turn turn;
        Square from;
        Stack pieces;                ///< who go
        bool leaves = false;         ///< whether anything stays
        bool leaves_super = false;   ///< whether those are a super piece
        SuffixSet left = no_suffix;  ///< what a pawn may become who stays (A10)
        bool captures = true;
    };

    void give(const Part& part, Bitboard to, SuffixSet suffixes) {
        if (to && go_on_) go_on_ = sink_(part.turn, part.from, to, suffixes, part.left);
    }

    // ---- sections 3 to 7
    // ------------------------------------------------------------------------------------

    void whole(Square from, Stack stack) {
        const Part part{Turn::Whole, from, stack};
        switch (stack.kind()) {
            case Kind::HyperQueen: return hyper_queen(part);
            case Kind::Cathedral:
                turn_over(from, stack.identities() & ~used_ ? Suffix::Hourglass : Suffix::None);
                break;
            case Kind::Hourglass: turn_over(from, Suffix::Cathedral); break;
            default: break;
        }
        go(part);
    }

    /// Section 10.
    void turn_over(Square square, Suffix suffix) {
        if (suffix != Suffix::None && !checked_)
            go_on_ = sink_(Turn::TurnOver, square, bit(square), only(suffix), no_suffix);
    }

    /// Section 4.
    void splits(Square from, Stack stack) {
        const int size = size_of(stack.kind());
        for (int lower = 1; lower < size && go_on_; ++lower) {
            const Split parts = split(stack, lower);
            Part slide{lower == 1 ? Turn::SlideOut1 : Turn::SlideOut2, from, parts.lower, true,
                       size - lower > 1};
            if (parts.upper.kind() == Kind::Pawn && rank_of(from) == last_rank(us_)) slide.left = promotions;
            go(slide);
            Part jump{size - lower == 1 ? Turn::JumpOff1 : Turn::JumpOff2, from, parts.upper, true,
                      lower > 1};
            jump.captures = !is_king_like(stack.kind());
            go(jump);
        }
    }

    /// Section 11.
    bool out_of_grace() const { return state_.bare_turns[octomate::index(us_)] >= turns_of_grace; }

    /// Section 3: own bases on which these pieces may hop, the limit of one super piece kept (A1).
    Bitboard bases(const Part& part) const {
        const int others =
            supers_ - (is_super(part.pieces.kind()) || part.leaves ? 1 : 0) + (part.leaves_super ? 1 : 0);
        const Bitboard rooks = others <= 0 ? board_.all(Board::Rooks) : 0;
        const Bitboard cathedrals = others <= 1 ? board_.all(Board::Cathedrals) : 0;
        switch (part.pieces.kind()) {
            case Kind::Pawn:
            case Kind::Rook: return ours_ & (rooks | cathedrals);
            case Kind::Knight:
            case Kind::Bishop:
            case Kind::Queen:
            case Kind::Mvp:
            case Kind::Cathedral: return ours_ & rooks;
            case Kind::CowardlyKing:
            case Kind::CowardlyPope: return ours_ & cathedrals;
            case Kind::King:
            case Kind::Pope:
                return ours_ & ((part.pieces.kind() == Kind::King && out_of_grace() ? 0 : rooks) |
                                (others <= 1 ? board_.all(Board::Vaticans) : 0));
            default: return 0;
        }
    }

    void go(const Part& part) {
        const Square from = part.from;
        const auto quiet_and_captures = [&](Bitboard reach) {
            arrive(part, reach & ~occupied_, reach & theirs_, reach & bases(part));
        };
        switch (part.pieces.kind()) {
            case Kind::Pawn: return pawn(part);
            case Kind::Knight: return quiet_and_captures(board8::knight_attacks(from));
            case Kind::Bishop: return quiet_and_captures(board8::bishop_attacks(from, occupied_));
            case Kind::Queen:
            case Kind::PseudoQueen: return quiet_and_captures(queen_attacks(from, occupied_));
            case Kind::Cardinal:
                return quiet_and_captures(queen_attacks(from, occupied_) & cardinal_reach(from));
            case Kind::King:
            case Kind::Pope: {
                const Bitboard reach = board8::king_attacks(from);
                return arrive(part, reach & ~occupied_, part.captures ? reach & theirs_ : 0,
                              reach & bases(part));
            }
            case Kind::Paladin: return quiet_and_captures(paladin_attacks(from));
            case Kind::Rook:
            case Kind::Cathedral:
            case Kind::Hourglass:
            case Kind::Vatican: return quiet_and_captures(board8::rook_attacks(from, occupied_));
            case Kind::Mvp:
            case Kind::Goap: {
                const Bitboard reach = board8::rook_attacks(from, occupied_);
                const Bitboard beside = part.pieces.kind() == Kind::Goap ? diagonal_neighbours(from)
                                                                         : board8::pawn_attacks(us_, from);
                return arrive(part, reach & ~occupied_, (reach | beside) & theirs_, reach & bases(part));
            }
            case Kind::CowardlyKing:
            case Kind::CowardlyPope: {
                const Bitboard reach = board8::rook_attacks(from, occupied_);
                return arrive(part, reach & ~occupied_, 0, reach & bases(part));
            }
            default: return;
        }
    }

    void pawn(const Part& part) {
        const Square from = part.from, ahead = from + forward(us_);
        if (rank_of(from) == last_rank(us_)) return;  // on top of an MVP or GOAP
        Bitboard steps = bit(ahead);
        if (!contains(occupied_, ahead) && !part.pieces.moved()) steps |= bit(ahead + forward(us_));  // A11
        const Bitboard beside = board8::pawn_attacks(us_, from);
        arrive(part, steps & ~occupied_, beside & theirs_, steps & bases(part));
        if (state_.en_passant >= 0 && contains(beside, state_.en_passant)) en_passant(part);
    }

    /// Section 6: what stands where the double step went is taken.
    void en_passant(const Part& part) {
        const Square to = state_.en_passant, taken = to - forward(us_);
        if (lone_) {
            Bitboard after = (occupied_ | bit(to)) & ~bit(taken);
            if (!part.leaves) after &= ~bit(part.from);
            if (attackers(board_, king_, !us_, after) & ~bit(taken)) return;
        }
        give(part, bit(to), no_suffix);
    }

    /// Section 5: a queen's move to an empty square, then a king's step (A14, A15); king-like pieces are met
    /// along plain lines, and only where there is no check (A13).
    void hyper_queen(const Part& part) {
        const Bitboard lines = queen_attacks(part.from, occupied_);
        const Bitboard kings = board_.king_like(!us_);
        Bitboard steps = 0;
        for (Bitboard middles = lines & ~occupied_; middles;)
            steps |= board8::king_attacks(board8::pop_first(middles));
        const Bitboard quiet = steps & (~occupied_ | bit(part.from));
        const Bitboard captures = (steps & theirs_ & ~kings) | (count(kings) > 1 ? lines & kings : 0);
        arrive(part, quiet, captures, 0);
    }

    /// Gives the legal ones of the squares to which pieces go, on which they capture and on which they hop.
    void arrive(const Part& part, Bitboard quiet, Bitboard captures, Bitboard hops) {
        const Kind kind = part.pieces.kind();
        if (kind == Kind::Cardinal) captures = cardinal_captures(part, captures);
        quiet = legal(part, quiet);
        if (kind != Kind::Cardinal) captures = legal(part, captures);
        give_moves(part, quiet | captures);
        if (hops) give_hops(part, legal(part, hops));
    }

    void give_moves(const Part& part, Bitboard to) {
        const Bitboard last = board8::rank_set(last_rank(us_));
        switch (part.pieces.kind()) {
            case Kind::Pawn: give(part, to & last, promotions); break;
            case Kind::Mvp: give(part, to & last, mvp_arrives(part.pieces)); break;
            case Kind::Goap: give(part, to & last, goap_arrives); break;
            default: return give(part, to, no_suffix);
        }
        give(part, to & ~last, no_suffix);
    }

    /// Section 7: an MVP on its last rank, and a GOAP.
    SuffixSet mvp_arrives(Stack mvp) const {
        return static_cast<SuffixSet>(no_suffix | only(Suffix::Queen) | only(Suffix::Knight) |
                                      only(Suffix::Bishop) | only(Suffix::Cathedral) |
                                      (mvp.identities() & ~used_ ? only(Suffix::Hourglass) : 0));
    }
    static constexpr SuffixSet goap_arrives = static_cast<SuffixSet>(no_suffix | only(Suffix::Vatican));

    void give_hops(const Part& part, Bitboard to) {
        while (to) {
            const Square square = board8::pop_first(to);
            const Stack made = hop(part.pieces, board_.at(square));
            const bool last = rank_of(square) == last_rank(us_);
            SuffixSet suffixes = no_suffix;
            if (made.kind() == Kind::Cathedral) {
                suffixes = only(Suffix::Cathedral);
                if (made.identities() & ~used_)
                    suffixes = static_cast<SuffixSet>(suffixes | only(Suffix::Hourglass));
            } else if (made.kind() == Kind::Mvp && last) {
                suffixes = mvp_arrives(made);
            } else if (made.kind() == Kind::Goap && last) {
                suffixes = goap_arrives;
            }
            give(part, bit(square), suffixes);
        }
    }

    // ---- section 8
    // ------------------------------------------------------------------------------------------

    /// Those of the squares that do not leave the lone king-like piece attacked.
    Bitboard legal(const Part& part, Bitboard to) const {
        if (!lone_ || to == 0) return to;
        const bool moves_king = is_king_like(part.pieces.kind());
        if (!moves_king && !checked_ && (part.leaves || !contains(exposed_, part.from))) return to;
        const Bitboard before = part.leaves ? occupied_ : occupied_ & ~bit(part.from);
        Bitboard legal = 0;
        while (to) {
            const Square square = board8::pop_first(to);
            const Bitboard attack =
                attackers(board_, moves_king ? square : king_, !us_, before | bit(square));
            if ((attack & ~bit(square)) == 0) legal |= bit(square);
        }
        return legal;
    }

    /// A Cardinal that becomes a pope ends check (A18).
    Bitboard cardinal_captures(const Part& part, Bitboard captures) const {
        Bitboard promoting = 0;
        for (Bitboard rest = captures; rest;) {
            const Square square = board8::pop_first(rest);
            if (makes_pope(part.pieces, board_.kind_at(square))) promoting |= bit(square);
        }
        return promoting | legal(part, captures & ~promoting);
    }

    // ---- section 9
    // ------------------------------------------------------------------------------------------

    void castles() {
        castle(true);
        castle(false);
        const bool vatican = (ours_ & board_.all(Board::Vaticans)) != 0;
        const Bitboard cathedrals = ours_ & board_.all(Board::Cathedrals);
        if (!vatican && !cathedrals) return;
        for (Bitboard kings = board_.king_like(us_); kings && go_on_;) {
            const Square from = board8::pop_first(kings);
            const Stack king = board_.at(from);
            if (!king.super_castled()) {
                Bitboard to = cathedrals;
                if (lone_) to = unattacked(to, occupied_);
                if (to && go_on_) go_on_ = sink_(Turn::SuperCastle, from, to, no_suffix, no_suffix);
            }
            if (vatican && !king.hyper_castled()) {
                Bitboard to = hyper_castle_reach(from) & ~occupied_;  // A21
                if (lone_) to = unattacked(to, occupied_ & ~bit(from));
                if (to && go_on_) go_on_ = sink_(Turn::HyperCastle, from, to, no_suffix, no_suffix);
            }
        }
    }

    Bitboard unattacked(Bitboard squares, Bitboard occupied) const {
        Bitboard safe = 0;
        while (squares) {
            const Square square = board8::pop_first(squares);
            if (!attackers(board_, square, !us_, occupied | bit(square))) safe |= bit(square);
        }
        return safe;
    }

    /// Orthodox; among several king-like pieces attacks do not matter (A19).
    void castle(bool kings_side) {
        if (!(state_.castling & right_of(us_, kings_side)) || !go_on_) return;
        const Square king = king_home(us_), rook = rook_home(us_, kings_side);
        if (!contains(board_.all(Board::Rooks), rook)) return;
        if (board8::between(king, rook) & occupied_) return;
        const int step = kings_side ? 1 : -1;
        if (lone_) {
            if (checked_ || attackers(board_, king + step, !us_, occupied_)) return;
            const Bitboard after = (occupied_ & ~bit(king) & ~bit(rook)) | bit(king + step);
            if (attackers(board_, king + 2 * step, !us_, after | bit(king + 2 * step))) return;
        }
        go_on_ = sink_(kings_side ? Turn::CastleShort : Turn::CastleLong, king, bit(king + 2 * step),
                       no_suffix, no_suffix);
    }

    const Snapshot& state_;
    const Board& board_;
    Sink& sink_;
    const Color us_;
    const IdentitySet used_;
    const Bitboard ours_;
    const Bitboard theirs_;
    const Bitboard occupied_;
    const int supers_;
    bool lone_ = false;  // exactly one king-like piece: there is check
    Square king_ = 0;
    bool checked_ = false;
    Bitboard exposed_ = 0;  // own stacks next to the king on lines: only they can uncover it
    bool go_on_ = true;
};

namespace {

template <class Sink>
void generate(const Snapshot& state, const Used& used, Sink& sink) {
    Generator<Sink>(state, used[octomate::index(state.turn)], sink).run();
}

struct Lister {
    Moves& out;

    bool operator()(Turn turn, Square from, Bitboard to, SuffixSet suffixes, SuffixSet left) {
        while (to) {
            const Square square = board8::pop_first(to);
            for (unsigned on_left = left; on_left; on_left &= on_left - 1) {
                for (unsigned on = suffixes; on; on &= on - 1) {
                    out.push_back({turn, from, square, static_cast<Suffix>(std::countr_zero(on)),
                                   static_cast<Suffix>(std::countr_zero(on_left))});
                }
            }
        }
        return true;
    }
};

struct Counter {
    std::size_t sum = 0;

    bool operator()(Turn, Square, Bitboard to, SuffixSet suffixes, SuffixSet left) {
        std::size_t bundle = static_cast<std::size_t>(count(to));
        if ((suffixes & (suffixes - 1)) != 0) bundle *= static_cast<std::size_t>(std::popcount(suffixes));
        if ((left & (left - 1)) != 0) bundle *= static_cast<std::size_t>(std::popcount(left));
        sum += bundle;
        return true;
    }
};

struct Any {
    bool found = false;

    bool operator()(Turn, Square, Bitboard, SuffixSet, SuffixSet) {
        found = true;
        return false;
    }
};

}  // namespace

void list_turns(const Snapshot& state, const Used& used, Moves& out) {
    Lister lister{out};
    generate(state, used, lister);
}

std::size_t count_turns(const Snapshot& state, const Used& used) {
    Counter counter;
    generate(state, used, counter);
    return counter.sum;
}

bool has_turn(const Snapshot& state, const Used& used) {
    Any any;
    generate(state, used, any);
    return any.found;
}

bool must_split_coward(const Snapshot& state, const Used& used) {
    Any any;
    return Generator<Any>(state, used[octomate::index(state.turn)], any).gives_splits_of_coward();
}

bool is_mated(const Snapshot& state, const Used& used, bool has_history) {
    if (!in_check(state.board, state.turn)) return false;
    if (has_turn(state, used)) return false;  // nor a duty, then
    return !has_history || !usable_hourglass(state.board, state.turn, used[octomate::index(state.turn)]);
}

namespace {

/// Calls `take(move)` for the turns that win at once, until it returns false.
template <class Take>
void each_win(const Snapshot& state, const Used& used, Take take) {
    const Color us = state.turn;
    Moves moves;
    list_turns(state, used, moves);
    for (const Move& move : moves) {
        Snapshot after = state;
        play_turn(after, move);
        const bool wins = (high_grounds(after.board) & after.board.of(us)) || is_mated(after, used, true);
        if (wins && !take(move)) return;
    }
}

}  // namespace

void list_wins(const Snapshot& state, const Used& used, Moves& out) {
    each_win(state, used, [&](Move move) {
        out.push_back(move);
        return true;
    });
}

bool can_win(const Snapshot& state, const Used& used) {
    bool found = false;
    each_win(state, used, [&](Move) { return !(found = true); });
    return found;
}

}  // namespace octomate::super_chess
