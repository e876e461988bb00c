// Tests of themes by example. The list of themes of each example is complete, so every example also tests
// that the other themes are absent. Neighbouring examples differ by one feature.
#include "games/superpermutation/themes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/superpermutation/rules/position.hpp"
#include "naive/naive_themes.hpp"
#include "solver/faces.hpp"

using namespace octomate;
using superpermutation::D8Position;
using superpermutation::ParentPosition;
using superpermutation::operator""_theme;
using superpermutation::theme_catalogue;

namespace {

struct Example {
    std::string_view fen;
    std::string_view themes;
};

// clang-format off
constexpr Example with_die[] = {
    // four swaps
    {"5K2/5N1k/5b2/5R2/5r2/5N2/5b2/4Q3 w",
     "cascade cascade-4 through-own-men through-enemy-men stopped-cascade pure-mate lone-cascade aristocrat"},
    // five swaps
    {"5N1k/5P2/5P2/5K2/5p2/5P2/5N2/4Q3 w",
     "cascade cascade-5 through-own-men through-enemy-men through-king stopped-cascade pure-mate face-switch"},
    // six swaps
    {"4k3/4r3/3QP3/4R3/4K2Q/4N3/4B3/8 w",
     "cascade cascade-6 through-own-men through-enemy-men through-king stopped-cascade face-switch man-switch"},
    // seven swaps, from the first rank to the last
    {"4r2k/4P3/4P1K1/4r3/4B3/4b3/4R3/2R5 w",
     "cascade cascade-7 through-own-men through-enemy-men pure-mate lone-cascade"},
    // a plain mate by a rook on the edge
    {"8/8/8/8/4R3/6K1/8/6k1 w",
     "pure-mate model-mate ideal-mate miniature aristocrat"},
    // a cascade past the bishop to the edge
    {"1kb5/8/Q1R4K/8/8/8/8/8 w",
     "cascade cascade-1 through-enemy-men lone-cascade miniature aristocrat"},
    // a cascade past the knight that stops when it gives check
    {"1k6/1N6/2K5/Q7/8/8/8/8 w",
     "cascade cascade-1 through-own-men stopped-cascade lone-cascade miniature aristocrat"},
    // a cascade past the own king and the knight
    {"kB6/N7/K7/8/8/8/3Q4/8 w",
     "cascade cascade-2 through-own-men through-king stopped-cascade lone-cascade miniature aristocrat"},
    // a cascade of three swaps
    {"k7/1b4R1/1K6/1P6/5Q2/8/8/8 w",
     "cascade cascade-3 through-own-men through-enemy-men through-king pure-mate model-mate lone-cascade miniature"},
    // a pawn passes its own king and promotes: two mates on one face
    {"2k4K/4R3/7P/8/8/8/8/8 w",
     "cascade cascade-1 through-king promotion underpromotion cascade-promotion pure-mate model-mate miniature"},
    // the enemy king is passed
    {"4k3/8/4P1R1/8/8/8/8/4QK2 w",
     "cascade cascade-1 through-king pushed-king promotion cascade-promotion double-check lone-cascade miniature"},
    // the check stops the cascade before its first swap
    {"1kB5/3Q4/8/8/8/8/5K2/8 w",
     "stopped-cascade pure-mate model-mate miniature aristocrat"},
    // the king teleports
    {"8/8/7R/8/8/8/7Q/1K3k2 w",
     "teleport displaced-man miniature aristocrat"},
    // the king captures and opens the rook's file
    {"7k/R7/8/8/8/1Q4n1/7K/7R w",
     "king-capture discovered-check pure-mate face-switch man-switch miniature aristocrat"},
    // one promotion, which is also allowed on free faces
    {"k7/p1P5/8/8/1K6/8/8/8 w",
     "promotion pure-mate model-mate free-move miniature"},
    // a queen would mate as well as the rook
    {"6k1/1P6/6B1/8/8/8/1Q4K1/8 w",
     "promotion underpromotion miniature"},
    // only promotion to a knight mates
    {"8/R6P/6k1/6P1/6K1/8/8/8 w",
     "promotion underpromotion only-underpromotion miniature"},
    // a pawn climbs past the rook and thereby pushes it to a square from which it gives check
    {"4R3/6k1/4P2b/8/8/8/6K1/5R2 w",
     "cascade cascade-1 through-own-men promotion cascade-promotion displaced-man lone-cascade miniature"},
    // the opponent's pawn must promote
    {"8/8/8/2K5/8/5N2/5pbN/7k w",
     "cascade cascade-1 through-enemy-men stopped-cascade forced-promotion pure-mate model-mate free-move miniature"},
    // the knight opens the rook's rank
    {"8/8/8/8/8/1K6/8/kNR5 w",
     "discovered-check face-switch miniature aristocrat"},
    // the knight that moves and the knight that it pushes both give check
    {"8/8/5R2/5N1k/7n/1K3R1B/8/8 w",
     "cascade cascade-1 through-own-men stopped-cascade double-check displaced-man lone-cascade miniature aristocrat"},
    // a pawn gives the check
    {"6k1/3Q2P1/7P/7R/8/2K5/8/8 w",
     "pawn-mate pure-mate model-mate miniature"},
    // the king is surrounded by its own pieces
    {"6pk/6rn/3N4/8/8/8/8/5K2 w",
     "smothered-mate pure-mate model-mate free-move miniature"},
    // several mates on the free faces
    {"8/7P/8/8/5K1k/8/8/8 w",
     "promotion underpromotion pure-mate model-mate ideal-mate free-move free-choice miniature"},
    // one piece mates on three faces
    {"8/8/8/5Q1R/8/4K1k1/8/8 w",
     "pure-mate model-mate ideal-mate face-switch miniature aristocrat"},
    // two pieces mate on two faces
    {"2k5/R4R2/8/8/8/8/8/6K1 w",
     "pure-mate model-mate face-switch man-switch miniature aristocrat"},
    // two teleports mate on two faces
    {"7K/8/8/8/8/8/2BQ4/kB6 w",
     "teleport displaced-man pure-mate model-mate face-switch man-switch teleport-switch miniature aristocrat"},
    // White is in check: no die and no cascade
    {"8/8/5Q1q/7k/5K2/8/8/8 w",
     "in-check miniature aristocrat"},
    // the article's first position
    {"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w",
     "cascade cascade-3 through-own-men through-enemy-men through-king stopped-cascade lone-cascade miniature"},
    // the article's third position
    {"8/b2k4/1n2p3/2K5/8/8/4q3/8 b",
     "discovered-check face-switch man-switch miniature"},
    // the article's fourth position
    {"8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b",
     "cascade cascade-1 through-enemy-men stopped-cascade free-move face-switch man-switch free-choice miniature"},
    // the article's fifth position
    {"7b/6p1/8/5k2/8/1b5K/5q2/8 b",
     "teleport displaced-man pure-mate face-switch teleport-switch miniature"},
    // no move mates
    {"7k/8/8/8/8/8/8/K7 w",
     ""},
};

constexpr Example without_die[] = {
    // the mover chooses the promotion of the opponent's pawn, which is not a promotion of its own
    {"8/8/k1K5/8/8/8/p7/7Q w",
     "cascade cascade-1 through-enemy-men forced-promotion pure-mate model-mate miniature"},
    // the king climbs, and a pushed piece mates
    {"kBN5/2r5/2p5/8/2K5/8/8/8 w",
     "cascade cascade-3 through-own-men through-enemy-men displaced-man pure-mate model-mate miniature"},
    // only promotion to a knight mates, without a die
    {"6N1/K4P1k/6N1/8/2B5/8/8/8 w",
     "promotion underpromotion only-underpromotion miniature"},
};
// clang-format on

template <class P>
P position(std::string_view fen) {
    auto read = P::from_fen(fen);
    REQUIRE(read);
    return read->value;
}

template <class P>
solver::Faces<P> winning_faces(const P& position) {
    solver::Faces<P> winning;
    solver::winning_faces(position, winning);
    return winning;
}

template <class P>
ThemeSet themes_of(std::string_view fen) {
    const P at = position<P>(fen);
    return superpermutation::themes_of(at, winning_faces(at));
}

std::string text(const ThemeSet& set) {
    return fmt::format("{}", fmt::join(theme_catalogue.names(set), " "));
}

/// Checks that the program and the naive rules find the themes of each example, and adds the themes to
/// `shown`.
template <class P, class Examples>
void check_examples(const Examples& examples, naive::Game game, std::vector<ThemeSet>& shown) {
    for (const Example& example : examples) {
        INFO(example.fen);
        const ThemeSet found = themes_of<P>(example.fen);
        CHECK(text(found) == example.themes);
        const auto names = theme_catalogue.names(found);
        CHECK(naive::themes(naive::from_fen(example.fen, game)) ==
              std::set<std::string>(names.begin(), names.end()));
        shown.push_back(found);
    }
}

}  // namespace

