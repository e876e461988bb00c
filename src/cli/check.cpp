#include "questions/check.hpp"

#include <fmt/core.h>

#include <array>

#include "cli/commands.hpp"
#include "cli/companion.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "collect/rewrite.hpp"
#include "games/list.hpp"

namespace octomate::cli {

namespace {

constexpr std::array<std::string_view, 7> verdict_words = {"without a key", "unsolvable", "cooked",   "short",
                                                           "with duals",    "sound",      "undecided"};

/// The index in `verdict_words` of what a report says.
std::size_t verdict_of(const reports::CheckReport& report) {
    return report.complete ? static_cast<std::size_t>(report.verdict) : verdict_words.size() - 1;
}

/// "5 puzzles: 1 cooked, 4 sound"; empty for a single one.
std::string summary(const records::Counts& counts) {
    std::size_t all = 0;
    std::string parts;
    for (std::size_t at = 0; at < verdict_words.size(); ++at) {
        const std::size_t count = counts.verdicts.at(at);
        if (count == 0) continue;
        all += count;
        parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", count, verdict_words[at]);
    }
    return all > 1 ? fmt::format("{} puzzles: {}\n", all, parts) : std::string();
}

int report_verdicts(const questions::Check& question, const std::vector<std::string>& files,
                    const collect::RecordTarget& target, const CommonOptions& common) {
    Asker asker(question, common);
    asker.context.heard = [](const questions::Report& report, records::Output& output) {
        ++output.verdicts.at(verdict_of(*std::get<const reports::CheckReport*>(report)));
    };
    const collect::Ran ran = asker.ask_files(files, target);
    if (!common.quiet) talk(summary(ran.counts));
    return ran.code;
}

/// Writes the records with the correct key, themes and scores.
int fix_keys(reports::SearchRequest search, const std::vector<std::string>& files,
             const collect::RecordTarget& target, const CommonOptions& common) {
    if (!games::named(games::default_name()).maker()) become_all("check --fix-key", common.words);
    collect::search_as(common, search);
    const auto fix = [&](const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>&,
                         bool& complete) {
        return maker_of(game, "check --fix-key").fix_key(puzzle, search, complete);
    };
    return collect::rewrite(files, common, target, fix);
}

}  // namespace

void add_check(CommandLine& line) {
    Arguments command = line.add("check");
    struct Options {
        questions::Check question;
        std::vector<std::string> files;
        bool fix_key = false;
        collect::RecordTarget target;
    };
    const auto options = std::make_shared<Options>();
    command.add_puzzle_files(options->files).required();
    const Declared option = declare(command, options->question);
    const Option key = option.at("key");
    const Option fix_key =
        command
            .add_flag("--fix-key", options->fix_key,
                      "Write the records with the correct key, instead of reports")
            .excludes({option.at("superfluous"), option.at("strict"), option.at("legal"), key});
    const std::vector<Option> target = add_record_target(command, options->target);
    command.only_with({target.front()}, {fix_key});
    add_shared_resume(command, options->target, target.back());
    command.check([options, key] {
        options->target.report = !options->fix_key;
        if (key.given() && options->files.size() != 1)
            throw UsageError("--key", "takes one position, and several files are given");
    });
    command.run([options](const CommonOptions& common) {
        return options->fix_key
                   ? fix_keys(options->question.search(), options->files, options->target, common)
                   : report_verdicts(options->question, options->files, options->target, common);
    });
}

}  // namespace octomate::cli
