// Tests of themes by example. The list of themes of each example is complete, so every example also tests
// that the other themes are absent. Neighbouring examples differ by one feature.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/complete_permutation/games.hpp"
#include "solver/faces.hpp"
#include "unit/complete_permutation/positions.hpp"

namespace octomate::complete_permutation {

namespace {

struct Example {
    std::string_view pieces, rest;
    std::string_view mates;
    std::string_view themes;
};

// clang-format off
constexpr Example basic_game[] = {
    // two rooks; the king guards a square that a rook guards as well
    {"Kn6 Ra7 Rb1 kp8", "w - - -", "b1b8",
     "miniature aristocrat plain"},
    // the first example with the colours exchanged
    {"kn3 ra2 rb8 Kp1", "b - - -", "b8b1",
     "miniature aristocrat plain"},
    // king and rook guard different squares
    {"Kp6 Rb1 kp8", "w - - -", "b1b8",
     "pure-mate model-mate ideal-mate miniature aristocrat"},
    // the mating rook has wings
    {"Kn6 Ra7 Tb1 kp8", "w - - -", "b1b8",
     "winged-mate miniature aristocrat"},
    // a falcon, which guards o8 too; three ways to the king are open
    {"Ka1 Ra7 Fk4 kp8", "w - - -", "k4n5",
     "falcon-mate pure-mate model-mate miniature aristocrat"},
    // a pawn closes two of the three ways of the falcon to the king
    {"Ka1 Ra7 Fk4 Po6 kp8", "w - - -", "k4n5",
     "falcon-mate round-the-corner miniature"},
    // a pawn closes one of the three ways of the falcon to the king
    {"Ka1 Ra7 Fk4 Pn6 kp8", "w - - -", "k4n5",
     "falcon-mate miniature"},
    // a knight mates
    {"Ka1 Ra7 Bl5 Nn4 kp8", "w - - -", "n4o6",
     "knight-mate pure-mate model-mate miniature aristocrat"},
    // a winged knight: as a falcon on n5, as a knight on o6
    {"Ka1 Ra7 Bl5 Sp4 kp8", "w - - -", "p4n5 p4o6",
     "falcon-mate winged-mate knight-mate pure-mate model-mate miniature aristocrat"},
    // the knight opens the rook's file, and on o6 gives check itself
    {"Ka1 Ra7 Bl5 Np4 Rp1 kp8", "w - - -", "p4n3 p4n5 p4o2 p4o6",
     "knight-mate double-check discovered-check miniature aristocrat"},
    // the knight opens the rook's file and gives no check itself
    {"Ka1 Ra7 Bl5 Np3 Rp1 kp8", "w - - -", "p3n2 p3n4 p3o1 p3o5",
     "discovered-check miniature aristocrat"},
    // a black knight can capture the white one on o6 or n3, but the rook still mates
    {"Ka1 Ra7 Bl5 Np4 Rp1 nm5 kp8", "w - - -", "p4n3 p4n5 p4o2 p4o6",
     "knight-mate double-check discovered-check sacrifice miniature aristocrat"},
    // king and rook exchange squares
    {"Ki1 Rh1 Ra7 Bb2 Bo3 Ph2 ki8", "w H - -", "i1h1",
     "king-swap miniature"},
    // king and rook have moved, so they cannot swap
    {"Ki1 Rh1 Ra7 Bb2 Bo3 Ph2 ki8", "w - - -", "",
     ""},
    // the king leaves the rank of its rook by a step
    {"Kb8 Ra8 Rk7 Nd7 rp6 kp8", "w - - -", "b8a7 b8b7 b8c7",
     "discovered-check king-uncovers pure-mate miniature aristocrat"},
    // the king must leave the seventh rank free for the rook, too
    {"Ke8 Ra8 Ra7 kp8", "w - - -", "e8c6 e8d6 e8e6 e8f6 e8g6",
     "discovered-check king-uncovers long-king-move pure-mate model-mate miniature aristocrat"},
    // a pawn captures en passant
    {"Ka1 Ra7 Bl5 Rp1 Pp5 po5 kp8", "w - o6 -", "p5o6",
     "discovered-check en-passant miniature"},
    // a pawn captures a knight
    {"Ka1 Ra7 Bl5 Rp1 Pp5 no6 kp8", "w - - -", "p5o6",
     "discovered-check miniature"},
    // the pawn must promote to a rook; a bishop has as many components, but does not mate
    {"Ka1 Ra7 Pd7 kp8", "w - - RB", "d7d8=R",
     "promotion underpromotion pure-mate model-mate miniature"},
    // a cardinal has more components than the rook, but does not mate
    {"Ka1 Ra7 Pd7 kp8", "w - - RC", "d7d8=R",
     "promotion underpromotion pure-mate model-mate miniature"},
    // the bishop has fewer components than the queen
    {"Ka1 Ra7 Pd7 kp8", "w - - QB", "d7d8=Q",
     "promotion pure-mate model-mate miniature"},
    // a queen mates as well as a rook
    {"Ka1 Ra7 Pd7 kp8", "w - - RQ", "d7d8=Q d7d8=R",
     "promotion pure-mate model-mate miniature"},
    // the rook is the only lost piece
    {"Ka1 Ra7 Pd7 kp8", "w - - R", "d7d8=R",
     "promotion last-rescue pure-mate model-mate miniature"},
    // promotion on the seventh rank
    {"Ka1 Ra6 Rb8 Pd6 kp7", "w - - RQ", "d6d7=Q d6d7=R",
     "promotion seventh-rank pure-mate model-mate miniature"},
    // the pawn could promote to a falcon, but mates as a pawn
    {"Ka1 Ro1 Nn6 Po6 kp8", "w - - F", "o6o7",
     "stays-a-pawn pawn-mate pure-mate model-mate miniature"},
    // the pawn cannot promote, since White has lost no piece
    {"Ka1 Ro1 Nn6 Po6 kp8", "w - - f", "o6o7",
     "pawn-mate pure-mate model-mate miniature"},
    // the step b7-b8 would lose by Mental Cruelty
    {"Kn6 Rc7 Rd1 Pb7 kp8", "w - - -", "d1d8",
     "cruelty-avoided miniature"},
    // b7-b8 could promote to a knight
    {"Kn6 Rc7 Rd1 Pb7 kp8", "w - - N", "d1d8",
     "miniature plain"},
    // the king is surrounded by its own pieces
    {"Ka1 Nm5 ro8 po7 pp7 kp8", "w - - -", "m5n7",
     "knight-mate smothered-mate pure-mate model-mate miniature"},
    // one square beside the king is free, but guarded
    {"Ka1 Nm5 Bj1 ro8 po7 kp8", "w - - -", "m5n7",
     "knight-mate pure-mate model-mate miniature"},
    // a move of eight squares
    {"Ka1 Rh1 Ro2 kp8", "w - - -", "h1p1",
     "pure-mate model-mate long-shot miniature aristocrat"},
    // a move of seven squares
    {"Ka1 Ri1 Ro2 kp8", "w - - -", "i1p1",
     "pure-mate model-mate miniature aristocrat"},
    // the mating move captures the rook that gives check
    {"Kd1 Rb8 Ra7 rd8 kp8", "w - - -", "b8d8",
     "pure-mate model-mate in-check miniature aristocrat"},
    // White is not in check
    {"Kd1 Rb8 Ra7 re8 kp8", "w - - -", "b8e8",
     "pure-mate model-mate miniature aristocrat"},
    // no move mates
    {"Ka1 kp8", "w - - -", "",
     ""},
};

constexpr Example two_pawn_game[] = {
    // both pawns must leave the rank of the rook
    {"Ka1 Ra4 Pc4 Pe4 Rl5 Rl3 kp4", "w - - -", "c4c5,e4e5",
     "discovered-check two-pawns pure-mate model-mate miniature"},
    // one pawn move mates alone, and the other may be added
    {"Ka1 Ra4 Pc4 Pe2 Rl5 Rl3 kp4", "w - - -", "c4c5 e2e3,c4c5",
     "discovered-check pure-mate model-mate miniature"},
    // d8 needs the queen, so the other pawn promotes to a rook
    {"Kp1 Mp4 Rp6 Pb7 Pd7 ka5", "w - - RQ", "b7b8=R,d7d8=Q",
     "promotion underpromotion two-pawns miniature"},
    // two queens are available
    {"Kp1 Mp4 Rp6 Pb7 Pd7 ka5", "w - - QQ", "b7b8=Q,d7d8=Q",
     "promotion two-pawns miniature"},
    // in a turn of two pawns there is no promotion on the seventh rank, so the pawn has no other choice
    {"Ka1 Ro1 Nn6 Po6 kp8", "w - - F", "o6o7",
     "pawn-mate pure-mate model-mate miniature"},
};
// clang-format on

solver::Faces<Position> winning_faces(const Position& position) {
    solver::Faces<Position> winning;
    solver::winning_faces(position, winning);
    return winning;
}

std::string text(const ThemeSet& set) { return joined(theme_catalogue.names(set), " "); }

bool in_range(Scores scores) {
    return scores.difficulty >= 0 && scores.difficulty <= 100 && scores.quality >= 0 && scores.quality <= 100;
}

/// Checks the themes of each example, and adds them to `shown`.
template <class Examples>
void check_examples(const Examples& examples, Switches switches, std::vector<ThemeSet>& shown) {
    for (const Example& example : examples) {
        const Position at = placed(example.pieces, example.rest, switches);
        INFO(example.pieces);
        const auto winning = winning_faces(at);
        std::vector<std::string> mates;
        for (const auto& face : winning) {
            for (const Move move : face.mates) mates.push_back(at.uci(move));
        }
        CHECK(joined(mates, " ") == example.mates);
        const ThemeSet found = themes_of(at, winning);
        CHECK(text(found) == example.themes);
        const Scores scores = scores_of(at, winning, found);
        CHECK(in_range(scores));
        CHECK((scores == Scores{}) == mates.empty());
        shown.push_back(found);
    }
}

/// Returns the single face of a mate in several moves whose winning first moves are `texts`.
solver::Faces<Position> first_moves(const Position& position, const std::vector<std::string>& texts) {
    solver::Faces<Position> faces(1);
    faces.front().moves = position.count_legal_moves();
    for (const std::string& move : texts) faces.front().mates.push_back(move_of(position, move));
    return faces;
}

}  // namespace

// No separate negative examples are needed: the lists of the other examples are complete.
TEST_CASE("every theme of a mate in one is shown by an example, and absent in its neighbour",
          "[complete_permutation][themes]") {
    std::vector<ThemeSet> shown;
    check_examples(basic_game, {}, shown);
    check_examples(two_pawn_game, two_pawns, shown);
    const ThemeSet some = theme_catalogue.of_mates_in_one() | ThemeSet{"plain"_theme};
    some.for_each([&](ThemeNumber theme) {
        INFO(theme_catalogue[theme].name);
        const auto shows = [&](const ThemeSet& set) { return set.contains(theme); };
        CHECK(std::any_of(shown.begin(), shown.end(), shows));
        CHECK_FALSE(std::all_of(shown.begin(), shown.end(), shows));
    });
    CHECK((some | theme_catalogue.shown_by(ShownBy::LongerMates) |
           theme_catalogue.shown_by(ShownBy::FirstMoves))
              .size() == static_cast<int>(theme_definitions.size()));
}

TEST_CASE("longer mates of Complete Permutation Chess have themes of their length and their first moves",
          "[complete_permutation][themes]") {
    const Position at = placed("Ka1 Ra6 Rb1 kp8");
    const auto winning = first_moves(at, {"Rb1-b7"});
    const std::pair<int, std::string_view> names[] = {{2, "mate-in-2"}, {3, "mate-in-3"}, {4, "mate-in-4"},
                                                      {5, "mate-in-5"}, {6, "long-mate"}, {20, "long-mate"}};
    for (const auto& [moves, name] : names) {
        const ThemeSet found = themes_of(at, winning, moves);
        CHECK(text(found) == std::string(name) + " quiet-key miniature aristocrat");
        CHECK(in_range(scores_of(at, winning, found)));
    }
    CHECK(text(themes_of(at, winning_faces(at), 2)) == "");
}

TEST_CASE("themes of a forced first move describe the move, not the mating position",
          "[complete_permutation][themes]") {
    const Position pawn_checks = placed("Ka1 Ro1 Nn6 Po6 kp8", "w - - F");
    CHECK(text(themes_of(pawn_checks, first_moves(pawn_checks, {"o6o7"}), 2)) ==
          "stays-a-pawn mate-in-2 miniature");
    const Position smothered = placed("Ka1 Nm5 ro8 po7 pp7 kp8");
    CHECK(text(themes_of(smothered, first_moves(smothered, {"m5n7"}), 2)) ==
          "knight-mate mate-in-2 miniature");
    // The first example assumes that promotion to a rook forces mate and to a queen does not.
    const Position promotes = placed("Ka1 Ra7 Pd7 kp8", "w - - RQ");
    CHECK(text(themes_of(promotes, first_moves(promotes, {"d7d8=R"}), 2)) ==
          "promotion underpromotion mate-in-2 miniature");
    CHECK(text(themes_of(promotes, first_moves(promotes, {"d7d8=Q", "d7d8=R"}), 2)) ==
          "promotion mate-in-2 miniature");
    CHECK(text(themes_of(promotes, first_moves(promotes, {"d7d8=Q"}), 2)) == "promotion mate-in-2 miniature");
}

TEST_CASE("a theme of Complete Permutation Chess is found by its exact name only",
          "[complete_permutation][themes]") {
    std::set<std::string_view> names;
    std::set<int> leads;
    std::size_t leaders = 0;
    const auto definitions = Position::themes.definitions();
    CHECK(definitions.size() == theme_definitions.size());
    for (std::size_t at = 0; at < definitions.size(); ++at) {
        const std::string_view name = definitions[at].name;
        const std::string_view meaning = definitions[at].meaning;
        const int lead = definitions[at].lead;
        CHECK(theme_catalogue.named(name) == ThemeNumber(at));
        CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-1234567890") == name.npos);
        CHECK_FALSE(meaning.empty());
        names.insert(name);
        leads.insert(lead);
        leaders += lead != 0;
    }
    CHECK(names.size() == theme_definitions.size());
    CHECK(leads.size() == leaders + 1);  // no two themes have the same rank, and some themes never lead
    CHECK(theme_catalogue["falcon-mate"_theme].name == "falcon-mate");
    CHECK(theme_catalogue["two-pawns"_theme].name == "two-pawns");
    CHECK(theme_catalogue["long-mate"_theme].name == "long-mate");
    CHECK(theme_catalogue["plain"_theme].name == "plain");
    CHECK(theme_catalogue.named("Plain") == "plain"_theme);
    for (const char* other : {"", "beauty", "teleport", "plain "}) CHECK_FALSE(theme_catalogue.named(other));
}

// ---- Scores of puzzles

TEST_CASE("scores are sums of points", "[complete_permutation][themes]") {
    const auto scores = [](std::string_view pieces, std::string_view rest = "w - - -") {
        const Position at = placed(pieces, rest);
        const auto winning = winning_faces(at);
        return scores_of(at, winning, themes_of(at, winning));
    };
    // Quality: four pieces that all take part 26, one solution 9, three failing checks 20 × 3 / 7 = 8; less 5
    // for the plain check of a rook (8, of which three tries hide three eighths) and 3 for a second rook: 35.
    // Difficulty: three other checks on the level of the solution are 6 quarters of the greedy solver's
    // steps, 40 × 6 / 16 = 15, and as tries 25 × 3 / 7 = 10: 25.
    const Scores plain = scores("Kn6 Ra7 Rb1 kp8");
    CHECK(plain.difficulty == 25);
    CHECK(plain.quality == 35);
    // The scores are the same with colours exchanged, and mirrored.
    CHECK(scores("kn3 ra2 rb8 Kp1", "b - - -") == plain);
    CHECK(scores("Kc6 Rp7 Ro1 ka8") == plain);
    // An idle piece, a second solution and a second rook each lower the quality.
    CHECK(scores("Kn6 Ra7 Rb1 pb3 kp8") == Scores{});
    CHECK(scores("Kn6 Ra7 Rb1 pe3 kp8").quality < plain.quality);
    CHECK(scores("Kn6 Ra7 Rb1 Tc1 kp8").quality < plain.quality);
    CHECK(scores("Kn6 Ra7 Mb1 kp8").quality > plain.quality);
    CHECK(scores("Ka1 kp8") == Scores{});
}

}  // namespace octomate::complete_permutation
