#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/questions.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "collect/solvers.hpp"
#include "games/list.hpp"
#include "puzzle/puzzle.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

struct TagOptions {
    std::vector<std::string> files;
    std::string solvers;  ///< a file; empty: none
    bool list_themes = false;
    bool ideas = false;
    reports::SearchRequest search;
    collect::RecordTarget target;
};

int list_themes(const CommonOptions& common) {
    std::string text;
    for (const ThemeDefinition& theme : maker_of(games::named(common.variant), "tag").themes().definitions())
        text += table_row(theme.name, theme.meaning, 24, terminal_width()) + '\n';
    print(text);
    return Success;
}

/// The results of the file, after a report of the rows that cannot be used.
std::optional<collect::SolverResults> read_results(const std::string& file) {
    if (file.empty()) return std::nullopt;
    const auto text = collect::read_text_file(file);
    if (!text) throw UsageError("--solvers", fmt::format("{}: {}", file, text.error()));
    auto results = collect::SolverResults::read(*text);
    if (interrupted) return std::nullopt;
    if (!results) throw UsageError("--solvers", fmt::format("{}: {}", file, results.error()));
    for (const auto& row : results->bad_rows())
        talk(fmt::format("{}:{}: {}\n", file, row.line, printable(row.why)));
    return *std::move(results);
}

/// Counts the ideas of the moves that the keys name, the commonest first.
int count_ideas(const TagOptions& options, const CommonOptions& given) {
    CommonOptions common = given;
    common.format = Format::Text;
    std::map<std::string, std::uint64_t> counts;
    const auto work = [&](const records::Line& line, records::Batch<std::string>& batch) {
        collect::with_record(line, common, batch, [&](const auto& game, auto& puzzle, auto&) {
            auto ideas = maker_of(game, "tag").ideas(puzzle);
            if (!ideas) return Status(Unexpected{ideas.error()});
            for (std::string& idea : *ideas) batch.results.push_back(std::move(idea));
            return Status();
        });
    };
    const collect::Ran ran =
        collect::run_lines<std::string>(options.files, common, work, [&](records::Batch<std::string>& batch) {
            for (const std::string& idea : batch.results) ++counts[idea];
        });
    std::vector<std::pair<std::string, std::uint64_t>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    for (const auto& [idea, count] : sorted) text += fmt::format("{} {}\n", count, idea);
    print(text);
    return ran.code;
}

int tag_files(const TagOptions& options, const CommonOptions& common) {
    const auto results = read_results(options.solvers);
    if (interrupted) return Interrupted;
    reports::SearchRequest search = options.search;
    collect::search_as(common, search);
    const auto tag = [&](const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>& notes,
                         bool& complete) {
        notes.clear();
        if (const auto other = puzzle.other_stipulation())
            notes.push_back(fmt::format("{} has no themes and scores", records::text_of(*other)));
        Status tagged = maker_of(game, "tag").tag(puzzle, search, complete);
        if (tagged && results && puzzle.id && puzzle.difficulty)
            puzzle.difficulty = results->difficulty(*puzzle.id, static_cast<int>(puzzle.difficulty->value()));
        return tagged;
    };
    const int code = collect::rewrite(options.files, common, options.target, tag, true);
    return code == Success && results && !results->bad_rows().empty() ? BadInput : code;
}

}  // namespace

void add_tag(CommandLine& line) {
    Arguments command = line.add("tag");
    command.hide({"--ascii"});
    const auto options = std::make_shared<TagOptions>();
    const Option files = command.add_puzzle_files(options->files);
    Option themes =
        command.add_flag("--list-themes", options->list_themes, "List the themes with their meanings");
    const Option solvers = command.add_input("--solvers FILE", options->solvers,
                                             "Results of solvers, as CSV, that correct the difficulty");
    Option ideas = command.add_flag("--ideas", options->ideas,
                                    "Instead, count the ideas of the moves that the keys name: the piece, "
                                    "the length of its cascade, what it passes, and its motif");
    const std::vector<Option> limits = add_search_limits(command, options->search);
    const std::vector<Option> target = add_record_target(command, options->target);
    add_shared_resume(command, options->target, target.back());
    themes.excludes(files).excludes(solvers).excludes(limits).excludes(target).excludes(ideas);
    ideas.excludes(solvers).excludes(limits).excludes(target);
    command.check([options] {
        if (!options->list_themes && options->files.empty()) throw UsageError("", "FILE is missing");
    });
    command.run([options](const CommonOptions& common) {
        if (options->list_themes) return list_themes(common);
        return options->ideas ? count_ideas(*options, common) : tag_files(*options, common);
    });
}

}  // namespace octomate::cli
