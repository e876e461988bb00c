// Takes moves back, and searches for games that lead to a position (proof games).
//
// Retraction: given a position, find all positions and moves that lead to it. The piece that made the last
// move (the mover) now stands where its cascade ended. `Retractor` tries each piece of the side that moved as
// the mover, and for each of them cascades of 0, 1, 2, … swaps. A swap is undone by exchanging the mover with
// the piece one square behind it, so k swaps are possible only if the k squares behind the mover are
// occupied. The square that the mover reaches in this way is its landing square; before, it stood on an empty
// square from which it can move there. It may have been a pawn that promoted, and a king may have captured.
// Each guess is verified by replaying it: the cascade must make as many swaps as were undone. Teleports are
// undone by exchanging the king with another piece of its side.
//
// Proof games: given a target position, find a game that leads to it. `Prover` first searches breadth first
// from both ends, forwards from the initial array and backwards from the target by retraction; each time it
// extends the search whose last level is smaller. The first position that both searches reach lies on a
// shortest game. If the backward search runs out of positions without reaching the array, the target is
// illegal, and the positions found are the certificate. For long games the numbers of positions grow too
// fast. So a second stage repeats a randomised beam search, forwards from the array, until a limit: at each
// ply it keeps the positions with the least estimated distance (`Goal`) to an aim. The aim is not the target
// itself but an ancestor of it that is easier to reach (`find_loose_ancestor`): one with fewer pieces
// directly above each other, because these cause cascades, and with pawns nearer to their first squares.

#include "games/superpermutation/rules/proof.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "board8/board.hpp"
#include "core/random.hpp"
#include "games/superpermutation/rules/cascade.hpp"

namespace octomate::superpermutation {

namespace {

using board8::Bitboard;
using board8::Board;
using board8::contains;
using board8::Kind;
using board8::Square;

/// Returns the squares that a piece other than a pawn attacks from `square`.
Bitboard attacks(Kind kind, Square square, Bitboard occupied) {
    switch (kind) {
        case Kind::Knight: return board8::knight_attacks(square);
        case Kind::Bishop: return board8::bishop_attacks(square, occupied);
        case Kind::Rook: return board8::rook_attacks(square, occupied);
        case Kind::Queen:
            return board8::rook_attacks(square, occupied) | board8::bishop_attacks(square, occupied);
        default: return board8::king_attacks(square);
    }
}

/// Takes back the last move, which `Us` made: see the top of this file. Relies on I2, I3, I4, I5, I7 and I8.
template <class Rules, Color Us>
class Retractor {
  public:
    explicit Retractor(const Board& after) : after_(after) {}

    /// Returns all positions before the last move, each with that move.
    std::vector<Retraction<Rules>> all() {
        undo_teleports();
        for (Bitboard pieces = after_.of(Us); pieces;) undo_climbs(board8::pop_first(pieces));
        return std::move(retractions_);
    }

  private:
    static constexpr int step = board8::forward(Us);
    static constexpr Bitboard first_rank = board8::rank_set(board8::relative_rank(Us, 0));
    static constexpr Bitboard second_rank = board8::rank_set(board8::relative_rank(Us, 1));
    static constexpr Bitboard last_rank = board8::rank_set(board8::relative_rank(Us, 7));

    void undo_teleports() {
        const Square king = after_.king(Us);
        for (Bitboard partners = after_.of(Us) & ~after_.pawns() & ~board8::bit(king); partners;) {
            const Square from = board8::pop_first(partners);
            const Board before = after_.swapped(king, from);
            if (!king_attacked(before, Us)) add(before, from, king, 0, Effect::Teleport);
        }
    }

    /// Undoes the moves of the piece on `end`, where their cascades ended, for every length of the cascade.
    void undo_climbs(Square end) {
        const Kind kind = after_.at(end)->kind;
        const bool may_have_promoted = contains(last_rank, end) && kind != Kind::Pawn && kind != Kind::King;
        Board others = after_;  // the pieces other than the mover, when it landed
        others.remove(end);
        for (Square landing = end;; landing -= step) {
            const int swaps = (end - landing) / step;
            undo_arrivals(kind, others, landing, swaps, Effect::None);
            if (may_have_promoted) undo_arrivals(Kind::Pawn, others, landing, swaps, promotion_to(kind));
            if (swaps > 0 && contains(first_rank, landing))
                undo_forced_promotion(kind, others, landing, swaps);
            const Square behind = landing - step;
            if (behind < 0 || behind >= 64 || !contains(others.occupied(), behind)) return;
            others = others.moved(behind, landing);
            if (others.pawns() & others.of(Us) & last_rank) return;  // no pawn stands there (I3)
        }
    }

