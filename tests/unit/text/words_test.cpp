#include <catch2/catch.hpp>

#include "text/text.hpp"

namespace octomate {

TEST_CASE("a text is split at its separators") {
    using Words = std::vector<std::string_view>;
    CHECK(words_between("text|jsonl", '|') == Words{"text", "jsonl"});
    CHECK(words_between("one", ',') == Words{"one"});
    CHECK(words_between("a,,b,", ',') == Words{"a", "", "b", ""});
    CHECK(words_between("", ',') == Words{""});
}

TEST_CASE("lines are broken between words at any width") {
    CHECK(wrapped("one two three", 7, 2) == "one two\n  three");
    CHECK(wrapped("one two three", 1, 2) == "one\n  two\n  three");
    CHECK(wrapped("ää öö", 5, 0) == "ää öö");
    CHECK(wrapped("two", 8, 4, 6) == "\n    two");
    CHECK(wrapped("one  two", 20, 0) == "one  two");
    CHECK(wrapped("", 7, 2).empty());
    CHECK(table_row("name", "what it is", 6, 12) == "name  what\n      it is");
    CHECK(table_row("a long name", "text", 6, 40) == "a long name\n      text");
}

TEST_CASE("paragraphs are reflowed, but lines that begin with a blank are kept") {
    CHECK(reflowed("Examples:\n  a b\n\none\ntwo three", 10) == "Examples:\n  a b\n\none two\nthree\n");
    CHECK(reflowed("  a long line", 8) == "  a long\n      line\n");
}

}  // namespace octomate