// No separate negative examples are needed: the lists of the other examples are complete.
TEST_CASE("every theme is shown by an example") {
    std::vector<ThemeSet> shown;
    check_examples<D8Position>(with_die, naive::Game::d8, shown);
    check_examples<ParentPosition>(without_die, naive::Game::parent, shown);
    theme_catalogue.of_mates_in_one().for_each([&](ThemeNumber theme) {
        INFO(theme_catalogue[theme].name);
        CHECK(std::any_of(shown.begin(), shown.end(),
                          [&](const ThemeSet& set) { return set.contains(theme); }));
    });
}

TEST_CASE("longer mates have themes of their length and their first moves") {
    const auto at = position<D8Position>("7k/8/6K1/8/2q2Q2/8/8/8 w");
    solver::Faces<D8Position> first;  // two-5 of puzzles/twos.jsonl: Qf4-f8+ on faces 1 (free) and 6
    const auto move = at.read_move("Qf4-f8");
    REQUIRE(move);
    first.push_back({{1}, Freedom::Free, 40, {move->move}});
    first.push_back({{6}, Freedom::Bound, 5, {move->move}});
    const std::pair<int, std::string_view> names[] = {{2, "mate-in-2"}, {3, "mate-in-3"}, {4, "mate-in-4"},
                                                      {5, "mate-in-5"}, {6, "long-mate"}, {20, "long-mate"}};
    for (const auto& [moves, name] : names) {
        CHECK(text(superpermutation::themes_of(at, first, moves)) ==
              fmt::format("free-move {} miniature aristocrat", name));
    }
}

