#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/shared.hpp"
#include "collect/solvers.hpp"
#include "formats/formats.hpp"
#include "formats/game_score.hpp"
#include "games/list.hpp"
#include "json/text.hpp"
#include "puzzle/puzzle.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

/// The commands `convert`, which writes records in another format, and `tag`, which adds themes and scores.
namespace octomate::cli {

namespace {

struct ConvertOptions {
    std::vector<std::string> files;
    bool solution = false;
    reports::SearchRequest search;
    collect::RecordTarget target;
};

/// Returns the key moves of a report by face, as the key of a record.
records::Key key_of(const reports::SolutionReport& report) {
    records::Key key;
    for (const reports::SolvedFace& face : report.faces) {
        if (!face.keys.empty()) key[face.face] = face.keys;
    }
    return key;
}

/// Solves the puzzle, stores the solution in `puzzle.printed`, which the writers of LaTeX, PGN and YAML
/// print, and adds the key if the record has none. If a limit was hit, only sets `complete` to false.
Status solve(const games::Game& game, records::Puzzle& puzzle, const reports::SearchRequest& search,
             bool& complete) {
    reports::SolutionRequest request;
    request.search = search;
    std::vector<reports::SolutionReport> found;
    if (Status done = questions::find_solutions(game, puzzle, request, found); !done) return done;
    complete = std::all_of(found.begin(), found.end(), [](const auto& report) { return report.complete(); });
    if (!complete) return {};
    const bool tested = questions::is_tested(game, puzzle, found, search);
    if (!puzzle.key && !found.front().keys.empty()) puzzle.key = key_of(found.front());
    puzzle.printed = std::make_shared<const records::PrintedSolution>(views::printed(found, tested));
    return {};
}

/// Returns a status with one fault of `field`.
Status refused(FaultCode code, std::string_view field, std::string message) {
    return Unexpected{Faults{{code, std::string(field), 0, std::move(message)}}};
}

/// Checks whether the move of `before` leads to `fen` by the rules of orthodox chess, which readers of
/// lichess's files apply.
bool leads_to(const records::Before& before, std::string_view fen) {
    const auto after = records::orthodox_move(before.fen.value_or(""), before.move.value_or(""));
    return after && *after == fen;
}

/// Sets `puzzle.before` to a position one move earlier from which a plain move, without swaps, leads to the
/// puzzle; fails if there is none.
Status find_before(const games::Game& game, records::Puzzle& puzzle) {
    if (puzzle.before && leads_to(*puzzle.before, puzzle.fen)) return {};
    reports::RetractReport report;
    if (!game.origins())
        return refused(FaultCode::UnknownVariant, "variant",
                       fmt::format("lichess's files have no positions of {}", game.about().title));
    if (Status done = game.origins()->retract(puzzle, reports::Reader::Program, report); !done) return done;
    for (const reports::EarlierPosition& earlier : report.earlier) {
        puzzle.before = records::Before{earlier.fen, earlier.uci, {}};
        if (leads_to(*puzzle.before, puzzle.fen)) return {};
    }
    return refused(FaultCode::IllegalMove, "fen",
                   "lichess's files begin one move earlier, but no move without swaps leads to the position");
}

/// Adds the fields for a row of lichess's database: the position one move before the puzzle, and the main
/// line in machine form. Fails if the puzzle cannot be written in that format; sets `complete` to false if a
/// limit was hit.
Status prepare_for_lichess(const games::Game& game, records::Puzzle& puzzle,
                           const reports::SearchRequest& search, bool& complete) {
    if (const auto other = puzzle.other_stipulation())
        return refused(
            FaultCode::BadStipulation, "stipulation",
            fmt::format("lichess's files have no puzzles with the stipulation {}", records::text_of(*other)));
    if (Status found = find_before(game, puzzle); !found) return found;
    const bool has_line = records::unknown_field(puzzle, records::lichess_moves) != nullptr;
    if (!puzzle.key && has_line) return {};
    if (!puzzle.key || puzzle.moves > 1) {
        if (Status done = solve(game, puzzle, search, complete); !done || !complete) return done;
    }
    const auto& faces = puzzle.key ? *puzzle.key : records::Key();
    const auto rolled = puzzle.roll ? faces.find(*puzzle.roll) : faces.begin();
    if (rolled == faces.end() || rolled->second.empty())
        return refused(FaultCode::BadMoves, "key", "the puzzle has no solution, which lichess's files need");
    std::string line = rolled->second.front();
    if (puzzle.printed) {
        for (const auto& printed_game : puzzle.printed->games) {
            if (printed_game.move == line) line += ' ' + printed_game.moves;
        }
    }
    auto score = records::GameReader(line).next().value_or(records::GameScore());
    score.tags.push_back({"FEN", puzzle.fen});
    const reports::Replay replay = game.replay(score, {});
    std::string moves;
    records::Puzzle current = puzzle;
    for (const reports::ReplayedPly& ply : replay.plies) {
        auto move = game.read_move(current, ply.move);
        if (!move) return Unexpected{std::move(move.error())};
        moves.append(moves.empty() ? "" : " ").append(*move);
        current.fen = ply.fen;
    }
    std::erase_if(puzzle.unknown, [](const auto& field) { return field.name == records::lichess_moves; });
    puzzle.unknown.push_back({std::string(records::lichess_moves), records::json_text_of(moves)});
    return {};
}

int convert(const ConvertOptions& options, const CommonOptions& common) {
    reports::SearchRequest search = options.search;
    collect::set_up_search(common, search);
    const auto change = [&](const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>& notes,
                            bool& complete) -> Status {
        auto position = game.normalise(puzzle.fen);
        if (!position) return Unexpected{std::move(position.error())};
        puzzle.fen = std::move(position->value);
        notes.insert(notes.end(), position->notes.begin(), position->notes.end());
        if (options.target.resolved_format() == records::RecordFormat::LichessCsv)
            return prepare_for_lichess(game, puzzle, search, complete);
        return options.solution ? solve(game, puzzle, search, complete) : Status();
    };
    return collect::rewrite(options.files, common, options.target, change, true);
}

struct TagOptions {
    std::vector<std::string> files;
    std::string solvers;  ///< a file with results of human solvers; empty: none
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

/// Reads the results of solvers from `file`, and reports rows that cannot be used; nullopt if `file` is empty
/// or the run is interrupted. Throws UsageError if the file cannot be read.
std::optional<collect::SolverResults> read_results(const std::string& file) {
    if (file.empty()) return std::nullopt;
    const auto text = collect::read_text_file(file);
    if (!text) throw UsageError("--solvers", fmt::format("{}: {}", file, text.error()));
    auto results = collect::SolverResults::read(*text);
    if (interrupted) return std::nullopt;
    if (!results) throw UsageError("--solvers", fmt::format("{}: {}", file, results.error()));
    for (const auto& row : results->bad_rows())
        print_message(fmt::format("{}:{}: {}\n", file, row.line, printable(row.why)));
    return *std::move(results);
}

/// Runs `tag --ideas`: prints how often each idea occurs among the moves of the keys, the most frequent
/// first. Returns the exit code.
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
    const collect::RunResult result =
        collect::run_lines<std::string>(options.files, common, work, [&](records::Batch<std::string>& batch) {
            for (const std::string& idea : batch.results) ++counts[idea];
        });
    std::vector<std::pair<std::string, std::uint64_t>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    for (const auto& [idea, count] : sorted) text += fmt::format("{} {}\n", count, idea);
    print(text);
    return result.code;
}

int tag_files(const TagOptions& options, const CommonOptions& common) {
    const auto results = read_results(options.solvers);
    if (interrupted) return Interrupted;
    reports::SearchRequest search = options.search;
    collect::set_up_search(common, search);
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

void add_convert(CommandLine& line) {
    Arguments command = line.add("convert");
    const auto options = std::make_shared<ConvertOptions>();
    command.add_puzzle_files(options->files).required();
    const Option solution = command.add_flag("--solution", options->solution);
    command.only_with(add_search_limits(command, options->search), {solution});
    add_record_target(command, options->target, {"lichess-csv"});
    command.check([options] {
        using records::RecordFormat;
        const RecordFormat to = options->target.resolved_format();
        const bool prints = to == RecordFormat::Latex || to == RecordFormat::Pgn || to == RecordFormat::Yaml;
        if (options->solution && !prints)
            throw UsageError(
                "--solution",
                fmt::format("{} cannot hold a solution, expected latex, pgn or yaml", records::name(to)));
    });
    command.run([options](const CommonOptions& common) { return convert(*options, common); });
}

void add_tag(CommandLine& line) {
    Arguments command = line.add("tag");
    const auto options = std::make_shared<TagOptions>();
    const Option files = command.add_puzzle_files(options->files);
    Option themes = command.add_flag("--list-themes", options->list_themes);
    const Option solvers = command.add_input("--solvers FILE", options->solvers);
    Option ideas = command.add_flag("--ideas", options->ideas);
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