    /// Undoes moves whose first swap pushed an enemy pawn from the square in front of `landing` to its last
    /// rank, where it promoted. `others` still holds the promoted piece in front of `landing`.
    void undo_forced_promotion(Kind mover, Board others, Square landing, int swaps) {
        const board8::Piece pushed = *others.at(landing + step);
        if (pushed.color == Us || pushed.kind == Kind::Pawn || pushed.kind == Kind::King) return;
        if (!Rules::chooses_forced_promotion && pushed.kind != Kind::Queen) return;
        others.remove(landing + step);
        others.put({Kind::Pawn, !Us}, landing + step);
        undo_arrivals(mover, others, landing, swaps,
                      Rules::chooses_forced_promotion ? promotion_to(pushed.kind) : Effect::None);
    }

    /// Undoes the movements of a piece of `kind` to `landing`, captures by a king included.
    void undo_arrivals(Kind kind, const Board& others, Square landing, int swaps, Effect effect) {
        for (Bitboard from = origins(kind, landing, others.occupied()); from;)
            undo(kind, others, board8::pop_first(from), landing, swaps, effect);
        if (kind != Kind::King) return;
        for (const Kind victim : {Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen}) {
            if (victim == Kind::Pawn && contains(first_rank, landing)) continue;  // no pawn stands there (I3)
            Board with_victim = others;
            with_victim.put({victim, !Us}, landing);
            for (Bitboard from = board8::king_attacks(landing) & ~others.occupied(); from;)
                undo(kind, with_victim, board8::pop_first(from), landing, swaps, effect);
        }
    }

    /// Returns the empty squares from which a piece of `kind` moves to `landing` without capturing.
    static Bitboard origins(Kind kind, Square landing, Bitboard occupied) {
        if (kind != Kind::Pawn) return attacks(kind, landing, occupied) & ~occupied;
        const Bitboard one_step = board8::step_back<Us>(board8::bit(landing)) & ~occupied;
        return one_step | (board8::step_back<Us>(one_step) & second_rank & ~occupied);
    }

    /// Adds the position with the mover on `from` if its cascade from `landing` really makes `swaps` swaps.
    void undo(Kind kind, const Board& others, Square from, Square landing, int swaps, Effect effect) {
        Board before = others;
        before.put({kind, Us}, from);
        int expected = 0;
        if (Rules::cascade_in_check || !king_attacked(before, Us)) {
            Board landed = before.moved(from, landing);
            expected = cascade<Us>(landed, landing);
        }
        if (swaps == expected) add(before, from, landing, swaps, effect);
    }

    /// Adds a position unless the side not to move is in check there. The move does not leave the mover's
    /// king in check, because `after_` is valid.
    void add(const Board& before, Square from, Square to, int swaps, Effect effect) {
        if (king_attacked(before, !Us)) return;
        const Move move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                        static_cast<std::uint8_t>(swaps), effect};
        retractions_.push_back({Position<Rules>(before, Us), move});
    }

    const Board& after_;
    std::vector<Retraction<Rules>> retractions_;
};

}  // namespace

template <class Rules>
std::vector<Retraction<Rules>> retract(const Position<Rules>& after) {
    return after.turn() == Color::Black ? Retractor<Rules, Color::White>(after.board()).all()
                                        : Retractor<Rules, Color::Black>(after.board()).all();
}

template std::vector<Retraction<D8>> retract(const D8Position&);
template std::vector<Retraction<Parent>> retract(const ParentPosition&);

namespace {

constexpr std::array<Kind, 4> officers = {Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen};
constexpr std::array<Color, 2> colors = {Color::White, Color::Black};

bool has_possible_pieces(const Board& board) {
    return count_pieces(board, Color::White).possible() && count_pieces(board, Color::Black).possible();
}

/// Returns a 64-bit hash of a position; symmetric positions have different hashes. Few positions are
/// compared, so collisions are neglected; a game that is found is replayed anyway.
template <class Rules>
std::uint64_t hash_of(const Position<Rules>& position) {
    KeyMaker maker;
    for (const Bitboard set : position.board().sets()) maker.add(set);
    maker.add(index(position.turn()));
    const PositionKey key = maker.key();
    return key.first ^ key.second;
}

// ---- Estimated distances between positions ---------------------------------------------------------------

/// A table of the number of moves that a piece needs from square to square on an empty board. A square that
/// it reaches only by a cascade, such as one of the other colour for a bishop, counts `by_cascade` moves.
class Distances {
  public:
    Distances() {
        for (const Kind kind : {Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King}) {
            for (Square from = 0; from < 64; ++from) fill(kind, from);
        }
    }

