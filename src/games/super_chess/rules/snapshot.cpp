#include "games/super_chess/rules/snapshot.hpp"

#include <cassert>

namespace octomate::super_chess {

namespace {

// Returns the castling rights that are lost when the stack on `square` moves or is captured.
constexpr CastlingRights rights_lost_at(Square square) {
    CastlingRights rights = 0;
    for (const Color side : {Color::White, Color::Black}) {
        for (const bool kings_side : {true, false}) {
            if (square == king_home(side) || square == rook_home(side, kings_side))
                rights = static_cast<CastlingRights>(rights | castling_right(side, kings_side));
        }
    }
    return rights;
}

// Returns the piece that a pawn becomes on a square. A bishop gets the colour of the square, a rook the
// pawn's identity (section 7).
Stack promoted(Stack pawn, Suffix suffix, Square square) {
    const Color side = pawn.side();
    switch (suffix) {
        case Suffix::Queen: return {Kind::Queen, side};
        case Suffix::Knight: return {Kind::Knight, side};
        case Suffix::Bishop: return Stack(Kind::Bishop, side).with_light_bishop(is_light(square));
        default: return Stack(Kind::Rook, side).with_identity(0, pawn.identity(0));
    }
}

// Applies a move's suffix: an MVP or GOAP promotes (section 7), two rooks become a Cathedral or Hourglass.
Stack with_suffix(Stack stack, Suffix suffix, Square square) {
    switch (suffix) {
        case Suffix::Vatican: return stack.as(Kind::Vatican);
        case Suffix::Cathedral: return stack.as(Kind::Cathedral);
        case Suffix::Hourglass: return stack.as(Kind::Hourglass);
        case Suffix::Queen:
        case Suffix::Knight:
        case Suffix::Bishop: {
            const Split parts = split(stack, 1);
            return hop(promoted(parts.upper, suffix, square), parts.lower);
        }
        default: return stack;
    }
}

// Returns the Cardinal after a capture: with the capture counted, or as a Cowardly Pope (section 7).
Stack after_capture(Stack cardinal, Kind victim) {
    if (makes_pope(cardinal, victim))
        return Stack(Kind::CowardlyPope, cardinal.side()).with_identity(0, cardinal.identity(0));
    return cardinal.with_captures(cardinal.captured_pieces() + 1,
                                  cardinal.captured_points() + points_of(victim));
}

// Plays one turn of the side to move and updates all parts of the state.
class TurnPlayer {
  public:
    explicit TurnPlayer(Snapshot& state) : state_(state), us_(state.turn) {}

    void play(Move move) {
        const std::int8_t en_passant = state_.en_passant;
        state_.en_passant = -1;
        if (begins_bare()) ++state_.bare_turns[index(us_)];
        switch (move.turn()) {
            case Turn::TurnOver: turn_over(move.from(), move.suffix()); break;
            case Turn::CastleShort: castle(true); break;
            case Turn::CastleLong: castle(false); break;
            case Turn::SuperCastle: super_castle(move.from(), move.to()); break;
            case Turn::HyperCastle: hyper_castle(move.from(), move.to()); break;
            default: move_pieces(move, en_passant); break;
        }
        state_.turn = !us_;
    }

  private:
    Board& board() { return state_.board; }

    // Removes the castling rights that depend on the stack on `square`.
    void end_rights(Square square) {
        state_.castling = static_cast<CastlingRights>(state_.castling & ~rights_lost_at(square));
    }

    // Empties the square and returns its stack.
    Stack remove(Square square) {
        const Stack stack = board().at(square);
        board().remove(square);
        return stack;
    }

    // Returns whether the side has only a king and a rook, stacked or not (section 11).
    bool begins_bare() {
        const Bitboard ours = board().of(us_);
        if (count(ours) == 1) return board().kind_at(board8::first(ours)) == Kind::CowardlyKing;
        if (count(ours) != 2 || count(ours & board().all(Board::Rooks)) != 1) return false;
        const Bitboard king = ours & board().all(Board::Kings);
        return king != 0 && board().kind_at(board8::first(king)) == Kind::King;
    }

