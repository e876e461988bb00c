// Checks the recognition of themes against naive_themes, and that it respects the symmetries of section 7.
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

/// The themes and scores of a position.
struct ThemeFacts {
    ThemeSet themes;
    Scores scores;

    bool operator==(const ThemeFacts&) const = default;
};

template <class P>
ThemeFacts theme_facts_of(const P& position) {
    solver::Faces<P> winning;
    solver::winning_faces(position, winning);
    const auto themes = superpermutation::themes_of(position, winning);
    return {themes, superpermutation::scores_of(position, winning, themes)};
}

std::string text(const ThemeFacts& facts) {
    return fmt::format("{} difficulty {} quality {}", fmt::join(theme_catalogue.names(facts.themes), " "),
                       facts.scores.difficulty, facts.scores.quality);
}

}  // namespace

TEMPLATE_TEST_CASE("themes equal those of the naive recognition", "[law]", D8Position, ParentPosition) {
    ThemeSet seen;
    check_law<TestType>([&](const TestType& position) -> std::string {
        const auto fast = theme_facts_of(position).themes;
        MoveList<TestType> mates;
        position.winning_moves(mates);
        if (mates.empty()) return fast.empty() ? "" : "themes without a mate";
        seen |= fast;
        const auto names = theme_catalogue.names(fast);
        const std::set<std::string> sorted(names.begin(), names.end());
        const std::set<std::string> slow_names = naive::themes(to_naive(position));
        if (sorted == slow_names) return {};
        return fmt::format("fast {}, slow {}", fmt::join(sorted, " "), fmt::join(slow_names, " "));
    });
    if (slow_build) return;                 // tests too few positions to show all themes
    ThemeSet absent = {"cascade-7"_theme};  // too rare in random positions; unit tests cover it
    if (TestType::chance_unit == 1) {       // themes that need a die
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
    check_law<TestType>([](const TestType& position) -> std::string {
        const ThemeFacts facts = theme_facts_of(position);
        const board8::Board& board = position.board();
        const ThemeFacts image = theme_facts_of(TestType(mirrored(board), position.turn()));
        if (!(image == facts)) return fmt::format("{}, mirrored {}", text(facts), text(image));
        const ThemeFacts swapped =
            theme_facts_of(TestType(recoloured(upside_down(mirrored(board))), !position.turn()));
        if (!(swapped == facts)) return fmt::format("{}, colours swapped {}", text(facts), text(swapped));
        return {};
    });
}

TEMPLATE_TEST_CASE("scores cover their range, and are 0 without a mate", "[law]", D8Position,
                   ParentPosition) {
    std::set<int> difficulties, qualities;
    check_law<TestType>([&](const TestType& position) -> std::string {
        const ThemeFacts facts = theme_facts_of(position);
        MoveList<TestType> mates;
        position.winning_moves(mates);
        if (mates.empty()) return facts == ThemeFacts{} ? "" : "something is told without a mate";
        difficulties.insert(facts.scores.difficulty);
        qualities.insert(facts.scores.quality);
        return {};
    });
    if (slow_build) return;  // tests too few positions to cover the range
    // The greatest score need not be 100: random positions are less difficult than composed ones.
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
