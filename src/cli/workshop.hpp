#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/describe.hpp"
#include "cli/generate_options.hpp"
#include "make/arrange.hpp"
#include "make/distinct.hpp"
#include "make/group.hpp"
#include "make/judge.hpp"
#include "make/play.hpp"

namespace octomate::app {

/// A given puzzle that is to be changed.
template <class P>
struct Given {
    P position;
    std::string name;  ///< its id, or "file:line"
};

/// Does units of work, each with a random stream of its own: one of these per thread.
template <class P>
class Workshop {
  public:
    /// The arguments must outlive the workshop.
    Workshop(const GenerateOptions& options, const std::vector<Given<P>>& given)
        : options_(options),
          given_(given),
          format_(options.target.resolved_format()),
          judge_(options.wanted, &interrupted),
          play_(options.plies),
          place_(options.material, men_to_place(options.wanted)) {}

    /// What a unit finds; not all of it once the run is interrupted.
    make::UnitResult make(std::uint64_t unit) {
        make::UnitResult result;
        result.unit = unit;
        Random random = Random::of_unit(options_.seed, unit);
        if (options_.from == "play") {
            for (int game = 0; game < games_of_a_unit && !interrupted; ++game) {
                play_.game(random, [&](const P& position, const std::string& plies) {
                    look(position, game, result, [&](records::Json& more) { more["plies"] = plies; });
                });
            }
        } else if (options_.from == "place") {
            for (int count = 0; count < arrangements_of_a_unit && !interrupted; ++count) {
                if (const auto position = place_.arrange(random))
                    look(*position, count, result, [](records::Json&) {});
            }
        } else {
            for (int count = 0; count < arrangements_of_a_unit && !interrupted; ++count) {
                const Given<P>& given =
                    given_[static_cast<std::size_t>(random.below(static_cast<int>(given_.size())))];
                if (const auto position = make::Mutation::of(given.position, random))
                    look(*position, count, result,
                         [&](records::Json& more) { more["mutated"] = given.name; });
            }
        }
        return result;
    }

  private:
    static constexpr int games_of_a_unit = 16;
    static constexpr int arrangements_of_a_unit = 2048;

    /// Where superfluous men are taken off, more must stand there first.
    static make::Span men_to_place(const make::Wanted& wanted) {
        const auto [least, most] = wanted.men;
        return wanted.economical ? make::Span{least, std::min(32, 2 * most)} : wanted.men;
    }

    /// Looks at a position; a puzzle goes to the finds, with what `add` puts at the end of its record.
    template <class Add>
    void look(const P& position, int origin, make::UnitResult& result, Add add) {
        ++result.positions;
        const make::Finding<P>* finding = judge_.judge(position);
        if (!finding) return;
        make::Find& find = result.finds.emplace_back();
        find.unit = result.unit;
        find.number = result.found++;
        find.fingerprint = make::fingerprint(finding->position.symmetric_key(), P::faces_of_the_die);
        find.origin = static_cast<std::uint32_t>(origin);
        find.quality = finding->scores.quality;
        find.group = make::group_of(position.turn(), finding->winning.size(), finding->themes);
        records::append_record(find.record, puzzle_of(*finding, find, add), format_, P::variant);
    }

    template <class Add>
    records::Puzzle puzzle_of(const make::Finding<P>& finding, const make::Find& find, Add add) const {
        records::Puzzle puzzle;
        puzzle.id = fmt::format("{:016x}", find.fingerprint);
        puzzle.moves = options_.wanted.moves;
        set_position(puzzle, finding.position);
        puzzle.key = key_of(finding.position, finding.winning);
        set_tags(puzzle, finding.position, finding.themes, finding.scores);
        records::Json& generated = puzzle.unknown["generated"];
        generated = {
            {"from", options_.from}, {"seed", options_.seed}, {"unit", find.unit}, {"n", find.number}};
        if (options_.from == "play") generated["game"] = find.origin;
        if (!finding.removed.empty()) {
            records::Json& removed = puzzle.unknown["removed"] = records::Json::array();
            for (const auto& [man, square] : finding.removed)
                removed.push_back(board8::fen_letter(man) + board8::name(square));
        }
        add(puzzle.unknown);
        return puzzle;
    }

    const GenerateOptions& options_;
    const std::vector<Given<P>>& given_;
    records::RecordFormat format_;
    make::Judge<P> judge_;
    make::Play<P> play_;
    make::Place<P> place_;
};

}  // namespace octomate::app
