#include <fmt/core.h>

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/capable.hpp"
#include "cli/commands.hpp"
#include "cli/record_target.hpp"
#include "cli/search_limits.hpp"
#include "cli/text_style.hpp"
#include "collect/inputs.hpp"
#include "collect/record.hpp"
#include "collect/rewrite.hpp"
#include "collect/search_request.hpp"
#include "core/fault.hpp"
#include "formats/twins.hpp"
#include "puzzle/fields.hpp"
#include "reports/json.hpp"
#include "views/check_text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* check_examples =
    "  octomate check puzzles/article.jsonl                  are the article's puzzles sound?\n"
    "  octomate check 'Q2Bk3/4N3/4p3/4K3/8/8/8/8 w' --key '5:Qa8-e4-e7#'\n"
    "  octomate check --format jsonl --no-superfluous FILE   verdicts for machines, faster\n"
    "  octomate check --legal FILE                           can the positions arise in a game?\n"
    "  octomate check --limit 5s FILE                        no verdict where five seconds do not do\n"
    "  octomate check --fix-key FILE --output fixed.epd      the records with the true key, themes, "
    "scores\n\n"
    "Verdicts, the first that applies: no_key (nothing is claimed), unsolvable (the key names moves\n"
    "that are not legal or do not mate on that face), cooked (it leaves out mates), short (it mates\n"
    "sooner than it asks for), dual (a face has two mates; free faces may), sound. With a roll, only\n"
    "that face is judged. Records that ask for more than one move are judged by their forced first\n"
    "moves; duals after the best defences are told, and with --strict they count. Where a record has\n"
    "another stipulation its key are the first moves that force it, or for help and series whole\n"
    "lines; more solutions than it wants make it cooked. Superfluous are\n"
    "men without whom the same faces win by the same moves. The exit code is 1 unless all are sound;\n"
    "with --fix-key, which "
    "judges nothing, it is 0.";

struct CheckOptions {
    std::vector<std::string> files;
    std::optional<records::Key> key;  // claimed in place of the record's own
    bool no_superfluous = false;
    bool fix_key = false;
    bool strict = false;
    bool legal = false;
    reports::SearchRequest search;
    collect::RecordTarget target;
};

/// How many puzzles got which verdict.
class VerdictCount {
  public:
    void add(const reports::CheckReport& report) {
        const std::size_t at = report.complete ? static_cast<std::size_t>(report.verdict) : words.size() - 1;
        of_[at].fetch_add(1, std::memory_order_relaxed);
    }

    /// "5 puzzles: 1 cooked, 4 sound".
    std::string text() const {
        std::size_t all = 0;
        std::string parts;
        for (std::size_t at = 0; at < of_.size(); ++at) {
            if (of_[at] == 0) continue;
            all += of_[at];
            parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", of_[at].load(), words[at]);
        }
        return all > 1 ? fmt::format("{} puzzles: {}\n", all, parts) : std::string();
    }

  private:
    static constexpr std::array<std::string_view, 7> words = {
        "without a key", "unsolvable", "cooked", "short", "with duals", "sound", "undecided"};

    std::array<std::atomic<std::size_t>, words.size()> of_{};
};

/// Judges the twins of a puzzle one by one, by their own keys; faults if some text is no twin.
template <class Use>
Faults check_twins(const games::Game& game, const records::Puzzle& puzzle,
                   const reports::CheckRequest& request, Use use) {
    const auto twins = records::twins_of(puzzle);
    if (!twins) return twins.error();
    Faults all;  // a bad one costs the others nothing
    for (const records::Twin& twin : *twins) {
        reports::CheckReport report;
        report.twin = twin.name;
        const auto made = maker_of(game, "checking twins").make_twin(puzzle, twin);
        Faults faults = made ? game.check(*made, request, report) : made.error();
        if (faults.empty()) use(report);
        for (Fault& fault : faults) {
            fault.message = "twin " + twin.name + ": " + fault.message;
            add_fault(all, std::move(fault));
        }
    }
    return all;
}

/// The key as EPD has it: faces with their moves.
records::Key key_named(const std::string& text) {
    records::Draft draft;
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
    reports::SearchRequest legality = request.search;
    if (legality.seconds == 0 && legality.nodes == 0) legality.seconds = 10;
    VerdictCount count;
    const auto work = [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            reports::CheckReport report;
            report.notes = std::move(notes);
            if (options.key) puzzle.key = options.key;
            Faults faults = game.check(puzzle, request, report);
            if (!faults.empty()) return faults;
            if (options.legal) {
                reports::ProofReport proof;
                faults = origins_of(game, "check --legal")
                             .prove(puzzle, reports::Reader::Program, legality, proof);
                if (!faults.empty()) return faults;
                report.legality = std::move(proof.legality);
            }
            const auto tell = [&](const reports::CheckReport& judged) {
                if (!judged.complete) ++output.incomplete;
                if (!judged.complete && interrupted) return;  // a search that Ctrl-C cut short says nothing
                count.add(judged);
                if (judged.complete && judged.verdict != reports::Verdict::Sound) ++output.negative;
                output.data += text ? views::check_text(judged, style) : reports::json(judged) + '\n';
            };
            tell(report);
            return check_twins(game, puzzle, request, tell);
        });
    };
    const collect::Ran ran = collect::run_lines(options.files, common, work);
    if (!common.quiet) talk(count.text());
    return ran.code;
}

/// Writes the records with the true key, themes and scores.
int fix_keys(const CheckOptions& options, const CommonOptions& common) {
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
    Arguments command = line.add(
        "check", "Are puzzles sound? Compare their keys with the truth, as a referee would", check_examples);
    const auto options = std::make_shared<CheckOptions>();
    command.add_puzzle_files(options->files).required();
    const Option key =
        command
            .add_words(
                "--key", [options](const std::string& text) { options->key = key_named(text); },
                "The moves to judge, in place of the record's own key: faces with their moves, as in "
                "'5:Qa8-e4-e7# 6:Qe2-c4#'; in check or without a die '-:…'. Takes one position")
            .named("KEY");
    const Option no_superfluous =
        command.add_flag("--no-superfluous", options->no_superfluous, "Do not look for superfluous men");
    const Option strict =
        command.add_flag("--strict", options->strict, "Duals later in the solution make a puzzle dual too");
    const Option legal =
        command.add_flag("--legal", options->legal,
                         "Tell whether a game leads to the position, as octomate proof does (--limit: 10s)");
    const Option fix_key = command
                               .add_flag("--fix-key", options->fix_key,
                                         "Write the records back with the true key, instead of reports")
                               .excludes({no_superfluous, strict, legal, key});
    add_search_limits(command, options->search);
    command.only_with(add_record_target(command, options->target), {fix_key});
    command.check([options] {
        if (options->key && options->files.size() != 1)
            throw UsageError("--key", "judges one position, and several files are named");
        collect::refuse_output_among(options->files, options->target.file);
    });
    command.run([options](const CommonOptions& common) {
        return options->fix_key ? fix_keys(*options, common) : report_verdicts(*options, common);
    });
}

}  // namespace octomate::cli
