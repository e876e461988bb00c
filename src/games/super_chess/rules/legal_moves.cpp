#include "games/super_chess/rules/board.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

// Generates legal turns without playing them. A side with several king-like pieces is never in check. A side
// with a single one must not leave it attacked, so each move that might do so is tested with the squares that
// it leaves occupied. Only whole stacks can uncover an attack: when a part leaves, its square stays occupied.

/// Generates the legal turns of a state, except time travel, and passes them to a sink in bundles. Each call
/// `sink(turn, from, to, suffixes, left_pawn)` stands for all combinations of a square in `to`, a suffix and
/// a promotion in `left_pawn` of a pawn left on its last rank. The sink returns whether to continue.
template <class Sink>
class Generator {
  public:
    /// `used` holds the rooks of the side to move that have travelled in time.
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
        has_lone_king_ = kings != 0 && (kings & (kings - 1)) == 0;
        if (!has_lone_king_) return;
        king_ = board8::first(kings);
        checked_ = attackers(board_, king_, !us_, occupied_) != 0;
        exposed_ = queen_attacks(king_, occupied_) & ours_;
    }

    /// Returns whether the side to move is in check.
    bool checked() const { return checked_; }

    /// Generates all legal turns, until the sink stops.
    void run() {
        if (generate_coward_splits()) return;
        for (Bitboard rest = ours_; rest && running_;) {
            const Square square = board8::pop_first(rest);
            const Stack stack = board_.at(square);
            generate_whole(square, stack);
            if (can_split(stack.kind())) generate_splits(square, stack);
        }
        if (running_) generate_castlings();
    }

    /// If the side must split its Cowardly King (section 11), generates these splits and returns true.
    /// Returns false if it need not, or if no such split is legal (A22). Cowardly Popes need not split.
    bool generate_coward_splits() {
        if (!out_of_grace()) return false;
        Bitboard stacks = ours_ & board_.all(Board::KingLike) & board_.all(Board::Supers);
        if (stacks == 0) return false;
        ForwardingSink forwarding{sink_};
        Generator<ForwardingSink> generator(state_, used_, forwarding);
        while (stacks) {
            const Square square = board8::pop_first(stacks);
            const Stack stack = board_.at(square);
            if (stack.kind() == Kind::CowardlyKing) generator.generate_splits(square, stack);
        }
        return forwarding.any;
    }

  private:
    template <class>
    friend class Generator;

    /// A sink that forwards turns to another sink and records whether there were any.
    struct ForwardingSink {
        Sink& sink;
        bool any = false;
        bool operator()(Turn turn, Square from, Bitboard to, SuffixSet suffixes, SuffixSet left_pawn) {
            any = true;
            return sink(turn, from, to, suffixes, left_pawn);
        }
    };

    /// A stack, or a part of a stack, whose moves are generated.
    struct Part {
        Turn turn;
        Square from;
        Stack pieces;                     ///< the pieces that move
        bool leaves_pieces = false;       ///< whether pieces stay on `from`
        bool leaves_super_piece = false;  ///< whether the pieces that stay are a super piece
        SuffixSet left_pawn = no_suffix;  ///< promotions of a pawn that stays on its last rank (A10)
        bool king_may_capture = true;     ///< whether a king in `pieces` may capture
    };

    /// Passes to the sink the moves of `part` to the squares of `to`, if there are any.
    void emit(const Part& part, Bitboard to, SuffixSet suffixes) {
        if (to && running_) running_ = sink_(part.turn, part.from, to, suffixes, part.left_pawn);
    }

    // Moves, captures, hops and splits (sections 3 to 7).

    /// Generates the turns of a whole stack, turning it over included.
    void generate_whole(Square from, Stack stack) {
        const Part part{Turn::Whole, from, stack};
        switch (stack.kind()) {
            case Kind::HyperQueen: return generate_hyper_queen_moves(part);
            case Kind::Cathedral:
                generate_turn_over(from, stack.identities() & ~used_ ? Suffix::Hourglass : Suffix::None);
                break;
            case Kind::Hourglass: generate_turn_over(from, Suffix::Cathedral); break;
            default: break;
        }
        generate_moves(part);
    }

    /// Generates turning over a Cathedral or Hourglass (section 10), which is illegal in check.
    void generate_turn_over(Square square, Suffix suffix) {
        if (suffix != Suffix::None && !checked_)
            running_ = sink_(Turn::TurnOver, square, bit(square), only(suffix), no_suffix);
    }

    /// Generates the splits of a stack: its lower pieces slide out, or its upper pieces jump off (section 4).
    void generate_splits(Square from, Stack stack) {
        const int size = size_of(stack.kind());
        for (int lower = 1; lower < size && running_; ++lower) {
            const Split parts = split(stack, lower);
            Part slide{lower == 1 ? Turn::SlideOut1 : Turn::SlideOut2, from, parts.lower, true,
                       size - lower > 1};
            if (parts.upper.kind() == Kind::Pawn && rank_of(from) == last_rank(us_))
                slide.left_pawn = promotions;
            generate_moves(slide);
            Part jump{size - lower == 1 ? Turn::JumpOff1 : Turn::JumpOff2, from, parts.upper, true,
                      lower > 1};
            jump.king_may_capture = !is_king_like(stack.kind());
            generate_moves(jump);
        }
    }

    /// Returns whether the side has used up its turns of grace with a bare king and rook (section 11).
    bool out_of_grace() const { return state_.bare_turns[octomate::index(us_)] >= turns_of_grace; }

    /// Returns the friendly stacks onto which `part` may hop, so that its side has at most one super piece
    /// afterwards (section 3, A1).
    Bitboard bases(const Part& part) const {
        const int others = supers_ - (is_super(part.pieces.kind()) || part.leaves_pieces ? 1 : 0) +
                           (part.leaves_super_piece ? 1 : 0);
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

    /// Generates the legal moves of `part`, which depend on its kind (section 5).
    void generate_moves(const Part& part) {
        const Square from = part.from;
        const auto quiet_and_captures = [&](Bitboard reach) {
            emit_legal(part, reach & ~occupied_, reach & theirs_, reach & bases(part));
        };
        switch (part.pieces.kind()) {
            case Kind::Pawn: return generate_pawn_moves(part);
            case Kind::Knight: return quiet_and_captures(board8::knight_attacks(from));
            case Kind::Bishop: return quiet_and_captures(board8::bishop_attacks(from, occupied_));
            case Kind::Queen:
            case Kind::PseudoQueen: return quiet_and_captures(queen_attacks(from, occupied_));
            case Kind::Cardinal:
                return quiet_and_captures(queen_attacks(from, occupied_) & cardinal_reach(from));
            case Kind::King:
            case Kind::Pope: {
                const Bitboard reach = board8::king_attacks(from);
                return emit_legal(part, reach & ~occupied_, part.king_may_capture ? reach & theirs_ : 0,
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
                const Bitboard diagonal = part.pieces.kind() == Kind::Goap ? diagonal_neighbours(from)
                                                                           : board8::pawn_attacks(us_, from);
                return emit_legal(part, reach & ~occupied_, (reach | diagonal) & theirs_,
                                  reach & bases(part));
            }
            case Kind::CowardlyKing:
            case Kind::CowardlyPope: {
                const Bitboard reach = board8::rook_attacks(from, occupied_);
                return emit_legal(part, reach & ~occupied_, 0, reach & bases(part));
            }
            default: return;
        }
    }

    void generate_pawn_moves(const Part& part) {
        const Square from = part.from, ahead = from + forward(us_);
        if (rank_of(from) == last_rank(us_)) return;  // a pawn on an MVP or GOAP
        Bitboard steps = bit(ahead);
        if (!contains(occupied_, ahead) && !part.pieces.has_moved())
            steps |= bit(ahead + forward(us_));  // double step, only as a first move (A11)
        const Bitboard diagonal = board8::pawn_attacks(us_, from);
        emit_legal(part, steps & ~occupied_, diagonal & theirs_, steps & bases(part));
        if (state_.en_passant >= 0 && contains(diagonal, state_.en_passant)) generate_en_passant(part);
    }

    /// Generates the en passant capture of the stack that made the double step (section 6).
    void generate_en_passant(const Part& part) {
        const Square to = state_.en_passant, captured_square = to - forward(us_);
        if (has_lone_king_) {
            Bitboard after = (occupied_ | bit(to)) & ~bit(captured_square);
            if (!part.leaves_pieces) after &= ~bit(part.from);
            if (attackers(board_, king_, !us_, after) & ~bit(captured_square)) return;
        }
        emit(part, bit(to), no_suffix);
    }

    /// Generates the moves of a Hyper Queen: a queen's move to an empty square, then a king's step (section
    /// 5, A14, A15). It captures king-like pieces by plain queen's moves only, and only if there are several
    /// (A13).
    void generate_hyper_queen_moves(const Part& part) {
        const Bitboard lines = queen_attacks(part.from, occupied_);
        const Bitboard kings = board_.king_like(!us_);
        Bitboard steps = 0;
        for (Bitboard middles = lines & ~occupied_; middles;)
            steps |= board8::king_attacks(board8::pop_first(middles));
        const Bitboard quiet = steps & (~occupied_ | bit(part.from));
        const Bitboard captures = (steps & theirs_ & ~kings) | (count(kings) > 1 ? lines & kings : 0);
        emit_legal(part, quiet, captures, 0);
    }

    /// Generates the moves of `part` to the squares of `quiet`, `captures` and `hops`, if they are legal.
    void emit_legal(const Part& part, Bitboard quiet, Bitboard captures, Bitboard hops) {
        const Kind kind = part.pieces.kind();
        if (kind == Kind::Cardinal) captures = legal_cardinal_captures(part, captures);
        quiet = legal_targets(part, quiet);
        if (kind != Kind::Cardinal) captures = legal_targets(part, captures);
        emit_moves(part, quiet | captures);
        if (hops) emit_hops(part, legal_targets(part, hops));
    }

    /// Passes to the sink the moves of `part` to the legal squares `to`, with promotions on the last rank.
    void emit_moves(const Part& part, Bitboard to) {
        const Bitboard last = board8::rank_set(last_rank(us_));
        switch (part.pieces.kind()) {
            case Kind::Pawn: emit(part, to & last, promotions); break;
            case Kind::Mvp: emit(part, to & last, mvp_promotions(part.pieces)); break;
            case Kind::Goap: emit(part, to & last, goap_promotions); break;
            default: return emit(part, to, no_suffix);
        }
        emit(part, to & ~last, no_suffix);
    }

    /// Returns what `mvp` may become on its last rank; `goap_promotions` is the set for a GOAP (section 7).
    SuffixSet mvp_promotions(Stack mvp) const {
        return static_cast<SuffixSet>(no_suffix | only(Suffix::Queen) | only(Suffix::Knight) |
                                      only(Suffix::Bishop) | only(Suffix::Cathedral) |
                                      (mvp.identities() & ~used_ ? only(Suffix::Hourglass) : 0));
    }
    static constexpr SuffixSet goap_promotions = static_cast<SuffixSet>(no_suffix | only(Suffix::Vatican));

    /// Passes to the sink the hops of `part` to the legal squares `to`, with all suffixes that are possible.
    void emit_hops(const Part& part, Bitboard to) {
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
                suffixes = mvp_promotions(made);
            } else if (made.kind() == Kind::Goap && last) {
                suffixes = goap_promotions;
            }
            emit(part, bit(square), suffixes);
        }
    }

    // Tests whether moves leave a lone king attacked (section 8).

    /// Returns the squares of `to` to which `part` can move so that a lone king-like piece is not attacked.
    Bitboard legal_targets(const Part& part, Bitboard to) const {
        if (!has_lone_king_ || to == 0) return to;
        const bool moves_king = is_king_like(part.pieces.kind());
        if (!moves_king && !checked_ && (part.leaves_pieces || !contains(exposed_, part.from))) return to;
        const Bitboard before = part.leaves_pieces ? occupied_ : occupied_ & ~bit(part.from);
        Bitboard legal = 0;
        while (to) {
            const Square square = board8::pop_first(to);
            const Bitboard attack =
                attackers(board_, moves_king ? square : king_, !us_, before | bit(square));
            if ((attack & ~bit(square)) == 0) legal |= bit(square);
        }
        return legal;
    }

    /// Returns the legal squares among `captures` of a Cardinal. A capture by which it becomes a pope is
    /// always legal, since a side with two king-like pieces is not in check (A18).
    Bitboard legal_cardinal_captures(const Part& part, Bitboard captures) const {
        Bitboard promoting = 0;
        for (Bitboard rest = captures; rest;) {
            const Square square = board8::pop_first(rest);
            if (makes_pope(part.pieces, board_.kind_at(square))) promoting |= bit(square);
        }
        return promoting | legal_targets(part, captures & ~promoting);
    }

    // Orthodox, super and hyper castling (section 9).

    /// Generates all castlings.
    void generate_castlings() {
        generate_castling(true);
        generate_castling(false);
        const bool vatican = (ours_ & board_.all(Board::Vaticans)) != 0;
        const Bitboard cathedrals = ours_ & board_.all(Board::Cathedrals);
        if (!vatican && !cathedrals) return;
        for (Bitboard kings = board_.king_like(us_); kings && running_;) {
            const Square from = board8::pop_first(kings);
            const Stack king = board_.at(from);
            if (!king.super_castled()) {
                Bitboard to = cathedrals;
                if (has_lone_king_) to = unattacked(to, occupied_);
                if (to && running_) running_ = sink_(Turn::SuperCastle, from, to, no_suffix, no_suffix);
            }
            if (vatican && !king.hyper_castled()) {
                Bitboard to = hyper_castle_reach(from) & ~occupied_;  // no captures or hops (A21)
                if (has_lone_king_) to = unattacked(to, occupied_ & ~bit(from));
                if (to && running_) running_ = sink_(Turn::HyperCastle, from, to, no_suffix, no_suffix);
            }
        }
    }

    /// Returns the squares of `squares` that the other side does not attack, if `occupied` blocks lines.
    Bitboard unattacked(Bitboard squares, Bitboard occupied) const {
        Bitboard safe = 0;
        while (squares) {
            const Square square = board8::pop_first(squares);
            if (!attackers(board_, square, !us_, occupied | bit(square))) safe |= bit(square);
        }
        return safe;
    }

    /// Generates orthodox castling. A side with several king-like pieces may cross attacked squares (A19).
    void generate_castling(bool kings_side) {
        if (!(state_.castling & castling_right(us_, kings_side)) || !running_) return;
        const Square king = king_home(us_), rook = rook_home(us_, kings_side);
        if (!contains(board_.all(Board::Rooks), rook)) return;
        if (board8::between(king, rook) & occupied_) return;
        const int step = kings_side ? 1 : -1;
        if (has_lone_king_) {
            if (checked_ || attackers(board_, king + step, !us_, occupied_)) return;
            const Bitboard after = (occupied_ & ~bit(king) & ~bit(rook)) | bit(king + step);
            if (attackers(board_, king + 2 * step, !us_, after | bit(king + 2 * step))) return;
        }
        running_ = sink_(kings_side ? Turn::CastleShort : Turn::CastleLong, king, bit(king + 2 * step),
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
    bool has_lone_king_ = false;  // the side has exactly one king-like piece, which can be in check
    Square king_ = 0;
    bool checked_ = false;
    Bitboard exposed_ = 0;  // own stacks on open lines from the king: only their moves can uncover an attack
    bool running_ = true;   // false when the sink has stopped the generation
};

namespace {

// Passes all legal turns of the side to move to `sink`.
template <class Sink>
void generate(const Snapshot& state, const UsedRooks& used, Sink& sink) {
    Generator<Sink>(state, used[octomate::index(state.turn)], sink).run();
}

// A sink that appends each turn to a list.
struct Lister {
    Moves& out;

    bool operator()(Turn turn, Square from, Bitboard to, SuffixSet suffixes, SuffixSet left_pawn) {
        while (to) {
            const Square square = board8::pop_first(to);
            for (unsigned lefts = left_pawn; lefts; lefts &= lefts - 1) {
                for (unsigned rest = suffixes; rest; rest &= rest - 1) {
                    out.push_back({turn, from, square, static_cast<Suffix>(std::countr_zero(rest)),
                                   static_cast<Suffix>(std::countr_zero(lefts))});
                }
            }
        }
        return true;
    }
};

// A sink that counts turns.
struct Counter {
    std::size_t sum = 0;

    bool operator()(Turn, Square, Bitboard to, SuffixSet suffixes, SuffixSet left_pawn) {
        std::size_t bundle = static_cast<std::size_t>(count(to));
        if ((suffixes & (suffixes - 1)) != 0) bundle *= static_cast<std::size_t>(std::popcount(suffixes));
        if ((left_pawn & (left_pawn - 1)) != 0) bundle *= static_cast<std::size_t>(std::popcount(left_pawn));
        sum += bundle;
        return true;
    }
};

// A sink that stops at the first turn.
struct AnyTurn {
    bool found = false;

    bool operator()(Turn, Square, Bitboard, SuffixSet, SuffixSet) {
        found = true;
        return false;
    }
};

}  // namespace

void list_turns(const Snapshot& state, const UsedRooks& used, Moves& out) {
    Lister lister{out};
    generate(state, used, lister);
}

std::size_t count_turns(const Snapshot& state, const UsedRooks& used) {
    Counter counter;
    generate(state, used, counter);
    return counter.sum;
}

bool has_turn(const Snapshot& state, const UsedRooks& used) {
    AnyTurn any;
    generate(state, used, any);
    return any.found;
}

bool must_split_coward(const Snapshot& state, const UsedRooks& used) {
    AnyTurn any;
    return Generator<AnyTurn>(state, used[octomate::index(state.turn)], any).generate_coward_splits();
}

namespace {

// Checks whether the side to move is in check and has neither a legal turn nor an Hourglass to travel with.
bool is_mated(const Snapshot& state, const UsedRooks& used) {
    // A forced split of a Cowardly King is a legal turn, so `has_turn` covers it.
    return in_check(state.board, state.turn) && !has_turn(state, used) &&
           !usable_hourglass(state.board, state.turn, used[octomate::index(state.turn)]);
}

// Calls `visit(move)` for each turn that wins at once, until `visit` returns false.
template <class Visit>
void for_each_win(const Snapshot& state, const UsedRooks& used, Visit visit) {
    const Color us = state.turn;
    Moves moves;
    list_turns(state, used, moves);
    for (const Move& move : moves) {
        Snapshot after = state;
        play_turn(after, move);
        const bool wins = (high_grounds(after.board) & after.board.of(us)) || is_mated(after, used);
        if (wins && !visit(move)) return;
    }
}

}  // namespace

void list_wins(const Snapshot& state, const UsedRooks& used, Moves& out) {
    for_each_win(state, used, [&](Move move) {
        out.push_back(move);
        return true;
    });
}

bool can_win(const Snapshot& state, const UsedRooks& used) {
    bool found = false;
    for_each_win(state, used, [&](Move) { return !(found = true); });
    return found;
}

}  // namespace octomate::super_chess
