
#include "games/shared/evaluation.hpp"

#include <array>
#include <bit>
#include <cstdlib>
#include <optional>

#include "games/super_chess/rules/position.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

/// The facts on which the evaluation rests, in groups of numbers that follow each other. Groups of both sides
/// hold first the facts of the side to move, then those of the other; of other groups those of the other side
/// count against.
namespace facts {

inline constexpr int stacks = 0;                 ///< kinds of stacks
inline constexpr int squares = stacks + 21;      ///< class × squares, files e…h mirrored
inline constexpr int royals = squares + 7 * 32;  ///< both sides: king-like pieces, from 1
inline constexpr int flights = royals + 2 * 3;   ///< both: squares to which the king could step
inline constexpr int ring = flights + 2 * 9;     ///< both: squares next to the king that are attacked
inline constexpr int assault = ring + 2 * 9;     ///< both: stacks that attack squares next to the other king
inline constexpr int guards = assault + 2 * 8;   ///< both: own stacks next to the king
inline constexpr int reach = guards + 2 * 9;     ///< both: squares that stacks reach, by fours
inline constexpr int loose =
    reach + 2 * 24;                         ///< both: the dearest stack that may be lost; none, or its value
inline constexpr int more = loose + 2 * 7;  ///< both: how many others
inline constexpr int climb = more + 2 * 4;  ///< both: the way from a king to the own Vatican; 0: none
inline constexpr int travel = climb + 2 * 8;    ///< both: whether it has an Hourglass to travel with
inline constexpr int answers = travel + 2 * 2;  ///< moves in check
inline constexpr int count = answers + 8;

}  // namespace facts

/// Stacks count as one.
inline constexpr std::array<int, 3> phases = {8, 18, 32};
inline constexpr games::FactLayout fact_layout{facts::count, phases};

/// How dear a stack is, 0…5, by kind; king-like pieces are only lost where there is another.
inline constexpr std::array<std::uint8_t, kinds> dearness = {0, 0, 1, 1, 2, 4, 3, 2, 3, 3, 3,
                                                             3, 4, 4, 5, 4, 4, 4, 5, 5, 5};

/// What a side sees.
struct Sight {
    Bitboard all = 0;  ///< the squares that it attacks, through the other king too
    /// The same by stacks of each dearness, and where those stand.
    std::array<Bitboard, 6> by_dearness{};
    std::array<Bitboard, 6> stacks{};
    int reach = 0;    ///< how many squares its stacks reach, each by itself
    int assault = 0;  ///< how many of them attack a square next to the other king
};

/// The squares on which a stack attacks a king-like piece, whole or by any split.
inline Bitboard attacks_from(const Board& board, Color us, Square from, Bitboard occupied) {
    Bitboard set = 0;
    if (contains(board.all(Board::Orthogonals), from)) set |= board8::rook_attacks(from, occupied);
    if (contains(board.all(Board::Diagonals), from)) set |= board8::bishop_attacks(from, occupied);
    if (contains(board.all(Board::Knights), from)) set |= board8::knight_attacks(from);
    if (contains(board.all(Board::Paladins), from)) set |= paladin_attacks(from);
    if (contains(board.all(Board::PawnLike), from)) set |= board8::pawn_attacks(us, from);
    if (contains(board.all(Board::Goaps), from)) set |= diagonal_neighbours(from);
    if (contains(board.all(Board::Kings), from)) set |= board8::king_attacks(from);
    return set;
}

/// The first square of a set as its side sees the board, from its own left corner.
constexpr Square first_for(Color side, Bitboard set) {
    return side == Color::White ? board8::first(set) : 63 - std::countl_zero(set);
}

/// The square of a side's king, or of its first king-like piece; each side has one.
inline Square king_of(const Board& board, Color side) { return first_for(side, board.king_like(side)); }

inline Sight sight_of(const Board& board, Color us) {
    const Bitboard ours = board.of(us);
    const Bitboard through = board.occupied() & ~board.king_like(!us);
    const Bitboard ring = board8::king_attacks(king_of(board, !us));
    Sight sight;
    for (Bitboard rest = ours; rest;) {
        const Square from = board8::pop_first(rest);
        const Bitboard set = attacks_from(board, us, from, through);
        const std::size_t dear = dearness[index(board.kind_at(from))];
        sight.stacks[dear] |= bit(from);
        sight.by_dearness[dear] |= set;
        sight.all |= set;
        sight.reach += count(set & ~ours);
        sight.assault += (set & ring) != 0 ? 1 : 0;
    }
    return sight;
}

/// Which squares facts tell apart: of pawns, knights, bishops, rooks, queens, king-like pieces and stacks of
/// two or more.
constexpr int class_of(Kind kind) {
    if (is_king_like(kind)) return 5;
    return is_super(kind) ? 6 : static_cast<int>(index(kind)) - 1;
}

/// The stacks of a side and where they stand: `take(fact)`.
template <class Take>
void count_stacks(const Board& board, Color us, Take take) {
    for (Bitboard rest = board.of(us); rest;) {
        const Square square = board8::pop_first(rest);
        const Kind kind = board.kind_at(square);
        const int file = file_of(square) < 4 ? file_of(square) : 7 - file_of(square);
        take(facts::stacks + static_cast<int>(index(kind)));
        take(facts::squares + 32 * class_of(kind) + 4 * board8::relative_rank(us, rank_of(square)) + file);
    }
}

