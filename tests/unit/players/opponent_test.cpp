// The opponent of a human player: its seed fixes its dice and choices.

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "games/list.hpp"
#include "players/session.hpp"

namespace octomate::players {

namespace {

const auto silent = [](const std::string&) {};

/// Returns the moves of an opponent that plays both sides: "(5) e2-e4" and so on.
std::vector<std::string> moves_of(const Opponent& opponent, std::size_t plies) {
    const auto session = games::all().front()->session();
    std::vector<std::string> moves;
    while (moves.size() < plies && session->outcome() == Outcome::Ongoing) {
        const int face = opponent.roll(*session, moves.size());
        const Decision decision = opponent.reply(*session, face, moves.size(), {}, silent);
        const auto played = session->play(decision.lines.front().move.uci, face);
        REQUIRE(played);
        moves.push_back('(' + std::to_string(face) + ") " + played->notation);
    }
    return moves;
}

}  // namespace

TEST_CASE("A seed fixes the dice and the choices of an opponent, and another seed gives others") {
    CHECK(moves_of({2, 7}, 12) == moves_of({2, 7}, 12));
    CHECK(moves_of({2, 7}, 12) != moves_of({2, 8}, 12));
}

TEST_CASE("A move that is taken back is repeated with the same dice and choices") {
    const Opponent opponent{1, 5};
    const auto session = games::all().front()->session();
    const auto turn = [&] {
        const int face = opponent.roll(*session, 3);
        return std::pair(face, opponent.reply(*session, face, 3, {}, silent).lines.front().move.uci);
    };
    for (const char* const move : {"e2e4", "e7e5", "d2d4"}) REQUIRE(session->play(move, any_face));
    const auto first = turn();
    REQUIRE(session->undo());
    REQUIRE(session->play("d2d4", any_face));
    CHECK(turn() == first);
}

TEST_CASE("A random choice of side gives each side to the player") {
    std::set<bool> sides;
    for (std::uint64_t seed = 0; seed < 20; ++seed) sides.insert(Opponent{3, seed}.person_plays_white());
    CHECK(sides.size() == 2);
}

TEST_CASE("The better side does not repeat positions in a game whose positions have a history") {
    const auto session = games::named("super-chess").session();
    REQUIRE(session->start("7k/8/8/8/8/8/Q7/1K6 w - - - -/-"));
    std::set<std::string> seen;
    for (std::uint64_t ply = 0; ply < 60 && session->outcome() == Outcome::Ongoing; ++ply) {
        const bool ours = ply % 2 == 0;
        Question question;
        question.seed = ply;
        const Decision decision = session->think(*built_in_player(ours ? "depth-1" : "random"), question);
        REQUIRE(session->play(decision.lines.front().move.uci, 0));
        if (ours) CHECK(seen.insert(session->fen().substr(0, session->fen().find(" b "))).second);
    }
}

}  // namespace octomate::players
