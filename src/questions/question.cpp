#include "questions/question.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
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

std::span<const Kind> kinds() {
    static constexpr std::array all = {Kind{"scene", make_scene},
                                       Kind{"past", make_past},
                                       Kind{"solve", make_solve},
                                       Kind{"moves", make_moves},
                                       Kind{"mate", make_mate, true},
                                       Kind{"check", make_check, true},
                                       Kind{"tag", make_tag, true},
                                       Kind{"retract", make_retract, true, Scope::Here},
                                       Kind{"proof", make_proof, true},
                                       Kind{"odds", make_odds, true},
                                       Kind{"defence", make_defence, true},
                                       Kind{"roll", make_roll},
                                       Kind{"reply", make_reply, true},
                                       Kind{"chance", make_chance, true},
                                       Kind{"svg", make_svg},
                                       Kind{"latex", make_latex},
                                       Kind{"analyse", make_analyse, true, Scope::Here},
                                       Kind{"perft", make_perft, true, Scope::Here}};
    return all;
}

const Kind* find(std::string_view name) {
    const auto all = kinds();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Kind& kind) { return kind.name == name; });
    return found == all.end() ? nullptr : &*found;
}

Status wrong_option(std::string name, std::string why) {
    return Unexpected{Faults{{FaultCode::WrongType, std::move(name), 0, std::move(why)}}};
}

}  // namespace octomate::questions
