// The faces on which a position has mating moves.
#include "solver/faces.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "games/superpermutation/rules/position.hpp"
#include "laws/plain.hpp"

namespace octomate::solver {

namespace {

using superpermutation::D8Position;
using superpermutation::ParentPosition;

/// A game that can list moves only for a given roll.
using RollByRoll = laws::Plain<D8Position>;

static_assert(Position<RollByRoll> && !MovesByRoll<RollByRoll>);

template <class P>
Faces<P> solve(const P& position) {
    Faces<P> faces;
    solve_faces(position, faces);
    return faces;
}

template <class P>
P read(const char* fen) {
    return P::from_fen(fen)->value;
}

template <class P>
std::vector<std::string> mates(const P& position, const Face<P>& face) {
    std::vector<std::string> texts;
    for (const auto move : face.mates) texts.push_back(position.notation(move));
    return texts;
}

using Texts = std::vector<std::string>;

// The rook mates on h8, which only face 8 allows; moves go to every file.
const char* const rook_mates = "k7/8/1K6/8/8/8/8/7R w";
// The pawn mates as a queen or a rook; moves go only to the files a, b and e.
const char* const pawn_mates = "7k/4P1pp/8/8/8/8/8/K7 w";
const char* const checkmate = "6rk/5Npp/8/8/8/8/8/K7 b";
const char* const stalemate = "k7/8/1Q6/8/8/8/8/7K b";

}  // namespace

TEST_CASE("a mate is listed on its face, and the moves of each face are counted", "[solver]") {
    const auto position = read<D8Position>(rook_mates);
    const auto faces = solve(position);
    REQUIRE(faces.size() == 8);
    const std::size_t moves[] = {3, 2, 4, 1, 1, 1, 1, 8};
    for (std::size_t n = 0; n < 8; ++n) {
        CHECK(faces[n].roll.face == n + 1);
        CHECK(faces[n].freedom == Freedom::Bound);
        CHECK(faces[n].moves == moves[n]);
        CHECK(mates(position, faces[n]) == (n == 7 ? Texts{"Rh1-h8#"} : Texts{}));
    }
}

TEST_CASE("a free face has all moves and all mates", "[solver]") {
    const auto position = read<D8Position>(pawn_mates);
    const auto faces = solve(position);
    REQUIRE(faces.size() == 8);
    for (const auto& face : faces) {
        const bool a_or_b = face.roll.face <= 2;
        const bool e = face.roll.face == 5;
        CHECK(face.freedom == (a_or_b || e ? Freedom::Bound : Freedom::Free));
        CHECK(face.moves == (face.roll.face == 1 ? 1U : face.roll.face == 2 ? 2U : e ? 4U : 7U));
        CHECK(mates(position, face) == (a_or_b ? Texts{} : Texts{"e7-e8=Q#", "e7-e8=R#"}));
    }
}

TEST_CASE("in check, or without a die, there is one face, 0", "[solver]") {
    const auto finished = solve(read<D8Position>(checkmate));
    REQUIRE(finished.size() == 1);
    CHECK(finished[0].roll.face == 0);
    CHECK(finished[0].freedom == Freedom::Bound);
    CHECK(finished[0].moves == 0);
    CHECK(finished[0].mates.empty());

    const auto parent = read<ParentPosition>(rook_mates);
    const auto faces = solve(parent);
    REQUIRE(faces.size() == 1);
    CHECK(faces[0].roll.face == 0);
    CHECK(faces[0].moves == 21);
    CHECK(mates(parent, faces[0]) == Texts{"Rh1-h8#"});
}

TEST_CASE("a stalemate has eight faces, none of them free", "[solver]") {
    const auto faces = solve(read<D8Position>(stalemate));
    REQUIRE(faces.size() == 8);
    for (const auto& face : faces) {
        CHECK(face.freedom == Freedom::Bound);
        CHECK(face.moves == 0);
        CHECK(face.mates.empty());
    }
}

TEST_CASE("a mate is no mate in the parent game if the king can cascade away", "[solver]") {
    const char* const back_rank = "6k1/5ppp/8/8/8/8/4R3/K7 w";
    const auto d8 = read<D8Position>(back_rank);
    CHECK(mates(d8, solve(d8)[4]) == Texts{"Re2-e8#"});
    const auto parent = read<ParentPosition>(back_rank);
    CHECK(mates(parent, solve(parent)[0]).empty());
}

TEST_CASE("a result is overwritten completely", "[solver]") {
    Faces<D8Position> faces;
    for (const char* fen : {rook_mates, checkmate, pawn_mates, stalemate, rook_mates}) {
        const auto position = read<D8Position>(fen);
        solve_faces(position, faces);
        CHECK((faces == solve(position)));
    }
}

TEST_CASE("a game that lists moves only by roll gets the same result", "[solver]") {
    for (const char* fen : {rook_mates, checkmate, pawn_mates, stalemate}) {
        INFO(fen);
        const auto position = read<D8Position>(fen);
        const auto by_move = solve(position);
        const auto by_roll = solve(RollByRoll(position));
        REQUIRE(by_roll.size() == by_move.size());
        for (std::size_t n = 0; n < by_move.size(); ++n) {
            CHECK((by_roll[n].roll == by_move[n].roll));
            CHECK(by_roll[n].freedom == by_move[n].freedom);
            CHECK(by_roll[n].moves == by_move[n].moves);
            CHECK((by_roll[n].mates == by_move[n].mates));
        }
    }
}

}  // namespace octomate::solver
