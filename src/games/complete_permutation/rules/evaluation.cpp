
#include "games/shared/evaluation.hpp"

#include <array>

#include "games/complete_permutation/rules/position.hpp"
#include "games/complete_permutation/rules/state.hpp"

namespace octomate::complete_permutation {

/// The facts on which the evaluation rests, in groups of numbers that follow each other. Groups of both sides
/// hold first the facts of the side to move, then those of the other; of other groups those of the other side
/// count against.
namespace facts {

inline constexpr int pieces = 0;                ///< kinds of pieces but the king
inline constexpr int ranks = pieces + 16;       ///< pawns, then pieces: relative ranks
inline constexpr int files = ranks + 2 * 8;     ///< pawns, then pieces: files from the edge of the board
inline constexpr int king = files + 2 * 8;      ///< the king's relative rank, and its file from the edge
inline constexpr int reach = king + 2 * 8;      ///< both sides: squares that pieces reach, by eights
inline constexpr int flights = reach + 2 * 24;  ///< both: squares to which the king could step
inline constexpr int ring = flights + 2 * 9;    ///< both: squares next to the king that are attacked
inline constexpr int assault = ring + 2 * 9;    ///< both: pieces that attack squares next to the other king
inline constexpr int guards = assault + 2 * 8;  ///< both: own pieces next to the king
inline constexpr int loose = guards + 2 * 9;  ///< both: the dearest piece that may be lost; none, or its kind
inline constexpr int more = loose + 2 * 17;   ///< both: how many others
inline constexpr int answers = more + 2 * 4;  ///< moves in check
inline constexpr int count = answers + 8;

}  // namespace facts

inline constexpr std::array<int, 4> phases = {8, 20, 40, 64};
inline constexpr games::FactLayout fact_layout{facts::count, phases};

/// What a side sees.
struct Sight {
    Bitboard all = 0;  ///< the squares that it attacks, through the other king too
    /// The same by pawns, then by pieces of so many components; and where those pieces stand.
    std::array<Bitboard, 5> by_size{};
    std::array<Bitboard, 5> pieces{};
    int reach = 0;    ///< how many squares its pieces reach, each by itself
    int assault = 0;  ///< how many of its pieces attack a square next to the other king
};

inline Sight sight_of(const Board& board, Color us) {
    const Bitboard ours = board.of(us), target = bit(board.king_of(!us));
    const Bitboard through = board.occupied() & ~target, ring = king_attacks(board.king_of(!us));
    Sight sight;
    sight.pieces[0] = board.pawns() & ours;
    sight.by_size[0] = pawn_attacks(sight.pieces[0], us);
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
        sight.pieces[size] |= bit(from);
        sight.by_size[size] |= set;
        sight.reach += count(set & ~ours);
        sight.assault += (set & ring) != 0 ? 1 : 0;
    }
    sight.all = king_attacks(board.king_of(us));
    for (const Bitboard set : sight.by_size) sight.all |= set;
    return sight;
}

/// The files from the edge of the board: 0…7.
constexpr int from_edge(Square square) {
    const int file = file_of(square);
    return file < files / 2 ? file : files - 1 - file;
}

/// The pieces of a side and where they stand: `take(fact)`.
template <class Take>
void take_pieces(const Board& board, Color us, Take take) {
    const Bitboard ours = board.of(us);
    const auto place = [&](Square square, int officers) {
        take(facts::ranks + 8 * officers + relative_rank(us, rank_of(square)));
        take(facts::files + 8 * officers + from_edge(square));
    };
    for (Bitboard rest = board.pawns() & ours; rest;) {
        take(facts::pieces);
        place(pop_first(rest), 0);
    }
    for (Bitboard rest = board.officers() & ours; rest;) {
        const Square square = pop_first(rest);
        take(facts::pieces + board.kind_at(square));
        place(square, 1);
    }
    const Square king = board.king_of(us);
    take(facts::king + relative_rank(us, rank_of(king)));
    take(facts::king + 8 + from_edge(king));
}

/// What a side may lose: pieces that are attacked by a cheaper one, or by any and not guarded.
template <class Take>
void count_loose_pieces(const Board& board, const Sight& own, const Sight& other, int side, Take take) {
    constexpr auto dearness = [] {
        std::array<int, 16> dearness{};
        for (std::size_t at = 0; at < kinds_by_value.size(); ++at)
            dearness[kinds_by_value[at]] = 16 - static_cast<int>(at);
        return dearness;
    }();
    const Bitboard unguarded = other.all & ~own.all;
    Bitboard cheaper = 0, loose = 0;
    for (std::size_t size = 0; size < own.pieces.size(); ++size) {
        loose |= own.pieces[size] & (cheaper | unguarded);
        cheaper |= other.by_size[size];
    }
    const int number = count(loose);
    Kind dearest = pawn;
    for (Bitboard rest = loose; rest;) {
        const Kind kind = board.kind_at(pop_first(rest));
        if (dearness[kind] > dearness[dearest]) dearest = kind;
    }
    take(facts::loose + 17 * side + (number > 0 ? 1 + dearest : 0));
    take(facts::more + 4 * side + (number > 3 ? 3 : number > 0 ? number - 1 : 0));
}

/// What is to be said of a side beside its pieces.
template <class Take>
void count_side(const Board& board, Color us, const Sight& own, const Sight& other, int side, Take take) {
    const Bitboard next = king_attacks(board.king_of(us)), ours = board.of(us);
    take(facts::flights + 9 * side + count(next & ~ours & ~other.all));
    take(facts::ring + 9 * side + count(next & other.all));
    take(facts::guards + 9 * side + count(next & ours));
    take(facts::assault + 8 * side + (own.assault < 7 ? own.assault : 7));
    take(facts::reach + 24 * side + (own.reach < 8 * 23 ? own.reach / 8 : 23));
    count_loose_pieces(board, own, other, side, take);
}

/// Whom a position favours in which the game goes on: `take(fact)` for the side to move, `against(fact)` for
/// the other.
template <class Take, class Against>
void count_facts(const State& state, Take take, Against against) {
    const Board& board = state.board;
    const Color us = state.turn;
    const Sight ours = sight_of(board, us), theirs = sight_of(board, !us);
    take_pieces(board, us, take);
    take_pieces(board, !us, against);
    count_side(board, us, ours, theirs, 0, take);
    count_side(board, !us, theirs, ours, 1, take);
    if (contains(theirs.all, board.king_of(us))) {
        const std::size_t answers = count_moves(state);
        take(facts::answers + static_cast<int>(answers < 7 ? answers : 7));
    }
}

extern const std::string_view weights;

const games::Evaluation& evaluation() {
    static const games::Evaluation evaluation(fact_layout, weights);
    return evaluation;
}

constinit const std::array<Strength, strengths> Position::level_strengths = {{
#include "games/complete_permutation/rules/levels.inc"
}};

double Position::evaluate() const {
    if (lost_by_cruelty()) return 1;
    if (!can_move(state_)) return king_attacked(state_.board, state_.turn) ? -1 : 0;
    if (can_mate(state_)) return 1;
    const games::Evaluation& with = evaluation();
    const std::int16_t* const first = with.weights.data() + fact_layout.first_for(count(board().occupied()));
    int sum = 0;
    count_facts(
        state_, [&](int fact) { sum += first[fact]; }, [&](int fact) { sum -= first[fact]; });
    return with.value(sum);
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
