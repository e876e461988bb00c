#include "json/text.hpp"

#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <string>

#include "formats/formats.hpp"
#include "json/tree.hpp"
#include "text/text.hpp"

namespace octomate::records {

TEST_CASE("JSON escapes control characters, and characters that reverse or break a line") {
    CHECK(json_text_of("\x1B[31m\x07\x7F") == R"("\u001b[31m\u0007\u007f")");
    CHECK(json_text_of("\xC2\x85\xC2\x9B\xC2\x9D\xD8\x9C") == R"("\u0085\u009b\u009d\u061c")");
    CHECK(json_text_of("\xE2\x80\xAA\xE2\x80\xAE\xE2\x81\xA6\xE2\x81\xA9") ==
          R"("\u202a\u202e\u2066\u2069")");
    CHECK(json_text_of("\xE2\x80\x8E\xE2\x80\x8F\xE2\x80\xA8\xE2\x80\xA9") ==
          R"("\u200e\u200f\u2028\u2029")");
    CHECK(json_text_of("\xC3\xA9\xE2\x99\x94\xF0\x9F\x82\xA1") == "\"\xC3\xA9\xE2\x99\x94\xF0\x9F\x82\xA1\"");
    CHECK(json_text_of("\x1B\xFF\xC2\x9B") == "\"\\u001b\xEF\xBF\xBD\\u009b\"");
    CHECK(dump({{"\xC2\x9B", "\xE2\x80\xAE"}}) == R"({"\u009b":"\u202e"})");
}

TEST_CASE("every character is unchanged by writing and reading JSON") {
    for (unsigned code = 1; code < 0x10000; ++code) {
        if (code >= 0xD800 && code < 0xE000) continue;
        const Json character = Json::parse(fmt::format(R"("\u{:04x}")", code));
        const auto& text = character.get_ref<const std::string&>();
        const std::string json = json_text_of(text);
        if (printable(json) != json) FAIL(code);
        if (text_of_json(json) != text || Json::parse(json) != character) FAIL(code);
    }
}

TEST_CASE("unknown fields are escaped too, however they were written") {
    const std::string fen = R"({"fen":"7k/8/6K1/8/2q2Q2/8/8/8 w","more":)";
    const std::string escaped = R"({"\u009b":["\u202e"]}})";
    for (const std::string& more : {std::string("{\"\xC2\x9B\":[\"\xE2\x80\xAE\"]}}"), escaped})
        CHECK(to_jsonl(read_puzzle(fen + more)->value) == fen + escaped);
}

}  // namespace octomate::records
