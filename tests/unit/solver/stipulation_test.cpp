// Stipulations with solutions that are easy to check by hand.
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "games/superpermutation/games.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/solution.hpp"
#include "solver/stipulation_search.hpp"
#include "toy/heap.hpp"

using namespace octomate;
using namespace octomate::solver;
using superpermutation::D8Position;
using superpermutation::ParentPosition;

namespace {

using Texts = std::vector<std::string>;

/// A heap game in which the turn cannot be passed to the other side.
struct HeapWithoutPassing : toy::BentHeap {
    HeapWithoutPassing play(toy::Take move) const { return {toy::BentHeap::play(move)}; }
    void passed() const = delete;
    bool operator==(const HeapWithoutPassing&) const = default;
};

StipulationOptions options(const std::string& text, Dice dice) {
    StipulationOptions options;
    options.stipulation = records::read_stipulation(text).value();
    options.dice = dice;
    return options;
}

template <class P = D8Position>
MateResult<P> solve(const std::string& fen, const std::string& text, Dice dice = Dice::Mean) {
    auto result = StipulationSearch<P>(options(text, dice)).solve(P::from_fen(fen)->value);
    CHECK(result.complete);
    return result;
}

template <class P = D8Position>
std::string total(const std::string& fen, const std::string& text, Dice dice = Dice::Mean) {
    const auto result = solve<P>(fen, text, dice);
    return result.total_fraction(result.total.lower).text();
}

/// Returns "6: Kf6-f7" for each face with the value 1.
template <class P>
Texts certain_faces(const std::string& fen, const MateResult<P>& result) {
    const P position = P::from_fen(fen)->value;
    Texts texts;
    for (const auto& face : result.faces) {
        if (face.value.lower != result.face_unit) continue;
        std::string text = fmt::format("{}:", face.roll.face);
        for (const auto& move : face.best) text += ' ' + position.notation(move);
        texts.push_back(text);
    }
    return texts;
}

template <class P = D8Position>
Texts lines(const std::string& fen, const std::string& text) {
    const P position = P::from_fen(fen)->value;
    const auto found = LineSearch<P>(options(text, Dice::Some), 100).solve(position);
    CHECK(found.complete);
    CHECK(found.count == found.first.size());
    Texts texts;
    for (const auto& line : found.first)
        texts.push_back(reports::line_text(position, records::read_stipulation(text).value(), line));
    return texts;
}

// The rook mates on the eighth rank, before or after the king's only move, Kh8-g8.
const std::string rook_white = "7k/8/6K1/8/8/8/8/R7 w";
const std::string rook_black = "7k/8/6K1/8/8/8/8/R7 b";

}  // namespace

TEST_CASE("a helpmate in half a move is a mate", "[stipulation]") {
    CHECK(total(rook_white, "h#0.5") == "1/8");
    CHECK(total(rook_white, "h#0.5", Dice::Every) == "0");
    CHECK(total(rook_white, "h#0.5", Dice::Some) == "1");
    CHECK(lines(rook_white, "h#0.5") == Texts{"(1) Ra1-a8#"});
    CHECK(total(rook_black, "h#0.5", Dice::Some) == "0");
}

TEST_CASE("in a helpmate the side to move is mated; with an additional half-move it gives mate",
          "[stipulation]") {
    CHECK(total(rook_black, "h#1") == "1/8");
    CHECK(lines(rook_black, "h#1") == Texts{"(1,2,3,4,5,6,7,8) Kh8-g8 (1) Ra1-a8#"});
    CHECK(lines<ParentPosition>(rook_black, "h#1") == Texts{"Kh8-g8 Ra1-a8#"});
    CHECK(lines<ParentPosition>(rook_white, "h#1").empty());
    for (const std::string& line : lines<ParentPosition>(rook_white, "h#1.5")) {
        INFO(line);
        CHECK(line.find("Ra1-a8#") != 0);  // mates too soon
        CHECK(line.back() == '#');
    }
}

TEST_CASE("dice of a helpmate may be averaged, or the worst or best roll counted", "[stipulation]") {
    const auto mean = solve(rook_black, "h#1"), every = solve(rook_black, "h#1", Dice::Every),
               some = solve(rook_black, "h#1", Dice::Some);
    CHECK(mean.fraction(mean.faces[0].value.lower).text() == "1/8");
    CHECK(every.total.upper == 0);
    CHECK(some.total.lower == some.total_unit);
    CHECK_FALSE(some.faces[0].forced);
    CHECK(some.faces[0].best.size() == 1);
}

TEST_CASE("stalemate is the goal, mate is not", "[stipulation]") {
    const std::string fen = "7k/8/5K2/8/8/8/8/1Q6 w";
    CHECK(certain_faces(fen, solve(fen, "=1")) == Texts{"6: Kf6-f7", "7: Qb1-g6"});
    CHECK(total(fen, "=1") == "1/4");
    CHECK(total(fen, "=1", Dice::Every) == "0");
    CHECK(total(rook_white, "=1", Dice::Some) == "0");
    // The two rooks leave the king no square, so a move can mate, but not stalemate.
    CHECK(total<ParentPosition>("7k/8/8/8/8/8/R7/1R4K1 w", "ser-#2") == "1");
    CHECK(lines<ParentPosition>("7k/8/5K2/8/8/8/8/1Q6 w", "ser-=1") == Texts{"Qb1-g6", "Kf6-f7"});
}