    int operator()(Kind kind, Square from, Square to) const {
        return moves_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(from)]
                     [static_cast<std::size_t>(to)];
    }

  private:
    static constexpr std::uint8_t by_cascade = 4;

    void fill(Kind kind, Square from) {
        auto& moves = moves_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(from)];
        moves.fill(by_cascade);
        Bitboard reached = board8::bit(from), frontier = reached;
        for (std::uint8_t distance = 0; frontier; ++distance) {
            Bitboard next = 0;
            while (frontier) {
                const Square square = board8::pop_first(frontier);
                moves[static_cast<std::size_t>(square)] = distance;
                next |= attacks(kind, square, 0);
            }
            frontier = next & ~reached;
            reached |= next;
        }
    }

    std::array<std::array<std::array<std::uint8_t, 64>, 64>, 6> moves_{};
};

const Distances& distances() {
    static const Distances table;
    return table;
}

/// Estimates how far positions are from a goal position. The distance is a weighted sum of the captures that
/// kings still have to make (I2), the promotions of pawns (I6), and the moves of the other pieces to their
/// squares in the goal. It is a heuristic, not a lower bound; only `unreachable` is certain. Relies on I1: a
/// file without a pawn of a colour never gets one.
class Goal {
  public:
    static constexpr int unreachable = std::numeric_limits<int>::max();

    /// Prepares the estimates of distances to `goal`.
    explicit Goal(const Board& goal) : goal_(goal) {
        for (const Color side : colors) {
            for (const Kind kind : officers) {
                auto& squares = squares_[index(side)][static_cast<std::size_t>(kind)];
                for (Bitboard pieces = goal.of({kind, side}); pieces;)
                    squares.push_back(board8::pop_first(pieces));
            }
        }
    }

    /// Returns the estimate for `board`, or `unreachable` if no game leads from it to the goal.
    int distance(const Board& board) const {
        int sum = 0;
        for (const Color side : colors) {
            const int of_side = distance(board, side);
            if (of_side == unreachable) return unreachable;
            sum += of_side;
        }
        return sum;
    }

  private:
    // The distance that a missing capture or promotion adds: more than the longest walk
    // of a king or pawn, so that capturing or promoting always brings a position nearer to the goal.
    static constexpr int capture = 9;
    static constexpr int promotion = 14;

    /// Returns the estimate for the pieces of `side`, or `unreachable`. Matches each piece of the goal with
    /// the nearest one of its kind; surplus pieces must be captured, and missing ones promoted from pawns.
    int distance(const Board& board, Color side) const {
        int sum = 0, missing = 0;
        Bitboard surplus = 0;
        for (const Kind kind : officers) {
            Bitboard pieces = board.of({kind, side});
            for (const Square to : squares_[index(side)][static_cast<std::size_t>(kind)]) {
                if (!pieces) {
                    ++missing;
                    continue;
                }
                Square nearest = board8::first(pieces);
                for (Bitboard rest = pieces; rest;) {
                    const Square piece = board8::pop_first(rest);
                    if (distances()(kind, piece, to) < distances()(kind, nearest, to)) nearest = piece;
                }
                sum += 2 * distances()(kind, nearest, to);
                pieces &= ~board8::bit(nearest);
            }
            surplus |= pieces;
        }
        Bitboard free_pawns = 0;
        for (int file = 0; file < 8; ++file) {
            const Bitboard pawn = board.of({Kind::Pawn, side}) & board8::file_set(file);
            const Bitboard to = goal_.of({Kind::Pawn, side}) & board8::file_set(file);
            if (!to) {
                free_pawns |= pawn;
                continue;
            }
            if (!pawn) return unreachable;
            const int ranks = board8::relative_rank(side, board8::rank_of(board8::first(to))) -
                              board8::relative_rank(side, board8::rank_of(board8::first(pawn)));
            sum += ranks >= 0 ? 2 * ranks : 4 - 6 * ranks;  // only cascades of its own side push a pawn back
        }
        for (; missing > 0; --missing) {
            if (!free_pawns) return unreachable;
            const Square pawn =
                side == Color::White ? 63 - std::countl_zero(free_pawns) : board8::first(free_pawns);
            free_pawns &= ~board8::bit(pawn);
            sum += promotion - board8::relative_rank(side, board8::rank_of(pawn));
        }
        surplus |= free_pawns;
        const Square hunter = board.king(!side);
        if (surplus) {
            int nearest = 8;
            for (Bitboard rest = surplus; rest;)
                nearest = std::min(nearest, distances()(Kind::King, hunter, board8::pop_first(rest)));
            sum += capture * std::popcount(surplus) + nearest;
        } else {
            sum += distances()(Kind::King, hunter, goal_.king(!side));
        }
        return sum;
    }

