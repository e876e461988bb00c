#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "core/random.hpp"
#include "make/maker.hpp"
#include "solver/faces.hpp"

namespace octomate::make {

/// Plays games of random moves on random rolls.
template <class P>
class RandomGames {
  public:
    /// Games begin with `start`. `plies` is the range of plies after which positions are visited; games end
    /// with its upper bound.
    RandomGames(const P& start, Span plies) : start_(start), plies_(plies) {}

    /// Plays one game and calls `visit(position)` for each position in the range of plies.
    template <class Visit>
    void game(Random& random, Visit visit) {
        P position = start_;
        text_.clear();
        for (int ply = 0;; ++ply) {
            if (ply >= plies_.least && ply > 0) visit(position);
            if (ply == plies_.most) return;
            const auto rolls = position.rolls();
            const auto roll =
                rolls[static_cast<std::size_t>(random.below(static_cast<int>(rolls.size())))].roll;
            position.legal_moves(roll, moves_);
            if (moves_.empty()) return;
            const auto move = moves_[static_cast<std::size_t>(random.below(static_cast<int>(moves_.size())))];
            if (!text_.empty()) text_ += ' ';
            text_.append("(").append(roll.face == 0 ? "-" : std::to_string(roll.face)).append(") ");
            text_ += position.uci(move);
            position = position.play(move);
        }
    }

    /// Returns the moves so far in the notation of `octomate replay`: "(3) c2c4 (6) e7e5".
    const std::string& text() const { return text_; }

  private:
    const P start_;
    Span plies_;
    MoveList<P> moves_;
    std::string text_;
};

/// Returns a random square of a set, which must not be empty.
template <Arrangement Pieces>
int random_square_of(typename Pieces::SquareSet set, Random& random) {
    for (int skip = random.below(Pieces::count(set)); skip > 0; --skip) Pieces::pop_first(set);
    return Pieces::pop_first(set);
}

/// Generates positions with pieces on random squares.
template <Arrangeable P>
class RandomArrangements {
  public:
    using Pieces = typename P::Arrangement;
    using Piece = typename Pieces::Piece;

    /// `start` is any position of the game. Each arrangement has the royal pieces, those of `material`, which
    /// lists no royal ones, and random others from the sets of both sides. The total is a random number in
    /// the range `pieces`. `turn` is the side to move; nullopt: either.
    RandomArrangements(const P& start, std::vector<Piece> material, Span pieces,
                       std::optional<Color> turn = {})
        : without_pieces_(Pieces(start).without_pieces()),
          material_(std::move(material)),
          pieces_(pieces),
          turn_(turn) {
        for (int kind = 0; kind < Pieces::kinds_of_pieces; ++kind) {
            const Piece piece = Pieces::piece_numbered(kind);
            if (Pieces::is_royal(piece)) continue;
            const auto in_material = std::count(material_.begin(), material_.end(), piece);
            for (auto remaining = Pieces::initial_count(piece) - in_material; remaining > 0; --remaining)
                other_pieces_.push_back(piece);
        }
    }

    /// Returns a random position; nullopt if it is illegal or no game can lead to it.
    std::optional<P> arrange(Random& random) {
        Pieces pieces = without_pieces_;
        auto occupied = pieces.occupied();
        int count = 0;
        const auto place_randomly = [&](Piece piece) {
            int square = 0;
            do {
                square = random.below(Pieces::squares);
            } while (Pieces::contains(occupied, square));
            pieces.put(piece, square);
            occupied = occupied | Pieces::only(square);
            ++count;
        };
        place_randomly(Pieces::royal_piece(Color::White));
        place_randomly(Pieces::royal_piece(Color::Black));
        for (const Piece piece : material_) place_randomly(piece);
        const int target_count = pieces_.least + random.below(pieces_.most - pieces_.least + 1);
        unplaced_ = other_pieces_;  // restores the order, so that the result depends on `random` alone
        while (count < target_count && !unplaced_.empty()) {
            const auto index = static_cast<std::size_t>(random.below(static_cast<int>(unplaced_.size())));
            std::swap(unplaced_[index], unplaced_.back());
            place_randomly(unplaced_.back());
            unplaced_.pop_back();
        }
        pieces.randomize_other_parts(random);
        const Color random_turn = random.below(2) == 0 ? Color::White : Color::Black;
        return pieces.template plausible<P>(turn_.value_or(random_turn));
    }

  private:
    const Pieces without_pieces_;
    std::vector<Piece> material_;
    Span pieces_;
    std::optional<Color> turn_;
    std::vector<Piece> other_pieces_;
    std::vector<Piece> unplaced_;  // the pieces of `other_pieces_` that are not yet on the board
};

/// Makes small random changes to positions.
class Mutation {
  public:
    /// Returns the position after one to three random changes: a piece is moved, removed, added, replaced, or
    /// swapped with another. Returns nullopt if it is unchanged, illegal, or no game can lead to it.
    template <Arrangeable P>
    static std::optional<P> mutate(const P& original, Random& random) {
        const typename P::Arrangement before(original);
        typename P::Arrangement pieces = before;
        for (int changes = 1 + random.below(3); changes > 0; --changes) change(pieces, random);
        if (pieces == before) return std::nullopt;
        return pieces.template plausible<P>(original.turn());
    }

