#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "make/key_judge.hpp"
#include "make/maker.hpp"
#include "make/solutions.hpp"
#include "make/sources.hpp"
#include "make/spec.hpp"
#include "reports/reports.hpp"
#include "solver/parallel.hpp"

// Two ways to find positions that meet a spec, the user's description of the composition: a random search
// (`compose`), and an exhaustive one.
//
// The random search makes independent attempts. An attempt puts the pieces that the spec needs and a few
// others on the board, and then improves the position by simulated annealing (Kirkpatrick, Gelatt and Vecchi,
// 1983): it makes a small random change, and accepts it if the cost falls, or with probability exp(-rise /
// heat) if the cost rises. The heat falls from 1.2 to 0.08 in the course of the attempt, so that early steps
// can escape a dead end, while late steps hardly ever worsen the position. KeyJudge computes most of the
// cost: how far the moves of the position are from what the spec requires, 0 if it is met exactly. A penalty
// for bad appearance is added. The attempt keeps the best-looking position that meets the spec, and at the
// end removes every piece that the spec does not need. Half of the attempts put new pieces near the king to
// be mated. Each attempt has its own random stream, and attempts are counted in order, so the result does not
// depend on the number of threads.
//
// The exhaustive search (ExhaustiveWalk) visits every arrangement of up to N pieces, and so can prove that no
// position meets a spec. See the class for how it is divided into units and parts, and how it prunes.

namespace octomate::make {

/// Sets up a random position as a spec requires, and makes small random changes to it.
template <Composable P>
class RandomChanges {
  public:
    using Pieces = typename P::Arrangement;
    using Piece = typename Pieces::Piece;
    using SquareSet = typename Pieces::SquareSet;

    /// With `near_king`, new pieces are put near the king to be mated, otherwise anywhere. `spec` and
    /// `random` must outlive this object.
    RandomChanges(const Spec<P>& spec, Random& random, bool near_king)
        : spec_(spec), random_(random), near_king_(near_king) {
        if (spec.limits_pieces || !spec.symmetries.empty()) extra_changes_.push_back(ExtraChange::Swap);
        if (!spec.symmetries.empty()) extra_changes_.insert(extra_changes_.end(), 3, ExtraChange::Mirror);
    }

    /// Puts the kings, the pieces that the spec needs, and one to five others on the board. Returns false if
    /// the spec does not allow the result, even after 200 random changes.
    bool set_up(Pieces& pieces) {
        for (const Color color : {!spec_.turn, spec_.turn}) {
            if (!spec_.pieces.square_of_royal(color) && !put_somewhere(pieces, Pieces::royal_piece(color)))
                return false;
        }
        spec_.demands.fill(pieces, spec_.turn, random_);
        if (spec_.limits_pieces) add_required_pieces(pieces);
        for (int extra_pieces = 1 + random_.below(5);
             extra_pieces > 0 && Pieces::count(pieces.occupied()) < spec_.max_pieces; --extra_pieces)
            put_somewhere(pieces, any_piece(pieces));
        for (int tries = 0; tries < 200 && !spec_.allows(pieces); ++tries) change(pieces);
        return spec_.allows(pieces);
    }

    /// Makes one random change; returns false if it fails, which may leave the change half done.
    bool change(Pieces& pieces) {
        constexpr int ordinary_changes = 10;
        const int change = random_.below(ordinary_changes + static_cast<int>(extra_changes_.size()));
        if (change >= ordinary_changes) {
            return extra_changes_[static_cast<std::size_t>(change - ordinary_changes)] == ExtraChange::Swap
                       ? swap(pieces)
                       : mirror(pieces);
        }
        if (change < 2) return put_somewhere(pieces, any_piece(pieces));
        const auto from = movable_piece(pieces);
        if (!from) return false;
        const Piece piece = *pieces.at(*from);
        if (change < 4 && !Pieces::is_royal(piece)) {
            pieces.remove(*from);
            return true;
        }
        if (change < 6 && !Pieces::is_royal(piece)) {
            pieces.remove(*from);
            pieces.put(any_piece(pieces), *from);
            return true;
        }
        int to = change < 8 ? Pieces::random_square_near(*from, random_) : any_square();
        if (!Pieces::contains(spec_.allowed_squares(piece), to)) {
            const auto available_square = random_member(available(pieces, piece));
            if (!available_square) return false;
            to = *available_square;
        }
        if (!is_free(pieces, to)) return false;
        pieces.move(*from, to);
        return true;
    }

