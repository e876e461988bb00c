#include "cli/book_puzzle.hpp"

#include <fmt/core.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <string_view>

#include "cli/shared.hpp"
#include "cli/solution.hpp"
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

/// Adds the lines of a help or series problem, the variations of a longer one, the solutions of twins, and
/// whether the puzzle is computer-tested.
void add_solution(const games::Game& game, const records::Puzzle& puzzle, draw::BookPuzzle& out) {
    const bool moves_are_enough = puzzle.moves == 1 && !puzzle.other_stipulation();
    reports::SolutionRequest request;
    request.search = search_request();
    request.tries = 0;
    std::vector<reports::SolutionReport> found;
    const bool complete =
        find_solutions(game, puzzle, request, found) &&
        std::all_of(found.begin(), found.end(), [](const auto& report) { return report.complete(); });
    out.checked = complete && is_tested(game, puzzle, found, request.search);
    if (complete) {
        if (moves_are_enough && found.size() == 1) return;
        for (std::size_t n = 1; n < found.size(); ++n) out.twins.push_back(views::twin_heading(found[n]));
        for (reports::SolutionReport& report : found) report.set.reset();
        for (auto& [indent, text] : views::printed_lines(found))
            out.play.push_back({indent, std::move(text)});
    } else if (puzzle.key && !moves_are_enough) {
        for (const auto& [face, lines] : *puzzle.key) {
            for (const std::string& line : lines) out.play.push_back({0, line});
        }
        out.note = "According to its key; not checked by computer.";
    }
}

/// The themes by which puzzles are sorted; the others are circumstances, such as how few men there are.
std::vector<std::string> ideas_of(const games::Game& game, const std::vector<std::string>& themes) {
    std::vector<std::string> ideas;
    if (!game.maker()) return ideas;
    const ThemeCatalogue catalogue = game.maker()->themes();
    for (const std::string& theme : themes) {
        if (const auto known = catalogue.named(theme); known && catalogue[*known].lead > 0)
            ideas.push_back(theme);
    }
    std::stable_sort(ideas.begin(), ideas.end(), [&](const std::string& a, const std::string& b) {
        return catalogue[*catalogue.named(a)].lead < catalogue[*catalogue.named(b)].lead;
    });
    return ideas;
}

/// Adds themes and scores that the record lacks.
void grade(const games::Game& game, const records::Puzzle& puzzle, draw::BookPuzzle& out) {
    out.themes = puzzle.themes;
    out.ideas = ideas_of(game, out.themes);
    if (puzzle.difficulty) out.difficulty = puzzle.difficulty->value();
    if (puzzle.quality) out.quality = puzzle.quality->value();
    if (out.difficulty || puzzle.other_stipulation() || !game.maker()) return;
    records::Puzzle graded = puzzle;
    bool complete = true;
    if (!game.maker()->tag(graded, search_request(), complete) || !complete) return;
    if (out.themes.empty()) out.themes = graded.themes;
    out.ideas = ideas_of(game, out.themes);
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
    const std::string label = collect::label_of(entry);
    out.title = puzzle.title.value_or("");
    out.author = puzzle.author.value_or("");
    out.source = source_of(puzzle);
    out.comment = puzzle.comment.value_or("");
    out.chapter = puzzle.chapter.value_or("");
    out.question = std::move(pictures.question);
    out.stipulation = std::move(pictures.stipulation);
    if (const Die* die = game.about().die) out.stipulation += fmt::format(" d{}", die->faces);
    if (puzzle.roll && pictures.outcomes == "Faces")
        out.stipulation += fmt::format(", roll {}", *puzzle.roll);
    if (puzzle.solutions.value_or(1) > 1) out.stipulation += fmt::format(", {} solutions", *puzzle.solutions);
    out.fen = puzzle.fen;
    out.variant = game.about().name;
    out.scene = std::move(pictures.scene);
    out.scene.title = label;
    if (puzzle.other_stipulation()) out.scene.panel.pop_back();  // the caption says it
    out.answers = std::move(pictures.answers);
    out.solutions = std::move(pictures.solutions);
    for (draw::Solution& solution : out.solutions) {
        if (solution.end) solution.end->title = fmt::format("{}: after {}", label, solution.move);
    }
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
