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

/// Puts men on the board as a spec requires, and makes small random changes.
template <Composable P>
class Changes {
  public:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;
    using SquareSet = typename Men::SquareSet;

    /// `net`: men come near the king to be mated, rather than anywhere. The arguments must outlive it.
    Changes(const Spec<P>& spec, Random& random, bool net) : spec_(spec), random_(random), net_(net) {
        if (spec.limits_men || !spec.symmetries.empty()) more_.push_back(More::Swap);
        if (!spec.symmetries.empty()) more_.insert(more_.end(), 3, More::Mirror);
    }

    /// The two royal men, the men that the spec needs, and a few others. False if the spec leaves no room.
    bool start(Men& men) {
        for (const Color color : {!spec_.turn, spec_.turn}) {
            if (!spec_.men.square_of_royal(color) && !put_somewhere(men, Men::royal_man(color))) return false;
        }
        spec_.demands.fill(men, spec_.turn, random_);
        if (spec_.limits_men) furnish(men);
        for (int more = 1 + random_.below(5); more > 0 && Men::count(men.occupied()) < spec_.max_men; --more)
            put_somewhere(men, any_man(men));
        for (int tries = 0; tries < 200 && !spec_.allows(men); ++tries) change(men);
        return spec_.allows(men);
    }

    /// One random change; false if it came to nothing.
    bool change(Men& men) {
        constexpr int usual = 10;
        const int what = random_.below(usual + static_cast<int>(more_.size()));
        if (what >= usual) {
            return more_[static_cast<std::size_t>(what - usual)] == More::Swap ? swap(men) : mirror(men);
        }
        if (what < 2) return put_somewhere(men, any_man(men));
        const auto from = loose_man(men);
        if (!from) return false;
        const Man man = *men.at(*from);
        if (what < 4 && !Men::royal(man)) {
            men.remove(*from);
            return true;
        }
        if (what < 6 && !Men::royal(man)) {
            men.remove(*from);
            men.put(any_man(men), *from);
            return true;
        }
        int to = what < 8 ? Men::near(*from, random_) : any_square();
        if (!Men::contains(spec_.room_of(man), to)) {
            const auto other = any_of(room(men, man));
            if (!other) return false;
            to = *other;
        }
        if (!usable(men, to)) return false;
        men.move(*from, to);
        return true;
    }

  private:
    enum class More { Swap, Mirror };

    int any_square() { return random_.below(Men::squares); }

    std::optional<int> any_of(SquareSet set) {
        if (Men::count(set) == 0) return std::nullopt;
        return any_square_of<Men>(set, random_);
    }

    bool fixed(int square) const { return Men::contains(spec_.men.occupied(), square); }

    bool usable(const Men& men, int square) const {
        return !Men::contains(men.occupied() | spec_.demands.empty(), square);
    }

    /// Where the spec lets a man join the others.
    SquareSet room(const Men& men, Man man) const {
        SquareSet room = spec_.room_of(man) & ~men.occupied() & ~spec_.demands.empty();
        for (SquareSet rest = room; Men::count(rest) > 0;) {
            const int square = Men::pop_first(rest);
            if (!Men::may_stand(man, square)) room = room & ~Men::only(square);
        }
        return room;
    }

    /// Any man but a royal one, if there may be one more of it.
    Man any_man(const Men& men) {
        Man man = Men::any_man(random_);
        if (!spec_.limits_men) return man;
        for (int tries = 0; tries < 50 && !may_come(men, man); ++tries) man = Men::any_man(random_);
        return man;
    }

    bool may_come(const Men& men, Man man) const {
        return Men::count(men.all_of(man)) < spec_.at_most[static_cast<std::size_t>(Men::number(man))];
    }

    bool put_somewhere(Men& men, Man man) {
        for (int tries = 0; tries < 100; ++tries) {
            const int square = net_ && !Men::royal(man) ? near_enemy_king(men) : any_square();
            if (!usable(men, square) || !Men::may_stand(man, square) ||
                !Men::contains(spec_.room_of(man), square))
                continue;
            men.put(man, square);
            return true;
        }
        if (!spec_.limits_men) return false;
        const auto square = any_of(room(men, man));
        if (square) men.put(man, *square);
        return square.has_value();
    }

    /// For growing a mating net: a square at most two steps from the king to be mated.
    int near_enemy_king(const Men& men) {
        const auto king = men.square_of_royal(!spec_.turn);
        return king ? Men::near(*king, random_) : any_square();
    }