  private:
    enum class ExtraChange { Swap, Mirror };

    int any_square() { return random_.below(Pieces::squares); }

    std::optional<int> random_member(SquareSet set) {
        if (Pieces::count(set) == 0) return std::nullopt;
        return random_square_of<Pieces>(set, random_);
    }

    bool is_fixed(int square) const { return Pieces::contains(spec_.pieces.occupied(), square); }

    bool is_free(const Pieces& pieces, int square) const {
        return !Pieces::contains(pieces.occupied() | spec_.demands.empty(), square);
    }

    /// Returns the free squares on which the spec allows another `piece`.
    SquareSet available(const Pieces& pieces, Piece piece) const {
        SquareSet available = spec_.allowed_squares(piece) & ~pieces.occupied() & ~spec_.demands.empty();
        for (SquareSet rest = available; Pieces::count(rest) > 0;) {
            const int square = Pieces::pop_first(rest);
            if (!Pieces::may_stand(piece, square)) available = available & ~Pieces::only(square);
        }
        return available;
    }

    /// Returns a random piece that is not royal, if possible of a kind of which the spec allows one more.
    Piece any_piece(const Pieces& pieces) {
        Piece piece = Pieces::any_piece(random_);
        if (!spec_.limits_pieces) return piece;
        for (int tries = 0; tries < 50 && !may_add(pieces, piece); ++tries)
            piece = Pieces::any_piece(random_);
        return piece;
    }

    bool may_add(const Pieces& pieces, Piece piece) const {
        return Pieces::count(pieces.all_of(piece)) <
               spec_.at_most[static_cast<std::size_t>(Pieces::piece_number(piece))];
    }

    /// Puts a piece on a random square that the spec allows; returns false if it finds none.
    bool put_somewhere(Pieces& pieces, Piece piece) {
        for (int tries = 0; tries < 100; ++tries) {
            const int square =
                near_king_ && !Pieces::is_royal(piece) ? near_enemy_king(pieces) : any_square();
            if (!is_free(pieces, square) || !Pieces::may_stand(piece, square) ||
                !Pieces::contains(spec_.allowed_squares(piece), square))
                continue;
            pieces.put(piece, square);
            return true;
        }
        if (!spec_.limits_pieces) return false;
        const auto square = random_member(available(pieces, piece));
        if (square) pieces.put(piece, *square);
        return square.has_value();
    }

    /// Returns a random square at most two steps from the king to be mated; any square if there is no king.
    int near_enemy_king(const Pieces& pieces) {
        const auto king = pieces.square_of_royal(!spec_.turn);
        return king ? Pieces::random_square_near(*king, random_) : any_square();
    }

    /// Adds the pieces of which the spec gives a least number, and fills the squares that must not be empty.
    void add_required_pieces(Pieces& pieces) {
        for (int kind = 0; kind < Pieces::kinds_of_pieces; ++kind) {
            const Piece piece = Pieces::piece_numbered(kind);
            if (Pieces::is_royal(piece)) continue;
            for (int missing =
                     spec_.at_least[static_cast<std::size_t>(kind)] - Pieces::count(pieces.all_of(piece));
                 missing > 0; --missing) {
                const auto wanted = random_member(available(pieces, piece) & spec_.filled_set());
                if (wanted) {
                    pieces.put(piece, *wanted);
                } else {
                    put_somewhere(pieces, piece);
                }
            }
        }
        for (SquareSet rest = spec_.filled_set() & ~pieces.occupied(); Pieces::count(rest) > 0;) {
            const int square = Pieces::pop_first(rest);
            for (int tries = 0; tries < 50; ++tries) {
                const Piece piece = any_piece(pieces);
                if (!may_add(pieces, piece) || !Pieces::contains(available(pieces, piece), square)) continue;
                pieces.put(piece, square);
                break;
            }
        }
    }

    /// Returns the square of a random piece that the spec does not fix; nullopt if it finds none in 60 tries.
    std::optional<int> movable_piece(const Pieces& pieces) {
        for (int tries = 0; tries < 60; ++tries) {
            const int square = any_square();
            if (Pieces::contains(pieces.occupied(), square) && !is_fixed(square)) return square;
        }
        return std::nullopt;
    }

