#include <fmt/format.h>

#include <memory>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/record.hpp"
#include "cli/rewrite.hpp"
#include "reports/check.hpp"
#include "reports/report.hpp"

namespace octomate::app {

namespace {

constexpr const char* examples =
    "  octomate tag puzzles/article.jsonl                    the records with themes and scores\n"
    "  octomate tag old.epd --output tagged.jsonl            from one format to the other\n"
    "  octomate tag --list-themes                            what each theme means\n\n"
    "Each record comes back with the themes that its solution shows, its number of men, and its\n"
    "difficulty and quality, each 0 to 100. The solution is worked out: all winning faces, or the\n"
    "face of the roll, if there is one. The key is left as it is (octomate check --fix-key mends\n"
    "it). Words among the themes that are none of --list-themes stay, behind the others.\n"
    "In records that ask for more than one move, the forced first moves take the place of the\n"
    "mates. A position that is not won has no themes, and 0 for both scores.";

struct Options {
    std::vector<std::string> files;
    bool list_themes = false;
    RecordTarget target;
};

int list_themes() {
    std::string text;
    for (const auto& [name, meaning] : themes::definitions) text += fmt::format("{:20}{}\n", name, meaning);
    print(text);
    return Success;
}

int tag_files(const Options& options, const CommonOptions& common) {
    reports::CheckOptions check;
    check.search = search_options(common);
    const auto tag = [&](const records::Line& line, const CommonOptions& text, records::Output& output,
                         auto write) {
        with_record(
            line, text, output,
            [&]<class P>(records::Puzzle& puzzle, const P& position, const std::vector<std::string>&) {
                solver::Faces<P> winning;
                if (!reports::Checker<P>(puzzle, position, check).solution(winning))
                    return static_cast<void>(++output.incomplete);
                set_position(puzzle, position);
                set_tags(puzzle, position, winning);
                write(puzzle);
            });
    };
    return rewrite(options.files, common, options.target, tag);
}

}  // namespace

void add_tag(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command = add_command(root, run, common, "tag",
                                        "Write puzzles back with their themes, men and scores", examples);
    const auto options = std::make_shared<Options>();
    command.app->add_option("FILE", options->files, "Puzzle files; - is standard input");
    command.app->add_flag("--list-themes", options->list_themes, "Tell what each theme means, and end");
    add_record_target(command.app, options->target);
    command.app->callback([options, &run, &common] {
        if (!options->list_themes && options->files.empty()) throw CLI::RequiredError("FILE");
        refuse_output_among(options->files, options->target);
        run = [options, &common] {
            return options->list_themes ? list_themes() : tag_files(*options, common);
        };
    });
}

}  // namespace octomate::app
