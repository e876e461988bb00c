// The recognition of themes against its slow judge, and what the symmetries of section 7 leave alone.
#include "games/superpermutation/themes.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "games/superpermutation/rules/position.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "naive/naive_themes.hpp"
#include "solver/faces.hpp"

namespace octomate::laws {

namespace {

using superpermutation::operator""_theme;
using superpermutation::theme_catalogue;

/// What is told of a position.
struct Told {
    ThemeSet themes;
    Scores scores;

    bool operator==(const Told&) const = default;
};

template <class P>
Told tell(const P& position) {
    solver::Faces<P> winning;
    solver::winning_faces(position, winning);
    const auto themes = superpermutation::themes_of(position, winning);
    return {themes, superpermutation::scores_of(position, winning, themes)};
}

std::string text(const Told& told) {
    return fmt::format("{} difficulty {} quality {}", fmt::join(theme_catalogue.names(told.themes), " "),
                       told.scores.difficulty, told.scores.quality);
}

}  // namespace

TEMPLATE_TEST_CASE("fast and slow recognise the same themes", "[law]", D8Position, ParentPosition) {
    ThemeSet seen;
    hold<TestType>([&](const TestType& position) -> std::string {
        const auto fast = tell(position).themes;
        MoveList<TestType> mates;
        position.winning_moves(mates);
        if (mates.empty()) return fast.empty() ? "" : "themes without a mate";
        seen |= fast;
        const auto names = theme_catalogue.names(fast);
        const std::set<std::string> sorted(names.begin(), names.end());
        const std::set<std::string> slow_names = naive::themes(slow(position));
        if (sorted == slow_names) return {};
        return fmt::format("fast {}, slow {}", fmt::join(sorted, " "), fmt::join(slow_names, " "));
    });
    if (slow_build) return;                 // too few positions for all themes to turn up
    ThemeSet absent = {"cascade-7"_theme};  // too rare for chance; the unit tests have it
    if (TestType::chance_unit == 1) {       // and what no game without a die can show
        absent |= {"free-move"_theme,  "face-switch"_theme, "lone-cascade"_theme,
                   "man-switch"_theme, "free-choice"_theme, "teleport-switch"_theme};
    }
    const auto unseen = theme_catalogue.names(theme_catalogue.of_mates_in_one() - absent - seen);
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

TEMPLATE_TEST_CASE("scores fill their range, and are 0 without a mate", "[law]", D8Position, ParentPosition) {
    std::set<int> difficulties, qualities;
    hold<TestType>([&](const TestType& position) -> std::string {
        const Told told = tell(position);
        MoveList<TestType> mates;
        position.winning_moves(mates);
        if (mates.empty()) return told == Told{} ? "" : "something is told without a mate";
        difficulties.insert(told.scores.difficulty);
        qualities.insert(told.scores.quality);
        return {};
    });
    if (slow_build) return;  // too few positions
    // Men at random are no compositions: the best of those go higher.
    CHECK(*difficulties.begin() >= 0);
    CHECK(*difficulties.begin() < 10);
    CHECK(*difficulties.rbegin() > 70);
    CHECK(*difficulties.rbegin() <= 100);
    CHECK(difficulties.size() > 50);
    CHECK(*qualities.begin() >= 0);
    CHECK(*qualities.begin() < 10);
    CHECK(*qualities.rbegin() > 60);
    CHECK(*qualities.rbegin() <= 100);
    CHECK(qualities.size() > 50);
}

}  // namespace octomate::laws
