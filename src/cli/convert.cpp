#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "cli/commands.hpp"
#include "cli/questions.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "formats/formats.hpp"
#include "formats/game_score.hpp"
#include "json/text.hpp"
#include "questions/question.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

struct ConvertOptions {
    std::vector<std::string> files;
    bool solution = false;
    reports::SearchRequest search;
    collect::RecordTarget target;
};

/// The keys, by their faces, in the form of a record's.
records::Key key_of(const reports::SolutionReport& report) {
    records::Key key;
    for (const reports::SolvedFace& face : report.faces) {
        if (!face.keys.empty()) key[face.face] = face.keys;
    }
    return key;
}

/// Works the solution out for the writers to print, and gives it to a record without a key.
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

Status refused(FaultCode code, std::string_view field, std::string message) {
    return Unexpected{Faults{{code, std::string(field), 0, std::move(message)}}};
}

/// Checks whether the move in `before` leads to the position as lichess's readers play it.
bool leads_to(const records::Before& before, std::string_view fen) {
    const auto after = records::orthodox_move(before.fen.value_or(""), before.move.value_or(""));
    return after && *after == fen;
}

/// Finds a position one move earlier from which a plain move, without swaps, leads to the puzzle.
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

/// Adds what a row of lichess's database needs: the position before the puzzle, and the solution in the
/// machine form.
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
        for (const auto& one : puzzle.printed->games) {
            if (one.move == line) line += ' ' + one.moves;
        }
    }
    auto score = records::GameReader(line).next().value_or(records::GameScore());
    score.tags.push_back({"FEN", puzzle.fen});
    const reports::Replay replay = game.replay(score, {});
    std::string moves;
    records::Puzzle at = puzzle;
    for (const reports::ReplayedPly& ply : replay.plies) {
        auto move = game.read_move(at, ply.move);
        if (!move) return Unexpected{std::move(move.error())};
        moves.append(moves.empty() ? "" : " ").append(*move);
        at.fen = ply.fen;
    }
    std::erase_if(puzzle.unknown, [](const auto& field) { return field.name == records::lichess_moves; });
    puzzle.unknown.push_back({std::string(records::lichess_moves), records::json_text_of(moves)});
    return {};
}

int convert(const ConvertOptions& options, const CommonOptions& common) {
    reports::SearchRequest search = options.search;
    collect::search_as(common, search);
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

}  // namespace

void add_convert(CommandLine& line) {
    Arguments command = line.add("convert");
    command.hide({"--ascii"});
    const auto options = std::make_shared<ConvertOptions>();
    command.add_puzzle_files(options->files).required();
    const Option solution = command.add_flag(
        "--solution", options->solution,
        "Print the whole solution, worked out: set play, tries, keys, variations (LaTeX, PGN, YAML)");
    command.only_with(add_search_limits(command, options->search), {solution});
    add_record_target(command, options->target, {"lichess-csv"});
    command.check([options] {
        using records::RecordFormat;
        const RecordFormat to = options->target.resolved_format();
        const bool prints = to == RecordFormat::Latex || to == RecordFormat::Pgn || to == RecordFormat::Yaml;
        if (options->solution && !prints)
            throw UsageError("--solution", fmt::format("{} has no place for it, expected latex, pgn or yaml",
                                                       records::name(to)));
    });
    command.run([options](const CommonOptions& common) { return convert(*options, common); });
}

}  // namespace octomate::cli