TEST_CASE("a longer mate has a quiet key if no first move gives check") {
    const auto at = position<D8Position>("8/1q6/8/2KPb1r1/5b2/8/3k4/8 b");
    solver::Faces<D8Position> first;
    first.push_back({{5}, Freedom::Bound, 5, {at.read_move("Kd2-d3")->move}});
    CHECK(text(superpermutation::themes_of(at, first, 2)) == "mate-in-2 quiet-key miniature");
    CHECK(text(superpermutation::themes_of(at, first, 1)).find("quiet-key") == std::string::npos);
    first.push_back({{2}, Freedom::Bound, 5, {at.read_move("Qb7-b5")->move}});
    CHECK(text(superpermutation::themes_of(at, first, 2)).find("quiet-key") == std::string::npos);
}

TEST_CASE("a theme is found by its exact name only") {
    std::set<std::string_view> names;
    const auto definitions = theme_catalogue.definitions();
    for (std::size_t at = 0; at < definitions.size(); ++at) {
        const std::string_view name = definitions[at].name;
        const std::string_view meaning = definitions[at].meaning;
        CHECK(theme_catalogue.named(name) == ThemeNumber(at));
        CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-1234567890") == name.npos);
        CHECK_FALSE(meaning.empty());
        names.insert(name);
    }
    CHECK(names.size() == definitions.size());
    CHECK(theme_catalogue.named("Cascade") == "cascade"_theme);
    for (const char* other : {"", "beauty", "cascade-8", "cascade "})
        CHECK_FALSE(theme_catalogue.named(other));
    CHECK(theme_catalogue.named_in({"beauty", "teleport", "cascade"}) ==
          ThemeSet{"cascade"_theme, "teleport"_theme});
}

