#include "reports/check.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/record.hpp"
#include "cli/rewrite.hpp"
#include "reports/report.hpp"
#include "views/check_text.hpp"

namespace octomate::app {

namespace {

constexpr const char* examples =
    "  octomate check puzzles/article.jsonl                  are the article's puzzles sound?\n"
    "  octomate check --format jsonl --no-superfluous FILE   verdicts for machines, faster\n"
    "  octomate check --fix-key FILE --output fixed.epd      the records with the true key, themes, "
    "scores\n\n"
    "Verdicts, the first that applies: no_key (nothing is claimed), unsolvable (the key names moves\n"
    "that are not legal or do not mate on that face), cooked (it leaves out mates), dual (a face has\n"
    "two mates; free faces may), sound. With a roll, only that face is judged. Records that ask for\n"
    "more than one move are judged by their forced first moves. Superfluous are men without whom the\n"
    "same faces win by the same moves. The exit code is 1 unless all are sound; with --fix-key, which\n"
    "judges nothing, it is 0.";

struct Options {
    std::vector<std::string> files;
    bool no_superfluous = false;
    bool fix_key = false;
    RecordTarget target;
};

reports::CheckOptions check_options(const Options& options, const CommonOptions& common) {
    reports::CheckOptions check;
    check.superfluous = !options.no_superfluous && !options.fix_key;
    check.near_misses = !options.fix_key;
    check.search = search_options(common);
    return check;
}

// ---- reports ---------------------------------------------------------------------------------------------

/// How many puzzles got which verdict.
class VerdictCount {
  public:
    void add(reports::Verdict verdict) {
        of_[static_cast<std::size_t>(verdict)].fetch_add(1, std::memory_order_relaxed);
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
    static constexpr std::array<std::string_view, 5> words = {"without a key", "unsolvable", "cooked",
                                                              "with duals", "sound"};

    std::array<std::atomic<std::size_t>, words.size()> of_{};
};

int report_verdicts(const Options& options, const CommonOptions& common) {
    const draw::TextStyle style = text_style(common);
    const reports::CheckOptions check = check_options(options, common);
    VerdictCount count;
    const auto tell = [&](const reports::CheckReport& report, records::Output& output) {
        count.add(report.verdict);
        if (report.verdict != reports::Verdict::Sound) ++output.negative;
        if (common.format == Format::Jsonl) {
            output.data.append(records::dump(reports::to_json(report))).append("\n");
        } else {
            output.data += check_text(report, style);
        }
    };
    const auto work = [&](const records::Line& line, records::Output& output) {
        with_record(line, common, output,
                    [&]<class P>(records::Puzzle& puzzle, const P& position, std::vector<std::string> notes) {
                        const auto report =
                            reports::Checker<P>(puzzle, position, check).run(std::move(notes));
                        if (!report) return tell_bad_record(line, common, puzzle.id, report.error(), output);
                        if (report->complete) return tell(*report, output);
                        ++output.incomplete;  // a search that Ctrl-C cut short says nothing
                    });
    };
    const int code = run_lines(options.files, common, work);
    flush_output();
    if (!common.quiet) fmt::print(stderr, "{}", count.text());
    return code;
}

// ---- records with the true key ---------------------------------------------------------------------------

int fix_keys(const Options& options, const CommonOptions& common) {
    const reports::CheckOptions check = check_options(options, common);
    const auto fix = [&](const records::Line& line, const CommonOptions& text, records::Output& output,
                         auto write) {
        with_record(
            line, text, output,
            [&]<class P>(records::Puzzle& puzzle, const P& position, const std::vector<std::string>&) {
                reports::Checker<P> checker(puzzle, position, check);
                if (const Faults faults = checker.key_faults(); !faults.empty())
                    return tell_bad_record(line, text, puzzle.id, faults, output);
                solver::Faces<P> winning;
                if (!checker.solution(winning)) return static_cast<void>(++output.incomplete);
                describe(puzzle, position, winning);
                write(puzzle);
            });
    };
    return rewrite(options.files, common, options.target, fix);
}

}  // namespace

void add_check(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command =
        add_command(root, run, common, "check",
                    "Are puzzles sound? Compare their keys with the truth, as a referee would", examples);
    const auto options = std::make_shared<Options>();
    command.app->add_option("FILE", options->files, "Puzzle files; - is standard input")->required();
    command.app->add_flag("--no-superfluous", options->no_superfluous, "Do not look for superfluous men");
    command.app->add_flag("--fix-key", options->fix_key,
                          "Write the records back with the true key, instead of reports");
    add_record_target(command.app, options->target);
    command.app->callback([options, &run, &common] {
        if (!options->fix_key && options->target.given())
            throw CLI::ValidationError("--to and --output", "they go with --fix-key");
        refuse_output_among(options->files, options->target);
        run = [options, &common] {
            return options->fix_key ? fix_keys(*options, common) : report_verdicts(*options, common);
        };
    });
}

}  // namespace octomate::app
