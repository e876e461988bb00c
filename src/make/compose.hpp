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

namespace octomate::make {

/// Puts pieces on the board as a spec requires, and makes small random changes.
template <Composable P>
class Changes {
  public:
    using Pieces = typename P::Arrangement;
    using Piece = typename Pieces::Piece;
    using SquareSet = typename Pieces::SquareSet;

    /// `net`: pieces come near the king to be mated, rather than anywhere. The arguments must outlive it.
    Changes(const Spec<P>& spec, Random& random, bool net) : spec_(spec), random_(random), net_(net) {
        if (spec.limits_pieces || !spec.symmetries.empty()) more_.push_back(More::Swap);
        if (!spec.symmetries.empty()) more_.insert(more_.end(), 3, More::Mirror);
    }

    /// The two royal pieces, the pieces that the spec needs, and a few others. False if the spec leaves no
    /// room.
    bool start(Pieces& pieces) {
        for (const Color color : {!spec_.turn, spec_.turn}) {
            if (!spec_.pieces.square_of_royal(color) && !put_somewhere(pieces, Pieces::royal_piece(color)))
                return false;
        }
        spec_.demands.fill(pieces, spec_.turn, random_);
        if (spec_.limits_pieces) furnish(pieces);
        for (int more = 1 + random_.below(5); more > 0 && Pieces::count(pieces.occupied()) < spec_.max_pieces;
             --more)
            put_somewhere(pieces, any_piece(pieces));
        for (int tries = 0; tries < 200 && !spec_.allows(pieces); ++tries) change(pieces);
        return spec_.allows(pieces);
    }

    /// One random change; false if it came to nothing.
    bool change(Pieces& pieces) {
        constexpr int usual = 10;
        const int what = random_.below(usual + static_cast<int>(more_.size()));
        if (what >= usual) {
            return more_[static_cast<std::size_t>(what - usual)] == More::Swap ? swap(pieces)
                                                                               : mirror(pieces);
        }
        if (what < 2) return put_somewhere(pieces, any_piece(pieces));
        const auto from = loose_piece(pieces);
        if (!from) return false;
        const Piece piece = *pieces.at(*from);
        if (what < 4 && !Pieces::royal(piece)) {
            pieces.remove(*from);
            return true;
        }
        if (what < 6 && !Pieces::royal(piece)) {
            pieces.remove(*from);
            pieces.put(any_piece(pieces), *from);
            return true;
        }
        int to = what < 8 ? Pieces::near(*from, random_) : any_square();
        if (!Pieces::contains(spec_.room_of(piece), to)) {
            const auto other = any_of(room(pieces, piece));
            if (!other) return false;
            to = *other;
        }
        if (!usable(pieces, to)) return false;
        pieces.move(*from, to);
        return true;
    }

  private:
    enum class More { Swap, Mirror };

    int any_square() { return random_.below(Pieces::squares); }

    std::optional<int> any_of(SquareSet set) {
        if (Pieces::count(set) == 0) return std::nullopt;
        return any_square_of<Pieces>(set, random_);
    }

    bool fixed(int square) const { return Pieces::contains(spec_.pieces.occupied(), square); }

    bool usable(const Pieces& pieces, int square) const {
        return !Pieces::contains(pieces.occupied() | spec_.demands.empty(), square);
    }

    /// Where the spec lets a piece join the others.
    SquareSet room(const Pieces& pieces, Piece piece) const {
        SquareSet room = spec_.room_of(piece) & ~pieces.occupied() & ~spec_.demands.empty();
        for (SquareSet rest = room; Pieces::count(rest) > 0;) {
            const int square = Pieces::pop_first(rest);
            if (!Pieces::may_stand(piece, square)) room = room & ~Pieces::only(square);
        }
        return room;
    }

    /// Any piece but a royal one, if there may be one more of it.
    Piece any_piece(const Pieces& pieces) {
        Piece piece = Pieces::any_piece(random_);
        if (!spec_.limits_pieces) return piece;
        for (int tries = 0; tries < 50 && !may_come(pieces, piece); ++tries)
            piece = Pieces::any_piece(random_);
        return piece;
    }