TEST_CASE("in a reflex mate a side must mate if it can", "[stipulation]") {
    // Black can mate on h6, and does so only because it must.
    const std::string fen = "7K/5k2/q7/8/3P4/8/8/8 w";
    CHECK(total<ParentPosition>(fen, "r#1") == "1");
    CHECK(total<ParentPosition>(fen, "s#1") == "0");
    CHECK(certain_faces(fen, solve<ParentPosition>(fen, "r#1")) == Texts{"0: d4-d5"});
    // White can mate at once and so must, which ends the game before Black can mate.
    CHECK(total<ParentPosition>("7k/8/6K1/8/8/8/6q1/R7 w", "r#1", Dice::Some) == "0");
    // With the die the obligation depends on the roll: Black must mate if its roll allows it.
    const auto die = solve(fen, "r#1");
    CHECK(die.total.lower > 0);
    CHECK(die.total.lower < die.total_unit);
}

TEST_CASE("no move of a series except the last gives check", "[stipulation]") {
    const std::string fen = "7k/8/5K2/8/8/8/8/1Q6 w";
    const Texts found = lines(fen, "ser-#2");
    CHECK(found == Texts{"(2) Qb1-b7 (7) Qb7-g7#", "(7) Qb1-g1 (7) Qg1-g7#", "(7) Qb1-g6 (1,7) Qg6-g7#",
                         "(6) Kf6-f7 (8) Qb1-h1#", "(7) Kf6-g6 (2) Qb1-b8#"});
    for (const std::string& line : found) CHECK(line.find('+') == std::string::npos);
    CHECK(lines(fen, "ser-#1").empty());
}

TEST_CASE("after the series of a series helpmate the other side mates", "[stipulation]") {
    for (const std::string& line : lines<ParentPosition>("7k/8/6K1/8/8/8/p7/R7 b", "ser-h#2")) {
        INFO(line);
        CHECK(line.substr(line.rfind(' ') + 1) == "Ra1-a8#");
    }
    CHECK(lines<ParentPosition>(rook_black, "ser-h#1") == Texts{"Kh8-g8 Ra1-a8#"});
    CHECK(lines<ParentPosition>(rook_black, "ser-h#2") == Texts{"Kh8-g8 Kg8-h8 Ra1-a8#"});
}

TEST_CASE("a mean that cannot be represented exactly is refused, other dice are not", "[stipulation]") {
    using Search = StipulationSearch<D8Position>;
    CHECK(Search::values_fit(records::read_stipulation("h#10").value(), Dice::Mean));
    CHECK_FALSE(Search::values_fit(records::read_stipulation("h#10.5").value(), Dice::Mean));
    CHECK(Search::values_fit(records::read_stipulation("#10").value(), Dice::Mean));
    CHECK_FALSE(Search::values_fit(records::read_stipulation("#11").value(), Dice::Mean));
    CHECK(Search::values_fit(records::read_stipulation("s#10").value(), Dice::Mean));
    CHECK_FALSE(Search::values_fit(records::read_stipulation("s#11").value(), Dice::Mean));
    CHECK(Search::values_fit(records::read_stipulation("h#100").value(), Dice::Some));
    CHECK(StipulationSearch<ParentPosition>::values_fit(records::read_stipulation("s#100").value(),
                                                        Dice::Mean));
}

TEST_CASE("lines beyond the requested number are counted", "[stipulation]") {
    const D8Position position = D8Position::from_fen("7k/8/5K2/8/8/8/8/1Q6 w")->value;
    const auto found = LineSearch<D8Position>(options("ser-#2", Dice::Some), 2).solve(position);
    CHECK(found.first.size() == 2);
    CHECK(found.count == 5);
    StipulationOptions limited = options("ser-#3", Dice::Some);
    limited.limits.nodes = 3;
    CHECK_FALSE(LineSearch<D8Position>(limited, 2).solve(position).complete);
}

TEST_CASE("a limit of nodes applies to each position separately", "[stipulation]") {
    const D8Position position = D8Position::from_fen("7k/8/5K2/8/8/8/8/1Q6 w")->value;
    StipulationOptions limited = options("ser-#2", Dice::Some);
    for (limited.limits.nodes = 1;; ++limited.limits.nodes) {
        LineSearch<D8Position> search(limited, 2);
        if (!search.solve(position).complete) continue;
        CHECK(search.solve(position).complete);
        CHECK(limited.limits.nodes > 1);
        break;
    }
}

TEST_CASE("a result left open by a limit of nodes is not forced", "[stipulation]") {
    const D8Position position = D8Position::from_fen("7k/8/5K2/8/8/8/8/1Q6 w")->value;
    const auto whole = StipulationSearch<D8Position>(options("#2", Dice::Some)).solve(position);
    REQUIRE(whole.complete);
    StipulationOptions limited = options("#2", Dice::Some);
    for (limited.limits.nodes = 1;; limited.limits.nodes += 1 + limited.limits.nodes / 8) {
        const auto part = StipulationSearch<D8Position>(limited).solve(position);
        for (std::size_t at = 0; at < whole.faces.size(); ++at) {
            CHECK(part.faces[at].value.lower <= whole.faces[at].value.lower);
            CHECK((!part.faces[at].forced || whole.faces[at].forced));
        }
        if (part.complete) break;
    }
}
