// The two published games, and the claims of the d8 article about its game.
#include <catch2/catch.hpp>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "solver/faces.hpp"
#include "unit/superpermutation/positions.hpp"

namespace octomate::superpermutation {

namespace {

struct Ply {
    char die = 0;  ///< '1'…'8' or '-' as printed; 0 if there is none
    std::string move;
};

/// Returns the moves of a game file, each with the die in front of it. Skips comments, tags, move numbers and
/// the result. The library's reader is not used, so that this test depends on the rules only.
std::vector<Ply> plies_of(const std::string& name) {
    std::ifstream stream(OCTOMATE_ROOT "/data/games/" + name);
    std::vector<Ply> plies;
    char die = 0;
    std::string word;
    for (int depth = 0; stream >> word;) {
        if (word.front() == '{' || word.front() == '[') ++depth;
        if (depth > 0) {
            if (word.back() == '}' || word.back() == ']') --depth;
        } else if (word.front() == '(') {
            die = word[1];
        } else if (word.find_first_of("abcdefgh") != std::string::npos) {
            plies.push_back({die, word});
        }
    }
    return plies;
}

/// Returns the position before each ply, and the final one. Every move must be parsed without a remark.
template <class P>
std::vector<P> replay(const std::vector<Ply>& plies) {
    std::vector<P> positions = {P()};
    for (const Ply& ply : plies) positions.push_back(after(positions.back(), ply.move));
    return positions;
}

/// Returns the positions of the published d8 game.
const std::vector<D8Position>& article() {
    static const std::vector<D8Position> positions = replay<D8Position>(plies_of("superpermutation-d8.txt"));
    return positions;
}

/// Returns the position after White's move `number`.
const D8Position& after_white(std::size_t number) { return article()[2 * number - 1]; }

/// Returns the position after Black's move `number`.
const D8Position& after_black(std::size_t number) { return article()[2 * number]; }

/// Returns the position with the other side to move.
D8Position other_turn(const D8Position& position) {
    std::string fen = position.fen();
    char& side = fen[fen.find(' ') + 1];
    side = side == 'w' ? 'b' : 'w';
    return d8_position(fen);
}

struct MatingFace {
    int face;
    Freedom freedom;
    Texts mates;

    bool operator==(const MatingFace&) const = default;
};

std::vector<MatingFace> mating_faces(const D8Position& position) {
    solver::Faces<D8Position> faces;
    solver::solve_faces(position, faces);
    std::vector<MatingFace> mating;
    for (const auto& face : faces) {
        if (face.mates.empty()) continue;
        mating.push_back({face.roll.face, face.freedom, {}});
        for (const Move mate : face.mates) mating.back().mates.push_back(position.notation(mate));
    }
    return mating;
}

}  // namespace

TEST_CASE("the published d8 game replays to its mate", "[rules][article]") {
    CHECK(article().size() == 48);
    CHECK(article().back().outcome() == Outcome::White);
    for (std::size_t ply = 0; ply + 1 < article().size(); ++ply) {
        CHECK(article()[ply].outcome() == Outcome::Ongoing);
    }
}

TEST_CASE("the dice of the published d8 game allow its moves, except for one known mistake",
          "[rules][article]") {
    const std::vector<Ply> plies = plies_of("superpermutation-d8.txt");
    std::vector<std::string> slips;
    for (std::size_t ply = 0; ply < plies.size(); ++ply) {
        const D8Position& before = article()[ply];
        CHECK((plies[ply].die == '-') == before.in_check());
        if (before.in_check()) continue;
        const int face = plies[ply].die - '0';
        if (before.roll_of(move_of(before, plies[ply].move)) == Roll{static_cast<std::uint8_t>(face)})
            continue;
        if (freedom(before, face) == Freedom::Bound) slips.push_back(plies[ply].move);
    }
    CHECK(slips == Texts{"Rh4-h2+"});
    CHECK(moves_on(after_white(22), 7) == Texts{"Qb2-b1"});
    // The article rightly calls the move free: the rook move to that file would leave the king in check.
    CHECK(moves(after_white(22), "a8b8").empty());
}

TEST_CASE("the published parent game replays to its mate", "[rules][article]") {
    const auto positions = replay<ParentPosition>(plies_of("superpermutation.txt"));
    CHECK(positions.size() == 19);
    CHECK(positions.back().outcome() == Outcome::Black);
    // The text "Black mates in one move" is right: exactly one move mates.
    const ParentPosition& last = positions[positions.size() - 2];
    CHECK(moves_where(last, [&](const std::string& uci) {
              return after(last, uci).outcome() == Outcome::Black;
          }) == Texts{"Rb4-f4-f1#"});
}

TEST_CASE("after 8.Nf3-d4-d7+ Black's only move is Kb8-a7", "[rules][article]") {
    CHECK(all_moves(after_white(8)) == Texts{"Kb8-a7"});
}

TEST_CASE("after 8...Kb8-a7 White mates with Qd5-a5# on face 1", "[rules][article]") {
    CHECK(mating_faces(after_black(8)) == std::vector<MatingFace>{{1, Freedom::Bound, {"Qd5-a5#"}}});
}

TEST_CASE("after 8...Kb8-a7 the checks on e1 do not mate", "[rules][article]") {
    const D8Position black = other_turn(after_black(8));
    CHECK(moves(black, "f5d3") == Texts{"Qf5-d3-d2+"});
    CHECK(moves(black, "d4f3") == Texts{"Nd4-f3+"});
    CHECK(moves(after(black, "f5d3"), "e1d2") == Texts{"Ke1xd2"});
    CHECK(moves(after(black, "d4f3"), "e1d1") == Texts{"Ke1-d1"});
}

TEST_CASE("after 11...g7-g5-g4 Black threatens Qf5-f3-f2# on faces 3 and 5", "[rules][article]") {
    CHECK(mating_faces(other_turn(after_black(11))) ==
          std::vector<MatingFace>{{3, Freedom::Bound, {"Qf5-f3-f2#"}}, {5, Freedom::Free, {"Qf5-f3-f2#"}}});
}

TEST_CASE("after 15.b4-b5-b6+ Black has exactly Ka7-a6 and Ka7-b8", "[rules][article]") {
    CHECK(all_moves(after_white(15)) == Texts{"Ka7-a6", "Ka7-b8"});
}

TEST_CASE("after 16...Nd3-f4-f3+ White has exactly two moves", "[rules][article]") {
    CHECK(all_moves(after_black(16)).size() == 2);
    CHECK(moves(after_black(16), "g1f2") == Texts{"Kg1-f2"});
}

TEST_CASE("before 21.a3-a4-a5+ no white move reaches the b-file", "[rules][article]") {
    CHECK(freedom(after_black(20), 2) == Freedom::Free);
}

TEST_CASE("after 21.a3-a4-a5+ Black interposes the queen or plays Ka4-b3", "[rules][article]") {
    CHECK(all_moves(after_white(21)) == Texts{"Ka4-b3", "Qb2-a3"});
}

TEST_CASE("before move 24 only face 1 mates, with Qc6-a4#", "[rules][article]") {
    CHECK(mating_faces(after_black(23)) == std::vector<MatingFace>{{1, Freedom::Bound, {"Qc6-a4#"}}});
}

}  // namespace octomate::superpermutation
