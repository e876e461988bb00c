#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "make/key_judge.hpp"
#include "make/maker.hpp"
#include "solver/parallel.hpp"

namespace octomate::make {

/// Walks every arrangement of up to so many men in which the men of the spec stand where it says and all
/// others are anywhere: royal men on any square, others as `at_most` allows where there is room for them. The
/// walk is cut into units (one choice of men, one pair of squares for the royal ones), which are done in
/// order, so that it can stop after any of them and go on later.
///
/// Pruning leaves out arrangements that cannot have the key, for these reasons alone: a man stands on a
/// square that a key move passes or lands on, or where the spec does not let it stand; or a square is empty
/// that a cascade of the key must pass, from which a partner must come, or that the spec fills.
template <Composable P>
class ExhaustiveWalk : public Walk {
  public:
    ExhaustiveWalk(const Spec<P>& spec, const ExhaustiveOptions& options)
        : spec_(spec), options_(options), choices_(choices_of_men(spec, options.men)) {
        open_ = spec.roll || spec.moves > 1;
        for (const auto& asked : spec.faces) {
            if (!asked) continue;
            open_ = open_ || !asked->names_all();
            for (const KeyMove& mate : asked->mates) remember(spec.wanted(mate));
        }
        progress_.units = choices_.size() * pairs;
    }

    std::string universe() const override { return universe_of(spec_, options_.men); }
    const ExhaustiveProgress& progress() const override { return progress_; }

    /// Refuses positions that are none, are listed twice, or are not found by the units that are done.
    Status resume(const ExhaustiveProgress& progress) override {
        Faults faults;
        keys_.clear();
        const auto refuse = [&](std::string field, std::string message) {
            faults.push_back({FaultCode::WrongType, std::move(field), 0, std::move(message)});
        };
        for (std::size_t at = 0; at < progress.found.size(); ++at) {
            const auto read = spec_.start.read_fen(progress.found[at]);
            const std::string field = fmt::format("found[{}]", at);
            if (!read) {
                for (Fault fault : read.error()) {
                    fault.field = field;
                    faults.push_back(std::move(fault));
                }
            } else if (!keys_.insert(key_of(read->value)).second) {
                refuse(field, "an earlier one is the same position");
            } else if (!finds(read->value, progress.found[at], progress.next_unit)) {
                refuse(field, fmt::format("it is not found before unit {}", progress.next_unit));
            }
        }
        if (progress.next_unit > progress_.units)
            refuse("next_unit", fmt::format("next_unit is {}, but the walk has {} units", progress.next_unit,
                                            progress_.units));
        if (!faults.empty()) {
            keys_.clear();
            return Unexpected{std::move(faults)};
        }
        const std::uint64_t units = progress_.units;
        progress_ = progress;
        progress_.units = units;
        return {};
    }

    void walk(const std::function<void(const ExhaustiveProgress&)>& after_wave) override {
        constexpr std::uint64_t wave = 4096;
        while (!progress_.complete() && !stopped()) {
            const std::uint64_t first = progress_.next_unit;
            const std::uint64_t last = std::min(first + wave, progress_.units);
            std::vector<Tally> tallies(last - first);
            solver::for_each_number(tallies.size(), options_.parallel, [&](std::size_t number) {
                Unit(*this, first + number, tallies[number]).walk();
            });
            for (const Tally& tally : tallies) add(tally);
            progress_.next_unit = last;
            after_wave(progress_);
        }
    }

  private:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;
    using SquareSet = typename Men::SquareSet;
    using Wanted = typename Men::WantedMove;

    static constexpr std::uint64_t squares = Men::squares;
    static constexpr std::uint64_t pairs = squares * squares;

    struct Tally {
        std::uint64_t evaluated = 0;
        std::uint64_t illegal = 0;
        std::uint64_t skipped = 0;
        std::vector<P> found;
    };

    void remember(const Wanted& wanted) {
        const auto same = [&](const Wanted& other) { return other.same_move(wanted); };
        if (std::none_of(wanted_.begin(), wanted_.end(), same)) wanted_.push_back(wanted);
    }

    bool fixed_king(Color color) const { return spec_.men.square_of_royal(color).has_value(); }

    bool stopped() const {
        return std::chrono::steady_clock::now() >= options_.deadline ||
               (options_.interrupted && options_.interrupted->load(std::memory_order_relaxed));
    }

    static std::pair<std::uint64_t, std::uint64_t> key_of(const P& position) {
        const PositionKey key = position.key();
        return {key.first, key.second};
    }

    /// Whether a unit before `end` finds the position, and writes it as that FEN.
    bool finds(const P& position, const std::string& fen, std::uint64_t end) const {
        const Men men(position);
        const auto white = men.square_of_royal(Color::White), black = men.square_of_royal(Color::Black);
        MenChoice choice;
        for (auto rest = men.occupied() & ~spec_.men.occupied(); Men::count(rest) > 0;) {
            const auto man = men.at(Men::pop_first(rest));
            if (man && !Men::royal(*man)) choice.push_back(Men::number(*man));
        }
        std::sort(choice.begin(), choice.end());
        const auto found = std::find(choices_.begin(), choices_.end(), choice);
        if (!white || !black || found == choices_.end()) return false;
        const auto unit = static_cast<std::uint64_t>(found - choices_.begin()) * pairs +
                          static_cast<std::uint64_t>(*white) * squares + static_cast<std::uint64_t>(*black);
        if (unit >= end) return false;
        Tally tally;
        Unit(*this, unit, tally).judge_as(men);
        return !tally.found.empty() && tally.found.front().fen() == fen;
    }