    /// The men that there must be, and men on all squares that must have one.
    void furnish(Men& men) {
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            const Man man = Men::man_numbered(kind);
            if (Men::royal(man)) continue;
            for (int left = spec_.at_least[static_cast<std::size_t>(kind)] - Men::count(men.all_of(man));
                 left > 0; --left) {
                const auto wanted = any_of(room(men, man) & spec_.filled_set());
                if (wanted) {
                    men.put(man, *wanted);
                } else {
                    put_somewhere(men, man);
                }
            }
        }
        for (SquareSet rest = spec_.filled_set() & ~men.occupied(); Men::count(rest) > 0;) {
            const int square = Men::pop_first(rest);
            for (int tries = 0; tries < 50; ++tries) {
                const Man man = any_man(men);
                if (!may_come(men, man) || !Men::contains(room(men, man), square)) continue;
                men.put(man, square);
                break;
            }
        }
    }

    /// A man that the spec does not hold in its place.
    std::optional<int> loose_man(const Men& men) {
        for (int tries = 0; tries < 60; ++tries) {
            const int square = any_square();
            if (Men::contains(men.occupied(), square) && !fixed(square)) return square;
        }
        return std::nullopt;
    }

    bool swap(Men& men) {
        const auto a = loose_man(men), b = loose_man(men);
        if (!a || !b || *a == *b) return false;
        if (!Men::may_stand(*men.at(*a), *b) || !Men::may_stand(*men.at(*b), *a)) return false;
        men.swap(*a, *b);
        return true;
    }

    /// A man gets a counterpart, new or from elsewhere.
    bool mirror(Men& men) {
        const auto& symmetries = spec_.symmetries;
        const auto& symmetry =
            symmetries[static_cast<std::size_t>(random_.below(static_cast<int>(symmetries.size())))];
        const auto one = loose_man(men);
        if (!one || symmetry.answered(men, *one)) return false;
        const int image = symmetry.image(*one);
        if (fixed(image) || Men::contains(spec_.demands.empty(), image)) return false;
        const Man man = *men.at(*one);
        const char letter = Men::letter(man);
        if (random_.below(2) == 0 || Men::royal(man)) {  // another without a counterpart comes
            const auto other = loose_man(men);
            if (!other || *other == *one || symmetry.answered(men, *other) ||
                !symmetry.answer(Men::letter(*men.at(*other)), letter) ||
                !Men::may_stand(*men.at(*other), image))
                return false;
            if (men.at(image)) {
                men.swap(image, *other);
            } else {
                men.move(*other, image);
            }
            return true;
        }
        if (men.at(image)) {
            if (Men::royal(*men.at(image))) return false;
            men.remove(image);
        }
        Man other = any_man(men);
        for (int tries = 0; tries < 50 && !symmetry.answer(Men::letter(other), letter); ++tries)
            other = any_man(men);
        if (!symmetry.answer(Men::letter(other), letter) || !Men::may_stand(other, image)) return false;
        men.put(other, image);
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

/// One attempt: men are put on the board, near the enemy king or anywhere, and then moved, added, removed and
/// exchanged by simulated annealing on the cost of the key and the looks; at last every man that is not
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

    /// The best that it found, first without the men that are not needed, then as it was before they went.
    /// Nothing if the time is over.
    std::vector<FoundPosition<P>> run() {
        Men now = spec_.men;
        if (!changes_.start(now)) {
            ++nodes_;  // it is judged, too, or a spec that no position meets would never come to an end
            return {};
        }
        double cost = cost_of(now);
        std::optional<Men> best;
        double best_looks = 0;
        int since_best = 0;
        for (int step = 0; step < steps_ && since_best < patience_; ++step) {
            if ((step % 64 == 0 || spec_.has_lines()) && reports::is_over(limits_)) return {};
            Men next = now;
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
        const Men whole = *best;
        shrink(*best);
        const FoundPosition<P> least = found(*best);
        if (!spec_.economical) return {least, found(whole)};
        if (!judge_.is_economical(least.position)) return {};
        return {least};
    }

    std::uint64_t nodes() const { return nodes_; }
    const Tally& tally() const { return judge_.tally(); }

  private:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;

    static constexpr double weight_of_looks = 0.35;

    double looks(const Men& men) const {
        return looks_of(men, spec_.men.occupied(), spec_.turn, spec_.taste);
    }

    FoundPosition<P> found(const Men& men) const {
        return {men.template accepted<P>(spec_.turn).value(), looks(men), 0};
    }

    double cost_of(const Men& men) {
        ++nodes_;
        exact_ = false;
        const auto position = men.template accepted<P>(spec_.turn);
        if (!position) return 1e9;
        const Judgement judgement = judge_.judge(*position);
        exact_ = judgement.exact;
        return judgement.cost + (exact_ || !steered_by_themes_ ? 1 : 0.2) * weight_of_looks * looks(men);
    }

    /// Removes men as long as the key stays exactly the same; the most valuable first.
    void shrink(Men& men) {
        const auto still = [&](const Men& smaller) {
            if (!spec_.allows(smaller)) return false;
            cost_of(smaller);
            return exact_;
        };
        strip(men, ~spec_.men.occupied(), still, [](Man, int) {});
    }

    const Spec<P>& spec_;
    const solver::Limits& limits_;
    KeyJudge<P> judge_;
    Random random_;
    Changes<P> changes_;
    // Looks count little as long as a theme is not shown, or the men that are to show it would go.
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
          choices_(choices_of_men(spec, options.men)) {
        open_ = spec.roll || spec.moves > 1;
        for (const auto& asked : spec.faces) {
            if (!asked) continue;
            open_ = open_ || !asked->names_all();
            for (const KeyMove& mate : asked->mates) remember(spec.wanted(mate));
        }
        for (int pair = 0; pair < Men::squares * Men::squares; ++pair) {
            Men men = spec_.men;
            if (put_king(men, Color::White, pair / Men::squares) &&
                put_king(men, Color::Black, pair % Men::squares) &&
                !Men::contains(Men::neighbours(pair / Men::squares), pair % Men::squares) &&
                !(options_.pruning && Men::count(men.occupied() & spec_.demands.empty()) > 0))
                kings_.push_back(men);
        }
        progress_.units = choices_.size() * kings_.size();
    }

    std::string universe() const override { return universe_of(spec_, options_.men); }
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
                {}, {}, static_cast<std::uint64_t>(options_.men), {}};
        return puzzles;
    }

  private:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;
    using SquareSet = typename Men::SquareSet;
    using Wanted = typename Men::WantedMove;

    /// All arrangements of a unit that begin with some of its pieces on given squares.
    struct Part {
        std::uint64_t unit;
        const MenChoice* choice;  ///< of the unit
        Men men;                  ///< the pieces placed
        std::size_t number = 0;   ///< how many pieces of the unit's choice are placed
        int least = 0;            ///< the lowest square for the next piece if it equals the one before it
        std::uint64_t index = 0;  ///< within the unit
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
    bool put_king(Men& men, Color color, int square) const {
        if (const auto fixed = spec_.men.square_of_royal(color)) return fixed == square;
        const Man king = Men::royal_man(color);
        if (Men::contains(men.occupied(), square) || !Men::contains(spec_.room_of(king), square))
            return false;
        men.put(king, square);
        return true;
    }

    Part whole(std::uint64_t unit) const {
        return {unit, &choices_[unit / kings_.size()], kings_[unit % kings_.size()]};
    }

    /// Squares where the next piece of a part may stand. Equal pieces stand in rising order.
    SquareSet room(const Part& part) const {
        const MenChoice& choice = *part.choice;
        const Man man = Men::man_numbered(choice[part.number]);
        SquareSet squares = part.men.room_for(man);
        if (part.number > 0 && choice[part.number] == choice[part.number - 1])
            squares = squares & Men::from(part.least);
        return options_.pruning ? squares & spec_.room_of(man) & ~spec_.demands.empty() : squares;
    }

    /// The squares of `room` that leave enough pieces for the squares that must be filled.
    SquareSet squares_for(const Part& part) const {
        if (!options_.pruning) return room(part);
        const SquareSet missing = spec_.needed() & ~part.men.occupied();
        const auto lacking = static_cast<std::size_t>(Men::count(missing));
        const std::size_t left = part.choice->size() - part.number;
        if (lacking > left) return SquareSet{};
        return lacking == left ? room(part) & missing : room(part);
    }

    /// Calls `visit(next)` for each placement of the next piece, as long as it returns true.
    template <class Visit>
    void for_each_placement(const Part& part, Visit visit) const {
        const Man man = Men::man_numbered((*part.choice)[part.number]);
        for (SquareSet squares = squares_for(part); Men::count(squares) > 0;) {
            const int square = Men::pop_first(squares);
            Part next = part;
            next.men.put(man, square);
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
            size *= Men::count(room(rest));
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
                judge(part.men);
                return (!all_.is_slow() && ++judged_ % 64 != 0) || !all_.stopped();
            }
            bool goes_on = true;
            all_.for_each_placement(part, [&](const Part& next) { return goes_on = place(next); });
            return goes_on;
        }

        /// Checks whether all pieces stand where the spec lets them, whatever the key.
        bool placed_as_said(const Men& men) const {
            const Spec<P>& spec = all_.spec_;
            return !spec.misplaces(men) && Men::count(spec.needed() & ~men.occupied()) == 0 &&
                   Men::count(spec.demands.empty() & men.occupied()) == 0;
        }

        void judge(const Men& men) {
            const auto accepted = men.template accepted<P>(all_.spec_.turn);
            if (!accepted || (HasDie<P> && !all_.spec_.allows_check(accepted->in_check()))) {
                ++tally_.illegal;
                return;
            }
            ++tally_.evaluated;
            if (placed_as_said(men) && has_key(*accepted) && judge_.fits(*accepted))
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
    const std::vector<MenChoice> choices_;
    std::vector<Men> kings_;  // the pieces of the spec with each pair of kings
    bool open_ = false;       // some face may mate as it likes
    std::vector<Wanted> wanted_;
    KeySet keys_;
    ExhaustiveProgress progress_;
};

}  // namespace octomate::make