    void turn_over(Square square, Suffix suffix) {
        const Stack stack = remove(square);
        board().put(stack.as(suffix == Suffix::Hourglass ? Kind::Hourglass : Kind::Cathedral), square);
    }

    void castle(bool kings_side) {
        const Square king = king_home(us_), rook = rook_home(us_, kings_side);
        const int step = kings_side ? 1 : -1;
        const Stack king_stack = remove(king), rook_stack = remove(rook);
        board().put(king_stack, king + 2 * step);
        board().put(rook_stack, king + step);
        end_rights(king);
    }

    // Swaps a king-like piece with a Cathedral (section 9).
    void super_castle(Square king, Square cathedral) {
        const Stack king_stack = remove(king), cathedral_stack = remove(cathedral);
        board().put(king_stack.with_castled(true, king_stack.hyper_castled()), cathedral);
        board().put(cathedral_stack, king);
        end_rights(king);
        end_rights(cathedral);
    }

    void hyper_castle(Square from, Square to) {
        const Stack stack = remove(from);
        board().put(stack.with_castled(stack.super_castled(), true), to);
        end_rights(from);
    }

    // Moves a stack or a part of it, with capture, hop and promotion; `en_passant` is the state's old value.
    void move_pieces(Move move, std::int8_t en_passant) {
        const Square from = move.from(), to = move.to();
        const Stack whole = remove(from);
        const Stack part = split_off(whole, move);
        if (!move.jumps_off()) end_rights(from);
        const Kind victim = capture(part, to, en_passant);
        board().put(stack_on_arrival(part, victim, move), to);
        if (part.kind() == Kind::Pawn && to - from == 2 * forward(us_))
            state_.en_passant = static_cast<std::int8_t>(from + forward(us_));
    }

    // Returns the part of `whole` that moves, and puts the other part back on its square (section 4, A10).
    Stack split_off(Stack whole, Move move) {
        if (!move.splits()) return whole;
        const int size = size_of(whole.kind());
        const Split parts = split(whole, move.slides_out() ? move.leaving() : size - move.leaving());
        Stack staying = move.slides_out() ? parts.upper : parts.lower;
        if (move.left_pawn() != Suffix::None) staying = promoted(staying, move.left_pawn(), move.from());
        board().put(staying, move.from());
        return move.slides_out() ? parts.lower : parts.upper;
    }

    // Removes the stack that `part` captures, en passant included (section 6); returns its kind or None.
    Kind capture(Stack part, Square to, std::int8_t en_passant) {
        const Square square = part.kind() == Kind::Pawn && to == en_passant ? to - forward(us_) : to;
        if (!contains(board().of(!us_), square)) return Kind::None;
        end_rights(square);
        return remove(square).kind();
    }

    // Returns the stack on the destination after the move: after a hop and promotion, if any.
    Stack stack_on_arrival(Stack part, Kind victim, Move move) {
        const Square to = move.to();
        if (const Stack base = board().at(to)) {
            board().remove(to);
            return with_suffix(hop(part, base), move.suffix(), to);
        }
        if (part.kind() == Kind::Pawn) {
            if (move.suffix() != Suffix::None) return promoted(part, move.suffix(), to);
            return part.with_moved(true);
        }
        if (part.kind() == Kind::Cardinal && victim != Kind::None) part = after_capture(part, victim);
        return with_suffix(part, move.suffix(), to);
    }