    bool swap(Pieces& pieces) {
        const auto a = movable_piece(pieces), b = movable_piece(pieces);
        if (!a || !b || *a == *b) return false;
        if (!Pieces::may_stand(*pieces.at(*a), *b) || !Pieces::may_stand(*pieces.at(*b), *a)) return false;
        pieces.swap(*a, *b);
        return true;
    }

    /// Pairs a random piece that has no counterpart under a symmetry of the spec: puts an unpaired piece from
    /// another square, or a new piece, on the image of its square. Returns false if it fails; a piece on the
    /// image may be removed then.
    bool mirror(Pieces& pieces) {
        const auto& symmetries = spec_.symmetries;
        const auto& symmetry =
            symmetries[static_cast<std::size_t>(random_.below(static_cast<int>(symmetries.size())))];
        const auto square = movable_piece(pieces);
        if (!square || symmetry.is_paired(pieces, *square)) return false;
        const int image = symmetry.image(*square);
        if (is_fixed(image) || Pieces::contains(spec_.demands.empty(), image)) return false;
        const Piece piece = *pieces.at(*square);
        const char letter = Pieces::letter(piece);
        if (random_.below(2) == 0 || Pieces::is_royal(piece)) {  // move another unpaired piece to `image`
            const auto other_square = movable_piece(pieces);
            if (!other_square || *other_square == *square || symmetry.is_paired(pieces, *other_square) ||
                !symmetry.may_pair(Pieces::letter(*pieces.at(*other_square)), letter) ||
                !Pieces::may_stand(*pieces.at(*other_square), image))
                return false;
            if (pieces.at(image)) {
                pieces.swap(image, *other_square);
            } else {
                pieces.move(*other_square, image);
            }
            return true;
        }
        if (pieces.at(image)) {
            if (Pieces::is_royal(*pieces.at(image))) return false;
            pieces.remove(image);
        }
        Piece counterpart = any_piece(pieces);
        for (int tries = 0; tries < 50 && !symmetry.may_pair(Pieces::letter(counterpart), letter); ++tries)
            counterpart = any_piece(pieces);
        if (!symmetry.may_pair(Pieces::letter(counterpart), letter) || !Pieces::may_stand(counterpart, image))
            return false;
        pieces.put(counterpart, image);
        return true;
    }

    const Spec<P>& spec_;
    Random& random_;
    bool near_king_;
    std::vector<ExtraChange> extra_changes_;
};

/// A position that meets the spec.
template <class P>
struct FoundPosition {
    P position;
    double appearance = 0;   ///< the penalty for bad appearance; lower is better
    std::uint64_t unit = 0;  ///< the number of the attempt that found the position
};

/// The result of the random search, not yet converted to records.
template <class P>
struct FoundPositions {
    std::vector<FoundPosition<P>> found;  ///< best first
    std::uint64_t nodes = 0;              ///< positions judged
    bool complete = false;                ///< as many positions were found as wanted
    Tally tally;                          ///< how many judged positions met each condition of the spec
};

/// One attempt of the random search: simulated annealing, then removal of superfluous pieces.
template <Composable P>
class Attempt {
  public:
    Attempt(const Spec<P>& spec, const solver::Limits& limits, std::uint64_t seed, std::uint64_t unit)
        : spec_(spec),
          limits_(limits),
          judge_(spec),
          random_(Random::of_unit(seed, unit)),
          random_changes_(spec, random_, unit % 2 == 1) {}

    /// Returns the best position found, in two versions: without superfluous pieces and, unless the spec
    /// requires economy, with them. Returns an empty list if it found none or the search was stopped.
    std::vector<FoundPosition<P>> run() {
        Pieces current = spec_.pieces;
        if (!random_changes_.set_up(current)) {
            ++nodes_;  // so that a limit on nodes also ends a search in which every attempt fails here
            return {};
        }
        double cost = cost_of(current);
        std::optional<Pieces> best;
        double best_penalty = 0;
        int stale_steps = 0;
        for (int step = 0; step < steps_ && stale_steps < max_stale_steps_; ++step) {
            if ((step % 64 == 0 || spec_.has_lines()) && reports::is_over(limits_)) return {};
            Pieces candidate = current;
            if (!random_changes_.change(candidate) || !spec_.allows(candidate)) continue;
            const double candidate_cost = cost_of(candidate);
            const double heat = 1.2 * std::pow(0.08 / 1.2, static_cast<double>(step) / steps_);
            if (candidate_cost > cost && random_.fraction() >= std::exp((cost - candidate_cost) / heat))
                continue;
            current = candidate;
            cost = candidate_cost;
            if (best) ++stale_steps;
            if (!exact_) continue;
            if (const double penalty = penalty_of(current); !best || penalty < best_penalty) {
                best = current;
                best_penalty = penalty;
                stale_steps = 0;
            }
        }
        if (!best) return {};
        const Pieces with_superfluous = *best;
        remove_superfluous_pieces(*best);
        const FoundPosition<P> smallest = found(*best);
        if (!spec_.economical) return {smallest, found(with_superfluous)};
        if (!judge_.is_economical(smallest.position)) return {};
        return {smallest};
    }

