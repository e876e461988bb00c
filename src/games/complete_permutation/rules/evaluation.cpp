#include "games/shared/evaluation.hpp"

#include <array>

#include "games/complete_permutation/rules/position.hpp"
#include "games/complete_permutation/rules/state.hpp"

namespace octomate::complete_permutation {

// The evaluation is a sum of weights, one for each fact that holds in a position; the logistic function turns
// the sum into a chance of winning. Finished games and mates in one are evaluated exactly, without the
// weights. weights.txt has a set of weights for each phase of the game, by the number of pieces on the board.

/// The numbers of the facts (see games::FactLayout). They form groups; each constant is the number of the
/// first fact of a group. A group marked "both" describes each side by one fact: facts of the side to move
/// come first, then as many of the other side. The facts of groups without this mark count for the side to
/// move if they are about its own pieces, and against it otherwise.
namespace facts {

inline constexpr int pieces = 0;                ///< kind of each piece other than the king
inline constexpr int ranks = pieces + 16;       ///< relative rank of each pawn; then of each officer
inline constexpr int files = ranks + 2 * 8;     ///< distance from the edge of each pawn; then of each officer
inline constexpr int king = files + 2 * 8;      ///< the king's relative rank, then its distance from the edge
inline constexpr int reach = king + 2 * 8;      ///< both: number of squares that officers reach, divided by 8
inline constexpr int flights = reach + 2 * 24;  ///< both: number of squares to which the king can step
inline constexpr int ring = flights + 2 * 9;    ///< both: number of attacked squares next to the king
inline constexpr int assault = ring + 2 * 9;    ///< both: number of officers attacking next to the other king
inline constexpr int guards = assault + 2 * 8;  ///< both: number of own pieces next to the king
inline constexpr int loose = guards + 2 * 9;    ///< both: 0, or 1 + kind of the most valuable loose piece
inline constexpr int more = loose + 2 * 17;     ///< both: number of loose pieces after the first, 3 at most
inline constexpr int answers = more + 2 * 4;    ///< number of legal moves in check, 7 at most
inline constexpr int count = answers + 8;       ///< the number of facts

}  // namespace facts

inline constexpr std::array<int, 4> phases = {8, 20, 40, 64};
inline constexpr games::FactLayout fact_layout{facts::count, phases};

/// Attack maps of one side.
struct Attacks {
    Bitboard attacked = 0;  ///< attacked squares; the other king does not block lines
    /// Squares attacked by pawns (index 0) and by officers with 1 to 4 components (index 1 to 4). `pieces`
    /// has the squares of the attackers, with the same indices.
    std::array<Bitboard, 5> by_size{};
    std::array<Bitboard, 5> pieces{};
    int reach = 0;    ///< sum of the numbers of squares that each officer reaches
    int assault = 0;  ///< number of officers that attack a square next to the other king
};

/// Computes the attack maps of `us`. Pins are ignored.
inline Attacks attack_maps(const Board& board, Color us) {
    const Bitboard ours = board.of(us), target = bit(board.king_of(!us));
    const Bitboard through = board.occupied() & ~target, ring = king_attacks(board.king_of(!us));
    Attacks maps;
    maps.pieces[0] = board.pawns() & ours;
    maps.by_size[0] = pawn_attacks(maps.pieces[0], us);
    for (Bitboard rest = board.officers() & ours; rest;) {
        const Square from = pop_first(rest);
        Bitboard set = 0;
        std::size_t size = 0;
        const auto add = [&](Bitboard component, auto attacks) {
            if (!contains(component, from)) return;
            set |= attacks();
            ++size;
        };
        add(board.rooks(), [&] { return rook_attacks(from, through); });
        add(board.bishops(), [&] { return bishop_attacks(from, through); });
        add(board.knights(), [&] { return knight_attacks(from); });
        add(board.falcons(), [&] { return falcon_attacks(from, through); });
        maps.pieces[size] |= bit(from);
        maps.by_size[size] |= set;
        maps.reach += count(set & ~ours);
        maps.assault += (set & ring) != 0 ? 1 : 0;
    }
    maps.attacked = king_attacks(board.king_of(us));
    for (const Bitboard set : maps.by_size) maps.attacked |= set;
    return maps;
}

/// Returns the distance of the file from the nearer edge, 0…7.
constexpr int from_edge(Square square) {
    const int file = file_of(square);
    return file < files / 2 ? file : files - 1 - file;
}

/// Calls `add(fact)` for the facts about the kinds and squares of the pieces of `us`.
template <class Add>
void count_pieces(const Board& board, Color us, Add add) {
    const Bitboard ours = board.of(us);
    const auto add_square = [&](Square square, int officer) {
        add(facts::ranks + 8 * officer + relative_rank(us, rank_of(square)));
        add(facts::files + 8 * officer + from_edge(square));
    };
    for (Bitboard rest = board.pawns() & ours; rest;) {
        add(facts::pieces);
        add_square(pop_first(rest), 0);
    }
    for (Bitboard rest = board.officers() & ours; rest;) {
        const Square square = pop_first(rest);
        add(facts::pieces + board.kind_at(square));
        add_square(square, 1);
    }
    const Square king = board.king_of(us);
    add(facts::king + relative_rank(us, rank_of(king)));
    add(facts::king + 8 + from_edge(king));
}

/// Calls `add(fact)` for the groups `loose` and `more`. A piece is loose if a piece with fewer components
/// attacks it, or if it is attacked and not guarded. `own` are the attack maps of the side whose pieces are
/// counted, `other` those of its opponent; `side` is 0 if the first is to move, otherwise 1.
template <class Add>
void count_loose_pieces(const Board& board, const Attacks& own, const Attacks& other, int side, Add add) {
    constexpr auto value_rank = [] {
        std::array<int, 16> value_rank{};
        for (std::size_t n = 0; n < kinds_by_value.size(); ++n)
            value_rank[kinds_by_value[n]] = 16 - static_cast<int>(n);
        return value_rank;
    }();
    const Bitboard unguarded = other.attacked & ~own.attacked;
    Bitboard cheaper = 0, loose = 0;
    for (std::size_t size = 0; size < own.pieces.size(); ++size) {
        loose |= own.pieces[size] & (cheaper | unguarded);
        cheaper |= other.by_size[size];
    }
    const int number = count(loose);
    Kind most_valuable = pawn;
    for (Bitboard rest = loose; rest;) {
        const Kind kind = board.kind_at(pop_first(rest));
        if (value_rank[kind] > value_rank[most_valuable]) most_valuable = kind;
    }
    add(facts::loose + 17 * side + (number > 0 ? 1 + most_valuable : 0));
    add(facts::more + 4 * side + (number > 3 ? 3 : number > 0 ? number - 1 : 0));
}

/// Calls `add(fact)` for the facts of `us` in the groups marked "both"; `side` is 0 if `us` is to move.
template <class Add>
void count_side(const Board& board, Color us, const Attacks& own, const Attacks& other, int side, Add add) {
    const Bitboard ring = king_attacks(board.king_of(us)), ours = board.of(us);
    add(facts::flights + 9 * side + count(ring & ~ours & ~other.attacked));
    add(facts::ring + 9 * side + count(ring & other.attacked));
    add(facts::guards + 9 * side + count(ring & ours));
    add(facts::assault + 8 * side + (own.assault < 7 ? own.assault : 7));
    add(facts::reach + 24 * side + (own.reach < 8 * 23 ? own.reach / 8 : 23));
    count_loose_pieces(board, own, other, side, add);
}

/// Calls `add(fact)` for each fact that counts for the side to move, and `subtract(fact)` for each that
/// counts against it. The game must not be over.
template <class Add, class Subtract>
void count_facts(const State& state, Add add, Subtract subtract) {
    const Board& board = state.board;
    const Color us = state.turn;
    const Attacks ours = attack_maps(board, us), theirs = attack_maps(board, !us);
    count_pieces(board, us, add);
    count_pieces(board, !us, subtract);
    count_side(board, us, ours, theirs, 0, add);
    count_side(board, !us, theirs, ours, 1, add);
    if (contains(theirs.attacked, board.king_of(us))) {
        const std::size_t answers = count_moves(state);
        add(facts::answers + static_cast<int>(answers < 7 ? answers : 7));
    }
}

extern const std::string_view weights;  // the file weights.txt, embedded by the build

const games::Evaluation& evaluation() {
    static const games::Evaluation evaluation(fact_layout, weights);
    return evaluation;
}

constinit const std::array<Strength, strength_levels> Position::level_strengths = {{
#include "games/complete_permutation/rules/levels.inc"
}};

double Position::evaluate() const {
    if (lost_by_cruelty()) return 1;
    if (!can_move(state_)) return king_attacked(state_.board, state_.turn) ? -1 : 0;
    if (can_mate(state_)) return 1;
    const games::Evaluation& eval = evaluation();
    const std::int16_t* const first = eval.weights.data() + fact_layout.first_for(count(board().occupied()));
    int sum = 0;
    count_facts(
        state_, [&](int fact) { sum += first[fact]; }, [&](int fact) { sum -= first[fact]; });
    return eval.value(sum);
}

bool Position::facts(Facts& out) const {
    out.facts.clear();
    if (lost_by_cruelty() || !can_move(state_)) return false;
    out.sure = can_mate(state_) ? 1 : 0;
    const int first = fact_layout.first_for(count(board().occupied()));
    count_facts(
        state_, [&](int fact) { out.facts.push_back(static_cast<std::int16_t>(first + fact)); },
        [&](int fact) { out.facts.push_back(static_cast<std::int16_t>(-1 - first - fact)); });
    return true;
}

}  // namespace octomate::complete_permutation
