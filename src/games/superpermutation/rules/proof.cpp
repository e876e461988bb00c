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
#include "games/superpermutation/rules/setup.hpp"

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
        undo_teleports();
        for (Bitboard pieces = after_.of(Us); pieces;) undo_climbs(board8::pop_first(pieces));
        return std::move(all_);
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

    /// The moves that ended on a square, after every length of cascade.
    void undo_climbs(Square end) {
        const Kind kind = after_.at(end)->kind;
        const bool promoted =
            contains(last_rank, end) && kind != Kind::Pawn && kind != Kind::King;  // or always that kind
        Board others = after_;  // as they stood when the mover landed, without it
        others.remove(end);
        for (Square landing = end;; landing -= step) {
            const int swaps = (end - landing) / step;
            undo_arrivals(kind, others, landing, swaps, Effect::None);
            if (promoted) undo_arrivals(Kind::Pawn, others, landing, swaps, promotion_to(kind));
            if (swaps > 0 && contains(first_rank, landing))
                undo_forced_promotion(kind, others, landing, swaps);
            const Square behind = landing - step;
            if (behind < 0 || behind >= 64 || !contains(others.occupied(), behind)) return;
            others = others.moved(behind, landing);
            if (others.pawns() & others.of(Us) & last_rank) return;  // where no pawn ever stood
        }
    }

    /// The piece in front of the landing square on our first rank was pushed there, perhaps as a pawn.
    void undo_forced_promotion(Kind mover, Board others, Square landing, int swaps) {
        const board8::Piece pushed = *others.at(landing + step);
        if (pushed.color == Us || pushed.kind == Kind::Pawn || pushed.kind == Kind::King) return;
        if (!Rules::chooses_forced_promotion && pushed.kind != Kind::Queen) return;
        others.remove(landing + step);
        others.put({Kind::Pawn, !Us}, landing + step);
        undo_arrivals(mover, others, landing, swaps,
                      Rules::chooses_forced_promotion ? promotion_to(pushed.kind) : Effect::None);
    }

    void undo_arrivals(Kind kind, const Board& others, Square landing, int swaps, Effect effect) {
        for (Bitboard from = origins(kind, landing, others.occupied()); from;)
            undo(kind, others, board8::pop_first(from), landing, swaps, effect);
        if (kind != Kind::King) return;
        for (const Kind victim : {Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen}) {
            if (victim == Kind::Pawn && contains(first_rank, landing)) continue;  // its last rank
            Board with_victim = others;
            with_victim.put({victim, !Us}, landing);
            for (Bitboard from = board8::king_attacks(landing) & ~others.occupied(); from;)
                undo(kind, with_victim, board8::pop_first(from), landing, swaps, effect);
        }
    }

    /// The empty squares from which a piece goes to an empty one.
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

namespace {

constexpr std::array<Kind, 4> officers = {Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen};
constexpr std::array<Color, 2> colors = {Color::White, Color::Black};

bool has_possible_pieces(const Board& board) {
    return count_pieces(board, Color::White).possible() && count_pieces(board, Color::Black).possible();
}

/// One word for a position and no other, its symmetric ones included; so few are ever compared that no two
/// will share it.
template <class Rules>
std::uint64_t word_of(const Position<Rules>& position) {
    KeyMaker maker;
    for (const Bitboard set : position.board().sets()) maker.take(set);
    maker.take(index(position.turn()));
    const PositionKey key = maker.key();
    return key.first ^ key.second;
}

// ---- Distances -------------------------------------------------------------------------------------------

/// The moves that a piece needs from square to square on an empty board; what its lines never reach takes a
/// cascade.
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

    static Bitboard reached(Kind kind, Square from) {
        switch (kind) {
            case Kind::Knight: return board8::knight_attacks(from);
            case Kind::Bishop: return board8::bishop_attacks(from, 0);
            case Kind::Rook: return board8::rook_attacks(from, 0);
            case Kind::Queen: return board8::rook_attacks(from, 0) | board8::bishop_attacks(from, 0);
            default: return board8::king_attacks(from);
        }
    }