TEST_CASE("a set of themes contains the added ones, in order") {
    ThemeSet set{"model-mate"_theme, "cascade"_theme};
    CHECK(theme_catalogue.names(set) == std::vector<std::string>{"cascade", "model-mate"});
    CHECK(set.contains_all({"cascade"_theme}));
    CHECK_FALSE(set.contains_all({"cascade"_theme, "teleport"_theme}));
    CHECK((set & ThemeSet{"cascade"_theme, "teleport"_theme}) == ThemeSet{"cascade"_theme});
    CHECK((set | ThemeSet{"teleport"_theme}).size() == 3);
    CHECK(set - set == ThemeSet());
    CHECK((set - set).empty());
}

TEST_CASE("the rarest of several themes leads, and some themes never do") {
    const auto leading = [](ThemeSet set) { return theme_catalogue.leading(set); };
    CHECK(leading({"cascade"_theme, "cascade-1"_theme, "model-mate"_theme}) == "cascade-1"_theme);
    CHECK(leading({"cascade"_theme, "cascade-7"_theme, "teleport"_theme}) == "cascade-7"_theme);
    CHECK(leading({"king-capture"_theme, "cascade-7"_theme}) == "king-capture"_theme);
    CHECK(leading({"cascade"_theme, "through-own-men"_theme, "in-check"_theme}) == "plain"_theme);
    CHECK(leading({}) == "plain"_theme);
    std::set<int> ranks;
    std::size_t leaders = 0;
    for (const ThemeDefinition& theme : theme_catalogue.definitions()) {
        if (theme.lead == 0) continue;
        ++leaders;
        ranks.insert(theme.lead);
    }
    CHECK(ranks.size() == leaders);  // no two themes have the same rank
}

TEST_CASE("scores are the sums that the documentation lists") {
    // Three pieces in the corner: 26 for three pieces that all take part, 13 for an ideal mate, 9 for one
    // solution, 4 for a failing check (the teleport), less 6 for the plain check of a rook: 46, of which
    // trivial material leaves a quarter. Difficulty: no other move is examined before the solution, and one
    // try of 25 points gives 5, half of which is 2.
    const auto scores = [](std::string_view fen) {
        const auto at = position<D8Position>(fen);
        const auto winning = winning_faces(at);
        return superpermutation::scores_of(at, winning, superpermutation::themes_of(at, winning));
    };
    CHECK(scores("8/8/8/8/4R3/6K1/8/6k1 w") == Scores{2, 11});
    // A pawn far away makes the material non-trivial, but is idle: 19 for three of four pieces, 13 - 4 for a
    // model mate.
    CHECK(scores("8/p7/8/8/4R3/6K1/8/6k1 w") == Scores{5, 19 + 9 + 9 + 4 - 6});
}

