#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/shared.hpp"
#include "collect/improve.hpp"
#include "formats/formats.hpp"
#include "formats/problem.hpp"
#include "json/text.hpp"
#include "puzzle/puzzle.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

/// The commands `twins` and `improve`, which search for puzzles that differ from given ones by small changes.
namespace octomate::cli {

namespace {

struct TwinsOptions {
    std::vector<std::string> files;
    reports::SearchRequest search;
    std::uint64_t join = 0;  ///< number of twins to add to each puzzle; 0: write each twin as a record
    int min_quality = 0;
};

int quality_of(const records::Puzzle& puzzle) {
    return puzzle.quality ? static_cast<int>(puzzle.quality->value()) : 0;
}

/// Returns the moves of a puzzle's key in notation, and the names of the ideas that they show, if any.
std::set<std::string> moves_and_ideas(const make::Maker& maker, const records::Puzzle& puzzle) {
    std::set<std::string> names;
    for (const auto& [face, moves] : puzzle.key.value_or(records::Key()))
        names.insert(moves.begin(), moves.end());
    if (const auto ideas = maker.ideas(puzzle)) names.insert(ideas->begin(), ideas->end());
    return names;
}

/// Adds the `count` best twins of `found` to the field "twins" of `diagram`. Skips twins that shift the whole
/// diagram, and twins with a key move or idea of the diagram or of a better twin. Returns false, without
/// changes, if fewer than `count` are left.
bool join_twins(const make::Maker& maker, records::Puzzle& diagram, std::vector<records::Twin> found,
                std::uint64_t count) {
    std::erase_if(found, [](const auto& twin) { return twin.edit.files != 0 || twin.edit.ranks != 0; });
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return quality_of(a.puzzle) > quality_of(b.puzzle);
    });
    std::vector<records::Twin> best;
    std::set<std::string> shown = moves_and_ideas(maker, diagram);
    for (records::Twin& twin : found) {
        const auto ideas = moves_and_ideas(maker, twin.puzzle);
        const auto is_shown = [&](const std::string& idea) { return shown.contains(idea); };
        if (best.size() == count || std::any_of(ideas.begin(), ideas.end(), is_shown)) continue;
        shown.insert(ideas.begin(), ideas.end());
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
    collect::set_up_search(common, search);
    const auto work = [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto&) -> Status {
            if (const auto other = puzzle.other_stipulation()) {
                output.messages += fmt::format("{}:{}: note: twins are found only for #n, not for {}\n",
                                               line.file, line.number, records::text_of(*other));
                return {};
            }
            bool complete = true;
            std::string found;
            std::vector<records::Twin> twins;
            const auto add_twin = [&](const records::Edit& edit, records::Puzzle& twin) {
                if (quality_of(twin) < options.min_quality) return;
                if (options.join > 0) return twins.push_back({"", edit, twin});
                twin.unknown.push_back({"twin", records::edit_json(edit)});
                if (puzzle.id) twin.source = "a twin of " + *puzzle.id;
                records::append_record(found, twin, records::RecordFormat::Jsonl);
            };
            Status done = maker_of(game, "twins").find_twins(puzzle, search, add_twin, complete);
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

struct ImproveCommand {
    std::vector<std::string> files;
    collect::ImproveOptions search;
};

std::string changes_text(const records::Puzzle& puzzle, const records::Edit& edit) {
    return records::change_text(puzzle, {{}, edit, question_of(puzzle)});
}

/// Returns the versions of a puzzle as text for people.
std::string report(const records::Puzzle& puzzle, const collect::Improvements& found,
                   const draw::TextStyle& style) {
    reports::Subject subject;
    subject.id = puzzle.id;
    subject.title = puzzle.title;
    subject.fen = puzzle.fen;
    std::string text = views::heading_text(subject, style);
    if (found.positions == 0 && found.complete) return text + "  No key, and no solution.\n\n";
    const collect::VersionJudgement& before = found.before;
    text += fmt::format("  Now: {}{}, {}.\n", reports::name(before.verdict),
                        before.quality > 0 ? fmt::format(", quality {}", before.quality) : "",
                        views::count_text(static_cast<std::size_t>(before.pieces), "piece", "pieces"));
    for (std::size_t number = 0; number < found.versions.size(); ++number) {
        const collect::Version& version = found.versions[number];
        text +=
            fmt::format("  {}. {}: {}\n     {}\n", number + 1, changes_text(puzzle, version.edit),
                        joined(collect::gains(found.before, version.judgement), ", "), version.puzzle.fen);
    }
    if (found.versions.empty())
        text += fmt::format("  No better version among {}.\n",
                            views::count_text(found.positions, "position", "positions"));
    if (!found.complete) text += "  The time limit ended the search.\n";
    return text + '\n';
}

/// Returns the JSON record of a version with its newline; the field "version" holds its changes and gains.
std::string record(const records::Puzzle& puzzle, const collect::Improvements& found,
                   const collect::Version& version) {
    records::Puzzle written = version.puzzle;
    if (puzzle.id) written.source = "a version of " + *puzzle.id;
    std::string edit = records::edit_json(version.edit);  // a non-empty object, whose "}" is replaced below
    edit.pop_back();
    written.unknown.push_back(
        {"version", fmt::format("{},\"changes\":{},\"gains\":{}}}", edit,
                                records::json_text_of(changes_text(puzzle, version.edit)),
                                records::texts_json(collect::gains(found.before, version.judgement)))});
    return records::to_jsonl(written) + '\n';
}

int improve_files(const ImproveCommand& command, const CommonOptions& common) {
    collect::ImproveOptions options = command.search;
    collect::set_up_search(common, options.search);
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

void add_twins(CommandLine& line) {
    Arguments command = line.add("twins");
    const auto options = std::make_shared<TwinsOptions>();
    command.add_puzzle_files(options->files).required();
    command.add("--join N", options->join, {1, 20});
    command.add("--min-quality 0-100", options->min_quality, {0, 100});
    add_search_limits(command, options->search);
    command.run([options](const CommonOptions& common) { return list_twins(*options, common); });
}

void add_improve(CommandLine& line) {
    Arguments command = line.add("improve");
    const auto options = std::make_shared<ImproveCommand>();
    collect::ImproveOptions& search = options->search;
    command.add_puzzle_files(options->files).required();
    command.add("--count N", search.count, {1, 1000});
    command.add("--changes N", search.changes, {0, 8});
    command.add("--nodes N", search.positions, {1});
    command.add("--seed S", search.seed, {});
    command.add_positive("--limit SECONDS", search.search.seconds);
    command.run([options](const CommonOptions& common) { return improve_files(*options, common); });
}

}  // namespace octomate::cli
