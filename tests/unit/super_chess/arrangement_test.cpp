// Tests of the stacks that composing arranges.
#include "games/super_chess/rules/arrangement.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "naive/super_chess.hpp"
#include "unit/composed.hpp"
#include "unit/super_chess/positions.hpp"

namespace octomate::super_chess {

namespace {

using Man = Arrangement::Man;

Man man(char letter) { return Arrangement::man_of(letter).value(); }

std::string check_numbers(const std::vector<Man>& men) {
    const auto checked = Arrangement::check_numbers(men);
    return checked ? "" : checked.error();
}

bool acceptable(const Position& position) {
    return naive::super_chess::acceptable(naive::super_chess::from_text(position.fen()));
}

}  // namespace

TEST_CASE("arranged positions of Super Chess are legal by the naive rules", "[super_chess][generate]") {
    const make::Place<Position> place(Position(), {man('P'), man('c')}, {4, 16});
    tests::check_composed(place, acceptable, 100, 50);
}

TEST_CASE("letters name the stacks that a spec may place", "[super_chess][generate]") {
    for (const char letter : std::string("PNBRQKOMCHLSDYWXGV"))
        CHECK(Arrangement::letter(man(letter)) == letter);
    for (const char letter : {'T', 'U', 'u', '.', '!', '{', '1'}) {
        INFO(letter);
        CHECK_FALSE(Arrangement::man_of(letter));
    }
}

TEST_CASE("pieces that no game can have are refused", "[super_chess][generate]") {
    CHECK(check_numbers({man('M'), man('c'), man('R'), man('q')}) == "");
    CHECK(check_numbers({man('M'), man('C')}) == "white has 2 stacks, expected one at most");
    CHECK(check_numbers(std::vector<Man>(8, man('p'))) == "");
    CHECK(check_numbers(std::vector<Man>(9, man('p'))) == "black has more than 8 pawns");
    CHECK(check_numbers(std::vector<Man>(11, man('R'))) == "white has more than 10 rooks");

    Arrangement men(placed("Ke1 ke8"));
    CHECK(men.possible());
    CHECK(men.room_for(man('P')) == (~men.occupied() & ~(board8::rank_set(0) | board8::rank_set(7))));
    CHECK(men.room_for(man('Q')) == ~men.occupied());
    for (int file = 0; file < 8; ++file) {
        men.put(man('P'), board8::square_at(file, 3));
        men.put(man('N'), board8::square_at(file, 2));
    }
    CHECK_FALSE(men.possible());
}

TEST_CASE("a second king, a High Ground and rooks without a free identity are no position",
          "[super_chess][generate]") {
    const Arrangement bare(placed("Ka1 ka8"));
    CHECK(bare.accepted<Position>(Color::White));
    Arrangement kings = bare;
    kings.put(man('K'), square("h1"));
    CHECK_FALSE(kings.accepted<Position>(Color::White));
    Arrangement climbed = bare;
    climbed.put({Kind::HighGround, Color::White}, square("h1"));
    CHECK_FALSE(climbed.accepted<Position>(Color::White));
    Arrangement rooks = bare;
    for (int rank = 1; rank < 3; ++rank) {
        for (int file = 2; file < 8; ++file) rooks.put(man('R'), board8::square_at(file, rank));
    }
    CHECK_FALSE(rooks.accepted<Position>(Color::White));
}

TEST_CASE("the stacks on two squares can be exchanged", "[super_chess][generate]") {
    const Arrangement before(placed("Ke1 Qa1 Pb3 ke8"));
    Arrangement men = before;
    men.swap(square("a1"), square("c3"));
    CHECK(men.at(square("c3")) == man('Q'));
    CHECK_FALSE(men.at(square("a1")));
    men.swap(square("a1"), square("c3"));
    CHECK(men == before);
    men.swap(square("a1"), square("b3"));
    CHECK(men.at(square("a1")) == man('P'));
    CHECK(men.at(square("b3")) == man('Q'));
    const Arrangement swapped = men;
    men.swap(square("h4"), square("h5"));
    CHECK(men == swapped);
}

}  // namespace octomate::super_chess