    bool may_come(const Pieces& pieces, Piece piece) const {
        return Pieces::count(pieces.all_of(piece)) <
               spec_.at_most[static_cast<std::size_t>(Pieces::number(piece))];
    }

    bool put_somewhere(Pieces& pieces, Piece piece) {
        for (int tries = 0; tries < 100; ++tries) {
            const int square = net_ && !Pieces::royal(piece) ? near_enemy_king(pieces) : any_square();
            if (!usable(pieces, square) || !Pieces::may_stand(piece, square) ||
                !Pieces::contains(spec_.room_of(piece), square))
                continue;
            pieces.put(piece, square);
            return true;
        }
        if (!spec_.limits_pieces) return false;
        const auto square = any_of(room(pieces, piece));
        if (square) pieces.put(piece, *square);
        return square.has_value();
    }

    /// For growing a mating net: a square at most two steps from the king to be mated.
    int near_enemy_king(const Pieces& pieces) {
        const auto king = pieces.square_of_royal(!spec_.turn);
        return king ? Pieces::near(*king, random_) : any_square();
    }

    /// The pieces that there must be, and pieces on all squares that must have one.
    void furnish(Pieces& pieces) {
        for (int kind = 0; kind < Pieces::kinds_of_pieces; ++kind) {
            const Piece piece = Pieces::piece_numbered(kind);
            if (Pieces::royal(piece)) continue;
            for (int left =
                     spec_.at_least[static_cast<std::size_t>(kind)] - Pieces::count(pieces.all_of(piece));
                 left > 0; --left) {
                const auto wanted = any_of(room(pieces, piece) & spec_.filled_set());
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
                if (!may_come(pieces, piece) || !Pieces::contains(room(pieces, piece), square)) continue;
                pieces.put(piece, square);
                break;
            }
        }
    }

    /// A piece that the spec does not hold in its place.
    std::optional<int> loose_piece(const Pieces& pieces) {
        for (int tries = 0; tries < 60; ++tries) {
            const int square = any_square();
            if (Pieces::contains(pieces.occupied(), square) && !fixed(square)) return square;
        }
        return std::nullopt;
    }

    bool swap(Pieces& pieces) {
        const auto a = loose_piece(pieces), b = loose_piece(pieces);
        if (!a || !b || *a == *b) return false;
        if (!Pieces::may_stand(*pieces.at(*a), *b) || !Pieces::may_stand(*pieces.at(*b), *a)) return false;
        pieces.swap(*a, *b);
        return true;
    }

    /// A piece gets a counterpart, new or from elsewhere.
    bool mirror(Pieces& pieces) {
        const auto& symmetries = spec_.symmetries;
        const auto& symmetry =
            symmetries[static_cast<std::size_t>(random_.below(static_cast<int>(symmetries.size())))];
        const auto one = loose_piece(pieces);
        if (!one || symmetry.answered(pieces, *one)) return false;
        const int image = symmetry.image(*one);
        if (fixed(image) || Pieces::contains(spec_.demands.empty(), image)) return false;
        const Piece piece = *pieces.at(*one);
        const char letter = Pieces::letter(piece);
        if (random_.below(2) == 0 || Pieces::royal(piece)) {  // another without a counterpart comes
            const auto other = loose_piece(pieces);
            if (!other || *other == *one || symmetry.answered(pieces, *other) ||
                !symmetry.answer(Pieces::letter(*pieces.at(*other)), letter) ||
                !Pieces::may_stand(*pieces.at(*other), image))
                return false;
            if (pieces.at(image)) {
                pieces.swap(image, *other);
            } else {
                pieces.move(*other, image);
            }
            return true;
        }
        if (pieces.at(image)) {
            if (Pieces::royal(*pieces.at(image))) return false;
            pieces.remove(image);
        }
        Piece other = any_piece(pieces);
        for (int tries = 0; tries < 50 && !symmetry.answer(Pieces::letter(other), letter); ++tries)
            other = any_piece(pieces);
        if (!symmetry.answer(Pieces::letter(other), letter) || !Pieces::may_stand(other, image)) return false;
        pieces.put(other, image);
        return true;
    }