TEST_CASE("puzzles of trivial material, or with an idle pawn on its first rank, are not presentable") {
    const auto presentable = [](std::string_view fen) {
        const auto at = position<D8Position>(fen);
        MoveList<D8Position> mates;
        at.winning_moves(mates);
        REQUIRE_FALSE(mates.empty());
        return superpermutation::presentable(at, std::span(mates.begin(), mates.size()));
    };
    CHECK_FALSE(presentable("8/8/8/8/4R3/6K1/8/6k1 w"));
    CHECK_FALSE(presentable("2k5/R4R2/8/8/8/8/8/6K1 w"));
    CHECK(presentable("8/p7/8/8/4R3/6K1/8/6k1 w"));
    CHECK_FALSE(presentable("8/8/8/8/4R3/p5K1/8/P5k1 w"));  // the pawn on a1 takes no part
}

TEST_CASE("a mating pattern repeated on another face counts little, and one on a free face nothing") {
    using points::Lesson;
    points::LosingMoves hard, easy;
    for (int move = 0; move < 12; ++move) hard.add(0, move % 3 == 0, false);
    easy.add(0, false, false);
    const auto grade = [&](auto... faces) {
        points::Grade made(superpermutation::theme_catalogue);
        points::Key key;
        key.working_pieces = key.pieces = 1;
        made.add_key(key);
        (made.add_face(faces.first, 1, faces.second), ...);
        return made.scores(points::Pieces(), 0, {}).difficulty;
    };
    const int one = grade(std::pair(hard, Lesson::New));
    CHECK(grade(std::pair(hard, Lesson::New), std::pair(hard, Lesson::Known)) == one);
    CHECK(grade(std::pair(hard, Lesson::New), std::pair(hard, Lesson::New)) == one + 2);
    CHECK(grade(std::pair(hard, Lesson::New), std::pair(easy, Lesson::None)) == one);
    const int with_known = grade(std::pair(hard, Lesson::New), std::pair(easy, Lesson::Known));
    CHECK(with_known < one);
    CHECK(with_known > grade(std::pair(hard, Lesson::New), std::pair(easy, Lesson::New)));

    // The rook gives check along the first rank after any knight move; on b3 the knight gives check too.
    const auto at = position<D8Position>("8/8/8/8/8/K1P5/8/k1N4R w");
    std::vector<superpermutation::detail::CheckPattern> patterns;
    for (const auto& face : winning_faces(at)) {
        const auto move = face.mates.front();
        patterns.push_back(superpermutation::detail::pattern_of(move, at.play(move).board(), at.turn()));
    }
    REQUIRE(patterns.size() == 4);
    CHECK(patterns[0] == patterns[2]);
    CHECK(patterns[0] == patterns[3]);
    CHECK_FALSE(patterns[0] == patterns[1]);
}

TEST_CASE("flaws lower the quality of a puzzle, and moves to examine raise its difficulty") {
    const auto scores = [](std::string_view fen) {
        const auto at = position<D8Position>(fen);
        const auto winning = winning_faces(at);
        return superpermutation::scores_of(at, winning, superpermutation::themes_of(at, winning));
    };
    const auto plain = scores("8/p7/8/8/4R3/6K1/8/6k1 w");
    const auto idle_knight = scores("8/p7/8/8/N3R3/6K1/8/6k1 w");  // the knight takes no part in the mate
    CHECK(idle_knight.quality < plain.quality);
    const auto two_keys = scores("8/p3Q3/8/8/4R3/6K1/8/6k1 w");
    CHECK(two_keys.quality < plain.quality);
    CHECK(scores("7k/8/8/8/8/8/8/K7 w") == Scores{});
    // Queen and king against king, on the edge and in the corner.
    const auto queen = scores("7k/8/5K2/8/8/8/6Q1/8 w");
    CHECK(queen.quality < 15);
    CHECK(queen.difficulty < 30);
    // The article's positions have higher quality and difficulty.
    for (const auto* fen :
         {"Q2Bk3/4N3/4p3/4K3/8/8/8/8 w", "8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b", "7b/6p1/8/5k2/8/1b5K/5q2/8 b"}) {
        INFO(fen);
        CHECK(scores(fen).quality > plain.quality);
        CHECK(scores(fen).difficulty > plain.difficulty);
    }
}
