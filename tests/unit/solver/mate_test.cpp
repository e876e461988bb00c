#include "solver/mate.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <utility>

#include "formats/formats.hpp"
#include "games/superpermutation/games.hpp"
#include "naive/naive_mate.hpp"
#include "reports/search_mate.hpp"

using namespace octomate;
using namespace octomate::solver;
using superpermutation::D8Position;

namespace {

D8Position at(const std::string& fen) { return D8Position::from_fen(fen)->value; }

MateResult<D8Position> solve(const std::string& fen, int moves, Dice dice = Dice::Mean,
                             Defence defence = Defence::Best) {
    MateOptions options;
    options.moves = moves;
    options.dice = dice;
    options.defence = defence;
    return MateSearch<D8Position>(options).solve(at(fen));
}

std::string total(const MateResult<D8Position>& result) {
    return result.total_fraction(result.total.lower).text();
}
std::string face(const MateResult<D8Position>& result, std::size_t number) {
    return result.fraction(result.faces.at(number - 1).value.lower).text();
}

}  // namespace

TEST_CASE("a window in a larger unit includes every value of the window in the smaller unit", "[mate]") {
    const auto within = [](std::uint64_t factor, const Window& window) {
        Window scaled_window{};
        const Interval bounds = scaled(factor, window, [&](const Window& finer) {
            scaled_window = finer;
            return Interval{1, 2};
        });
        CHECK(bounds == Interval{factor, 2 * factor});
        return std::pair(scaled_window.alpha, scaled_window.beta);
    };
    CHECK(within(1, {9, 17}) == std::pair<std::uint64_t, std::uint64_t>(9, 17));
    CHECK(within(8, {9, 16}) == std::pair<std::uint64_t, std::uint64_t>(1, 2));
    CHECK(within(8, {8, 17}) == std::pair<std::uint64_t, std::uint64_t>(1, 3));
    CHECK(within(8, {7, 23}) == std::pair<std::uint64_t, std::uint64_t>(0, 3));
}

TEST_CASE("fractions are written in lowest terms") {
    CHECK(Fraction{0, 512}.text() == "0");
    CHECK(Fraction{512, 512}.text() == "1");
    CHECK(Fraction{142, 512}.text() == "71/256");
    CHECK(Fraction{1, 1ULL << 60}.text() == "1/1152921504606846976");
}

TEST_CASE("a mate in two may be forced on every roll") {
    const auto result = solve("2RB3k/8/6K1/4R3/8/2P1p3/8/8 w", 2, Dice::Every);
    CHECK(total(result) == "1");
    for (const auto& face : result.faces) CHECK(face.forced);
    CHECK(total(solve("2RB3k/8/6K1/4R3/8/2P1p3/8/8 w", 1, Dice::Every)) == "0");  // one move is not enough
}

TEST_CASE("a mate that needs one face of eight, twice") {
    // The rooks must prepare with a 1, a 2 or a 7, and then mate on one of eight rolls.
    const auto result = solve("K7/8/R7/1R6/8/8/8/7k w", 2);
    for (const std::size_t number : {1U, 2U, 7U}) CHECK(face(result, number) == "1/8");
    for (const std::size_t number : {3U, 4U, 5U, 6U, 8U}) CHECK(face(result, number) == "0");
    CHECK(total(result) == "3/64");
}

TEST_CASE("a stalemate trap: three of the four promotions, and most rook moves, have the value 0") {
    const std::string fen = "8/R6P/6k1/6P1/6K1/8/8/8 w";
    const auto result = solve(fen, 2);
    REQUIRE(result.faces[7].best.size() == 1);
    CHECK(at(fen).uci(result.faces[7].best[0]) == "h7h8n");
    CHECK(total(result) == "1/8");
    for (const char* move : {"h7h8q", "h7h8r", "h7h8b"}) {
        const auto promotion = at(fen).read_move(move);
        REQUIRE(promotion);
        CHECK(at(fen).play(promotion->move).outcome() == Outcome::Draw);
    }
}

TEST_CASE("a blocked file helps the attacker: it makes the roll a free one") {
    // With the pawn on e5 no black move reaches the e-file, so a roll of 4 is free and allows both mates;
    // without the pawn it is bound.
    CHECK(total(solve("6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b", 1)) == "3/8");
    CHECK(total(solve("6k1/8/8/8/4q3/4bP2/3P4/2BK4 b", 1)) == "1/4");
}

TEST_CASE("in check there is one roll, and a mate on it is certain") {
    const auto result = solve("8/2q5/8/8/8/4r3/3Kn3/Q4k2 b", 2);
    REQUIRE(result.faces.size() == 1);
    CHECK(result.faces[0].forced);
    CHECK(total(result) == "1");
}