    const Spec<P>& spec_;
    Random& random_;
    bool net_;
    std::vector<More> more_;
};

/// A position that does exactly what the spec wants.
template <class P>
struct FoundPosition {
    P position;
    double looks = 0;        ///< lower is better
    std::uint64_t unit = 0;  ///< the work unit that found it: with the seed, enough to find it again
};

/// What the search came to.
template <class P>
struct ComposeFinds {
    std::vector<FoundPosition<P>> found;  ///< best first
    std::uint64_t nodes = 0;
    bool complete = false;  ///< as many as were wanted
    Tally tally;
};

/// One attempt: pieces are put on the board, near the enemy king or anywhere, and then moved, added, removed
/// and exchanged by simulated annealing on the cost of the key and the looks; at last every piece that is not
/// needed goes.
template <Composable P>
class Attempt {
  public:
    Attempt(const Spec<P>& spec, const solver::Limits& limits, std::uint64_t seed, std::uint64_t unit)
        : spec_(spec),
          limits_(limits),
          judge_(spec),
          random_(Random::of_unit(seed, unit)),
          changes_(spec, random_, unit % 2 == 1) {}

    /// The best that it found, first without the pieces that are not needed, then as it was before they went.
    /// Nothing if the time is over.
    std::vector<FoundPosition<P>> run() {
        Pieces now = spec_.pieces;
        if (!changes_.start(now)) {
            ++nodes_;  // it is judged, too, or a spec that no position meets would never come to an end
            return {};
        }
        double cost = cost_of(now);
        std::optional<Pieces> best;
        double best_looks = 0;
        int since_best = 0;
        for (int step = 0; step < steps_ && since_best < patience_; ++step) {
            if ((step % 64 == 0 || spec_.has_lines()) && reports::is_over(limits_)) return {};
            Pieces next = now;
            if (!changes_.change(next) || !spec_.allows(next)) continue;
            const double next_cost = cost_of(next);
            const double heat = 1.2 * std::pow(0.08 / 1.2, static_cast<double>(step) / steps_);
            if (next_cost > cost && random_.fraction() >= std::exp((cost - next_cost) / heat)) continue;
            now = next;
            cost = next_cost;
            if (best) ++since_best;
            if (!exact_) continue;
            if (const double grade = looks(now); !best || grade < best_looks) {
                best = now;
                best_looks = grade;
                since_best = 0;
            }
        }
        if (!best) return {};
        const Pieces whole = *best;
        shrink(*best);
        const FoundPosition<P> least = found(*best);
        if (!spec_.economical) return {least, found(whole)};
        if (!judge_.is_economical(least.position)) return {};
        return {least};
    }

    std::uint64_t nodes() const { return nodes_; }
    const Tally& tally() const { return judge_.tally(); }

  private:
    using Pieces = typename P::Arrangement;
    using Piece = typename Pieces::Piece;

    static constexpr double weight_of_looks = 0.35;

    double looks(const Pieces& pieces) const {
        return looks_of(pieces, spec_.pieces.occupied(), spec_.turn, spec_.taste);
    }

    FoundPosition<P> found(const Pieces& pieces) const {
        return {pieces.template accepted<P>(spec_.turn).value(), looks(pieces), 0};
    }

    double cost_of(const Pieces& pieces) {
        ++nodes_;
        exact_ = false;
        const auto position = pieces.template accepted<P>(spec_.turn);
        if (!position) return 1e9;
        const Judgement judgement = judge_.judge(*position);
        exact_ = judgement.exact;
        return judgement.cost + (exact_ || !steered_by_themes_ ? 1 : 0.2) * weight_of_looks * looks(pieces);
    }

    /// Removes pieces as long as the key stays exactly the same; the most valuable first.
    void shrink(Pieces& pieces) {
        const auto still = [&](const Pieces& smaller) {
            if (!spec_.allows(smaller)) return false;
            cost_of(smaller);
            return exact_;
        };
        strip(pieces, ~spec_.pieces.occupied(), still, [](Piece, int) {});
    }

