
#include "games/shared/evaluation.hpp"

#include <array>
#include <bit>
#include <cstdlib>
#include <optional>

#include "games/super_chess/rules/position.hpp"
#include "games/super_chess/rules/snapshot.hpp"

namespace octomate::super_chess {

// The evaluation is a sum of weights, one for each fact that is true of a state; the logistic function turns
// the sum into a chance of winning. Finished games and wins in one turn are evaluated exactly instead.
// The weights are in weights.txt, a set for each phase of the game by the number of stacks on the board.

/// The index of the first fact of each group. A group marked "both" has facts about the side to move, then as
/// many about the other side. A fact of another group is about one stack, or about the side to move: its
/// weight is added for the side to move and subtracted for the other side.
namespace facts {

inline constexpr int stacks = 0;                 ///< kind of each stack
inline constexpr int squares = stacks + 21;      ///< class of each stack × square, files e–h mirrored
inline constexpr int royals = squares + 7 * 32;  ///< both: number of king-like pieces minus 1
inline constexpr int flights = royals + 2 * 3;   ///< both: number of squares to which the king can step
inline constexpr int ring = flights + 2 * 9;     ///< both: number of attacked squares next to the king
inline constexpr int assault = ring + 2 * 9;     ///< both: number of stacks attacking next to the other king
inline constexpr int guards = assault + 2 * 8;   ///< both: number of own stacks next to the king
inline constexpr int reach = guards + 2 * 9;     ///< both: number of squares that stacks reach, divided by 4
inline constexpr int loose = reach + 2 * 24;  ///< both: 0, or 1 + value rank of the most valuable loose stack
inline constexpr int more = loose + 2 * 7;    ///< both: number of loose stacks after the first, 3 at most
inline constexpr int climb = more + 2 * 4;    ///< both: king's steps to the own Vatican; 0 without a Vatican
inline constexpr int travel = climb + 2 * 8;  ///< both: 1 if the side has an Hourglass to travel with
inline constexpr int answers = travel + 2 * 2;  ///< number of legal turns in check, 7 at most
inline constexpr int count = answers + 8;

}  // namespace facts

/// The greatest number of stacks in each phase of the game.
inline constexpr std::array<int, 3> phases = {8, 18, 32};
inline constexpr games::FactLayout fact_layout{facts::count, phases};

/// The value rank of each kind of stack, 0…5.
inline constexpr std::array<std::uint8_t, kind_count> value_rank = {0, 0, 1, 1, 2, 4, 3, 2, 3, 3, 3,
                                                                    3, 4, 4, 5, 4, 4, 4, 5, 5, 5};

/// Attack maps of one side.
struct Attacks {
    Bitboard attacked = 0;  ///< attacked squares; the other side's kings do not block lines
    /// Attacked squares by value rank of the attacker; `stacks` has the squares of the attackers.
    std::array<Bitboard, 6> by_value{};
    std::array<Bitboard, 6> stacks{};
    int reach = 0;    ///< sum of the numbers of squares that each stack attacks, except friendly stacks
    int assault = 0;  ///< number of stacks that attack a square next to the other king
};

/// Returns the squares on which the stack on `from` attacks king-like pieces, as a whole or by any split.
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

/// Returns the first square of a nonempty set, counted from the a1 corner for White and from h8 for Black.
constexpr Square first_for(Color side, Bitboard set) {
    return side == Color::White ? board8::first(set) : 63 - std::countl_zero(set);
}

/// Returns the square of a side's first king-like piece; the side must have one.
inline Square king_of(const Board& board, Color side) { return first_for(side, board.king_like(side)); }

inline Attacks attack_maps(const Board& board, Color us) {
    const Bitboard ours = board.of(us);
    const Bitboard blockers = board.occupied() & ~board.king_like(!us);
    const Bitboard ring = board8::king_attacks(king_of(board, !us));
    Attacks maps;
    for (Bitboard rest = ours; rest;) {
        const Square from = board8::pop_first(rest);
        const Bitboard set = attacks_from(board, us, from, blockers);
        const std::size_t value = value_rank[index(board.kind_at(from))];
        maps.stacks[value] |= bit(from);
        maps.by_value[value] |= set;
        maps.attacked |= set;
        maps.reach += count(set & ~ours);
        maps.assault += (set & ring) != 0 ? 1 : 0;
    }
    return maps;
}

/// Returns the class of a kind for the group `squares`: 0 pawns, 1 knights, 2 bishops, 3 rooks, 4 queens, 5
/// king-like pieces, 6 other stacks of two or more.
constexpr int class_of(Kind kind) {
    if (is_king_like(kind)) return 5;
    return is_super(kind) ? 6 : static_cast<int>(index(kind)) - 1;
}

/// Calls `add(fact)` for the kind and the square of each stack of side `us`.
template <class Add>
void count_stacks(const Board& board, Color us, Add add) {
    for (Bitboard rest = board.of(us); rest;) {
        const Square square = board8::pop_first(rest);
        const Kind kind = board.kind_at(square);
        const int file = file_of(square) < 4 ? file_of(square) : 7 - file_of(square);
        add(facts::stacks + static_cast<int>(index(kind)));
        add(facts::squares + 32 * class_of(kind) + 4 * board8::relative_rank(us, rank_of(square)) + file);
    }
}

/// Calls `add(fact)` for a side's loose stacks: those attacked by a stack of lower value rank, or attacked
/// and not guarded. A lone king is not loose. `side` is 0 for the side to move, 1 for the other.
template <class Add>
void count_loose_pieces(const Attacks& own, const Attacks& other, Bitboard lone_king, int side, Add add) {
    const Bitboard unguarded = other.attacked & ~own.attacked;
    Bitboard attacked_by_lower = 0;
    int most_valuable = 0, number = 0;
    for (std::size_t value = 0; value < own.stacks.size(); ++value) {
        const int loose = count(own.stacks[value] & ~lone_king & (attacked_by_lower | unguarded));
        if (loose > 0) most_valuable = static_cast<int>(value) + 1;
        number += loose;
        attacked_by_lower |= other.by_value[value];
    }
    add(facts::loose + 7 * side + most_valuable);
    add(facts::more + 4 * side + (number > 3 ? 3 : number > 0 ? number - 1 : 0));
}

/// Returns the number of king's steps from one square to another.
inline int distance(Square a, Square b) {
    const int files = std::abs(file_of(a) - file_of(b)), ranks = std::abs(rank_of(a) - rank_of(b));
    return files > ranks ? files : ranks;
}

/// Calls `add(fact)` for the facts about side `us` in the groups that `facts` marks "both". `own` and `other`
/// are the attack maps of `us` and its opponent; `side` is 0 if `us` is to move, else 1.
template <class Add>
void count_side(const Board& board, const UsedRooks& used, Color us, const Attacks& own, const Attacks& other,
                int side, Add add) {
    const Bitboard kings = board.king_like(us), ours = board.of(us);
    const Square king = king_of(board, us);
    const Bitboard ring = board8::king_attacks(king);
    const int royals = count(kings);
    add(facts::royals + 3 * side + (royals < 3 ? royals : 3) - 1);
    add(facts::flights + 9 * side + count(ring & ~ours & ~other.attacked));
    add(facts::ring + 9 * side + count(ring & other.attacked));
    add(facts::guards + 9 * side + count(ring & ours));
    add(facts::assault + 8 * side + (own.assault < 7 ? own.assault : 7));
    add(facts::reach + 24 * side + (own.reach < 4 * 23 ? own.reach / 4 : 23));
    count_loose_pieces(own, other, royals == 1 ? kings : 0, side, add);
    const Bitboard vaticans = board.all(Board::Vaticans) & ours;
    add(facts::climb + 8 * side + (vaticans ? distance(king, first_for(us, vaticans)) : 0));
    add(facts::travel + 2 * side + (usable_hourglass(board, us, used[octomate::index(us)]) ? 1 : 0));
}

/// Calls `add(fact)` or `subtract(fact)` for each fact of a state in which the game is not over.
template <class Add, class Subtract>
void count_facts(const Snapshot& state, const UsedRooks& used, Add add, Subtract subtract) {
    const Board& board = state.board;
    const Color us = state.turn;
    const Attacks ours = attack_maps(board, us), theirs = attack_maps(board, !us);
    count_stacks(board, us, add);
    count_stacks(board, !us, subtract);
    count_side(board, used, us, ours, theirs, 0, add);
    count_side(board, used, !us, theirs, ours, 1, add);
    if (in_check(board, us)) {
        const std::size_t answers = count_turns(state, used);
        add(facts::answers + static_cast<int>(answers < 7 ? answers : 7));
    }
}

extern const std::string_view weights;  // the file weights.txt, embedded by the build

const games::Evaluation& evaluation() {
    static const games::Evaluation evaluation(fact_layout, weights);
    return evaluation;
}

constinit const std::array<Strength, strength_levels> Position::level_strengths = {{
#include "games/super_chess/rules/levels.inc"
}};

namespace {

// Returns the exact value for the side to move if the game is over or a turn wins at once, else nullopt.
// `has_past`: whether there are earlier states, to which a side can travel.
std::optional<double> certain_value(const Snapshot& state, const UsedRooks& used, bool has_past) {
    if (const Bitboard high = high_grounds(state.board))
        return high & state.board.of(state.turn) ? 1.0 : -1.0;
    if (can_win(state, used)) return 1.0;
    if (has_turn(state, used) ||
        (has_past && usable_hourglass(state.board, state.turn, used[index(state.turn)])))
        return std::nullopt;
    return in_check(state.board, state.turn) ? -1.0 : 0.0;
}

double evaluate(const Snapshot& state, const UsedRooks& used, bool has_past) {
    if (const auto certain = certain_value(state, used, has_past)) return *certain;
    const games::Evaluation& eval = evaluation();
    const std::int16_t* const first =
        eval.weights.data() + fact_layout.first_for(count(state.board.occupied()));
    int sum = 0;
    count_facts(
        state, used, [&](int fact) { sum += first[fact]; }, [&](int fact) { sum -= first[fact]; });
    return eval.value(sum);
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
