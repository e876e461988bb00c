#include "cli/book_puzzle.hpp"

#include <fmt/core.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <string_view>

#include "cli/shared.hpp"
#include "console/progress.hpp"
#include "puzzle/puzzle.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

/// The limits of the search for one puzzle: some seconds at most.
reports::SearchRequest search_request() {
    reports::SearchRequest search;
    search.hash_mib = 16;
    search.nodes = 2'000'000;
    search.own_hash = true;
    search.interrupted = &interrupted;
    return search;
}

reports::CheckReport referee(const games::Game& game, const records::Puzzle& puzzle) {
    reports::CheckRequest request;
    request.superfluous = request.near_misses = false;
    request.search = search_request();
    reports::CheckReport report;
    if (!game.check(puzzle, request, report)) report.complete = false;
    return report;
}

/// Without a key a puzzle only needs a solution, which is unique on each face that is not free.
bool is_checked(const reports::CheckReport& report) {
    using reports::Verdict;
    const bool clear = report.verdict == Verdict::Sound ||
                       (report.verdict == Verdict::NoKey && !report.truth.empty() && report.duals.empty());
    return report.complete && clear;
}

/// Adds the lines of a help or series problem.
void add_lines(const games::Game& game, const records::Puzzle& puzzle, draw::BookPuzzle& out) {
    reports::MateRequest request;
    static_cast<reports::SearchRequest&>(request) = search_request();
    reports::MateReport report;
    if (game.mate(puzzle, request, report) && report.complete && report.solutions) {
        const reports::ReportedLines& lines = *report.solutions;
        for (const std::string& line : lines.first) out.play.push_back({0, line});
        if (lines.count > lines.first.size())
            out.play.push_back({0, fmt::format("and {} more", grouped(lines.count - lines.first.size()))});
        if (lines.count == 0) out.play.push_back({0, "It has no solution."});
        return;
    }
    if (puzzle.key) {
        for (const auto& [face, lines] : *puzzle.key) {
            for (const std::string& line : lines) out.play.push_back({0, line});
        }
    }
    out.note = "According to its key; not checked by computer.";
}

/// Adds the keys and variations of a longer mate.
void add_variations(const games::Game& game, const records::Puzzle& puzzle, draw::BookPuzzle& out) {
    reports::SolutionRequest request;
    request.search = search_request();
    request.tries = 0;
    reports::SolutionReport report;
    if (!game.solution(puzzle, request, report) || !report.complete()) {
        out.note = puzzle.key ? "First moves, according to the key; not checked by computer." : "";
        return;
    }
    report.set.reset();
    using Kind = views::SolutionLine::Kind;
    for (const views::SolutionLine& line : views::solution_lines(report)) {
        if (line.kind != Kind::Heading && line.kind != Kind::Verdict)
            out.play.push_back({std::max(0, line.indent - 1), line.text});
    }
}

void add_solution(const games::Game& game, const records::Puzzle& puzzle, draw::BookPuzzle& out) {
    const auto other = puzzle.other_stipulation();
    if (other && other->has_lines()) return add_lines(game, puzzle, out);
    if (other) {
        if (!out.solutions.empty()) out.note = "First moves only; the rest is forced.";
    } else if (puzzle.moves > 1) {
        add_variations(game, puzzle, out);
    }
}

/// Adds themes and scores that the record lacks.
void grade(const games::Game& game, const records::Puzzle& puzzle, draw::BookPuzzle& out) {
    out.themes = puzzle.themes;
    if (puzzle.difficulty) out.difficulty = puzzle.difficulty->value();
    if (puzzle.quality) out.quality = puzzle.quality->value();
    if (out.difficulty || puzzle.other_stipulation() || !game.maker()) return;
    records::Puzzle graded = puzzle;
    bool complete = true;
    if (!game.maker()->tag(graded, search_request(), complete) || !complete) return;
    if (out.themes.empty()) out.themes = graded.themes;
    if (graded.difficulty) out.difficulty = graded.difficulty->value();
    if (graded.quality && !out.quality) out.quality = graded.quality->value();
}

/// The chapter of a puzzle without a difficulty.
std::string kind_of(const records::Puzzle& puzzle) {
    const auto other = puzzle.other_stipulation();
    if (!other) return "Not graded";
    switch (other->kind) {
        case StipulationKind::Direct: break;
        case StipulationKind::Help: return "Help play";
        case StipulationKind::Self: return "Self play";
        case StipulationKind::Reflex: return "Reflex play";
        case StipulationKind::Series:
        case StipulationKind::SeriesHelp: return "Series play";
    }
    return "Stalemates";
}

/// The source, with the year if the record has it in another field.
std::string source_of(const records::Puzzle& puzzle) {
    std::string source = puzzle.source.value_or("");
    for (const records::UnknownField& field : puzzle.unknown) {
        if (field.name != "year") continue;
        std::string year = field.json;
        year.erase(std::remove(year.begin(), year.end(), '"'), year.end());
        const bool plain = !year.empty() && year.find_first_not_of("0123456789-/ ") == std::string::npos;
        if (plain && source.find(year) == std::string::npos)
            source.append(source.empty() ? "" : ", ").append(year);
    }
    return source;
}

}  // namespace

draw::BookPuzzle book_puzzle(const collect::Entry& entry, const char* command) {
    const records::Puzzle& puzzle = entry.puzzle;
    const games::Game& game = *entry.game;
    reports::PuzzlePictures pictures;
    painter_of(game, command);                      // which it must have
    game.pictures(puzzle, true, pictures).value();  // the position is good
    draw::BookPuzzle out;
    out.label = collect::label_of(entry);
    out.title = puzzle.title.value_or("");
    out.author = puzzle.author.value_or("");
    out.source = source_of(puzzle);
    out.comment = puzzle.comment.value_or("");
    out.question = std::move(pictures.question);
    out.stipulation = std::move(pictures.stipulation);
    if (const Die* die = game.about().die) out.stipulation += fmt::format(" d{}", die->faces);
    if (puzzle.roll && pictures.outcomes == "Faces")
        out.stipulation += fmt::format(", roll {}", *puzzle.roll);
    out.fen = puzzle.fen;
    out.variant = game.about().name;
    out.scene = std::move(pictures.scene);
    out.scene.title = out.label;
    if (puzzle.other_stipulation()) out.scene.panel.pop_back();  // the caption says it
    out.outcomes = std::move(pictures.outcomes);
    out.answers = std::move(pictures.answers);
    out.solutions = std::move(pictures.solutions);
    for (draw::Solution& solution : out.solutions) {
        if (solution.end) solution.end->title = fmt::format("{}: after {}", out.label, solution.move);
    }
    out.checked = is_checked(referee(game, puzzle));
    add_solution(game, puzzle, out);
    grade(game, puzzle, out);
    if (!out.difficulty) out.kind = kind_of(puzzle);
    return out;
}

std::vector<draw::BookPuzzle> book_puzzles(const std::vector<collect::Entry>& entries, const char* command,
                                           const CommonOptions& common) {
    std::vector<draw::BookPuzzle> puzzles(entries.size());
    std::atomic<std::size_t> done = 0;
    const Progress progress(common, "puzzles", [&] { return HowFar{done, entries.size()}; });
    tbb::parallel_for(std::size_t{0}, entries.size(), [&](std::size_t n) {
        if (interrupted) return;
        puzzles[n] = book_puzzle(entries[n], command);
        ++done;
    });
    return puzzles;
}

}  // namespace octomate::cli
