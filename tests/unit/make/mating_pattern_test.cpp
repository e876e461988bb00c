
#include <catch2/catch.hpp>
#include <string>

#include "games/superpermutation/rules/setup.hpp"
#include "games/superpermutation/themes.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "make/maker_of.hpp"

namespace octomate::make {

namespace {

using laws::D8Position;

std::uint64_t pattern(const std::string& fen) {
    const D8Position position = D8Position().read_fen(fen).value().value;
    solver::Faces<D8Position> faces;
    solver::solve_faces(position, faces);
    solver::drop_lost_faces(faces);
    const auto keys = key_moves<D8Position>(faces);
    REQUIRE_FALSE(keys.empty());
    return pattern_of(position, keys);
}

}  // namespace

TEST_CASE("a mating pattern describes the neighbourhood of the king, wherever it stands", "[generate]") {
    const std::uint64_t usual = pattern("2k5/8/2K5/8/8/8/8/7R w");  // the rook mates on the last rank
    CHECK(pattern("3k4/8/3K4/8/8/8/8/7R w") == usual);
    CHECK(pattern("2k5/8/2K5/8/7R/8/8/8 w") == usual);
    CHECK(pattern("5k2/8/5K2/8/8/8/8/R7 w") == usual);    // mirrored
    CHECK(pattern("7r/8/8/8/8/2k5/8/2K5 b") == usual);    // colours exchanged
    CHECK(pattern("2k5/8/2K5/8/p7/8/P7/7R w") == usual);  // with pieces far from the king
    CHECK(pattern("1pk5/8/2K5/8/8/8/8/7R w") != usual);   // another piece next to the king
    CHECK(pattern("8/8/8/k1K5/8/8/8/7R w") != usual);     // the king on the edge, file a
    CHECK(pattern("1bk5/8/2K5/8/8/8/8/7R w") !=
          pattern("1Bk5/8/2K5/8/8/8/8/7R w"));  // the colour of the neighbour matters
    CHECK(pattern("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w") != usual);
}

}  // namespace octomate::make