    void fill(Kind kind, Square from) {
        auto& moves = moves_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(from)];
        moves.fill(by_cascade);
        Bitboard seen = board8::bit(from), edge = seen;
        for (std::uint8_t distance = 0; edge; ++distance) {
            Bitboard next = 0;
            while (edge) {
                const Square square = board8::pop_first(edge);
                moves[static_cast<std::size_t>(square)] = distance;
                next |= reached(kind, square);
            }
            edge = next & ~seen;
            seen |= next;
        }
    }

    std::array<std::array<std::array<std::uint8_t, 64>, 64>, 6> moves_{};
};

const Distances& distances() {
    static const Distances all;
    return all;
}

/// Estimates how far positions are from one that is to be reached: what is left to be captured by kings (I2),
/// to be promoted (I6) and to be moved. Relies on I1: a pawn that a file lacks never comes there.
class Goal {
  public:
    static constexpr int unreachable = std::numeric_limits<int>::max();

    explicit Goal(const Board& goal) : goal_(goal) {
        for (const Color side : colors) {
            for (const Kind kind : officers) {
                auto& squares = squares_[index(side)][static_cast<std::size_t>(kind)];
                for (Bitboard pieces = goal.of({kind, side}); pieces;)
                    squares.push_back(board8::pop_first(pieces));
            }
        }
    }

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
    static constexpr int capture = 9;     // more than any walk of a king
    static constexpr int promotion = 14;  // more than any walk of a pawn

