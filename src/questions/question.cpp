#include "questions/question.hpp"

#include <fmt/core.h>

namespace octomate::questions {

void Asked::prepare(reports::SearchRequest& search) const {
    search.threads = context.threads;
    search.interrupted = context.stop;
}

void Asked::add_odds(reports::Subject& report) const {
    if (context.tables) report.odds = context.tables(game, report.fen, report.notes);
}

bool Asked::wrote_text(const Report& report) const {
    if (context.heard) context.heard(report, output);
    if (context.text) output.data += context.text(report);
    return bool(context.text);
}

Expected<draw::Scene, Faults> scene_of(const games::Game& game, const records::Puzzle& puzzle,
                                       const std::optional<std::string>& move) {
    return move ? game.scene_of_move(puzzle, *move) : game.scene(puzzle);
}

Faults lacks(const games::Game& game, std::string_view what) {
    return {{FaultCode::UnknownVariant, "variant", 0, fmt::format("{} has no {}", game.about().title, what)}};
}

}  // namespace octomate::questions
