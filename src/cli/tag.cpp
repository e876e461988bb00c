#include <fmt/core.h>

#include <memory>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/capable.hpp"
#include "cli/commands.hpp"
#include "cli/record_target.hpp"
#include "cli/search_limits.hpp"
#include "collect/inputs.hpp"
#include "collect/record.hpp"
#include "collect/rewrite.hpp"
#include "games/list.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::cli {

namespace {

constexpr const char* tag_examples =
    "  octomate tag puzzles/article.jsonl                    the records with themes and scores\n"
    "  octomate tag old.epd --output tagged.jsonl            from one format to the other\n"
    "  octomate tag --list-themes                            what each theme means\n\n"
    "Each record comes back with the themes that its solution shows, its number of men, and its\n"
    "difficulty and quality, each 0 to 100. The solution is worked out: all winning faces, or the\n"
    "face of the roll, if there is one. The key is left as it is (octomate check --fix-key mends\n"
    "it). Words among the themes that are none of --list-themes stay, behind the others.\n"
    "In records that ask for more than one move, the forced first moves take the place of the\n"
    "mates. A position that is not won has no themes, and 0 for both scores. Records with another\n"
    "stipulation than #n come back as they are.";

struct TagOptions {
    std::vector<std::string> files;
    bool list_themes = false;
    reports::SearchRequest search;
    collect::RecordTarget target;
};

int list_themes(const CommonOptions& common) {
    std::string text;
    for (const ThemeDefinition& theme : maker_of(games::named(common.variant), "tag").themes().definitions())
        text += fmt::format("{:20}{}\n", theme.name, theme.meaning);
    print(text);
    return Success;
}

int tag_files(const TagOptions& options, const CommonOptions& common) {
    reports::SearchRequest search = options.search;
    collect::search_as(common, search);
    const auto tag = [&](const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>& notes,
                         bool& complete) {
        notes.clear();
        if (const auto other = puzzle.other_stipulation())
            notes.push_back(fmt::format("{} has no themes and no scores", records::text_of(*other)));
        return maker_of(game, "tag").tag(puzzle, search, complete);
    };
    return collect::rewrite(options.files, common, options.target, tag, true);
}

}  // namespace

void add_tag(CommandLine& line) {
    Arguments command = line.add("tag", "Write puzzles back with their themes, men and scores", tag_examples);
    command.hide({"--ascii"});
    const auto options = std::make_shared<TagOptions>();
    const Option files = command.add_puzzle_files(options->files);
    Option themes =
        command.add_flag("--list-themes", options->list_themes, "Tell what each theme means, and end");
    const std::vector<Option> limits = add_search_limits(command, options->search);
    const std::vector<Option> target = add_record_target(command, options->target);
    themes.excludes(files).excludes(limits).excludes(target);
    command.check([options] {
        if (!options->list_themes && options->files.empty()) throw UsageError("", "FILE is required");
        collect::refuse_output_among(options->files, options->target.file);
    });
    command.run([options](const CommonOptions& common) {
        return options->list_themes ? list_themes(common) : tag_files(*options, common);
    });
}

}  // namespace octomate::cli
