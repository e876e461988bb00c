#include "cli/command.hpp"
#include "cli/record.hpp"
#include "reports/report.hpp"
#include "views/solve_text.hpp"

namespace octomate::app {

namespace {

constexpr const char* examples =
    "  octomate solve puzzles/article.jsonl           the five test positions of the article\n"
    "  octomate solve --list --format jsonl FILE      every move of every face, for scripts\n"
    "  echo '4k3/8/8/8/8/8/8/4K2R w' | octomate solve -\n\n"
    "For each face of the die: the file it names, how many moves it allows, whether the\n"
    "move is free because none lands there, and which moves mate. In check no die is used.\n"
    "Reads JSON Lines, EPD, CSV, PGN and bare FEN, mixed freely, compressed with zstd or not; a bad\n"
    "record is told and passed over.";

}  // namespace

void add_solve(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command =
        add_command(root, run, common, "solve",
                    "Which rolls mate? Solve puzzle files, or - for standard input", examples);
    struct Options {
        std::vector<std::string> files;
        bool list = false;
    };
    const auto options = std::make_shared<Options>();
    command.app->add_option("FILE", options->files, "Puzzle files; - is standard input")->required();
    command.app->add_flag("--list", options->list, "List every move of every face");
    command.app->callback([options, &run, &common] {
        run = [options, &common] {
            const draw::TextStyle style = text_style(common);
            return run_lines(options->files, common, [&](const records::Line& line, records::Output& output) {
                with_record(line, common, output,
                            [&]<class P>(const records::Puzzle& puzzle, const P& position,
                                         std::vector<std::string> notes) {
                                const reports::SolveReport report =
                                    solve_report(puzzle, position, options->list, std::move(notes));
                                if (common.format == Format::Jsonl) {
                                    reports::append_json(report, output.data);
                                    output.data += '\n';
                                } else {
                                    output.data += solve_text(report, style);
                                }
                            });
            });
        };
    });
}

}  // namespace octomate::app
