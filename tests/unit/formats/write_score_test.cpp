#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "formats/game_score.hpp"
#include "unit/formats/further.hpp"

namespace octomate::records {

namespace {

GameScore read_one(const std::string& text) {
    GameReader reader(text, eight_faces());
    auto game = reader.next();
    REQUIRE(game);
    CHECK_FALSE(reader.next());
    return *game;
}

std::string plies_text(const std::vector<Ply>& plies) {
    std::string text;
    for (const Ply& ply : plies)
        text += (ply.roll ? std::to_string(*ply.roll) : ply.no_die ? "-" : "?") + ' ' + ply.move + '\n';
    return text;
}

/// Returns as text the parts of a game that must be equal after writing and reading.
std::string summary(const GameScore& game) {
    std::string text = game.result + '\n' + game.comment.value_or("none") + '\n' + plies_text(game.plies);
    for (const Variation& variation : game.variations)
        text += std::to_string(variation.ply) + ":\n" + plies_text(variation.plies);
    return text;
}

std::vector<WrittenPly> alternating(const GameScore& game) {
    std::vector<WrittenPly> plies;
    for (std::size_t at = 0; at < game.plies.size(); ++at)
        plies.push_back({at % 2 == 0 ? Color::White : Color::Black, game.plies[at].move});
    return plies;
}

}  // namespace

TEST_CASE("a score written as PGN is read back unchanged", "[pgn]") {
    const std::string scores[] = {
        "(2) b2-b4 (8) a7-a5 (-) Kb8-a7 Kh1-g1 1-0",
        "[FEN \"7k/8/8/8/8/8/8/K6R b\"]\n[Opening \"a \\\"b\\\" \\\\c\"]\n\n{Two\nlines} 1... (3) Kh8-g8 *",
        "1. e2-e4 {[%d8 5]} (1. d2-d4 {[%d8 4]} d7-d5 {[%d8 4]}) (1. c2-c4) e7-e5 {[%d8 5]} 1/2-1/2",
        "*",
        "(3) Qd1-a4-a5 (4) what? (5) ever (nothing at all) @5 d4^e5 O-O e1<>d3",
    };
    for (const std::string& score : scores) {
        const GameScore game = read_one(score);
        const std::string pgn = to_pgn(game, alternating(game), game.result, eight_faces().die({}));
        CAPTURE(pgn);
        const GameScore again = read_one(pgn);
        CHECK(summary(again) == summary(game));
        CHECK(again.faults.empty());
        for (const Tag& tag : game.tags) {
            REQUIRE(again.tag(tag.name));
            CHECK(again.tag(tag.name)->value == tag.value);
        }
        CHECK(to_pgn(again, alternating(again), again.result, eight_faces().die({})) == pgn);
    }
}

TEST_CASE("signs and comments are written after their moves, and skipped when read", "[pgn]") {
    const GameScore game = read_one("(2) b2-b4 Kb8-a7 (4) h2-h4");
    std::vector<WrittenPly> plies = {{Color::Black, "b2-b4", 4, "[%chance 0.250] better b2-b3"},
                                     {Color::White, "Kb8-a7", 0, "[%chance 0.300]"}};
    const std::string pgn = to_pgn(game, plies, "0-1", eight_faces().die({}), {{"Variant", "any"}});
    CHECK(pgn ==
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"?\"]\n[Black \"?\"]\n"
          "[Result \"0-1\"]\n[Variant \"any\"]\n\n"
          "1... b2-b4 $4 {[%d8 2] [%chance 0.250] better b2-b3} 2. Kb8-a7 {[%chance 0.300]}\n"
          "2... h2-h4 {[%d8 4]} 0-1\n\n");
    const GameScore again = read_one(pgn);
    CHECK(plies_text(again.plies) == plies_text(game.plies));
    CHECK(again.result == "0-1");
}

}  // namespace octomate::records
