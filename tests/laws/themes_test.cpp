// The recognition of themes against its slow judge, and what the symmetries of section 7 leave alone.
#include "games/superpermutation/themes.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "games/superpermutation/scores.hpp"
#include "games/superpermutation/symmetry.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "naive/naive_themes.hpp"
#include "solver/faces.hpp"

namespace octomate::laws {

namespace {

/// What is told of a position.
struct Told {
    themes::ThemeSet themes;
    themes::Scores scores;

    bool operator==(const Told&) const = default;
};

template <class P>
Told tell(const P& position) {
    solver::Faces<P> winning;
    solver::winning_faces(position, winning);
    const auto themes = themes::themes_of(position, winning);
    return {themes, themes::scores_of(position, winning, themes)};
}

std::string text(const Told& told) {
    return fmt::format("{} difficulty {} quality {}", fmt::join(told.themes.names(), " "),
                       told.scores.difficulty, told.scores.quality);
}

}  // namespace

TEMPLATE_TEST_CASE("fast and slow recognise the same themes", "[law]", D8Position, ParentPosition) {
    themes::ThemeSet seen;
    hold<TestType>([&](const TestType& position) -> std::string {
        const auto fast = tell(position).themes;
        MoveList<TestType> mates;
        position.mating_moves(mates);
        if (mates.empty()) return fast.empty() ? "" : "themes without a mate";
        seen |= fast;
        const auto names = fast.names();
        const std::set<std::string> sorted(names.begin(), names.end());
        const std::set<std::string> slow_names = naive::themes(slow(position));
        if (sorted == slow_names) return {};
        return fmt::format("fast {}, slow {}", fmt::join(sorted, " "), fmt::join(slow_names, " "));
    });
    if (slow_build) return;                               // too few positions for all themes to turn up
    themes::ThemeSet absent = {themes::Theme::Cascade7};  // too rare for chance; the unit tests have it
    if (TestType::faces_of_the_die == 1) {                // and what no game without a die can show
        absent |= {themes::Theme::FreeMove,  themes::Theme::FaceSwitch, themes::Theme::LoneCascade,
                   themes::Theme::ManSwitch, themes::Theme::FreeChoice, themes::Theme::TeleportSwitch};
    }
    const auto unseen = (themes::of_mates_in_one - absent - seen).names();
    INFO("never seen: " << fmt::format("{}", fmt::join(unseen, " ")));
    CHECK(unseen.empty());
}

TEMPLATE_TEST_CASE("themes and scores are the same for a position and its images", "[law]", D8Position,
                   ParentPosition) {
    using superpermutation::mirrored;
    using superpermutation::recoloured;
    using superpermutation::upside_down;
    hold<TestType>([](const TestType& position) -> std::string {
        const Told told = tell(position);
        const board8::Board& board = position.board();
        const Told image = tell(TestType(mirrored(board), position.turn()));
        if (!(image == told)) return fmt::format("{}, mirrored {}", text(told), text(image));
        const Told swapped = tell(TestType(recoloured(upside_down(mirrored(board))), !position.turn()));
        if (!(swapped == told)) return fmt::format("{}, colours swapped {}", text(told), text(swapped));
        return {};
    });
}

TEMPLATE_TEST_CASE("scores stay within 0 and 100", "[law]", D8Position, ParentPosition) {
    hold<TestType>([](const TestType& position) -> std::string {
        const Told told = tell(position);
        const auto within = [](int score) { return score >= 0 && score <= 100; };
        if (!within(told.scores.difficulty) || !within(told.scores.quality)) return text(told);
        MoveList<TestType> mates;
        position.mating_moves(mates);
        if (mates.empty() && !(told == Told{})) return "something is told without a mate";
        return {};
    });
}

}  // namespace octomate::laws