    const Spec<P>& spec_;
    const solver::Limits& limits_;
    KeyJudge<P> judge_;
    Random random_;
    Changes<P> changes_;
    // Looks count little as long as a theme is not shown, or the pieces that are to show it would go.
    const bool steered_by_themes_ = !spec_.themes.empty();
    // Lines take long to find.
    const int steps_ = spec_.has_lines() ? 800 : steered_by_themes_ ? 20000 : 6000;
    const int patience_ = spec_.has_lines() ? 60 : 1500;
    bool exact_ = false;
    std::uint64_t nodes_ = 0;
};

/// Runs attempts until enough distinct positions (under the symmetries) are found. Attempt n draws from a
/// random stream of its own, and attempts are counted in order, so the answer does not depend on the threads.
/// `progress(found, nodes)` is called between waves of attempts.
template <Composable P, class Progress>
ComposeFinds<P> compose(const Spec<P>& spec, const ComposeOptions& options, Progress progress) {
    constexpr std::uint64_t wave = 16;
    const solver::Limits limits = reports::search_options(options.search, 1).limits;
    ComposeFinds<P> result;
    KeySet seen;
    const auto stopped = [&] { return result.found.size() >= options.count || result.nodes >= limits.nodes; };
    for (std::uint64_t first = 0; !stopped() && !reports::is_over(limits); first += wave) {
        std::vector<ComposeFinds<P>> attempts(wave);
        solver::for_each_number(wave, options.search.threads > 1, [&](std::size_t number) {
            Attempt<P> one(spec, limits, options.seed, first + number);
            attempts[number] = {one.run(), one.nodes(), false, one.tally()};
        });
        for (std::uint64_t number = 0; number < wave; ++number) {
            if (stopped()) break;
            result.nodes += attempts[number].nodes;
            result.tally.add(attempts[number].tally);
            // One position an attempt: where many attempts shrink to the same, the larger ones are the
            // variety.
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
    // At most one of each unit: the order is the same however it is sorted.
    std::sort(result.found.begin(), result.found.end(), [](const auto& a, const auto& b) {
        return a.looks != b.looks ? a.looks < b.looks : a.unit < b.unit;
    });
    return result;
}

/// Walks every arrangement of up to a given number of pieces in which the pieces of the spec stand on their
/// squares: kings on any squares that are not side by side, other pieces as `at_most` allows and wherever
/// there is room for them.
///
/// The walk is cut into units, one for each choice of pieces and pair of king squares, and a unit with many
/// arrangements into parts, one for each placement of its first pieces. Parts are searched in parallel
/// and counted in order up to the first one that was not finished, so that the walk can stop at any time
/// and later continues from there.
///
/// Pruning places each piece only where the spec lets it stand, on no square that must be empty (because a
/// key move passes or lands on it, or the spec says so), and, once the pieces left are as few as the squares
/// that must be filled, only on those.
template <Composable P>
class ExhaustiveWalk : public Walk {
  public:
    ExhaustiveWalk(const Spec<P>& spec, const ComposeOptions& options)
        : spec_(spec),
          options_(options),
          limits_(reports::search_options(options.search, 1).limits),
          choices_(choices_of_pieces(spec, options.pieces)) {
        open_ = spec.roll || spec.moves > 1;
        for (const auto& asked : spec.faces) {
            if (!asked) continue;
            open_ = open_ || !asked->names_all();
            for (const KeyMove& mate : asked->mates) remember(spec.wanted(mate));
        }
        for (int pair = 0; pair < Pieces::squares * Pieces::squares; ++pair) {
            Pieces pieces = spec_.pieces;
            if (put_king(pieces, Color::White, pair / Pieces::squares) &&
                put_king(pieces, Color::Black, pair % Pieces::squares) &&
                !Pieces::contains(Pieces::neighbours(pair / Pieces::squares), pair % Pieces::squares) &&
                !(options_.pruning && Pieces::count(pieces.occupied() & spec_.demands.empty()) > 0))
                kings_.push_back(pieces);
        }
        progress_.units = choices_.size() * kings_.size();
    }

    std::string universe() const override { return universe_of(spec_, options_.pieces); }
    const ExhaustiveProgress& progress() const override { return progress_; }

    bool resume(const ExhaustiveProgress& progress) override {
        keys_.clear();
        const bool valid = progress.next_unit <= progress_.units &&
                           (progress.next_unit < progress_.units || progress.next_part == 0) &&
                           std::all_of(progress.found.begin(), progress.found.end(), [&](const auto& fen) {
                               const auto read = spec_.start.read_fen(fen);
                               return read && keys_.insert(read->value.key()).second;
                           });
        if (!valid) return keys_.clear(), false;
        const std::uint64_t units = progress_.units;
        progress_ = progress;
        progress_.units = units;
        return true;
    }

    void walk(const std::function<void(const ExhaustiveProgress&)>& after_wave) override {
        constexpr std::size_t wave = 64;
        while (!progress_.complete() && !stopped()) {
            std::vector<Part> parts;
            std::uint64_t unit = progress_.next_unit, skip = progress_.next_part;
            for (; unit < progress_.units && parts.size() <= wave; ++unit, skip = 0) {
                std::uint64_t index = 0;
                split(whole(unit), [&](Part part) {
                    part.index = index++;
                    if (part.index >= skip) parts.push_back(part);
                    return parts.size() <= wave;
                });
            }
            std::pair<std::uint64_t, std::uint64_t> next{unit, 0};
            if (parts.size() > wave) {  // the last one begins the next wave
                next = {parts.back().unit, parts.back().index};
                parts.pop_back();
            }
            std::vector<Tally> tallies(parts.size());
            solver::for_each_number(parts.size(), options_.search.threads > 1, [&](std::size_t number) {
                if (!stopped()) Search(*this, parts[number], tallies[number]).run();
            });
            std::size_t done = 0;
            while (done < parts.size() && tallies[done].finished) add(tallies[done++]);
            if (done < parts.size()) next = {parts[done].unit, parts[done].index};
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
    using Wanted = typename Pieces::WantedMove;

    /// All arrangements of a unit that begin with some of its pieces on given squares.
    struct Part {
        std::uint64_t unit;
        const PieceChoice* choice;  ///< of the unit
        Pieces pieces;              ///< the pieces placed
        std::size_t number = 0;     ///< how many pieces of the unit's choice are placed
        int least = 0;              ///< the lowest square for the next piece if it equals the one before it
        std::uint64_t index = 0;    ///< within the unit
    };

    struct Tally {
        std::uint64_t evaluated = 0;
        std::uint64_t illegal = 0;
        std::vector<P> found;
        bool finished = false;
    };

    void remember(const Wanted& wanted) {
        const auto same = [&](const Wanted& other) { return other.same_move(wanted); };
        if (std::none_of(wanted_.begin(), wanted_.end(), same)) wanted_.push_back(wanted);
    }

    /// Puts a king on `square` and returns true, unless the spec has it elsewhere or does not let it stand
    /// there.
    bool put_king(Pieces& pieces, Color color, int square) const {
        if (const auto fixed = spec_.pieces.square_of_royal(color)) return fixed == square;
        const Piece king = Pieces::royal_piece(color);
        if (Pieces::contains(pieces.occupied(), square) || !Pieces::contains(spec_.room_of(king), square))
            return false;
        pieces.put(king, square);
        return true;
    }

    Part whole(std::uint64_t unit) const {
        return {unit, &choices_[unit / kings_.size()], kings_[unit % kings_.size()]};
    }

    /// Squares where the next piece of a part may stand. Equal pieces stand in rising order.
    SquareSet room(const Part& part) const {
        const PieceChoice& choice = *part.choice;
        const Piece piece = Pieces::piece_numbered(choice[part.number]);
        SquareSet squares = part.pieces.room_for(piece);
        if (part.number > 0 && choice[part.number] == choice[part.number - 1])
            squares = squares & Pieces::from(part.least);
        return options_.pruning ? squares & spec_.room_of(piece) & ~spec_.demands.empty() : squares;
    }

    /// The squares of `room` that leave enough pieces for the squares that must be filled.
    SquareSet squares_for(const Part& part) const {
        if (!options_.pruning) return room(part);
        const SquareSet missing = spec_.needed() & ~part.pieces.occupied();
        const auto lacking = static_cast<std::size_t>(Pieces::count(missing));
        const std::size_t left = part.choice->size() - part.number;
        if (lacking > left) return SquareSet{};
        return lacking == left ? room(part) & missing : room(part);
    }

    /// Calls `visit(next)` for each placement of the next piece, as long as it returns true.
    template <class Visit>
    void for_each_placement(const Part& part, Visit visit) const {
        const Piece piece = Pieces::piece_numbered((*part.choice)[part.number]);
        for (SquareSet squares = squares_for(part); Pieces::count(squares) > 0;) {
            const int square = Pieces::pop_first(squares);
            Part next = part;
            next.pieces.put(piece, square);
            ++next.number;
            next.least = square + 1;
            if (!visit(next)) return;
        }
    }

    /// Calls `visit(part)` in order for the parts of `part` that are small enough to be searched in one go,
    /// as long as it returns true.
    template <class Visit>
    bool split(const Part& part, const Visit& visit) const {
        double size = 1;  // an upper bound of the number of arrangements
        for (Part rest = part; rest.number < part.choice->size(); ++rest.number)
            size *= Pieces::count(room(rest));
        if (size <= (is_slow() ? 1'000 : 100'000)) return visit(part);
        bool goes_on = true;
        for_each_placement(part, [&](const Part& next) { return goes_on = split(next, visit); });
        return goes_on;
    }

    bool stopped() const { return reports::is_over(limits_); }

    /// Checks whether one position takes long to judge.
    bool is_slow() const { return spec_.moves > 1 || spec_.other; }

    void add(const Tally& tally) {
        progress_.evaluated += tally.evaluated;
        progress_.illegal += tally.illegal;
        for (const P& position : tally.found) {
            if (keys_.insert(position.key()).second) progress_.found.push_back(position.fen());
        }
    }

    /// Searches one part.
    class Search {
      public:
        Search(const ExhaustiveWalk& all, const Part& part, Tally& tally)
            : all_(all), part_(part), tally_(tally), judge_(all.spec_) {}

        void run() { tally_.finished = place(part_); }

      private:
        /// Returns false if the walk was stopped.
        bool place(const Part& part) {
            if (part.number == part.choice->size()) {
                judge(part.pieces);
                return (!all_.is_slow() && ++judged_ % 64 != 0) || !all_.stopped();
            }
            bool goes_on = true;
            all_.for_each_placement(part, [&](const Part& next) { return goes_on = place(next); });
            return goes_on;
        }

        /// Checks whether all pieces stand where the spec lets them, whatever the key.
        bool placed_as_said(const Pieces& pieces) const {
            const Spec<P>& spec = all_.spec_;
            return !spec.misplaces(pieces) && Pieces::count(spec.needed() & ~pieces.occupied()) == 0 &&
                   Pieces::count(spec.demands.empty() & pieces.occupied()) == 0;
        }

        void judge(const Pieces& pieces) {
            const auto accepted = pieces.template accepted<P>(all_.spec_.turn);
            if (!accepted || (HasDie<P> && !all_.spec_.allows_check(accepted->in_check()))) {
                ++tally_.illegal;
                return;
            }
            ++tally_.evaluated;
            if (placed_as_said(pieces) && has_key(*accepted) && judge_.fits(*accepted))
                tally_.found.push_back(*accepted);
        }

        /// Checks whether the position has all wanted mates, and no others if the spec names them all.
        bool has_key(const P& position) {
            if (all_.spec_.moves > 1 || all_.spec_.other) return true;
            position.winning_moves(mates_);
            if (mates_.size() < all_.wanted_.size() || (!all_.open_ && mates_.size() > all_.wanted_.size()))
                return false;
            return std::all_of(all_.wanted_.begin(), all_.wanted_.end(), [&](const Wanted& wanted) {
                return std::any_of(mates_.begin(), mates_.end(), [&](auto mate) { return wanted.is(mate); });
            });
        }

        const ExhaustiveWalk& all_;
        const Part& part_;
        Tally& tally_;
        KeyJudge<P> judge_;
        MoveList<P> mates_;
        std::uint64_t judged_ = 0;
    };

    const Spec<P> spec_;
    const ComposeOptions options_;
    const solver::Limits limits_;
    const std::vector<PieceChoice> choices_;
    std::vector<Pieces> kings_;  // the pieces of the spec with each pair of kings
    bool open_ = false;          // some face may mate as it likes
    std::vector<Wanted> wanted_;
    KeySet keys_;
    ExhaustiveProgress progress_;
};

}  // namespace octomate::make
