// The rules, section by section, with at least one test for each ruling of the rules text (R12), which fails
// if the ruling is not followed.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unit/complete_permutation/positions.hpp"

namespace octomate::complete_permutation {

namespace {

/// Returns the components of a piece, by the table of R3.1.
std::string_view components_of(char letter) {
    static const std::map<char, std::string_view> components = {
        {'R', "R"},  {'B', "B"},   {'N', "N"},   {'Q', "RB"},  {'M', "RN"},
        {'C', "BN"}, {'A', "RBN"}, {'F', "F"},   {'T', "RF"},  {'L', "BF"},
        {'S', "NF"}, {'D', "RBF"}, {'G', "RNF"}, {'E', "BNF"}, {'Z', "RBNF"}};
    return components.at(letter);
}

struct Steps {
    int across, up;

    Steps operator+(Steps other) const { return {across + other.across, up + other.up}; }
};

constexpr std::array<Steps, 4> straight = {{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
constexpr std::array<Steps, 4> slanting = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

/// Returns the name of the square `steps` away from h4, or an empty text if it is off the board.
std::string from_h4(Steps steps) {
    const int file = 7 + steps.across, rank = 3 + steps.up;
    return file < 0 || file >= files || rank < 0 || rank >= ranks ? "" : name(square_at(file, rank));
}

/// Returns the squares that a component reaches from h4 on an empty board.
std::vector<std::string> from_h4(char component) {
    std::vector<std::string> to;
    const auto add = [&](Steps steps) {
        if (const std::string square = from_h4(steps); !square.empty()) to.push_back(square);
    };
    if (component == 'R' || component == 'B') {
        for (const Steps step : component == 'R' ? straight : slanting) {
            Steps way = step;
            for (; !from_h4(way).empty(); way = way + step) add(way);
        }
        return to;
    }
    const std::vector<std::pair<int, int>> leaps =
        component == 'N' ? std::vector<std::pair<int, int>>{{1, 2}, {2, 1}}
                         : std::vector<std::pair<int, int>>{{1, 3}, {3, 1}, {2, 3}, {3, 2}};
    for (const auto& [across, up] : leaps) {
        for (const Steps sign : slanting) add({across * sign.across, up * sign.up});
    }
    return to;
}

/// A way of the falcon from h4: the two squares it passes, and the square where it ends.
struct Way {
    std::string first, second, end;
};

/// Returns all ways of R3.2: each of the four straight directions, combined with either neighbouring diagonal
/// direction, in each of six patterns.
std::vector<Way> falcon_ways() {
    std::vector<Way> ways;
    for (const Steps o : straight) {
        for (const int side : {1, -1}) {
            const Steps d = o.across == 0 ? Steps{side, o.up} : Steps{o.across, side};
            for (const std::string_view pattern : {"OOD", "ODO", "DOO", "DDO", "DOD", "ODD"}) {
                const auto step = [&](std::size_t n) { return pattern[n] == 'O' ? o : d; };
                const Steps one = step(0), two = one + step(1), three = two + step(2);
                ways.push_back({from_h4(one), from_h4(two), from_h4(three)});
            }
        }
    }
    return ways;
}

std::string sorted(std::vector<std::string> words) {
    std::sort(words.begin(), words.end());
    return joined(words, " ");
}

}  // namespace

// ---- R2, R3: the array and the pieces

TEST_CASE("R2: sixteen pieces and sixteen pawns a side, mirrored across the middle",
          "[complete_permutation][R2]") {
    CHECK(Position().fen() ==
          "dfblmqezkastcnrg/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/DFBLMQEZKASTCNRG w "
          "ABCDEFGHJKLMNOPabcdefghjklmnop - - 0 1");
    for (const Switches switches : {two_pawns, leap, no_swap})
        CHECK(Position(switches).fen() == Position().fen());
    CHECK(Position().outcome() == Outcome::Ongoing);
    CHECK_FALSE(Position().in_check());
}

TEST_CASE("R2: in the array only pawns, knights' components and two swaps can move",
          "[complete_permutation][R2]") {
    const Position array;
    const std::map<char, std::string> by_file = {{'e', "d3 f3"}, {'g', "f3 h3"}, {'h', "g3 i3"},
                                                 {'i', "h1 j1"}, {'j', "i3 k3"}, {'k', "j3 l3"},
                                                 {'m', "l3 n3"}, {'n', "m3 o3"}, {'p', "o3"}};
    for (char file = 'a'; file <= 'p'; ++file) {
        INFO(file);
        const auto found = by_file.find(file);
        CHECK(targets(array, std::string{file, '1'}) == (found == by_file.end() ? "" : found->second));
        CHECK(targets(array, std::string{file, '2'}) == std::string{file, '3', ' ', file, '4'});
    }
}

TEST_CASE("R13: the numbers of turns in the rules text", "[complete_permutation][R13]") {
    const std::string_view wings = "12k3/12pt2/3p6l5/7p1s4g1/4P11/5D2S2f4/4F1E1P7/T1K13 w - - * 0 1";
    const std::string_view promotions = "r2r8n1k1/1PP4p8/P7P7/8Pp6/16/6p9/2p10p2/3R4K5B1 w - j6 QNZqf 0 1";
    const std::string_view king_swaps =
        "d3m3k2s3g/pp1p1p2ppp1pp1p/6z1a1t1c3/2p1p2e8/2P1P2E8/6Z1A1T1C3/PP1P1P2PPP1PP1P/D3M3K2S3G w AELPaelp "
        "- FBfb 0 1";
    const auto count = [](const Position& at) {
        Moves moves;
        at.legal_moves(moves);
        CHECK(at.count_legal_moves() == moves.size());
        return moves.size();
    };
    CHECK(count(Position()) == 49);
    CHECK(count(Position(leap)) == 62);
    CHECK(count(Position(no_swap)) == 47);
    CHECK(count(Position(two_pawns)) == 529);
    CHECK(count(position(wings)) == 99);
    CHECK(count(position(promotions)) == 53);
    CHECK(count(position(promotions, two_pawns)) == 123);
    CHECK(count(position(king_swaps)) == 145);
    CHECK(count(position(king_swaps, leap)) == 147);
    CHECK(count(position(king_swaps, two_pawns)) == 229);
}

TEST_CASE("A1: the fifteen compounds move as their components, and in no other way",
          "[complete_permutation][A1]") {
    const std::map<char, std::size_t> counts = {{'R', 22}, {'B', 14}, {'N', 8},  {'F', 16}, {'Q', 36},
                                                {'M', 30}, {'C', 22}, {'A', 44}, {'T', 38}, {'L', 30},
                                                {'S', 24}, {'D', 52}, {'G', 46}, {'E', 38}, {'Z', 60}};
    for (const char letter : all_pieces) {
        INFO(letter);
        std::vector<std::string> expected;
        for (const char component : components_of(letter)) {
            const auto more = from_h4(component);
            expected.insert(expected.end(), more.begin(), more.end());
        }
        CHECK(expected.size() == counts.at(letter));
        const Position at = placed(std::string{letter} + "h4 Ka8 kp8");
        CHECK(targets(at, "h4") == sorted(expected));
        const char black = static_cast<char>(letter - 'A' + 'a');
        CHECK(targets(placed(std::string{black} + "h4 ka8 Kp8", "b - - -"), "h4") == sorted(expected));
    }
}

TEST_CASE("R3: lines end before an own piece and on an enemy piece, which they capture",
          "[complete_permutation][R3]") {
    CHECK(targets(placed("Ki1 Rd4 Pd6 pf4 kp8"), "d4") == "a4 b4 c4 d1 d2 d3 d5 e4 f4");
    CHECK(targets(placed("Ki1 Bd4 Pf6 pb2 kp8"), "d4") == "a7 b2 b6 c3 c5 e3 e5 f2 g1");
    CHECK(field(after(placed("Ki1 Rd4 pf4 kp8"), "d4f4"), 0) == "15k/16/16/16/5R10/16/16/8K7");
}

TEST_CASE("R3: a knight leaps over pieces of both colours", "[complete_permutation][R3]") {
    const Position walled = placed("Ki1 Nd4 Pc3 Pc4 Pc5 Pd3 pd5 pe3 pe4 pe5 Pf5 pf3 kp8");
    CHECK(targets(walled, "d4") == "b3 b5 c2 c6 e2 e6 f3");
}

// ---- R3.2: the falcon

TEST_CASE("R3.2: a falcon has three ways to each of sixteen squares, and one open way is enough",
          "[complete_permutation][R3]") {
    std::map<std::string, std::vector<Way>> ways_to;
    for (const Way& way : falcon_ways()) ways_to[way.end].push_back(way);
    REQUIRE(ways_to.size() == 16);
    for (const auto& [end, ways] : ways_to) {
        REQUIRE(ways.size() == 3);
        std::vector<std::string> passed;
        for (const Way& way : ways) {
            for (const std::string& square : {way.first, way.second}) {
                if (std::find(passed.begin(), passed.end(), square) == passed.end()) passed.push_back(square);
            }
        }
        REQUIRE(passed.size() == 4);
        // Occupies every subset of the passed squares with pieces of both colours.
        for (unsigned set = 0; set < 16; ++set) {
            const auto empty = [&](const std::string& square) {
                const auto at = std::find(passed.begin(), passed.end(), square) - passed.begin();
                return (set >> at & 1) == 0;
            };
            bool open = false;
            for (const Way& way : ways) open = open || (empty(way.first) && empty(way.second));
            for (const char piece : {'P', 'p'}) {
                std::string pieces = "Fh4 Ka8 kp8";
                for (const std::string& square : passed) {
                    if (!empty(square)) pieces += std::string(" ") + piece + square;
                }
                INFO(pieces << " to " << end);
                CHECK(legal(placed(pieces), "h4" + end) == open);
            }
        }
    }
}

TEST_CASE("R3.2: a falcon goes round pieces, and captures only where it ends", "[complete_permutation][R3]") {
    // The ways to i7: by h5 and h6, by h5 and i6, by i5 and i6.
    CHECK(legal(placed("Ki1 Fh4 ph5 nh6 kp8"), "h4i7"));
    CHECK_FALSE(legal(placed("Ki1 Fh4 ph5 ni6 kp8"), "h4i7"));
    CHECK_FALSE(legal(placed("Ki1 Fh4 ph5 ni5 kp8"), "h4i7"));
    CHECK(legal(placed("Ki1 Fh4 pi5 ni6 kp8"), "h4i7"));
    CHECK_FALSE(legal(placed("Ki1 Fh4 ph6 ni6 kp8"), "h4i7"));
    // A falcon may end on the square of an enemy piece, but not of an own piece.
    CHECK(field(after(placed("Ki1 Fh4 ph5 ph6 ri7 kp8"), "h4i7"), 0) == "15k/8F7/7p8/7p8/16/16/16/8K7");
    CHECK_FALSE(legal(placed("Ki1 Fh4 Pi7 kp8"), "h4i7"));
    // Several open ways to one square are a single move.
    CHECK(targets(placed("Ki1 Fa1 ki8"), "a1") == "b4 c4 d2 d3");
}

TEST_CASE("R3.2: a winged piece also has the moves of its other components", "[complete_permutation][R3]") {
    // The falcon can leave by h5 only.
    CHECK(targets(placed("Ki1 Th4 Pg3 Pg4 Pg5 Ph3 Pi3 Pi4 Pi5 kp8"), "h4") == "f7 g7 h5 h6 h7 h8 i7 j7");
    CHECK(targets(placed("Ki1 Fh4 Pg3 Pg4 Pg5 Ph3 Pi3 Pi4 Pi5 kp8"), "h4") == "f7 g7 i7 j7");
    // The falcon cannot leave at all.
    CHECK(targets(placed("Ki1 Sh4 Pg3 Pg4 Pg5 Ph3 Ph5 Pi3 Pi4 Pi5 kp8"), "h4") == "f3 f5 g2 g6 i2 i6 j3 j5");
    CHECK(targets(placed("Ki1 Fh4 Pg3 Pg4 Pg5 Ph3 Ph5 Pi3 Pi4 Pi5 kp8"), "h4") == "");
}

// ---- R4: attack and check

TEST_CASE("A2: a pinned piece attacks", "[complete_permutation][A2]") {
    CHECK(targets(placed("Kc3 Rp8 ka8 rd8", "b - - -"), "d8") == "b8 c8 e8 f8 g8 h8 i8 j8 k8 l8 m8 n8 o8 p8");
    CHECK(targets(placed("Kc3 Rp8 ka8 rd8"), "c3") == "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 c1 c2 c4 c5");
    // A pinned piece also gives check.
    CHECK(placed("Kd3 Rp8 ka8 rd8").in_check());
}

TEST_CASE("A3: a pawn on the seventh attacks the last rank even if it cannot promote",
          "[complete_permutation][A3]") {
    CHECK(placed("Ka1 Pd7 ke8", "b - - -").in_check());
    CHECK(placed("Ka1 Pd7 kc8", "b - - -").in_check());
    CHECK_FALSE(placed("Ka1 Pd7 kd8", "b - - -").in_check());
    CHECK(placed("Kc1 pd2 ka8", "w - - -").in_check());
    CHECK(placed("Ka1 Pd7 ke8", "b - - Q").in_check());
    // The black king may not move to c8, which the pawn attacks, too.
    CHECK(targets(placed("Ka1 Pd7 ke8", "b - - -"), "e8") == "c7 d6 d7 d8 e6 e7 f6 f7 f8 g6 g7 g8");
}

TEST_CASE("R4: a falcon gives check if at least one way is open", "[complete_permutation][R4]") {
    CHECK(placed("Ki1 fk4 ka7").in_check());
    CHECK(placed("Ki1 Pi2 fk4 ka7").in_check());
    CHECK(placed("Ki1 Pi2 Pj3 fk4 ka7").in_check());
    CHECK_FALSE(placed("Ki1 Pi2 Pj2 fk4 ka7").in_check());
    CHECK_FALSE(placed("Ki1 Pj3 Pk3 fk4 ka7").in_check());
}

TEST_CASE("R4: a piece that closes the last way of a falcon to its king is pinned, and there may be two",
          "[complete_permutation][R4]") {
    const Position two = placed("Ki1 Rj2 Pi2 fk4 ka7");
    CHECK(targets(two, "j2") == "");
    CHECK(targets(two, "i2") == "");
    const Position one = placed("Ki1 Rj2 Pi2 Pj3 fk4 ka7");
    CHECK(targets(one, "j2") == "");
    CHECK(targets(one, "i2") == "i3 i4");
    const Position none = placed("Ki1 Rj2 Pi2 Pj3 Pk3 fk4 ka7");
    CHECK(targets(none, "j2") == "j1 k2 l2 m2 n2 o2 p2");
}

TEST_CASE("R4: an interposed piece must close all ways of the falcon at once", "[complete_permutation][R4]") {
    // Two ways of the falcon are open, and both pass j2.
    CHECK(targets(placed("Ki1 Pi2 Rj8 fk4 ka7"), "j8") == "j2");
    // Three ways of the falcon are open, and no square is on all of them.
    CHECK(targets(placed("Ki1 Rj8 fk4 ka7"), "j8") == "");
    // Capturing the falcon always ends the check.
    CHECK(targets(placed("Ki1 Rk8 fk4 ka7"), "k8") == "k4");
}

TEST_CASE("R4: no turn leaves its own king in check", "[complete_permutation][R4]") {
    CHECK(targets(placed("Ki1 Ri3 ri8 ka7"), "i3") == "i2 i4 i5 i6 i7 i8");
    CHECK(targets(placed("Ki1 Bi3 ri8 ka7"), "i3") == "");
    CHECK(targets(placed("Ki1 Ra3 ri8 kp6"), "a3") == "i3");
    CHECK(targets(placed("Ki1 Ra8 ri8 nk2 kp6"), "a8") == "");
}

TEST_CASE("A4: a king attacks only its eight neighbours", "[complete_permutation][A4]") {
    for (const char* side : {"w - - -", "b - - -"}) {
        CHECK_FALSE(placed("Ki4 kk4", side).in_check());
        CHECK_FALSE(placed("Ki4 kj6", side).in_check());
        CHECK_FALSE(placed("Ki4 kk6", side).in_check());
    }
    CHECK_FALSE(Position::from_fen(fen_of("Ki4 kj5", "w")).has_value());
    // The black king guards j3, j4 and j5, which closes only the ways through these squares.
    CHECK(targets(placed("Ki4 kk4"), "i4") == "g2 g3 g4 g5 g6 h2 h3 h4 h5 h6 i2 i3 i5 i6 j2 j6");
    // A king does not guard squares two steps away.
    CHECK(turns(placed("Ka1 qb2 kd4")) == "a1b2");
    CHECK(turns(placed("Ka1 qb2 kc3")) == "");
    CHECK(placed("Ka1 qb2 kc3").outcome() == Outcome::Black);
}

// ---- R5: the king

namespace {

/// Maps each neighbour of h4 to the squares beyond it, to which a king comes by way of that neighbour.
std::map<std::string, std::vector<std::string>> king_ways() {
    std::map<std::string, std::vector<std::string>> ways;
    for (const Steps step : straight) {
        ways[from_h4(step)] = {from_h4(step + step)};
        for (const int side : {1, -1}) {
            const Steps outward = step.across == 0 ? Steps{side, step.up} : Steps{step.across, side};
            ways[from_h4(step)].push_back(from_h4(step + outward));
        }
    }
    for (const Steps step : slanting) ways[from_h4(step)] = {from_h4(step + step)};
    return ways;
}

/// Lists the king's destinations from h4 except those in `excluded`.
std::string king_squares_without(const std::vector<std::string>& excluded) {
    std::vector<std::string> rest;
    const auto add = [&](const std::string& square) {
        if (std::find(excluded.begin(), excluded.end(), square) == excluded.end()) rest.push_back(square);
    };
    for (const auto& [passed, behind] : king_ways()) {
        add(passed);
        for (const std::string& square : behind) add(square);
    }
    return sorted(rest);
}

}  // namespace

TEST_CASE("R5: a king has twenty-four squares, and one way to each", "[complete_permutation][R5]") {
    const std::string all = king_squares_without({});
    CHECK(split_words(all).size() == 24);
    CHECK(targets(placed("Kh4 kp8"), "h4") == all);
    CHECK(targets(placed("kh4 Kp8", "b - - -"), "h4") == all);
    for (const auto& [passed, behind] : king_ways()) {
        std::vector<std::string> barred = behind;
        barred.push_back(passed);
        CHECK(targets(placed("Kh4 kp8 P" + passed), "h4") == king_squares_without(barred));
        for (const std::string& end : behind)
            CHECK(targets(placed("Kh4 kp8 P" + end), "h4") == king_squares_without({end}));
    }
}

TEST_CASE("R5: in the corner a king has eight squares", "[complete_permutation][R5]") {
    CHECK(targets(placed("Ka1 kp8"), "a1") == "a2 a3 b1 b2 b3 c1 c2 c3");
    CHECK(targets(placed("Ka1 kp8", "b - - -"), "p8") == "n6 n7 n8 o6 o7 o8 p6 p7");
}

TEST_CASE("R5: an enemy piece that the king could capture closes the way behind it",
          "[complete_permutation][R5]") {
    // The knight also attacks g3, i3, f4, j4, f6 and j6.
    CHECK(targets(placed("Kh4 nh5 kp8"), "h4") == "f3 f5 g2 g4 g5 h2 h3 h5 i2 i4 i5 j3 j5");
}

TEST_CASE("R5: a king neither passes an attacked square nor ends on one", "[complete_permutation][R5]") {
    CHECK(targets(placed("Kh4 rp5 ka8"), "h4") == "f2 f3 f4 g2 g3 g4 h2 h3 i2 i3 i4 j2 j3 j4");
    // The king cannot capture a guarded piece, by a short move or a long one.
    CHECK(legal(placed("Kh4 ni5 ka8"), "h4i5"));
    CHECK_FALSE(legal(placed("Kh4 ni5 ri8 ka8"), "h4i5"));
    CHECK(legal(placed("Kh4 rj5 ka8"), "h4j5"));
    CHECK_FALSE(legal(placed("Kh4 rj5 bl3 ka8"), "h4j5"));
}

TEST_CASE("A5: a line continues behind the king that leaves it", "[complete_permutation][A5]") {
    CHECK(targets(placed("Ke4 re8 kp8"), "e4") == "c2 c3 c4 c5 c6 d3 d4 d5 f3 f4 f5 g2 g3 g4 g5 g6");
    // The falcon reaches i7 by h5 and h6 once the king has left h5.
    CHECK(legal(placed("Kh5 Pi6 kp8"), "h5i7"));
    CHECK_FALSE(legal(placed("Kh5 Pi6 fh4 kp8"), "h5i7"));
}

TEST_CASE("A5: a piece about to be captured still guards squares that the king passes",
          "[complete_permutation][A5]") {
    // The king passes i5, which a bishop on j6 attacks and a rook does not.
    CHECK(legal(placed("Ki4 rj6 ka8"), "i4j6"));
    CHECK_FALSE(legal(placed("Ki4 bj6 ka8"), "i4j6"));
}

TEST_CASE("A5: a piece about to be captured still blocks attacks on squares that the king passes",
          "[complete_permutation][A5]") {
    // The falcon could attack j4 by k4 and then l4 or l5, but the knight on k4 is in the way; by k5 the pawn
    // is.
    CHECK(legal(placed("Ki4 Pk5 nk4 fm5 ka8"), "i4k4"));
    CHECK_FALSE(legal(placed("Ki4 Pk5 fm5 ka8"), "i4k4"));
}

TEST_CASE("A6: a king leaves check by long moves, and captures with them", "[complete_permutation][A6]") {
    const Position checked = placed("Ki1 rp1 ka8");
    CHECK(checked.in_check());
    CHECK(targets(checked, "i1") == "g3 h2 h3 i2 i3 j2 j3 k3");
    CHECK(legal(placed("Ki4 bk4 ka8"), "i4k4"));
    const Position by_knight = placed("Ki4 nj6 ka8");
    CHECK(by_knight.in_check());
    CHECK(legal(by_knight, "i4j6"));
    CHECK(after(by_knight, "i4j6").fen() == "k15/16/9K6/16/16/16/16/16 b - - n 0 1");
}

// ---- R6: the king's exchange

TEST_CASE("R6: king and piece exchange squares, and both count as moved", "[complete_permutation][R6]") {
    const Position before = placed("Ki1 Re1 Na1 Mp1 Pi2 ki8 na8", "w AEPa - Nn 7 30");
    CHECK(after(before, "i1e1").fen() == "n7k7/16/16/16/16/16/8P7/N3K3R6M b a - Nn 8 30");
    CHECK(after(before, "i1p1").fen() == "n7k7/16/16/16/16/16/8P7/N3R3M6K b a - Nn 8 30");
    // The rook blocks the way of the knight.
    CHECK_FALSE(legal(before, "i1a1"));
}

TEST_CASE("R6: a king or piece that has moved, was captured or promoted swaps no more",
          "[complete_permutation][R6]") {
    const Position before = placed("Ki1 Re1 Mp1 ko5", "w EP - -");
    CHECK(legal(before, "i1e1"));
    SECTION("a piece that has come back") {
        const Position back = after_all(before, "e1e2 o5n5 e2e1 n5o5");
        CHECK(field(back, 2) == "P");
        CHECK_FALSE(legal(back, "i1e1"));
        CHECK(legal(back, "i1p1"));
    }
    SECTION("a king that has come back") {
        const Position back = after_all(before, "i1i2 o5n5 i2i1 n5o5");
        CHECK(field(back, 2) == "-");
        CHECK_FALSE(legal(back, "i1e1"));
        CHECK_FALSE(legal(back, "i1p1"));
    }
    SECTION("a king that has swapped") {
        const Position swapped = after_all(before, "i1e1 o5n5");
        CHECK(field(swapped, 2) == "-");
        CHECK_FALSE(legal(swapped, "e1i1"));
        CHECK_FALSE(legal(swapped, "e1p1"));
    }
    SECTION("a piece that was captured") {
        const Position captured = after(placed("Ki1 Re1 Mp1 ko5 re8", "b EP - -"), "e8e1");
        CHECK(field(captured, 2) == "P");
        CHECK(field(captured, 4) == "R");
    }
    SECTION("a piece captured by a pawn that promotes to it") {
        const Position captured = after(placed("Ki1 Re1 Mp1 ko5 pd2", "b EP - n"), "d2e1=N");
        CHECK(field(captured, 2) == "P");
        CHECK(field(captured, 4) == "R");
    }
    SECTION("a promoted piece") {
        const Position promoted = after_all(placed("Ki1 Pe6 kp4", "w - - Q"), "e6e7=Q p4o4 e7e1 o4p4");
        CHECK(field(promoted, 2) == "-");
        CHECK_FALSE(legal(promoted, "i1e1"));
    }
    SECTION("a piece not listed as unmoved") {
        CHECK_FALSE(legal(placed("Ki1 Re1 Mp1 ko5", "w P - -"), "i1e1"));
        CHECK_FALSE(legal(placed("Ki1 Re1 Mp1 ko5", "w - - -"), "i1p1"));
    }
}

TEST_CASE("A7: a swap obeys the rules of castling: no check, no piece between, no attacked square on the way",
          "[complete_permutation][A7]") {
    const auto swaps = [](std::string_view more, Switches switches = {}) {
        return legal(placed("Ki1 Re1 kp8 " + std::string(more), "w E - -", switches), "i1e1");
    };
    CHECK(swaps(""));
    SECTION("not in check") {
        CHECK_FALSE(swaps("ri5"));
        CHECK_FALSE(swaps("nj3"));
    }
    SECTION("no piece between, of either colour") {
        for (const char* piece : {"Nf1", "Ng1", "Nh1", "nf1", "ng1", "nh1"}) CHECK_FALSE(swaps(piece));
        CHECK(swaps("Nd1"));
        CHECK(swaps("nd1"));
        CHECK(swaps("Nj1"));
    }
    SECTION("no square between is attacked") {
        for (const char* piece : {"rf8", "rg8", "rh8", "pe2", "pg2", "ng3"}) CHECK_FALSE(swaps(piece));
        CHECK(swaps("rd8"));
        CHECK(swaps("rj8"));
    }
    SECTION("the king's new square is not attacked") {
        for (const char* piece : {"re8", "ra1", "nd3", "pd2", "bb4", "fb3"}) CHECK_FALSE(swaps(piece));
        CHECK(swaps("nd4"));
    }
    SECTION("the king's old square no longer blocks attacks on squares between") {
        CHECK_FALSE(swaps("Pi2 fk2"));  // the falcon attacks h1 by i1, where the king was
        CHECK(swaps("Pi2 Nj1 Nj2 fk2"));
    }
}

TEST_CASE("A7: the partner on the king's old square may block attacks on the new one",
          "[complete_permutation][A7]") {
    CHECK_FALSE(legal(placed("Ki1 Pi2 fk2 kp8"), "i1h1"));
    CHECK(legal(placed("Ki1 Rh1 Pi2 fk2 kp8", "w H - -"), "i1h1"));
}

TEST_CASE("A7: neighbours may swap, even in the first move", "[complete_permutation][A7]") {
    CHECK(targets(Position(), "i1") == "h1 j1");
    CHECK(field(after(Position(), "i1h1"), 0) ==
          "dfblmqezkastcnrg/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/DFBLMQEKZASTCNRG");
    CHECK(field(after(Position(), "i1j1"), 2) == "abcdefghjklmnop");
    CHECK(targets(after(Position(), "i1h1"), "i8") == "h8 j8");
}

TEST_CASE("A7: with the option \"leap\" pieces and attacks between do not matter",
          "[complete_permutation][A7]") {
    const auto swaps = [](std::string_view more) {
        return legal(placed("Ki1 Re1 kp8 " + std::string(more), "w E - -", leap), "i1e1");
    };
    for (const char* piece : {"", "Ng1", "ng1", "rg8", "pg2", "Pi2 fk2"}) CHECK(swaps(piece));
    for (const char* piece : {"ri5", "nj3", "re8", "ra1", "nd3", "pd2", "bb4", "fb3"})
        CHECK_FALSE(swaps(piece));
    CHECK(targets(Position(leap), "i1") == "a1 b1 c1 d1 e1 f1 g1 h1 j1 k1 l1 m1 n1 o1 p1");
    CHECK(after(placed("Ki1 Re1 Ng1 kp8", "w E - -", leap), "i1e1").fen() ==
          "15k/16/16/16/16/16/16/4K1N1R7 b - - - 1 1");
}

TEST_CASE("A7: with the option \"none\" there are no swaps", "[complete_permutation][A7]") {
    CHECK(targets(Position(no_swap), "i1") == "");
    const Position at = placed("Ki1 Re1 kp8", "w E - -", no_swap);
    CHECK_FALSE(legal(at, "i1e1"));
    CHECK(field(at, 2) == "E");
}

TEST_CASE("A16: a pinned partner may swap", "[complete_permutation][A16]") {
    // The falcon would attack i1 by h1 if the rook were not there.
    const Position pinned = placed("Ki1 Rh1 Ph2 ff2 kp8", "w H - -");
    CHECK_FALSE(pinned.in_check());
    CHECK(targets(pinned, "h1") == "");
    CHECK(legal(pinned, "i1h1"));
    // If the partner is pinned along the rank, the pinning piece attacks the king's new square.
    CHECK_FALSE(legal(placed("Ki1 Re1 ra1 kp8", "w E - -"), "i1e1"));
}

TEST_CASE("A17: any of the fifteen pieces is a partner", "[complete_permutation][A17]") {
    for (const char letter : all_pieces) {
        INFO(letter);
        CHECK(legal(placed(std::string{letter} + "e1 Ki1 kp5", "w E - -"), "i1e1"));
        CHECK(legal(placed(std::string{letter} + "p1 Ki1 ka5", "w P - -"), "i1p1"));
    }
    // A piece that has moved cannot swap with the king.
    CHECK_FALSE(legal(placed("Ki1 Ri2 Rh2 kp8"), "i1i2"));
    CHECK_FALSE(legal(placed("Ki1 Ri2 Rh2 kp8"), "i1h2"));
}

// ---- R7: pawns

TEST_CASE("R7: a pawn steps to empty squares, twice from its second rank, and captures diagonally",
          "[complete_permutation][R7]") {
    CHECK(targets(placed("Ki1 Pe2 kp8"), "e2") == "e3 e4");
    CHECK(targets(placed("Ki1 Pe2 ne4 kp8"), "e2") == "e3");
    CHECK(targets(placed("Ki1 Pe2 ne3 kp8"), "e2") == "");
    CHECK(targets(placed("Ki1 Pe3 kp8"), "e3") == "e4");
    CHECK(targets(placed("Ki1 Pe4 pd5 pe5 nf5 kp8"), "e4") == "d5 f5");
    CHECK(targets(placed("Ki1 Pe4 Nd5 Nf5 kp8"), "e4") == "e5");
    CHECK(targets(placed("Ki1 Pe4 nd3 ne3 nf3 nd4 nf4 kp8"), "e4") == "e5");
}

TEST_CASE("R7: pawns do not capture around the edges", "[complete_permutation][R7]") {
    CHECK(targets(placed("Ki1 Pa4 np4 np5 kp8"), "a4") == "a5");
    CHECK(targets(placed("Ki1 Pp4 na5 na6 ka8"), "p4") == "p5");
    CHECK(targets(placed("Ki1 pa5 Np3 Np4 Np5 kp8", "b - - -"), "a5") == "a4");
    CHECK(targets(placed("Ki1 pp5 Na4 Na5 ka8", "b - - -"), "p5") == "p4");
}

TEST_CASE(
    "R7: a pawn that has made a double step can be captured as if after one step, in the next turn only",
    "[complete_permutation][R7]") {
    const Position passed = after(placed("Ki1 Pb2 pa4 pc4 kp8"), "b2b4");
    CHECK(field(passed, 3) == "b3");
    CHECK(targets(passed, "a4") == "a3 b3");
    CHECK(targets(passed, "c4") == "b3 c3");
    CHECK(after(passed, "a4b3").fen() == "15k/16/16/16/2p13/1p14/16/8K7 w - - - 0 2");
    const Position later = after_all(passed, "p8o8 i1h1");
    CHECK(field(later, 3) == "-");
    CHECK(targets(later, "a4") == "a3");
    // The FEN names the en passant square after every double step, even if no pawn can capture.
    CHECK(field(after(placed("Ki1 Pb2 kp8"), "b2b4"), 3) == "b3");
    CHECK(field(after(placed("Ki1 Pb2 kp8"), "b2b3"), 3) == "-");
    CHECK(field(after(placed("Ki1 pb7 kp8", "b - - -"), "b7b5"), 3) == "b6");
    // Only pawns capture en passant.
    CHECK(field(after(after(placed("Ki1 Pb2 rb8 kp8"), "b2b4"), "b8b4"), 0) == "15k/16/16/16/1r14/16/16/8K7");
    CHECK(field(after(after(placed("Ki1 Pb2 na5 kp8"), "b2b4"), "a5b3"), 0) ==
          "15k/16/16/16/1P14/1n14/16/8K7");
}

TEST_CASE("R7: a capture en passant must not expose the own king, and may end a check",
          "[complete_permutation][R7]") {
    CHECK(targets(placed("Ka5 Pe5 pd5 kp8", "w - d6 -"), "e5") == "d6 e6");
    CHECK(targets(placed("Ka5 Pe5 pd5 rp5 ka8", "w - d6 -"), "e5") == "e6");
    const Position checked = placed("Ke4 Pe5 pd5 kp8", "w - d6 -");
    CHECK(checked.in_check());
    CHECK(targets(checked, "e5") == "d6");
}

// ---- R8: promotion

TEST_CASE("A8: a captured piece enters its owner's reserve, promoted or not; pawns do not",
          "[complete_permutation][A8]") {
    CHECK(after(placed("Ki1 Rd1 nd5 kp8", "w - - - 3 10"), "d1d5").fen() ==
          "15k/16/16/3R12/16/16/16/8K7 b - - n 0 10");
    CHECK(field(after(placed("Ki1 Rd1 nd5 kp8", "w - - Nn"), "d1d5"), 4) == "Nnn");
    CHECK(field(after(placed("Ki1 Rd1 pd5 kp8"), "d1d5"), 4) == "-");
    CHECK(field(after(placed("Ki1 Pe5 pd5 kp8", "w - d6 -"), "e5d6"), 4) == "-");
    CHECK(field(after(placed("Ki4 nj6 kp8"), "i4j6"), 4) == "n");

    const Position promoted = after(placed("Ki1 Pb7 ra8 kp7", "w - - N"), "b7b8=N");
    CHECK(field(promoted, 4) == "-");
    CHECK(field(after(promoted, "a8b8"), 4) == "N");
    // A promotion removes one piece from the reserve, others of its kind stay.
    CHECK(field(after(placed("Ki1 Pb7 kp5", "w - - NNq"), "b7b8=N"), 4) == "Nq");
}

TEST_CASE("R8: on the seventh rank a pawn may become a lost piece of its side, on the eighth it must",
          "[complete_permutation][R8]") {
    CHECK(targets(placed("Ki1 Pb6 kp5", "w - - RNq"), "b6") == "b7 b7=N b7=R");
    CHECK(targets(placed("Ki1 Pb7 kp5", "w - - RNq"), "b7") == "b8=N b8=R");
    CHECK(targets(placed("Ki1 Pb5 kp5", "w - - RNq"), "b5") == "b6");
    CHECK(targets(placed("Ki1 Pb6 kp5", "w - - q"), "b6") == "b7");
    // A kind of piece is one choice, even if the reserve has several; promotions may also capture.
    CHECK(targets(placed("Ki1 Pb6 na7 kp5", "w - - NNN"), "b6") == "a7 a7=N b7 b7=N");
    CHECK(targets(placed("Ki1 Pb7 ra8 kp5", "w - - D"), "b7") == "a8=D b8=D");
    CHECK(after(placed("Ki1 Pb7 ra8 kp5", "w - - D"), "b7a8=D").fen() ==
          "D15/16/16/15k/16/16/16/8K7 b - - r 0 1");
    CHECK(targets(placed("Ki1 Pb7 kp5", "w - - DFBLMQEZASTCNRG"), "b7") ==
          "b8=A b8=B b8=C b8=D b8=E b8=F b8=G b8=L b8=M b8=N b8=Q b8=R b8=S b8=T b8=Z");
}

TEST_CASE("A9: a pawn that did not promote on the seventh rank can promote only on the eighth",
          "[complete_permutation][A9]") {
    const Position stayed = after_all(placed("Ki1 Pb6 kp5", "w - - NR"), "b6b7 p5o5");
    CHECK(field(stayed, 4) == "NR");
    CHECK(targets(stayed, "b7") == "b8=N b8=R");
    CHECK_FALSE(stayed.read_move("b7b7=N").has_value());
}

TEST_CASE("A10: Mental Cruelty is a legal move, and loses even if it gives mate",
          "[complete_permutation][A10]") {
    const std::string_view pieces = "Ka1 Ra7 Rb6 Pd7 Re8 kp7";
    // If White has lost a knight, the promotion mates.
    const Position rich = placed(pieces, "w - - N");
    CHECK(targets(rich, "d7") == "d8=N");
    CHECK(after(rich, "d7d8=N").outcome() == Outcome::White);
    // If White has lost nothing, the same step loses.
    const Position poor = placed(pieces, "w - - -");
    CHECK(targets(poor, "d7") == "d8=-");
    const Position lost = after(poor, "d7d8=-");
    CHECK(lost.outcome() == Outcome::Black);
    CHECK(turns(lost) == "");
    CHECK(lost.count_legal_moves() == 0);
    CHECK(lost.evaluate() == 1);
    Facts facts;
    CHECK_FALSE(lost.facts(facts));
    CHECK_FALSE(lost.passed());
    CHECK(field(lost, 0) == "3PR11/R14k/1R14/16/16/16/16/K15");
    Moves mates;
    poor.winning_moves(mates);
    CHECK(mates.empty());
    // White cannot promote to the pieces in Black's reserve.
    CHECK(targets(placed(pieces, "w - - nq"), "d7") == "d8=-");
    // Mental Cruelty loses for Black, too.
    CHECK(after(placed("Ki5 pb2 kp8", "b - - -"), "b2b1=-").outcome() == Outcome::White);
}

TEST_CASE("A10: Mental Cruelty is not legal if it leaves the king in check", "[complete_permutation][A10]") {
    CHECK(targets(placed("Ka7 Pd7 rp7 kp5"), "d7") == "");
    // A rook captured by the losing pawn enters its owner's reserve.
    const Position capture = placed("Ki1 Pb7 ra8 kp5");
    CHECK(targets(capture, "b7") == "a8=- b8=-");
    CHECK(field(after(capture, "b7a8=-"), 4) == "r");
    CHECK(after(capture, "b7a8=-").outcome() == Outcome::Black);
}

TEST_CASE("R9: a side whose only moves are Mental Cruelty is neither mated nor stalemated",
          "[complete_permutation][R9]") {
    const Position quiet = placed("Ka1 qc2 Pb7 kp8");
    CHECK_FALSE(quiet.in_check());
    CHECK(turns(quiet) == "b7b8=-");
    CHECK(quiet.outcome() == Outcome::Ongoing);
    const Position checked = placed("Ka1 ra8 rb5 Pb7 kp5");
    CHECK(checked.in_check());
    CHECK(turns(checked) == "b7a8=-");
    CHECK(checked.outcome() == Outcome::Ongoing);
}

// ---- R9: the end of the game

TEST_CASE("R9: checkmate loses", "[complete_permutation][R9]") {
    const Position mated = placed("Kp6 Ra8 kp8", "b - - -");
    CHECK(mated.in_check());
    CHECK(turns(mated) == "");
    CHECK(mated.outcome() == Outcome::White);
    // Black is not mated if its rook can interpose; the king has no long move out of check.
    CHECK(placed("Kp6 Ra8 re1 kp8", "b - - -").outcome() == Outcome::Ongoing);
    CHECK(turns(placed("Kp6 Ra8 re1 kp8", "b - - -")) == "e1e8");
}

TEST_CASE("A11: stalemate is a draw", "[complete_permutation][A11]") {
    const Position stalemate = placed("Ka1 qc2 kp8");
    CHECK_FALSE(stalemate.in_check());
    CHECK(turns(stalemate) == "");
    CHECK(stalemate.outcome() == Outcome::Draw);
    CHECK(placed("Ka1 qc2 Pp2 kp8").outcome() == Outcome::Ongoing);
}

TEST_CASE("A11: repetition, fifty moves and bare kings do not end the game", "[complete_permutation][A11]") {
    CHECK(placed("Ka1 kp8", "w - - - 200 300").outcome() == Outcome::Ongoing);
    Position play = placed("Ka1 kp8");
    for (int round = 0; round < 5; ++round) play = after_all(play, "a1b1 p8o8 b1a1 o8p8");
    CHECK(play.outcome() == Outcome::Ongoing);
    CHECK(field(play, 5) == "20");
}

TEST_CASE("A15: ranks are counted from each side's own first rank", "[complete_permutation][A15]") {
    CHECK(targets(placed("Ki1 pb3 kp8", "b - - nR"), "b3") == "b2 b2=N");
    CHECK(targets(placed("Ki5 pb2 kp8", "b - - nR"), "b2") == "b1=N");
    CHECK(targets(placed("Ki5 pb2 kp8", "b - - R"), "b2") == "b1=-");
    CHECK(targets(placed("Ki1 pb7 kp8", "b - - nR"), "b7") == "b5 b6");
    CHECK(targets(placed("Ki1 pb6 kp8", "b - - nR"), "b6") == "b5");
    CHECK(targets(placed("Kh4 Pb2 kp8", "w - - nR"), "b2") == "b3 b4");
    CHECK(field(after(placed("Ki1 pb3 kp8", "b - - nR"), "b3b2=N"), 4) == "R");
    CHECK(legal(placed("Ka5 ki8 qe8", "b e - -"), "i8e8"));
}

// ---- R9.3: two pawns in a turn

TEST_CASE("R9: turns of two pawns exist only with the option", "[complete_permutation][R9]") {
    CHECK(pawn_turns(placed("Ki1 Pb3 Pd3 kp8")) == "b3b4 d3d4");
    CHECK(pawn_turns(placed("Ki1 Pb3 Pd3 kp8", "w - - -", two_pawns)) == "b3b4 b3b4,d3d4 d3d4");
}

TEST_CASE("R9: the second of two pawns is another pawn, and moves in the position after the first move",
          "[complete_permutation][R9]") {
    CHECK(pawn_turns(placed("Ki1 Pb3 kp8", "w - - -", two_pawns)) == "b3b4");
    CHECK(pawn_turns(placed("Ki1 Pb3 Pb2 kp8", "w - - -", two_pawns)) == "b3b4 b3b4,b2b3");
    // The pawn on c3 is pinned until the pawn on o2 blocks the rook or captures it.
    CHECK(pawn_turns(placed("Ka3 Pc3 Po2 rp3 kp8", "w - - -", two_pawns)) ==
          "o2o3 o2o3,c3c4 o2o4 o2p3 o2p3,c3c4");
    // The pawn on e4 is blocked until the pawn on d5 captures e5 en passant.
    const Position barred = placed("Ki1 Pd5 Pe4 pe5 ki8", "w - e6 -", two_pawns);
    CHECK(pawn_turns(barred) == "d5d6 d5e6 d5e6,e4e5");
    CHECK(field(after(barred, "d5e6,e4e5"), 0) == "8k7/16/4P11/4P11/16/16/16/8K7");
    CHECK(after(placed("Ki1 Pb2 Pd3 ne4 kp8", "w - - - 5 9", two_pawns), "b2b3,d3e4").fen() ==
          "15k/16/16/16/4P11/1P14/16/8K7 b - - n 0 9");
}

TEST_CASE("R9: the own king is safe after each of the two pawn moves", "[complete_permutation][R9]") {
    // One of the two pawns must stay on the rank of the rook.
    CHECK(pawn_turns(placed("Ka4 Pc4 Pe4 rp4 kp8", "w - - -", two_pawns)) == "c4c5 e4e5");
    // The first move must end the check.
    const Position checked = placed("Ki3 Pd2 Pf5 ra3 kp8", "w - - -", two_pawns);
    CHECK(checked.in_check());
    CHECK(pawn_turns(checked) == "d2d3 d2d3,f5f6");
    CHECK_FALSE(checked.read_move("f5f6,d2d3").has_value());
}

TEST_CASE("A12: both pawns that made double steps may be captured, by either move of the turn",
          "[complete_permutation][A12]") {
    const Position before = placed("Ki1 Pa2 Pc2 pb4 pd4 ki8", "w - - -", two_pawns);
    const Position passed = after(before, "a2a4,c2c4");
    CHECK(field(passed, 3) == "a3c3");
    CHECK(pawn_turns(passed) == "b4a3 b4a3,d4c3 b4a3,d4d3 b4b3 b4b3,d4c3 b4b3,d4d3 b4c3 b4c3,d4d3 d4c3 d4d3");
    CHECK(after(passed, "b4a3,d4c3").fen() == "8k7/16/16/16/16/p1p13/16/8K7 w - - - 0 2");
    CHECK(after(passed, "d4d3,b4a3").fen() == "8k7/16/16/16/2P13/p2p12/16/8K7 w - - - 0 2");
    // The right to capture en passant lasts for one turn.
    const Position later = after_all(passed, "i8h8 i1h1");
    CHECK(field(later, 3) == "-");
    CHECK(pawn_turns(later) == "b4b3 b4b3,d4d3 d4d3");
}

TEST_CASE("A12: each double step of a turn may be captured en passant, single steps may not",
          "[complete_permutation][A12]") {
    const Position before = placed("Ki1 Pa2 Pc2 pb4 pd4 ki8", "w - - -", two_pawns);
    CHECK(field(after(before, "a2a4,c2c3"), 3) == "a3");
    CHECK(field(after(before, "a2a3,c2c4"), 3) == "c3");
    CHECK(field(after(before, "a2a3,c2c3"), 3) == "-");
    CHECK(field(after(before, "c2c4"), 3) == "c3");
    CHECK(targets(after(before, "a2a4,c2c3"), "b4") == "a3 b3 c3");
    CHECK(field(after(after(before, "a2a4,c2c3"), "b4c3"), 0) == "8k7/16/16/16/P2p12/2p13/16/8K7");
}

TEST_CASE("A12: the second pawn cannot capture a pawn that the first one has captured",
          "[complete_permutation][A12]") {
    CHECK(pawn_turns(placed("Ki1 Pb4 Pd5 pc5 ki8", "w - c6 -", two_pawns)) ==
          "b4b5 b4b5,d5c6 b4b5,d5d6 b4c5 b4c5,d5d6 d5c6 d5d6");
}

TEST_CASE("A13: neither of two pawns may promote on the seventh rank", "[complete_permutation][A13]") {
    CHECK(targets(placed("Ki1 Pb6 kp5", "w - - N"), "b6") == "b7 b7=N");
    CHECK(targets(placed("Ki1 Pb6 kp5", "w - - N", two_pawns), "b6") == "b7");
    CHECK(targets(placed("Ki1 pb3 kp5", "b - - n", two_pawns), "b3") == "b2");
    CHECK(pawn_turns(placed("Ki1 Pb6 Pd7 kp5", "w - - N", two_pawns)) == "b6b7 b6b7,d7d8=N d7d8=N");
}

TEST_CASE("R9: the second of two pawns promotes from the reserve that the first one left",
          "[complete_permutation][R9]") {
    const auto with = [](std::string_view reserve) {
        return placed("Ki1 Pb7 Pd7 kp5", "w - - " + std::string(reserve), two_pawns);
    };
    CHECK(pawn_turns(with("N")) == "b7b8=N b7b8=N,d7d8=- d7d8=N d7d8=N,b7b8=-");
    CHECK(pawn_turns(with("NN")) == "b7b8=N b7b8=N,d7d8=N d7d8=N");
    CHECK(pawn_turns(with("NR")) == "b7b8=N b7b8=N,d7d8=R b7b8=R b7b8=R,d7d8=N d7d8=N d7d8=R");
    CHECK(field(after(with("NR"), "b7b8=N,d7d8=R"), 4) == "-");
    // Mental Cruelty ends the turn, so no second move follows it.
    CHECK(pawn_turns(with("-")) == "b7b8=- d7d8=-");
    CHECK(after(with("N"), "b7b8=N,d7d8=-").outcome() == Outcome::Black);
    CHECK(pawn_turns(placed("Kp4 pb2 pe7 kp8", "b - - -", two_pawns)) ==
          "b2b1=- e7e5 e7e5,b2b1=- e7e6 e7e6,b2b1=-");
}

TEST_CASE("A14: two orders of the same two moves are one turn, written with the lower square first",
          "[complete_permutation][A14]") {
    // Squares are ordered from a1 to p1, then from a2, so b2 is lower than a3.
    const Position white = placed("Ki1 Pa3 Pb2 kp8", "w - - -", two_pawns);
    CHECK(pawn_turns(white) == "a3a4 b2b3 b2b3,a3a4 b2b4 b2b4,a3a4");
    CHECK(white.uci(move_of(white, "a3a4,b2b4")) == "b2b4,a3a4");
    CHECK(after(white, "a3a4,b2b4") == after(white, "b2b4,a3a4"));
    const Position black = placed("Ki1 pa7 ph6 kp8", "b - - -", two_pawns);
    CHECK(pawn_turns(black) == "a7a5 a7a6 h6h5 h6h5,a7a5 h6h5,a7a6");
    // If only one order is legal, moves are written and read in that order.
    const Position one_order = placed("Ki1 Pb3 Pb2 kp8", "w - - -", two_pawns);
    CHECK(one_order.uci(move_of(one_order, "b3b4,b2b3")) == "b3b4,b2b3");
    CHECK_FALSE(one_order.read_move("b2b3,b3b4").has_value());
}

}  // namespace octomate::complete_permutation
