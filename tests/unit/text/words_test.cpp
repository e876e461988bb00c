#include "text/words.hpp"

#include <catch2/catch.hpp>

namespace octomate {

TEST_CASE("a text is taken apart at its separators") {
    using Words = std::vector<std::string_view>;
    CHECK(words_between("text|jsonl", '|') == Words{"text", "jsonl"});
    CHECK(words_between("one", ',') == Words{"one"});
    CHECK(words_between("a,,b,", ',') == Words{"a", "", "b", ""});
    CHECK(words_between("", ',') == Words{""});
}

}  // namespace octomate
