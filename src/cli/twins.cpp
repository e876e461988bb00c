#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/questions.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "formats/formats.hpp"
#include "formats/problem.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::cli {

namespace {

struct TwinsOptions {
    std::vector<std::string> files;
    reports::SearchRequest search;
    std::uint64_t join = 0;  ///< twins that each puzzle is to have; 0: they are written one by one
    int min_quality = 0;
};

int quality_of(const records::Puzzle& puzzle) {
    return puzzle.quality ? static_cast<int>(puzzle.quality->value()) : 0;
}

/// The moves of a puzzle's key, and their ideas in a game that tells them.
std::set<std::string> moves_and_ideas(const make::Maker& maker, const records::Puzzle& puzzle) {
    std::set<std::string> all;
    for (const auto& [face, texts] : puzzle.key.value_or(records::Key()))
        all.insert(texts.begin(), texts.end());
    if (const auto ideas = maker.ideas(puzzle)) all.insert(ideas->begin(), ideas->end());
    return all;
}

/// Puts the best of some twins into the record of their diagram, each with moves and ideas that neither the
/// diagram nor a better twin has, and none that is the diagram shifted; false if there are too few.
bool join_twins(const make::Maker& maker, records::Puzzle& diagram, std::vector<records::Twin> found,
                std::uint64_t count) {
    std::erase_if(found, [](const auto& twin) { return twin.edit.files != 0 || twin.edit.ranks != 0; });
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return quality_of(a.puzzle) > quality_of(b.puzzle);
    });
    std::vector<records::Twin> best;
    std::set<std::string> shown = moves_and_ideas(maker, diagram);
    for (records::Twin& twin : found) {
        const auto own = moves_and_ideas(maker, twin.puzzle);
        const auto is_shown = [&](const std::string& one) { return shown.contains(one); };
        if (best.size() == count || std::any_of(own.begin(), own.end(), is_shown)) continue;
        shown.insert(own.begin(), own.end());
        twin.name = std::string(1, static_cast<char>('b' + best.size()));
        best.push_back(std::move(twin));
    }
    if (best.size() < count) return false;
    std::erase_if(diagram.unknown, [](const auto& field) { return field.name == "twins"; });
    diagram.unknown.push_back({"twins", records::twins_json(diagram, best)});
    return true;
}

int list_twins(const TwinsOptions& options, const CommonOptions& common) {
    reports::SearchRequest search = options.search;
    collect::search_as(common, search);
    const auto work = [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto&) -> Status {
            if (const auto other = puzzle.other_stipulation()) {
                output.talk += fmt::format("{}:{}: note: twins are found only for #n, not for {}\n",
                                           line.file, line.number, records::text_of(*other));
                return {};
            }
            bool complete = true;
            std::string found;
            std::vector<records::Twin> twins;
            const auto find = [&](const records::Edit& edit, records::Puzzle& twin) {
                if (quality_of(twin) < options.min_quality) return;
                if (options.join > 0) return twins.push_back({"", edit, twin});
                twin.unknown.push_back({"twin", records::edit_json(edit)});
                if (puzzle.id) twin.source = "a twin of " + *puzzle.id;
                records::append_record(found, twin, records::RecordFormat::Jsonl);
            };
            Status done = maker_of(game, "twins").find_twins(puzzle, search, find, complete);
            if (!complete) ++output.incomplete;
            if (options.join > 0 && complete &&
                join_twins(maker_of(game, "twins"), puzzle, std::move(twins), options.join))
                records::append_record(found, puzzle, records::RecordFormat::Jsonl);
            if (done) output.data += found;
            return done;
        });
    };
    return collect::run_lines(options.files, common, work).code;
}

}  // namespace

void add_twins(CommandLine& line) {
    Arguments command = line.add("twins");
    command.hide({"--ascii"});
    const auto options = std::make_shared<TwinsOptions>();
    command.add_puzzle_files(options->files).required();
    command.add("--join N", options->join, {1, 20},
                "Write each puzzle with its N best twins as one record, instead of one record for each twin");
    command.add("--min-quality 0-100", options->min_quality, {0, 100}, "The least quality of a twin");
    add_search_limits(command, options->search);
    command.run([options](const CommonOptions& common) { return list_twins(*options, common); });
}

}  // namespace octomate::cli
