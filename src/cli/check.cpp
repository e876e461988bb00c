#include <fmt/core.h>

#include <array>
#include <optional>

#include "cli/commands.hpp"
#include "cli/companion.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "collect/rewrite.hpp"
#include "core/fault.hpp"
#include "games/list.hpp"
#include "puzzle/fields.hpp"
#include "reports/json.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

struct CheckOptions {
    std::vector<std::string> files;
    std::optional<std::string> key;  // replaces that of the record
    bool no_superfluous = false;
    bool fix_key = false;
    bool strict = false;
    bool legal = false;
    reports::SearchRequest search;
    collect::RecordTarget target;
};

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

/// Reads a key as in EPD: faces with their moves.
records::Key key_named(const std::string& text, const CommonOptions& common) {
    records::Draft draft(games::variants(common.variant));
    draft.take_key("key", text);
    auto read = draft.finish();
    if (!read) throw UsageError("--key", read.error().faults.front().message);
    return *std::move(read->value.key);
}

int report_verdicts(const CheckOptions& options, const CommonOptions& common) {
    const draw::TextStyle style = text_style(common);
    const bool text = common.format == Format::Text;
    reports::CheckRequest request;
    request.superfluous = !options.no_superfluous;
    request.strict = options.strict;
    request.search = options.search;
    collect::search_as(common, request.search);
    std::optional<records::Key> key;
    if (options.key) key = key_named(*options.key, common);
    const reports::SearchRequest legality = proof_search(request.search);
    const auto work = [&](const records::Line& line, records::Output& output, const collect::RecordFile&) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            reports::CheckReport report;
            report.notes = std::move(notes);
            if (key) puzzle.key = key;
            if (Status done = game.check(puzzle, request, report); !done) return done;
            if (options.legal) {
                reports::ProofReport proof;
                const games::Origins& origins = origins_of(game, "check --legal");
                Status done = origins.prove(puzzle, reports::Reader::Program, legality, proof);
                if (!done) return done;
                report.legality = std::move(proof.legality);
            }
            const auto add = [&](const reports::CheckReport& judged) {
                if (!judged.complete) ++output.incomplete;
                if (!judged.complete && interrupted) return;  // Ctrl-C, not a limit
                ++output.verdicts.at(verdict_of(judged));
                if (judged.complete && judged.verdict != reports::Verdict::Sound) ++output.negative;
                output.data += text ? views::check_text(judged, style) : reports::json(judged) + '\n';
            };
            add(report);
            return collect::for_each_twin(game, puzzle, [&](const auto& twin, const auto& changed) {
                reports::CheckReport judged;
                judged.twin = twin.name;
                Status checked = game.check(changed, request, judged);
                if (checked) add(judged);
                return checked;
            });
        });
    };
    const collect::Ran ran = collect::write_lines(options.files, common, options.target, work);
    if (!common.quiet) talk(summary(ran.counts));
    return ran.code;
}

/// Writes the records with the correct key, themes and scores.
int fix_keys(const CheckOptions& options, const CommonOptions& common) {
    if (!games::named(games::default_name()).maker()) become_all("check --fix-key", common.words);
    reports::SearchRequest search = options.search;
    collect::search_as(common, search);
    const auto fix = [&](const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>&,
                         bool& complete) {
        return maker_of(game, "check --fix-key").fix_key(puzzle, search, complete);
    };
    return collect::rewrite(options.files, common, options.target, fix);
}

}  // namespace

void add_check(CommandLine& line) {
    Arguments command = line.add("check");
    const auto options = std::make_shared<CheckOptions>();
    command.add_puzzle_files(options->files).required();
    const Option key = command.add_words(
        "--key KEY", [options](const std::string& text) { options->key = text; },
        "The key of the one position, in place of the record's: faces with their moves, as in "
        "'5:Qa8-e4-e7# 6:Qe2-c4#'; in check or without a die '-:…'");
    const Option no_superfluous =
        command.add_flag("--no-superfluous", options->no_superfluous, "Do not look for superfluous men");
    const Option strict = command.add_flag("--strict", options->strict,
                                           "Count duals and shorter mates in variations of full length");
    const Option legal = command.add_flag(
        "--legal", options->legal,
        "Report whether a game leads to the position, as octomate proof does (--limit: 10s)");
    const Option fix_key = command
                               .add_flag("--fix-key", options->fix_key,
                                         "Write the records with the correct key, instead of reports")
                               .excludes({no_superfluous, strict, legal, key});
    add_search_limits(command, options->search);
    const std::vector<Option> target = add_record_target(command, options->target);
    command.only_with({target.front()}, {fix_key});
    add_shared_resume(command, options->target, target.back());
    command.check([options] {
        options->target.report = !options->fix_key;
        if (options->key && options->files.size() != 1)
            throw UsageError("--key", "takes one position, and several files are given");
    });
    command.run([options](const CommonOptions& common) {
        return options->fix_key ? fix_keys(*options, common) : report_verdicts(*options, common);
    });
}

}  // namespace octomate::cli