  private:
    template <class Pieces>
    static void change(Pieces& pieces, Random& random) {
        const int a = random_square_of<Pieces>(pieces.occupied(), random);
        const bool royal = Pieces::is_royal(*pieces.at(a));
        switch (random.below(6)) {
            case 0: {  // move the piece to a neighbouring square
                const auto neighbours = Pieces::neighbours(a) & ~pieces.occupied();
                if (Pieces::count(neighbours) > 0)
                    pieces.move(a, random_square_of<Pieces>(neighbours, random));
                return;
            }
            case 1: return pieces.move(a, random_square_of<Pieces>(~pieces.occupied(), random));
            case 2:
                if (!royal) pieces.remove(a);
                return;
            case 3: {
                const int square = random_square_of<Pieces>(~pieces.occupied(), random);
                return pieces.put(Pieces::any_piece(random), square);
            }
            case 4:
                if (royal) return;
                pieces.remove(a);
                return pieces.put(Pieces::any_piece(random), a);
            default: {
                const int b = random_square_of<Pieces>(pieces.occupied(), random);
                if (a != b) pieces.swap(a, b);
                return;
            }
        }
    }
};

/// Removes pieces on `squares`, most valuable first, where `accepts(rest)` is true for the pieces that
/// remain. Calls `on_removed(piece, square)` for each piece removed.
template <class A, class Accepts, class OnRemoved>
void remove_pieces(A& pieces, typename A::SquareSet squares, Accepts accepts, OnRemoved on_removed) {
    for (auto rest : pieces.most_valuable_first()) {
        for (rest = rest & squares; A::count(rest) > 0;) {
            const int square = A::pop_first(rest);
            const auto piece = *pieces.at(square);
            A smaller = pieces;
            smaller.remove(square);
            if (!accepts(smaller)) continue;
            pieces = smaller;
            on_removed(piece, square);
        }
    }
}

/// Finds positions with a mate in two or more moves, backwards. It searches for lost positions, in which
/// every move of the side to move allows a win on every roll, and then takes back moves that lead to them.
/// Lost positions are as rare among random ones as mates, but there is a measure of how near to being lost a
/// position is, so that hill climbing finds them: small random changes are kept unless they reduce
/// `nearness`.
template <Makeable P>
class Retro {
  public:
    using Pieces = typename P::Arrangement;
    using Piece = typename Pieces::Piece;

    /// Positions have at least the pieces of `material`, which lists no royal ones, and a number of pieces in
    /// the range `pieces`, royal ones included. `quiet` avoids positions in check, so that the first moves of
    /// the puzzles do not give check. `strict` avoids positions that clearly lead to no strict puzzle.
    /// Climbing ends once `interrupted` is set.
    Retro(const std::vector<Piece>& material, Span pieces, bool quiet, bool strict,
          const std::atomic<bool>* interrupted = nullptr)
        : pieces_(pieces),
          least_(Pieces::kinds_of_pieces),
          quiet_(quiet),
          strict_(strict),
          interrupted_(interrupted) {
        for (const Piece piece : material) ++least_[static_cast<std::size_t>(Pieces::piece_number(piece))];
    }

    /// Returns how near to being lost a position is: the share of rolls on which the opponent wins at once,
    /// averaged over all moves. 1 if the position is lost; 0 if there is no legal move.
    double nearness(const P& position) {
        position.legal_moves(moves_);
        if (moves_.empty()) return 0;
        double sum = 0;
        for (const auto& move : moves_) {
            const P after = position.play(move);
            if (after.turn() == position.turn()) return 0;
            sum += solver::winning_share(after, faces_);
        }
        // A check restricts the answers, so it earns a bonus.
        const double share = sum / static_cast<double>(moves_.size());
        return share < 1 && position.in_check() ? (share + check_bonus) / (1 + check_bonus) : share;
    }

    /// True if after every move of the side to move, the opponent wins in at most `moves` moves on every
    /// roll.
    bool is_lost(const P& position, int moves) const {
        MoveList<P> answers;
        position.legal_moves(answers);
        return !answers.empty() && std::all_of(answers.begin(), answers.end(), [&](const auto& answer) {
            const P after = position.play(answer);
            return after.turn() != position.turn() && wins_on_every_roll(after, moves);
        });
    }

