
#include <catch2/catch.hpp>

#include "text/text.hpp"

namespace octomate {

TEST_CASE("control characters are replaced by visible signs") {
    CHECK(printable("plain, and \xC3\xA9\xE2\x99\x94\xF0\x9F\x82\xA1") ==
          "plain, and \xC3\xA9\xE2\x99\x94\xF0\x9F\x82\xA1");
    CHECK(printable("\x1B[31mred\x7F") == "\xE2\x90\x9B[31mred\xE2\x90\xA1");
    CHECK(printable("a\nb\tc") ==
          "a\xE2\x90\x8A"
          "b\xE2\x90\x89"
          "c");
    CHECK(printable("a\nb\tc", "\n\t") == "a\nb\tc");
    CHECK(printable(std::string_view("\0", 1)) == "\xE2\x90\x80");
}

TEST_CASE("characters that XML forbids, hidden ones and invalid UTF-8 are replaced") {
    const std::string replaced = "\xEF\xBF\xBD";
    for (const char* hidden : {"\xC2\x9B", "\xD8\x9C", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAE",
                               "\xE2\x81\xA6", "\xE2\x81\xAA", "\xE2\x81\xAF", "\xEF\xBF\xBE", "\xEF\xBF\xBF",
                               "\xEF\xB7\x90", "\xF0\x9F\xBF\xBF", "\xFF", "\x80", "\xC3"})
        CHECK(printable(std::string("a") + hidden + "z") == "a" + replaced + "z");
    CHECK(printable("\xD8\x9B\xD8\x9D") ==
          "\xD8\x9B\xD8\x9D");  // U+061B and U+061D, next to the hidden U+061C
    CHECK(printable("\xC3\xA9\xA9") == "\xC3\xA9" + replaced);
    std::string all;
    for (int byte = 0; byte < 65536; ++byte)
        all.append(1, static_cast<char>(byte >> 8)).append(1, static_cast<char>(byte));
    CHECK(!first_bad_utf8(printable(all)));
}

}  // namespace octomate
