#include "questions/question.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace octomate::questions {

void Asked::add_odds(reports::Subject& report) const {
    if (context.tables) report.odds = context.tables(game, report.fen, report.notes);
}

bool Asked::wrote_text(const Report& report) const {
    if (context.heard) context.heard(*this, report);
    if (context.text) output.data += context.text(report);
    return bool(context.text);
}

Status Asked::lacks(std::string_view what) const {
    if (context.lacking) context.lacking(game);
    return questions::lacks(game, what);
}

Status lacks(const games::Game& game, std::string_view what) {
    return Unexpected{Faults{
        {FaultCode::UnknownVariant, "variant", 0, fmt::format("{} has no {}", game.about().title, what)}}};
}

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = [] {
        std::vector<Kind> kinds;
        for (const auto& list : {solve_kinds, moves_kinds, mate_kinds, check_kinds, origins_kinds,
                                 analyse_kinds, picture_kinds, play_kinds})
            for (const Kind& kind : list()) kinds.push_back(kind);
        return kinds;
    }();
    return all;
}

std::unique_ptr<Question> make(std::string_view name) {
    return std::find_if(kinds().begin(), kinds().end(), [&](const Kind& kind) { return kind.name == name; })
        ->make();
}

Status wrong_option(std::string name, std::string why) {
    return Unexpected{Faults{{FaultCode::WrongType, std::move(name), 0, std::move(why)}}};
}

}  // namespace octomate::questions