    std::uint64_t nodes() const { return nodes_; }
    const Tally& tally() const { return judge_.tally(); }

  private:
    using Pieces = typename P::Arrangement;
    using Piece = typename Pieces::Piece;

    static constexpr double weight_of_appearance = 0.35;

    double penalty_of(const Pieces& pieces) const {
        return appearance_penalty(pieces, spec_.pieces.occupied(), spec_.turn, spec_.taste);
    }

    FoundPosition<P> found(const Pieces& pieces) const {
        return {pieces.template accepted<P>(spec_.turn).value(), penalty_of(pieces), 0};
    }

    double cost_of(const Pieces& pieces) {
        ++nodes_;
        exact_ = false;
        const auto position = pieces.template accepted<P>(spec_.turn);
        if (!position) return 1e9;
        const Judgement judgement = judge_.judge(*position);
        exact_ = judgement.exact;
        return judgement.cost +
               (exact_ || !steered_by_themes_ ? 1 : 0.2) * weight_of_appearance * penalty_of(pieces);
    }

    /// Removes pieces, most valuable first, as long as the position still meets the spec.
    void remove_superfluous_pieces(Pieces& pieces) {
        const auto meets_spec = [&](const Pieces& smaller) {
            if (!spec_.allows(smaller)) return false;
            cost_of(smaller);
            return exact_;
        };
        remove_pieces(pieces, ~spec_.pieces.occupied(), meets_spec, [](Piece, int) {});
    }