    void add(const Tally& tally) {
        progress_.evaluated += tally.evaluated;
        progress_.illegal += tally.illegal;
        progress_.skipped += tally.skipped;
        for (const P& position : tally.found) {
            if (keys_.insert(key_of(position)).second) progress_.found.push_back(position.fen());
        }
    }

    /// One choice of men and one pair of king squares.
    class Unit {
      public:
        Unit(const ExhaustiveWalk& all, std::uint64_t unit, Tally& tally)
            : all_(all),
              choice_(all.choices_[unit / pairs]),
              tally_(tally),
              judge_(all.spec_),
              men_(all.spec_.men) {
            possible_ = put_king(Color::White, static_cast<int>(unit / squares % squares)) &&
                        put_king(Color::Black, static_cast<int>(unit % squares));
        }

        void walk() {
            if (!possible_) return;
            if (men_.hopeless()) {
                tally_.illegal += count(men_, 0, 0);
                return;
            }
            place(men_, 0, 0);
        }

        /// Judges the one arrangement in which the men of the choice stand as they do in another one.
        void judge_as(const Men& other) {
            if (!possible_) return;
            for (auto rest = other.occupied() & ~men_.occupied(); Men::count(rest) > 0;) {
                const int square = Men::pop_first(rest);
                if (const auto man = other.at(square)) men_.put(*man, square);
            }
            judge(men_);
        }

      private:
        /// A king that the spec fixes is there already: the units that would put it elsewhere are empty.
        bool put_king(Color color, int square) {
            if (all_.fixed_king(color)) return men_.square_of_royal(color) == square;
            const Man king = Men::royal_man(color);
            if (Men::contains(men_.occupied(), square) || !Men::contains(all_.spec_.room_of(king), square))
                return false;
            men_.put(king, square);
            return true;
        }

        Man man(std::size_t number) const { return Men::man_numbered(choice_[number]); }

        /// Where the next man may stand: equal men stand in rising order.
        SquareSet room(const Men& men, std::size_t number, int least) const {
            const SquareSet room = men.room_for(man(number));
            return number > 0 && choice_[number] == choice_[number - 1] ? room & Men::from(least) : room;
        }

        /// How many arrangements there are below a point of the walk.
        std::uint64_t count(const Men& men, std::size_t number, int least) const {
            if (number == choice_.size()) return 1;
            SquareSet squares = room(men, number, least);
            if (number + 1 == choice_.size()) return static_cast<std::uint64_t>(Men::count(squares));
            std::uint64_t sum = 0;
            while (Men::count(squares) > 0) {
                const int square = Men::pop_first(squares);
                Men next = men;
                next.put(man(number), square);
                sum += count(next, number + 1, square + 1);
            }
            return sum;
        }

        void place(const Men& men, std::size_t number, int least) {
            const std::size_t left = choice_.size() - number;
            if (all_.options_.pruning) {
                const auto& demands = all_.spec_.demands;
                const auto missing =
                    static_cast<std::size_t>(Men::count(all_.spec_.needed() & ~men.occupied()));
                if (missing > left || Men::count(men.occupied() & demands.empty()) > 0 ||
                    all_.spec_.misplaces(men)) {
                    tally_.skipped += count(men, number, least);
                    return;
                }
            }
            if (left == 0) return judge(men);
            SquareSet squares = room(men, number, least);
            while (Men::count(squares) > 0) {
                const int square = Men::pop_first(squares);
                Men next = men;
                next.put(man(number), square);
                place(next, number + 1, square + 1);
            }
        }

        /// Whether men stand where the spec itself, whatever the key, lets them.
        bool placed_as_said(const Men& men) const {
            const Spec<P>& spec = all_.spec_;
            return !spec.misplaces(men) && Men::count(spec.needed() & ~men.occupied()) == 0 &&
                   Men::count(spec.demands.empty() & men.occupied()) == 0;
        }

        void judge(const Men& men) {
            const auto accepted = men.template accepted<P>(all_.spec_.turn);
            if (!accepted || (has_die<P> && !all_.spec_.allows_check(accepted->in_check()))) {
                ++tally_.illegal;
                return;
            }
            ++tally_.evaluated;
            if (placed_as_said(men) && has_key(*accepted) && judge_.fits(*accepted))
                tally_.found.push_back(*accepted);
        }

        /// Whether all wanted mates are there, and no others if the spec names them all.
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
        const MenChoice& choice_;
        Tally& tally_;
        KeyJudge<P> judge_;
        MoveList<P> mates_;
        Men men_;
        bool possible_ = false;
    };

    const Spec<P> spec_;
    const ExhaustiveOptions options_;
    const std::vector<MenChoice> choices_;
    bool open_ = false;  // some face may mate as it likes
    std::vector<Wanted> wanted_;
    std::set<std::pair<std::uint64_t, std::uint64_t>> keys_;
    ExhaustiveProgress progress_;
};

}  // namespace octomate::make