    const Board goal_;
    // The squares of the officers of the goal, by side and kind.
    std::array<std::array<std::vector<Square>, 6>, 2> squares_;
};

/// Returns how hard a position is to reach by moves without cascades: the sum of penalties for pieces
/// directly above each other, pawns far from home, and check.
template <class Rules>
int tightness(const Position<Rules>& position) {
    const Board& board = position.board();
    int sum = 2 * std::popcount(board.occupied() & (board.occupied() >> 8));
    if (position.in_check()) sum += 5;
    for (const Color side : colors) {
        for (Bitboard pawns = board.of({Kind::Pawn, side}); pawns;) {
            const int rank = board8::relative_rank(side, board8::rank_of(board8::pop_first(pawns)));
            sum += rank == 0 ? 8 : 2 * (rank - 1);
        }
    }
    return sum;
}

// ---- The search for a game ------------------------------------------------------------------------------

/// A tree of distinct positions, reached from the root by playing moves or by taking moves back. Nodes are
/// numbered in the order in which they were added; the root is node 0.
template <class Rules>
class Tree {
  public:
    using P = Position<Rules>;
    static constexpr std::uint32_t no_parent = std::numeric_limits<std::uint32_t>::max();

    struct Node {
        P position;
        std::uint32_t parent;  // the number of the parent; no_parent for the root
        Move move;             // leads from the parent to this node or, if moves are taken back, vice versa
    };

    explicit Tree(const P& root) { add({root, no_parent, {}}); }

    /// Adds a node. Returns false if the position is in the tree already.
    bool add(const Node& node) {
        if (!indices_.emplace(hash_of(node.position), static_cast<std::uint32_t>(nodes_.size())).second)
            return false;
        nodes_.push_back(node);
        return true;
    }

    const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
    /// Returns the node of a position; nullopt if the tree does not have it.
    std::optional<std::uint32_t> find(const P& position) const {
        const auto found = indices_.find(hash_of(position));
        return found == indices_.end() ? std::nullopt : std::optional(found->second);
    }

    /// Returns the moves between node `n` and the root, beginning at the node.
    std::vector<Move> moves_to_root(std::uint32_t n) const {
        std::vector<Move> moves;
        for (; nodes_[n].parent != no_parent; n = nodes_[n].parent) moves.push_back(nodes_[n].move);
        return moves;
    }

  private:
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::uint32_t> indices_;
};

/// Searches for a game that leads to a target position: see the top of this file.
template <class Rules>
class Prover {
  public:
    using P = Position<Rules>;

    Prover(const P& target, const ProofLimits& limits)
        : target_(target), limits_(limits), backward_(target), forward_(P()) {}

    Proof<Rules> run() {
        search_both_ways();
        for (int n = 0; proof_.verdict == Verdict::Undecided && !is_over(); ++n) try_beam(n);
        proof_.nodes = nodes_;
        return std::move(proof_);
    }

  private:
    using Verdict = typename Proof<Rules>::Verdict;

    // A breadth-first search that has reached this many positions is not extended.
    static constexpr std::uint32_t max_backward = 1'000, max_forward = 20'000;

    bool is_over() const { return (limits_.nodes > 0 && nodes_ >= limits_.nodes) || limits_.is_over(); }

    /// Returns a lower bound of the number of plies of a game, derived from the number of captured pieces: a
    /// move captures at most one.
    int least_plies() const {
        const int by_white = 16 - std::popcount(target_.board().of(Color::Black));
        const int by_black = 16 - std::popcount(target_.board().of(Color::White));
        const int plies = std::max({2 * by_white - 1, 2 * by_black, 0});
        return plies % 2 == (target_.turn() == Color::Black) ? plies : plies + 1;
    }