    const Spec<P>& spec_;
    const solver::Limits& limits_;
    KeyJudge<P> judge_;
    Random random_;
    RandomChanges<P> random_changes_;
    // With themes, appearance counts little until the spec is met; else annealing would remove the pieces
    // that could show a theme.
    const bool steered_by_themes_ = !spec_.themes.empty();
    // Fewer steps for stipulations with lines, since each position takes long to solve.
    const int steps_ = spec_.has_lines() ? 800 : steered_by_themes_ ? 20000 : 6000;
    const int max_stale_steps_ = spec_.has_lines() ? 60 : 1500;
    bool exact_ = false;
    std::uint64_t nodes_ = 0;
};

/// Runs attempts until `options.count` positions are found that are distinct under the symmetries of the
/// game, or a limit is reached. Calls `progress(found, nodes)` after each wave of attempts.
template <Composable P, class Progress>
FoundPositions<P> compose(const Spec<P>& spec, const ComposeOptions& options, Progress progress) {
    constexpr std::uint64_t wave = 16;
    const solver::Limits limits = reports::search_options(options.search, 1).limits;
    FoundPositions<P> result;
    KeySet seen;
    const auto stopped = [&] { return result.found.size() >= options.count || result.nodes >= limits.nodes; };
    for (std::uint64_t first = 0; !stopped() && !reports::is_over(limits); first += wave) {
        std::vector<FoundPositions<P>> attempts(wave);
        solver::for_each_number(wave, options.search.threads > 1, [&](std::size_t number) {
            Attempt<P> attempt(spec, limits, options.seed, first + number);
            attempts[number] = {attempt.run(), attempt.nodes(), false, attempt.tally()};
        });
        for (std::uint64_t number = 0; number < wave; ++number) {
            if (stopped()) break;
            result.nodes += attempts[number].nodes;
            result.tally.add(attempts[number].tally);
            // Adds only one of the two versions of a composition. If an earlier attempt found the version
            // without superfluous pieces, the other version still adds variety.
            for (FoundPosition<P>& composition : attempts[number].found) {
                if (!seen.insert(composition.position.key()).second) continue;
                composition.unit = first + number;
                result.found.push_back(composition);
                break;
            }
        }
        progress(result.found.size(), result.nodes);
    }
    result.complete = result.found.size() >= options.count;
    // The order is total, since there is at most one position of each unit.
    std::sort(result.found.begin(), result.found.end(), [](const auto& a, const auto& b) {
        return a.appearance != b.appearance ? a.appearance < b.appearance : a.unit < b.unit;
    });
    return result;
}

/// Visits every arrangement of up to a given number of pieces in which the fixed pieces of the spec are on
/// their squares: kings on any two squares that are not adjacent, other pieces on any squares, as many of
/// each kind as `at_most` allows.
///
/// The walk is divided into units, one for each choice of pieces and pair of king squares, and a unit with
/// many arrangements into parts, one for each placement of its first pieces. Parts are searched in parallel,
/// but their results are added in order, up to the first part that was not finished. So the walk can stop at
/// any time and continue later from that part.
///
/// Pruning skips arrangements that cannot meet the spec. It puts pieces only where the spec allows them, and
/// not on squares that must be empty (because a key move passes or lands on them, or the spec says so). Once
/// as many pieces are left as squares that must be filled, it puts them only on these squares.
template <Composable P>
class ExhaustiveWalk : public Walk {
  public:
    ExhaustiveWalk(const Spec<P>& spec, const ComposeOptions& options)
        : spec_(spec),
          options_(options),
          limits_(reports::search_options(options.search, 1).limits),
          choices_(choices_of_pieces(spec, options.pieces)) {
        allows_other_mates_ = spec.roll || spec.moves > 1;
        for (const auto& face_spec : spec.faces) {
            if (!face_spec) continue;
            allows_other_mates_ = allows_other_mates_ || !face_spec->lists_all_wins();
            for (const KeyMove& mate : face_spec->mates) add_wanted_mate(spec.wanted(mate));
        }
        for (int pair = 0; pair < Pieces::squares * Pieces::squares; ++pair) {
            Pieces pieces = spec_.pieces;
            if (put_king(pieces, Color::White, pair / Pieces::squares) &&
                put_king(pieces, Color::Black, pair % Pieces::squares) &&
                !Pieces::contains(Pieces::neighbours(pair / Pieces::squares), pair % Pieces::squares) &&
                !(options_.pruning && Pieces::count(pieces.occupied() & spec_.demands.empty()) > 0))
                king_placements_.push_back(pieces);
        }
        progress_.units = choices_.size() * king_placements_.size();
    }

    std::string universe() const override { return universe_of(spec_, options_.pieces); }
    const ExhaustiveProgress& progress() const override { return progress_; }

    bool resume(const ExhaustiveProgress& progress) override {
        found_keys_.clear();
        const bool valid = progress.next_unit <= progress_.units &&
                           (progress.next_unit < progress_.units || progress.next_part == 0) &&
                           std::all_of(progress.found.begin(), progress.found.end(), [&](const auto& fen) {
                               const auto read = spec_.start.read_fen(fen);
                               return read && found_keys_.insert(read->value.key()).second;
                           });
        if (!valid) return found_keys_.clear(), false;
        const std::uint64_t units = progress_.units;
        progress_ = progress;
        progress_.units = units;
        return true;
    }

    void walk(const std::function<void(const ExhaustiveProgress&)>& after_wave) override {
        constexpr std::size_t wave = 64;
        while (!progress_.complete() && !stopped()) {
            std::vector<Part> parts;
            std::uint64_t unit = progress_.next_unit, skipped_parts = progress_.next_part;
            for (; unit < progress_.units && parts.size() <= wave; ++unit, skipped_parts = 0) {
                std::uint64_t index = 0;
                split(unit_as_part(unit), [&](Part part) {
                    part.index = index++;
                    if (part.index >= skipped_parts) parts.push_back(part);
                    return parts.size() <= wave;
                });
            }
            std::pair<std::uint64_t, std::uint64_t> next{unit, 0};
            if (parts.size() > wave) {  // leave the last part to the next wave
                next = {parts.back().unit, parts.back().index};
                parts.pop_back();
            }
            std::vector<PartResult> results(parts.size());
            solver::for_each_number(parts.size(), options_.search.threads > 1, [&](std::size_t number) {
                if (!stopped()) PartSearch(*this, parts[number], results[number]).run();
            });
            std::size_t finished_parts = 0;
            while (finished_parts < parts.size() && results[finished_parts].finished)
                add(results[finished_parts++]);
            if (finished_parts < parts.size())
                next = {parts[finished_parts].unit, parts[finished_parts].index};
            std::tie(progress_.next_unit, progress_.next_part) = next;
            after_wave(progress_);
        }
    }