TEST_CASE("the greatest number of moves does not overflow") {
    CHECK(MateSearch<D8Position>::most_moves(Dice::Mean) == 10);
    CHECK(MateSearch<D8Position>::most_moves(Dice::Every) == 100);
    CHECK(MateSearch<superpermutation::ParentPosition>::most_moves(Dice::Mean) == 100);
    MateOptions options;
    options.moves = 10;
    options.limits.nodes = 2000;
    const auto result = MateSearch<D8Position>(options).solve(at("6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b"));
    CHECK(result.total_fraction(result.total_unit).text() == "1");
    CHECK(result.total_unit == 1ULL << 57);
    CHECK(face(result, 3) == "1");  // a mate in one
    CHECK_FALSE(result.complete);
}

TEST_CASE("a limit leaves open whether a face is forced, but never says so wrongly") {
    const D8Position position = at("7k/8/5K2/8/8/8/6Q1/8 w");
    MateOptions options;
    options.moves = 2;
    options.dice = Dice::Some;
    const auto whole = MateSearch<D8Position>(options).solve(position);
    REQUIRE(whole.complete);
    int undecided = 0;
    for (options.limits.nodes = 1; options.limits.nodes < 200'000; options.limits.nodes *= 2) {
        const auto part = MateSearch<D8Position>(options).solve(position);
        for (std::size_t number = 0; number < part.faces.size(); ++number) {
            const auto& one = part.faces[number];
            if (one.forced_known && one.value.exact()) CHECK(one.forced == whole.faces[number].forced);
            if (part.complete) CHECK(one.forced_known);
            undecided += !one.forced_known ? 1 : 0;
        }
    }
    CHECK(undecided > 0);
}

TEST_CASE("the published game: mate within two moves after moves 11, 15 and 23") {
    struct Chance {
        const char* fen;
        const char* in_one;
        const char* in_two;
    };
    const Chance chances[] = {
        {"r1b2bn1/kp1P4/3N1p1P/2PppqPp/pPpQ2pr/3n4/P3PP2/RNB1RBK1 w", "0", "1/256"},
        {"r1b2bn1/1p1P4/kP1N1p1P/2QppqPp/2P3pr/P1pnPP2/R7/qNB1RBK1 w", "1/8", "95/512"},
        {"r5nQ/1p1P2b1/1PQN1p2/P2pp1Pp/1NP2Pp1/1kb1Pn2/Rq1qB2r/2B1RK2 w", "1/8", "47/256"}};
    for (const Chance& chance : chances) {
        INFO(chance.fen);
        CHECK(total(solve(chance.fen, 1)) == chance.in_one);
        CHECK(total(solve(chance.fen, 2)) == chance.in_two);
    }
}

TEST_CASE("the shipped mates in two are forced on the faces of their keys only") {
    std::ifstream file(OCTOMATE_ROOT "/puzzles/twos.jsonl");
    std::size_t puzzles = 0, in_two = 0;
    for (std::string line; std::getline(file, line); ++puzzles) {
        INFO(line);
        const auto read = records::read_puzzle(line);
        REQUIRE(read);
        const records::Puzzle& puzzle = read->value;
        REQUIRE(puzzle.moves == 2);
        const D8Position position = at(puzzle.fen);
        const auto result = solve(puzzle.fen, 2, Dice::Every);
        const auto expected = naive::mate_value(naive::from_fen(puzzle.fen, naive::Game::d8), 2,
                                                naive::Dice::every, naive::Defence::best);
        const auto one = solve(puzzle.fen, 1);
        records::Key key;
        for (std::size_t number = 0; number < result.faces.size(); ++number) {
            const auto& face = result.faces[number];
            REQUIRE(face.forced == expected.faces[number].forced);
            if (!face.forced) continue;
            for (const auto move : face.best) key[face.roll.face].push_back(position.notation(move));
            in_two += one.faces[number].forced ? 0 : 1;
        }
        REQUIRE(key == puzzle.key);
        REQUIRE(key.size() < 8);
    }
    CHECK(puzzles >= 20);
    CHECK(in_two >= puzzles);
}

TEST_CASE("the tree shows rolls, threats, answers and mates") {
    MateOptions options;
    options.moves = 2;
    options.dice = Dice::Every;
    CHECK(reports::MateTree<D8Position>(options).draw(at("7k/8/3Q2K1/3q4/8/6p1/8/8 w")) ==
          "  (6,7) Qd6-f8+  1\n"
          "    (-) ...Qd5-g8+  (-) Qf8-g7#\n");
    CHECK(reports::MateTree<D8Position>(options).draw(at("rk6/8/B1K5/2P5/8/8/8/8 w")) ==
          "  (1,2,7,8) Kc6-b6  1\n"
          "    no threat\n"
          "    (1,2,3,4,5,6,7,8) ...Kb8-a8+  (-) Ba6-b7#\n");
}

TEST_CASE("an interrupted search returns an incomplete result") {
    const std::atomic<bool> interrupted = true;
    MateOptions options;
    options.moves = 3;
    options.limits.interrupted = &interrupted;
    CHECK_FALSE(MateSearch<D8Position>(options).solve(at("7k/8/5K2/8/8/8/8/1Q6 w")).complete);
}