    /// Searches breadth first from both ends. Finds a shortest game, or refutes the target if all its
    /// ancestors are found, or returns without a verdict when both searches get too large. The forward search
    /// begins only when the plies searched come within six of the lower bound.
    void search_both_ways() {
        const int least = least_plies();
        proof_.least_plies = least;
        if (target_ == P()) return succeed(0, 0, true);
        const Goal goal(target_.board());
        std::uint32_t back_level = 0, forth_level = 0;
        for (int plies = 1;; ++plies) {
            const bool forth = least < plies + 6 && forward_.size() < max_forward;
            const bool back = backward_.size() < max_backward;
            if (!forth && !back) return;
            if (forth && (!back || forward_.size() - forth_level <= backward_.size() - back_level)) {
                forth_level = step_forth(forth_level, goal);
            } else {
                back_level = step_back(backward_, back_level);
                if (back_level == backward_.size()) return refute();
            }
            if (is_over()) return;
            for (std::uint32_t node = back_level; node < backward_.size(); ++node) {
                if (const auto met = forward_.find(backward_[node].position))
                    return succeed(*met, node, true);
            }
            proof_.least_plies = std::max(least, plies + 1);
        }
    }

    /// Adds to `back` the positions one ply before its nodes from index `level` on, until it has `most`
    /// nodes. Returns the index of the first node added.
    std::uint32_t step_back(Tree<Rules>& back, std::uint32_t level,
                            std::uint32_t most = std::numeric_limits<std::uint32_t>::max()) {
        const std::uint32_t end = back.size();
        for (std::uint32_t node = level; node < end && back.size() < most; ++node) {
            for (const auto& [before, move] : retract(back[node].position)) {
                ++nodes_;
                if (has_possible_pieces(before.board())) back.add({before, node, move});
            }
        }
        return end;
    }

    /// Adds to `forward_` the positions one ply after its nodes from index `level` on, except those from
    /// which the goal is unreachable. Returns the index of the first node added.
    std::uint32_t step_forth(std::uint32_t level, const Goal& goal) {
        const std::uint32_t end = forward_.size();
        Moves moves;
        for (std::uint32_t node = level; node < end; ++node) {
            forward_[node].position.legal_moves(moves);
            for (const Move move : moves) {
                ++nodes_;
                const P after = forward_[node].position.play(move);
                if (goal.distance(after.board()) != Goal::unreachable) forward_.add({after, node, move});
            }
        }
        return end;
    }

    /// Records that the target is illegal.
    void refute() {
        proof_.verdict = Verdict::Illegal;
        for (std::uint32_t n = 0; n < backward_.size(); ++n)
            proof_.ancestors.push_back(backward_[n].position);
    }

    /// Records the game through `forth` of `forward_` and `back` of `backward_`, two nodes of one position.
    void succeed(std::uint32_t forth, std::uint32_t back, bool shortest) {
        proof_.verdict = Verdict::Proven;
        proof_.game = forward_.moves_to_root(forth);
        std::reverse(proof_.game.begin(), proof_.game.end());
        const auto rest = backward_.moves_to_root(back);
        proof_.game.insert(proof_.game.end(), rest.begin(), rest.end());
        proof_.shortest = shortest;
        if (shortest) proof_.least_plies = static_cast<int>(proof_.game.size());
    }

    /// Makes one attempt to find any game by a beam search; later attempts have wider beams.
    void try_beam(int attempt) {
        Random random(static_cast<std::uint64_t>(attempt) + 1);
        Tree<Rules> back = find_loose_ancestor(random);
        const P aim = back[back.size() - 1].position;
        add_neighbourhood(back);
        search_towards(Goal(aim.board()), back, narrowest << std::min(attempt / 2, 6), random);
    }

