// Checks that the move counts of the first release have not changed; another count means other rules.
#include "bench/signature.hpp"

#include <catch2/catch.hpp>

namespace octomate::laws {

TEST_CASE("the signature of rules and solver is that of the first release", "[law]") {
    const bench::Signature signature = bench::signature();
    CHECK(signature.nodes == 20936865);
    CHECK(signature.mates == 15542);
}

}  // namespace octomate::laws
