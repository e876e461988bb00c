#include "collect/improve.hpp"

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "formats/formats.hpp"
#include "formats/problem.hpp"
#include "json/text.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

struct ImproveCommand {
    std::vector<std::string> files;
    std::uint64_t count = 5;
    collect::ImproveOptions search;
};

std::string changes_text(const records::Puzzle& puzzle, const records::Edit& edit) {
    return records::change_text(puzzle, {{}, edit, question_of(puzzle)});
}

std::string sentence(const collect::Standing& before) {
    std::string text(reports::name(before.verdict));
    if (before.quality > 0) text += fmt::format(", quality {}", before.quality);
    return fmt::format("  Now: {}, {}.\n", text,
                       views::count_text(static_cast<std::size_t>(before.men), "piece", "pieces"));
}

std::string report(const records::Puzzle& puzzle, const collect::Improvements& found,
                   const draw::TextStyle& style) {
    reports::Subject subject;
    subject.id = puzzle.id;
    subject.title = puzzle.title;
    subject.fen = puzzle.fen;
    std::string text = views::heading_text(subject, style);
    if (found.positions == 0 && found.complete) return text + "  No key, and no solution.\n\n";
    text += sentence(found.before);
    for (std::size_t number = 0; number < found.versions.size(); ++number) {
        const collect::Version& version = found.versions[number];
        text += fmt::format("  {}. {}: {}\n     {}\n", number + 1, changes_text(puzzle, version.edit),
                            joined(collect::gains(found.before, version.standing), ", "), version.puzzle.fen);
    }
    if (found.versions.empty())
        text += fmt::format("  No better version among {}.\n",
                            views::count_text(found.positions, "position", "positions"));
    if (!found.complete) text += "  The time was over before the search.\n";
    return text + '\n';
}

std::string record(const records::Puzzle& puzzle, const collect::Improvements& found,
                   const collect::Version& version) {
    records::Puzzle written = version.puzzle;
    if (puzzle.id) written.source = "a version of " + *puzzle.id;
    std::string edit = records::edit_json(version.edit);  // an object that is not empty
    edit.pop_back();
    written.unknown.push_back(
        {"version", fmt::format("{},\"changes\":{},\"gains\":{}}}", edit,
                                records::json_text_of(changes_text(puzzle, version.edit)),
                                records::texts_json(collect::gains(found.before, version.standing)))});
    return records::to_jsonl(written) + '\n';
}

int improve_files(const ImproveCommand& command, const CommonOptions& common) {
    collect::ImproveOptions options = command.search;
    options.count = static_cast<std::size_t>(command.count);
    collect::search_as(common, options.search);
    const draw::TextStyle style = text_style(common);
    const auto work = [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto&) -> Status {
            maker_of(game, "improve");
            const auto found = collect::improve(game, puzzle, options);
            if (!found) return Unexpected{found.error()};
            if (!found->complete) ++output.incomplete;
            if (found->versions.empty()) ++output.negative;
            if (common.format == Format::Text) {
                output.data += report(puzzle, *found, style);
            } else {
                for (const auto& version : found->versions) output.data += record(puzzle, *found, version);
            }
            return {};
        });
    };
    return collect::run_lines(command.files, common, work).code;
}

}  // namespace

void add_improve(CommandLine& line) {
    Arguments command = line.add("improve");
    const auto options = std::make_shared<ImproveCommand>();
    collect::ImproveOptions& search = options->search;
    command.add_puzzle_files(options->files).required();
    command.add("--count N", options->count, {1, 1000},
                "Print at most so many versions of a puzzle (default: 5)");
    command.add("--changes N", search.changes, {0, 8},
                "Move, add or exchange at most so many pieces (default: 2); 0: only remove some");
    command.add("--nodes N", search.positions, {1}, "Judge at most so many positions (default: 20000)");
    command.add("--seed S", search.seed, {}, "Random seed (default: 1)");
    command.add_positive("--limit SECONDS", search.search.seconds,
                         "Search for at most this many seconds a puzzle");
    command.run([options](const CommonOptions& common) { return improve_files(*options, common); });
}

}  // namespace octomate::cli