    std::vector<records::Puzzle> puzzles() const override {
        std::vector<records::Puzzle> puzzles;
        for (const std::string& fen : progress_.found)
            puzzles.emplace_back(puzzle_of(spec_.start.read_fen(fen).value().value, spec_)).composed = {
                {}, {}, static_cast<std::uint64_t>(options_.pieces), {}};
        return puzzles;
    }

  private:
    using Pieces = typename P::Arrangement;
    using Piece = typename Pieces::Piece;
    using SquareSet = typename Pieces::SquareSet;
    using WantedMove = typename Pieces::WantedMove;

    /// All arrangements of a unit in which the first pieces of its choice are on given squares.
    struct Part {
        std::uint64_t unit;
        const PieceChoice* choice;  ///< the pieces that the unit places
        Pieces pieces;              ///< the pieces on the board so far
        std::size_t placed = 0;     ///< how many pieces of `choice` are placed
        int min_square = 0;  ///< the lowest square for the next piece if it is of the same kind as the last
        std::uint64_t index = 0;  ///< the number of this part in its unit
    };

    /// The result of searching one part.
    struct PartResult {
        std::uint64_t evaluated = 0;
        std::uint64_t illegal = 0;
        std::vector<P> found;
        bool finished = false;
    };

    /// Adds a key move of the spec to `wanted_mates_`, unless the move is already there.
    void add_wanted_mate(const WantedMove& wanted) {
        const auto is_same = [&](const WantedMove& other) { return other.same_move(wanted); };
        if (std::none_of(wanted_mates_.begin(), wanted_mates_.end(), is_same))
            wanted_mates_.push_back(wanted);
    }

    /// Puts a king on `square`. Returns false if the square is occupied, the spec does not allow it, or the
    /// spec fixes the king on another square.
    bool put_king(Pieces& pieces, Color color, int square) const {
        if (const auto fixed = spec_.pieces.square_of_royal(color)) return fixed == square;
        const Piece king = Pieces::royal_piece(color);
        if (Pieces::contains(pieces.occupied(), square) ||
            !Pieces::contains(spec_.allowed_squares(king), square))
            return false;
        pieces.put(king, square);
        return true;
    }

    Part unit_as_part(std::uint64_t unit) const {
        return {unit, &choices_[unit / king_placements_.size()],
                king_placements_[unit % king_placements_.size()]};
    }

    /// Returns the squares for the next piece of a part. Equal pieces are placed on ascending squares, so
    /// that each arrangement occurs once.
    SquareSet available(const Part& part) const {
        const PieceChoice& choice = *part.choice;
        const Piece piece = Pieces::piece_numbered(choice[part.placed]);
        SquareSet squares = part.pieces.free_squares_for(piece);
        if (part.placed > 0 && choice[part.placed] == choice[part.placed - 1])
            squares = squares & Pieces::squares_from(part.min_square);
        return options_.pruning ? squares & spec_.allowed_squares(piece) & ~spec_.demands.empty() : squares;
    }

    /// Returns the squares for the next piece after which the remaining pieces can still fill all squares
    /// that must be filled.
    SquareSet promising_squares(const Part& part) const {
        if (!options_.pruning) return available(part);
        const SquareSet missing = spec_.needed() & ~part.pieces.occupied();
        const auto missing_count = static_cast<std::size_t>(Pieces::count(missing));
        const std::size_t pieces_left = part.choice->size() - part.placed;
        if (missing_count > pieces_left) return SquareSet{};
        return missing_count == pieces_left ? available(part) & missing : available(part);
    }

    /// Calls `visit(next)` with the part that results from each placement of the next piece, until `visit`
    /// returns false.
    template <class Visit>
    void for_each_placement(const Part& part, Visit visit) const {
        const Piece piece = Pieces::piece_numbered((*part.choice)[part.placed]);
        for (SquareSet squares = promising_squares(part); Pieces::count(squares) > 0;) {
            const int square = Pieces::pop_first(squares);
            Part next = part;
            next.pieces.put(piece, square);
            ++next.placed;
            next.min_square = square + 1;
            if (!visit(next)) return;
        }
    }