/// What a side may lose: stacks that are attacked by a cheaper one, or by any and not guarded.
template <class Take>
void count_loose_pieces(const Sight& own, const Sight& other, Bitboard lone_king, int side, Take take) {
    const Bitboard unguarded = other.all & ~own.all;
    Bitboard cheaper = 0;
    int dearest = 0, number = 0;
    for (std::size_t dear = 0; dear < own.stacks.size(); ++dear) {
        const int loose = count(own.stacks[dear] & ~lone_king & (cheaper | unguarded));
        if (loose > 0) dearest = static_cast<int>(dear) + 1;
        number += loose;
        cheaper |= other.by_dearness[dear];
    }
    take(facts::loose + 7 * side + dearest);
    take(facts::more + 4 * side + (number > 3 ? 3 : number > 0 ? number - 1 : 0));
}

/// The steps of a king from one square to another.
inline int distance(Square a, Square b) {
    const int files = std::abs(file_of(a) - file_of(b)), ranks = std::abs(rank_of(a) - rank_of(b));
    return files > ranks ? files : ranks;
}

/// What is to be said of a side beside its stacks.
template <class Take>
void count_side(const Board& board, const Used& used, Color us, const Sight& own, const Sight& other,
                int side, Take take) {
    const Bitboard kings = board.king_like(us), ours = board.of(us);
    const Square king = king_of(board, us);
    const Bitboard next = board8::king_attacks(king);
    const int royals = count(kings);
    take(facts::royals + 3 * side + (royals < 3 ? royals : 3) - 1);
    take(facts::flights + 9 * side + count(next & ~ours & ~other.all));
    take(facts::ring + 9 * side + count(next & other.all));
    take(facts::guards + 9 * side + count(next & ours));
    take(facts::assault + 8 * side + (own.assault < 7 ? own.assault : 7));
    take(facts::reach + 24 * side + (own.reach < 4 * 23 ? own.reach / 4 : 23));
    count_loose_pieces(own, other, royals == 1 ? kings : 0, side, take);
    const Bitboard vaticans = board.all(Board::Vaticans) & ours;
    take(facts::climb + 8 * side + (vaticans ? distance(king, first_for(us, vaticans)) : 0));
    take(facts::travel + 2 * side + (usable_hourglass(board, us, used[octomate::index(us)]) ? 1 : 0));
}

/// Whom a state favours in which the game goes on: `take(fact)` for the side to move, `against(fact)` for the
/// other.
template <class Take, class Against>
void count_facts(const Snapshot& state, const Used& used, Take take, Against against) {
    const Board& board = state.board;
    const Color us = state.turn;
    const Sight ours = sight_of(board, us), theirs = sight_of(board, !us);
    count_stacks(board, us, take);
    count_stacks(board, !us, against);
    count_side(board, used, us, ours, theirs, 0, take);
    count_side(board, used, !us, theirs, ours, 1, take);
    if (in_check(board, us)) {
        const std::size_t answers = count_turns(state, used);
        take(facts::answers + static_cast<int>(answers < 7 ? answers : 7));
    }
}

extern const std::string_view weights;

const games::Evaluation& evaluation() {
    static const games::Evaluation evaluation(fact_layout, weights);
    return evaluation;
}

constinit const std::array<Strength, strengths> Position::level_strengths = {{
#include "games/super_chess/rules/levels.inc"
}};

namespace {

/// The value of a state for its side to move, if the game is over or a turn wins at once. `has_past`: whether
/// there are states to travel to.
std::optional<double> certain_value(const Snapshot& state, const Used& used, bool has_past) {
    if (const Bitboard high = high_grounds(state.board))
        return high & state.board.of(state.turn) ? 1.0 : -1.0;
    if (can_win(state, used)) return 1.0;
    if (has_turn(state, used) ||
        (has_past && usable_hourglass(state.board, state.turn, used[index(state.turn)])))
        return std::nullopt;
    return in_check(state.board, state.turn) ? -1.0 : 0.0;
}

double evaluate(const Snapshot& state, const Used& used, bool has_past) {
    if (const auto certain = certain_value(state, used, has_past)) return *certain;
    const games::Evaluation& with = evaluation();
    const std::int16_t* const first =
        with.weights.data() + fact_layout.first_for(count(state.board.occupied()));
    int sum = 0;
    count_facts(
        state, used, [&](int fact) { sum += first[fact]; }, [&](int fact) { sum -= first[fact]; });
    return with.value(sum);
}

}  // namespace

double Position::evaluate() const { return super_chess::evaluate(now_, used_, !history_.empty()); }

double Position::value_after(Move move) const {
    if (move.is_travel()) {
        const Position after = play(move);
        return after.turn() == turn() ? after.evaluate() : -after.evaluate();
    }
    Snapshot after = now_;
    play_turn(after, move);
    return -super_chess::evaluate(after, used_, true);
}

bool Position::facts(Facts& out) const {
    out.facts.clear();
    const auto certain = certain_value(now_, used_, !history_.empty());
    if (certain && (*certain != 1 || over_by_high_ground())) return false;
    out.sure = certain ? 1 : 0;
    const int first = fact_layout.first_for(count(board().occupied()));
    count_facts(
        now_, used_, [&](int fact) { out.facts.push_back(static_cast<std::int16_t>(first + fact)); },
        [&](int fact) { out.facts.push_back(static_cast<std::int16_t>(-1 - first - fact)); });
    return true;
}

}  // namespace octomate::super_chess
