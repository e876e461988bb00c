#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "make/describe.hpp"
#include "make/key_judge.hpp"
#include "make/maker.hpp"
#include "reports/reports.hpp"
#include "solver/parallel.hpp"

namespace octomate::make {

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
                               return read && keys_.insert(key_of(read->value)).second;
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

    static std::pair<std::uint64_t, std::uint64_t> key_of(const P& position) {
        const PositionKey key = position.key();
        return {key.first, key.second};
    }

    void add(const Tally& tally) {
        progress_.evaluated += tally.evaluated;
        progress_.illegal += tally.illegal;
        for (const P& position : tally.found) {
            if (keys_.insert(key_of(position)).second) progress_.found.push_back(position.fen());
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
    std::set<std::pair<std::uint64_t, std::uint64_t>> keys_;
    ExhaustiveProgress progress_;
};

}  // namespace octomate::make