    int distance(const Board& board, Color side) const {
        int sum = 0, lacking = 0;
        Bitboard surplus = 0;
        for (const Kind kind : officers) {
            Bitboard pieces = board.of({kind, side});
            for (const Square to : squares_[index(side)][static_cast<std::size_t>(kind)]) {
                if (!pieces) {
                    ++lacking;
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
            sum += ranks >= 0 ? 2 * ranks : 4 - 6 * ranks;  // only somebody else's cascade brings it back
        }
        for (; lacking > 0; --lacking) {
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
    std::array<std::array<std::vector<Square>, 6>, 2> squares_;
};

/// How hard it is to reach a position by moves that end where they land: pieces one above the other, pawns
/// far from home, checks.
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

// ---- The search -----------------------------------------------------------------------------------------

/// Positions that were reached from one, each with the move that links it to another, and no position twice.
template <class Rules>
class Links {
  public:
    using P = Position<Rules>;
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Link {
        P position;
        std::uint32_t other;  // none: the first of all
        Move move;            // between the two, whichever comes first in the game
    };

    explicit Links(const P& root) { add({root, none, {}}); }

    /// False if the position is there already.
    bool add(const Link& link) {
        if (!places_.emplace(word_of(link.position), static_cast<std::uint32_t>(links_.size())).second)
            return false;
        links_.push_back(link);
        return true;
    }

    const Link& operator[](std::uint32_t at) const { return links_[at]; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(links_.size()); }
    std::optional<std::uint32_t> find(const P& position) const {
        const auto found = places_.find(word_of(position));
        return found == places_.end() ? std::nullopt : std::optional(found->second);
    }

    /// The moves from one of them to the root, in this order.
    std::vector<Move> moves_to_root(std::uint32_t at) const {
        std::vector<Move> moves;
        for (; links_[at].other != none; at = links_[at].other) moves.push_back(links_[at].move);
        return moves;
    }

  private:
    std::vector<Link> links_;
    std::unordered_map<std::uint64_t, std::uint32_t> places_;
};

template <class Rules>
class Prover {
  public:
    using P = Position<Rules>;

    Prover(const P& target, const ProofLimits& limits)
        : target_(target), limits_(limits), back_(target), forth_(P()) {}

    Proof<Rules> run() {
        search_both_ways();
        for (int attempt = 0; proof_.verdict == Verdict::Undecided && !is_over(); ++attempt) reach(attempt);
        proof_.nodes = nodes_;
        return std::move(proof_);
    }

  private:
    using Verdict = typename Proof<Rules>::Verdict;

    // A level more is added to fewer positions than these.
    static constexpr std::uint32_t enough_back = 1'000, enough_forth = 20'000;

    bool is_over() const { return (limits_.nodes > 0 && nodes_ >= limits_.nodes) || limits_.is_over(); }

    /// The fewest plies with room for the captures: a king takes one piece a ply, and nothing else does (I2).
    int least_plies() const {
        const int by_white = 16 - std::popcount(target_.board().of(Color::Black));
        const int by_black = 16 - std::popcount(target_.board().of(Color::White));
        const int plies = std::max({2 * by_white - 1, 2 * by_black, 0});
        return plies % 2 == (target_.turn() == Color::Black) ? plies : plies + 1;
    }

    /// All games of few plies, from both ends: a first game that is found is a shortest one. And all that can
    /// have come before, if that is little.
    void search_both_ways() {
        const int least = least_plies();
        proof_.least = least;
        if (target_ == P()) return succeed(0, 0, true);
        const Goal goal(target_.board());
        std::uint32_t back_level = 0, forth_level = 0;
        for (int plies = 1;; ++plies) {
            const bool forth = least < plies + 6 && forth_.size() < enough_forth;
            const bool back = back_.size() < enough_back;
            if (!forth && !back) return;
            if (forth && (!back || forth_.size() - forth_level <= back_.size() - back_level)) {
                forth_level = step_forth(forth_level, goal);
            } else {
                back_level = step_back(back_, back_level);
                if (back_level == back_.size()) return refute();
            }
            if (is_over()) return;
            for (std::uint32_t at = back_level; at < back_.size(); ++at) {
                if (const auto met = forth_.find(back_[at].position)) return succeed(*met, at, true);
            }
            proof_.least = std::max(least, plies + 1);
        }
    }

    /// Adds the positions one ply before those from number `level` on, until there are `most`. Returns the
    /// number of the first that was added.
    std::uint32_t step_back(Links<Rules>& back, std::uint32_t level,
                            std::uint32_t most = std::numeric_limits<std::uint32_t>::max()) {
        const std::uint32_t end = back.size();
        for (std::uint32_t at = level; at < end && back.size() < most; ++at) {
            for (const auto& [before, move] : retract(back[at].position)) {
                ++nodes_;
                if (has_possible_pieces(before.board())) back.add({before, at, move});
            }
        }
        return end;
    }

    std::uint32_t step_forth(std::uint32_t level, const Goal& goal) {
        const std::uint32_t end = forth_.size();
        Moves moves;
        for (std::uint32_t at = level; at < end; ++at) {
            forth_[at].position.legal_moves(moves);
            for (const Move move : moves) {
                ++nodes_;
                const P after = forth_[at].position.play(move);
                if (goal.distance(after.board()) != Goal::unreachable) forth_.add({after, at, move});
            }
        }
        return end;
    }

    void refute() {
        proof_.verdict = Verdict::Illegal;
        for (std::uint32_t at = 0; at < back_.size(); ++at) proof_.ancestors.push_back(back_[at].position);
    }

    void succeed(std::uint32_t forth, std::uint32_t back, bool shortest) {
        proof_.verdict = Verdict::Proven;
        proof_.game = forth_.moves_to_root(forth);
        std::reverse(proof_.game.begin(), proof_.game.end());
        const auto rest = back_.moves_to_root(back);
        proof_.game.insert(proof_.game.end(), rest.begin(), rest.end());
        proof_.shortest = shortest;
        if (shortest) proof_.least = static_cast<int>(proof_.game.size());
    }

    // Any game: a beam of positions goes on from ply to ply, the nearest to an aim that is easier to reach
    // than the target and leads to it.

    void reach(int attempt) {
        Random random(static_cast<std::uint64_t>(attempt) + 1);
        Links<Rules> back = loosened(random);
        const P aim = back[back.size() - 1].position;
        add_neighbourhood(back);
        go_towards(Goal(aim.board()), back, narrowest << std::min(attempt / 2, 6), random);
    }

    /// The target, and a chain of positions back to a looser one, the last of all.
    Links<Rules> loosened(Random& random) {
        struct Candidate {
            int score;
            std::uint32_t at;
        };
        Links<Rules> seen(target_);
        std::uint32_t best = 0;
        int loosest = tightness(target_);
        std::vector<Candidate> edge = {{0, 0}};
        for (int plies = 0; plies < 30 && !edge.empty(); ++plies) {
            std::vector<Candidate> next;
            for (const Candidate& one : edge) {
                const int pieces = std::popcount(seen[one.at].position.board().occupied());
                for (const auto& [before, move] : retract(seen[one.at].position)) {
                    ++nodes_;
                    const bool captured = std::popcount(before.board().occupied()) > pieces;
                    if (captured && !has_possible_pieces(before.board())) continue;
                    if (!seen.add({before, one.at, move})) continue;
                    const int tight = tightness(before) + (captured ? 6 : 0);  // it will be captured then
                    next.push_back({8 * tight + random.below(12), seen.size() - 1});
                    if (tight < loosest) {
                        loosest = tight;
                        best = seen.size() - 1;
                    }
                }
            }
            keep_best(next, 24);
            edge = std::move(next);
        }
        std::vector<std::uint32_t> chain;
        for (std::uint32_t at = best; at != 0; at = seen[at].other) chain.push_back(at);
        Links<Rules> result(target_);
        for (auto at = chain.rbegin(); at != chain.rend(); ++at)
            result.add({seen[*at].position, result.size() - 1, seen[*at].move});
        return result;
    }

    /// Adds what comes up to two plies before the last position.
    void add_neighbourhood(Links<Rules>& back) {
        std::uint32_t level = back.size() - 1;
        for (int plies = 0; plies < 2; ++plies) level = step_back(back, level, 6'000);
    }

    void go_towards(const Goal& goal, Links<Rules>& back, std::size_t width, Random& random) {
        struct Candidate {
            int score;
            std::uint32_t from;
            Move move;
        };
        Links<Rules> tree{P()};
        std::unordered_set<std::uint64_t> seen;
        std::vector<std::uint32_t> edge = {0};
        std::vector<Candidate> candidates;
        Moves moves;
        int nearest = Goal::unreachable;
        for (int since = 0; since < most_plies_without_gain && !edge.empty(); ++since) {
            candidates.clear();
            for (const std::uint32_t at : edge) {
                if (is_over()) return;
                tree[at].position.legal_moves(moves);
                for (const Move move : moves) {
                    ++nodes_;
                    const P after = tree[at].position.play(move);
                    if (const auto met = back.find(after)) {
                        tree.add({after, at, move});
                        forth_ = std::move(tree);
                        back_ = std::move(back);
                        return succeed(forth_.size() - 1, *met, false);
                    }
                    const int distance = goal.distance(after.board());
                    if (distance == Goal::unreachable || !seen.insert(word_of(after)).second) continue;
                    if (distance < nearest) {
                        nearest = distance;
                        since = 0;
                    }
                    candidates.push_back({4 * distance + random.below(8), at, move});
                }
            }
            keep_best(candidates, width);
            edge.clear();
            for (const Candidate& one : candidates) {
                edge.push_back(tree.size());
                tree.add({P(tree[one.from].position.play(one.move)), one.from, one.move});
            }
        }
    }

    /// Keeps those of the lowest score.
    template <class Candidate>
    static void keep_best(std::vector<Candidate>& all, std::size_t most) {
        if (all.size() <= most) return;
        std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most), all.end(),
                         [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
        all.resize(most);
    }

    static constexpr std::size_t narrowest = 150;  // beam
    static constexpr int most_plies_without_gain = 24;

    const P target_;
    const ProofLimits& limits_;
    Links<Rules> back_, forth_;
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