    Snapshot& state_;
    const Color us_;
};

}  // namespace

void play_turn(Snapshot& state, Move move) { TurnPlayer(state).play(move); }

std::optional<Square> usable_hourglass(const Board& board, Color side, IdentitySet used) {
    std::optional<Square> first;  // the first in FEN order: by rank from the highest, then by file
    for (Bitboard rest = board.all(Board::Hourglasses) & board.of(side); rest;) {
        const Square square = board8::pop_first(rest);
        if ((board.at(square).identities() & ~used) && (!first || rank_of(square) > rank_of(*first)))
            first = square;
    }
    return first;
}

Snapshot state_after_travel(const Snapshot& earlier, const UsedRooks& used) {
    Snapshot state = earlier;
    for (Bitboard rest = state.board.all(Board::Hourglasses); rest;) {
        const Square square = board8::pop_first(rest);
        const Stack stack = state.board.at(square);
        if (stack.identities() & ~used[octomate::index(stack.side())]) continue;
        state.board.remove(square);
        state.board.put(stack.as(Kind::Cathedral), square);
    }
    return state;
}

PositionKey key_of(const Snapshot& state) {
    KeyMaker key;
    for (Bitboard rest = state.board.occupied(); rest;) {
        const Square square = board8::pop_first(rest);
        key.add(std::uint64_t{state.board.at(square).bits()} << 8 | static_cast<std::uint64_t>(square));
    }
    key.add(std::uint64_t{octomate::index(state.turn)} << 16 | std::uint64_t{state.castling} << 8 |
            static_cast<std::uint64_t>(static_cast<std::uint8_t>(state.en_passant)));
    key.add(std::uint64_t{state.bare_turns[0]} << 32 | state.bare_turns[1]);
    return key.key();
}

History::Node::Node(const Snapshot& state_, std::shared_ptr<const Node> before_)
    : state(state_), before(std::move(before_)), jump(nullptr), size(before ? before->size + 1 : 1) {
    KeyMaker maker;
    if (before) {
        maker.add(before->key.first);
        maker.add(before->key.second);
        // If the last two jumps have equal length, this jump spans both; otherwise it is a single step.
        const Node* near = before->jump;
        const bool equal = near && near->jump && before->size - near->size == near->size - near->jump->size;
        jump = equal ? near->jump : before.get();
    }
    const PositionKey own = key_of(state);
    maker.add(own.first);
    maker.add(own.second);
    key = maker.key();
}

// Destroys the unshared nodes before this one in a loop; recursion could overflow the stack in long games.
History::Node::~Node() {
    delete text.load(std::memory_order_relaxed);
    std::shared_ptr<const Node> rest = std::move(before);
    while (rest && rest.use_count() == 1) {
        std::atomic_thread_fence(std::memory_order_acquire);  // orders other threads' reads before this
        std::shared_ptr<const Node> next = std::move(const_cast<Node&>(*rest).before);
        rest = std::move(next);
    }
}

const Snapshot& History::at(std::uint32_t index) const {
    assert(index < size());
    const Node* node = last_.get();
    while (node->size != index + 1) node = node->jump->size >= index + 1 ? node->jump : node->before.get();
    return node->state;
}

std::vector<const History::Node*> History::nodes() const {
    std::vector<const Node*> nodes(size());
    for (const Node* node = last_.get(); node; node = node->before.get()) nodes[node->size - 1] = node;
    return nodes;
}

std::vector<const Snapshot*> History::all() const {
    std::vector<const Snapshot*> states;
    states.reserve(size());
    for (const Node* node : nodes()) states.push_back(&node->state);
    return states;
}

void History::append_text(std::string& text) const {
    for (const Node* node : nodes()) {
        const std::string* own = node->text.load(std::memory_order_acquire);
        if (!own) {
            auto made = std::make_unique<const std::string>(" | " + write_snapshot(node->state));
            // If another thread was faster, the exchange sets `own` to its text, and ours is discarded.
            if (node->text.compare_exchange_strong(own, made.get(), std::memory_order_acq_rel))
                own = made.release();
        }
        text += *own;
    }
}

History History::with(const Snapshot& state) const {
    History longer;
    longer.last_ = std::make_shared<const Node>(state, last_);
    return longer;
}

}  // namespace octomate::super_chess