    /// Divides `part` into parts that are small enough for one task, and calls `visit(part)` for each in
    /// order, until `visit` returns false. Returns false in that case.
    template <class Visit>
    bool split(const Part& part, const Visit& visit) const {
        double size = 1;  // an upper bound of the number of arrangements
        for (Part later = part; later.placed < part.choice->size(); ++later.placed)
            size *= Pieces::count(available(later));
        if (size <= (is_slow() ? 1'000 : 100'000)) return visit(part);
        bool continues = true;
        for_each_placement(part, [&](const Part& next) { return continues = split(next, visit); });
        return continues;
    }

    bool stopped() const { return reports::is_over(limits_); }

    /// True if a single position may take long to judge.
    bool is_slow() const { return spec_.moves > 1 || spec_.other_stipulation; }

    void add(const PartResult& result) {
        progress_.evaluated += result.evaluated;
        progress_.illegal += result.illegal;
        for (const P& position : result.found) {
            if (found_keys_.insert(position.key()).second) progress_.found.push_back(position.fen());
        }
    }

    /// Searches one part of the walk, in one thread.
    class PartSearch {
      public:
        PartSearch(const ExhaustiveWalk& walk, const Part& part, PartResult& result)
            : walk_(walk), part_(part), result_(result), judge_(walk.spec_) {}

        void run() { result_.finished = place(part_); }

      private:
        /// Places the remaining pieces of `part` in all ways and judges the arrangements. Returns false if
        /// the walk was stopped.
        bool place(const Part& part) {
            if (part.placed == part.choice->size()) {
                judge(part.pieces);
                return (!walk_.is_slow() && ++judged_ % 64 != 0) || !walk_.stopped();
            }
            bool continues = true;
            walk_.for_each_placement(part, [&](const Part& next) { return continues = place(next); });
            return continues;
        }

        /// True if all pieces are on squares that the spec allows, and squares that must be occupied or empty
        /// are so. Without pruning, parts contain arrangements that fail this test.
        bool meets_placement(const Pieces& pieces) const {
            const Spec<P>& spec = walk_.spec_;
            return !spec.misplaces(pieces) && Pieces::count(spec.needed() & ~pieces.occupied()) == 0 &&
                   Pieces::count(spec.demands.empty() & pieces.occupied()) == 0;
        }

        void judge(const Pieces& pieces) {
            const auto accepted = pieces.template accepted<P>(walk_.spec_.turn);
            if (!accepted || (HasDie<P> && !walk_.spec_.allows_check(accepted->in_check()))) {
                ++result_.illegal;
                return;
            }
            ++result_.evaluated;
            if (meets_placement(pieces) && has_key(*accepted) && judge_.meets_spec(*accepted))
                result_.found.push_back(*accepted);
        }

        /// A fast test before the judge: returns false if a mate that the spec names is missing, or if there
        /// are more mates although the spec names all.
        bool has_key(const P& position) {
            if (walk_.spec_.moves > 1 || walk_.spec_.other_stipulation) return true;
            position.winning_moves(mates_);
            if (mates_.size() < walk_.wanted_mates_.size() ||
                (!walk_.allows_other_mates_ && mates_.size() > walk_.wanted_mates_.size()))
                return false;
            return std::all_of(walk_.wanted_mates_.begin(), walk_.wanted_mates_.end(),
                               [&](const WantedMove& wanted) {
                                   return std::any_of(mates_.begin(), mates_.end(),
                                                      [&](auto mate) { return wanted.is(mate); });
                               });
        }

        const ExhaustiveWalk& walk_;
        const Part& part_;
        PartResult& result_;
        KeyJudge<P> judge_;
        MoveList<P> mates_;
        std::uint64_t judged_ = 0;
    };

    const Spec<P> spec_;
    const ComposeOptions options_;
    const solver::Limits limits_;
    const std::vector<PieceChoice> choices_;
    std::vector<Pieces> king_placements_;   // the fixed pieces with each allowed pair of kings
    bool allows_other_mates_ = false;       // the spec allows mates that it does not name
    std::vector<WantedMove> wanted_mates_;  // the mates that the spec names
    KeySet found_keys_;                     // keys of the positions found
    ExhaustiveProgress progress_;
};

}  // namespace octomate::make
