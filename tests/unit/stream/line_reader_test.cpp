#include <catch2/catch.hpp>
#include <string>

#include "formats/formats.hpp"
#include "stream/stream.hpp"
#include "unit/stream/temporary_file.hpp"

namespace octomate::records {

TEST_CASE("LineReader: lines are read one by one, and one that is too long does not affect others",
          "[records]") {
    const std::string longest(longest_record, 'x');
    const TemporaryFile file("one\n\n" + longest + "\n" + longest + "y\nlast");
    ByteSource source;
    REQUIRE(source.open(file.path()));
    LineReader lines(source);
    CHECK(**lines.next() == "one");
    CHECK(lines.next()->value().empty());
    CHECK((**lines.next() == longest));
    CHECK(lines.next()->error() == "the line is too long, expected at most 16777216 bytes");
    CHECK(**lines.next() == "last");
    CHECK_FALSE(lines.next());
}

}  // namespace octomate::records