    /// Takes moves back from the target at random, preferring less tight positions (see `tightness`). Returns
    /// the chain of positions from the target (the root) to the least tight ancestor found (the last node).
    Tree<Rules> find_loose_ancestor(Random& random) {
        struct Candidate {
            int score;
            std::uint32_t node;
        };
        Tree<Rules> seen(target_);
        std::uint32_t best = 0;
        int loosest = tightness(target_);
        std::vector<Candidate> frontier = {{0, 0}};
        for (int plies = 0; plies < 30 && !frontier.empty(); ++plies) {
            std::vector<Candidate> next;
            for (const Candidate& candidate : frontier) {
                const int pieces = std::popcount(seen[candidate.node].position.board().occupied());
                for (const auto& [before, move] : retract(seen[candidate.node].position)) {
                    ++nodes_;
                    const bool captured = std::popcount(before.board().occupied()) > pieces;
                    if (captured && !has_possible_pieces(before.board())) continue;
                    if (!seen.add({before, candidate.node, move})) continue;
                    const int tight = tightness(before) + (captured ? 6 : 0);  // a capture takes more moves
                    next.push_back({8 * tight + random.below(12), seen.size() - 1});
                    if (tight < loosest) {
                        loosest = tight;
                        best = seen.size() - 1;
                    }
                }
            }
            keep_best(next, 24);
            frontier = std::move(next);
        }
        std::vector<std::uint32_t> chain;
        for (std::uint32_t node = best; node != 0; node = seen[node].parent) chain.push_back(node);
        Tree<Rules> result(target_);
        for (auto node = chain.rbegin(); node != chain.rend(); ++node)
            result.add({seen[*node].position, result.size() - 1, seen[*node].move});
        return result;
    }

    /// Adds the positions one and two plies before the last node, up to a limit, so that the beam search can
    /// hit any of them.
    void add_neighbourhood(Tree<Rules>& back) {
        std::uint32_t level = back.size() - 1;
        for (int plies = 0; plies < 2; ++plies) level = step_back(back, level, 6'000);
    }

    /// Searches forwards from the initial array until a move leads to a position of `back`. Keeps at each ply
    /// the `width` positions nearest to `goal`, with some randomness; gives up after
    /// `most_plies_without_gain` plies without a nearer position.
    void search_towards(const Goal& goal, Tree<Rules>& back, std::size_t width, Random& random) {
        struct Candidate {
            int score;
            std::uint32_t from;
            Move move;
        };
        Tree<Rules> tree{P()};
        std::unordered_set<std::uint64_t> seen;
        std::vector<std::uint32_t> frontier = {0};
        std::vector<Candidate> candidates;
        Moves moves;
        int nearest = Goal::unreachable;
        for (int idle = 0; idle < most_plies_without_gain && !frontier.empty(); ++idle) {
            candidates.clear();
            for (const std::uint32_t node : frontier) {
                if (is_over()) return;
                tree[node].position.legal_moves(moves);
                for (const Move move : moves) {
                    ++nodes_;
                    const P after = tree[node].position.play(move);
                    if (const auto met = back.find(after)) {
                        tree.add({after, node, move});
                        forward_ = std::move(tree);
                        backward_ = std::move(back);
                        return succeed(forward_.size() - 1, *met, false);
                    }
                    const int distance = goal.distance(after.board());
                    if (distance == Goal::unreachable || !seen.insert(hash_of(after)).second) continue;
                    if (distance < nearest) {
                        nearest = distance;
                        idle = 0;
                    }
                    candidates.push_back({4 * distance + random.below(8), node, move});
                }
            }
            keep_best(candidates, width);
            frontier.clear();
            for (const Candidate& candidate : candidates) {
                frontier.push_back(tree.size());
                tree.add(
                    {P(tree[candidate.from].position.play(candidate.move)), candidate.from, candidate.move});
            }
        }
    }

    /// Removes all but the `most` candidates with the lowest scores.
    template <class Candidate>
    static void keep_best(std::vector<Candidate>& candidates, std::size_t most) {
        if (candidates.size() <= most) return;
        std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(most),
                         candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
        candidates.resize(most);
    }

    static constexpr std::size_t narrowest = 150;  // the width of the first beam
    static constexpr int most_plies_without_gain = 24;

    const P target_;
    const ProofLimits& limits_;
    Tree<Rules> backward_, forward_;  // the positions reached from the target and from the initial array
    Proof<Rules> proof_;
    std::uint64_t nodes_ = 0;
};

}  // namespace

template <class Rules>
Proof<Rules> prove(const Position<Rules>& position, const ProofLimits& limits) {
    return Prover<Rules>(position, limits).run();
}

template Proof<D8> prove(const D8Position&, const ProofLimits&);
template Proof<Parent> prove(const ParentPosition&, const ProofLimits&);

}  // namespace octomate::superpermutation