    /// Climbs from a position to one that is lost in one move, then through positions that are lost in two
    /// moves, and so on up to `moves`; tries at most `changes` changes at each stage. Calls `f(position)` for
    /// each position found that is lost in exactly `moves` moves, until it returns false.
    template <class F>
    void climb(P position, int moves, int changes, Random& random, F f) {
        double best_nearness = is_avoided(position) ? 0 : nearness(position);
        bool wants_more = true;
        for (int left = changes; left > 0 && wants_more && (moves == 1 || best_nearness < 1); --left) {
            const auto changed = change(position, random);
            if (!changed) continue;
            const double changed_nearness = nearness(*changed);
            if (changed_nearness < best_nearness) continue;
            position = *changed;
            best_nearness = changed_nearness;
            if (moves == 1 && changed_nearness == 1) wants_more = f(position);
        }
        if (moves == 1 || best_nearness < 1) return;
        for (int depth = 2; depth <= moves; ++depth) {
            bool found = false;
            for (int left = changes; left > 0 && wants_more && !(found && depth < moves); --left) {
                const auto changed = change(position, random);
                if (!changed || (strict_ && moves == 2 && is_uneven(*changed)) || !is_lost(*changed, depth))
                    continue;
                position = *changed;
                found = !is_lost(position, depth - 1);
                if (found && depth == moves) wants_more = f(position);
            }
        }
    }

    /// Takes back one move: calls `f(before)` for positions in which the opponent has a move that leads to
    /// the pieces of `after`.
    template <class F>
    static void step_back(const P& after, F f) {
        const Pieces pieces(after);
        const Color side = !after.turn();
        for (auto squares = pieces.occupied(); Pieces::count(squares) > 0;) {
            const int square = Pieces::pop_first(squares);
            if (Pieces::side(*pieces.at(square)) != side) continue;
            retract(pieces, square, [&](const Pieces& earlier) {
                const auto before = earlier.template plausible<P>(side);
                if (before && can_reach(*before, pieces)) f(*before);
            });
        }
    }

  private:
    static constexpr double check_bonus = 0.1;

    /// Returns a randomly changed position with the wanted pieces; nullopt if the change gives none, or on
    /// interruption.
    std::optional<P> change(const P& position, Random& random) const {
        if (interrupted_ && *interrupted_) return std::nullopt;
        auto changed = Mutation::mutate(position, random);
        if (changed && (is_avoided(*changed) || !allows(Pieces(*changed)))) changed.reset();
        return changed;
    }

    /// True if the side to move wins in at most `moves` moves on every roll.
    bool wins_on_every_roll(const P& position, int moves) const {
        if (moves == 1) {
            solver::Faces<P> faces;
            return solver::winning_share(position, faces) == 1;
        }
        MoveList<P> moves_of_side, wins;
        position.legal_moves(moves_of_side);
        position.winning_moves(wins);
        const auto counts = position.count_by_roll();
        std::size_t number = 0;
        for (const auto& chance : position.rolls()) {
            if (counts[number++] == 0) continue;  // a free roll allows the winning moves of the other rolls
            const auto wins_on_roll = [&](const auto& move) {
                return position.roll_of(move) == chance.roll &&
                       (is_among(wins, move) || is_lost(position.play(move), moves - 1));
            };
            if (std::none_of(moves_of_side.begin(), moves_of_side.end(), wins_on_roll)) return false;
        }
        return !moves_of_side.empty();
    }

    /// True if after some move the opponent wins at once on some rolls and not on others.
    bool is_uneven(const P& position) {
        position.legal_moves(moves_);
        return std::any_of(moves_.begin(), moves_.end(), [&](const auto& move) {
            const double share = solver::winning_share(position.play(move), faces_);
            return share > 0 && share < 1;
        });
    }

    bool is_avoided(const P& position) const { return quiet_ && position.in_check(); }

    /// True if the number of pieces is in range, the pieces of the material are present, and no kind has more
    /// pieces than a game begins with.
    bool allows(const Pieces& pieces) const {
        if (!pieces_.contains(Pieces::count(pieces.occupied()))) return false;
        for (int kind = 0; kind < Pieces::kinds_of_pieces; ++kind) {
            const Piece piece = Pieces::piece_numbered(kind);
            const int least = least_[static_cast<std::size_t>(kind)];
            const int count = Pieces::count(pieces.all_of(piece));
            if (count < least || count > std::max(least, Pieces::initial_count(piece))) return false;
        }
        return true;
    }

    /// Calls `f(earlier)` for the arrangements from which the piece on `square` may have moved there. Some of
    /// them may be impossible by the rules.
    template <class F>
    static void retract(const Pieces& pieces, int square, F f) {
        if constexpr (requires { pieces.retract(square, f); }) {
            pieces.retract(square, f);
        } else {
            for (auto empty = ~pieces.occupied(); Pieces::count(empty) > 0;) {
                const int origin = Pieces::pop_first(empty);
                if (!Pieces::may_stand(*pieces.at(square), origin)) continue;
                Pieces earlier = pieces;
                earlier.move(square, origin);
                f(earlier);
            }
        }
    }

    /// True if some legal move leads from `before` to `pieces`.
    static bool can_reach(const P& before, const Pieces& pieces) {
        MoveList<P> moves;
        before.legal_moves(moves);
        return std::any_of(moves.begin(), moves.end(),
                           [&](const auto& move) { return Pieces(before.play(move)) == pieces; });
    }

    Span pieces_;
    std::vector<int> least_;  // the least number of pieces of each kind
    const bool quiet_, strict_;
    const std::atomic<bool>* interrupted_;
    MoveList<P> moves_;
    solver::Faces<P> faces_;
};

}  // namespace octomate::make
