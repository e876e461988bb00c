// Laws of the formats: whatever a record holds comes back from each of them, alone and among others.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <random>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "records/csv.hpp"
#include "records/fields.hpp"
#include "records/json.hpp"
#include "records/json_text.hpp"
#include "records/read.hpp"
#include "records/stipulation.hpp"
#include "records/stream.hpp"
#include "records/write.hpp"
#include "text/text.hpp"
#include "unit/records/further.hpp"
#include "unit/records/temporary_file.hpp"

using namespace octomate::records;

namespace octomate::laws {

namespace {

/// Records with all that text can hold.
class RandomRecords {
  public:
    explicit RandomRecords(unsigned seed) : random_(seed) {}

    Puzzle next() {
        Puzzle puzzle;
        puzzle.fen = one_of({"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "8/8/8/4p3/4q3/4bP2/1k1P4/3K4 b - - 0 1",
                             "4k3/8/8/8/8/8/8/4K2R w - -"});
        for (auto* field :
             {&puzzle.id, &puzzle.variant, &puzzle.title, &puzzle.author, &puzzle.source, &puzzle.comment}) {
            if (chance(2)) *field = text();
        }
        if (chance(2)) puzzle.roll = 1 + number(8);
        if (chance(3)) puzzle.moves = 1 + number(5);
        if (chance(3)) set_stipulation(puzzle);
        if (!chance(4)) puzzle.key = key();
        for (int n = number(4); n > 0; --n) puzzle.themes.push_back(chance(3) ? text() : one_of(words));
        for (int n = number(6); n > 0; --n) {
            const std::string name = chance(4) ? text() : one_of(names);
            if (!is_known(name)) set_further(puzzle, name, value(0));
        }
        return puzzle;
    }

  private:
    int number(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
    bool chance(int in) { return number(in) == 0; }
    std::string one_of(const std::vector<std::string>& texts) {
        return texts[static_cast<std::size_t>(number(static_cast<int>(texts.size())))];
    }
    static bool is_known(std::string_view name) {
        return to_json(Puzzle()).contains(name) || name == "id" || name == "variant" || name == "roll" ||
               name == "key" || name == "moves" || name == "title" || name == "author" || name == "source" ||
               name == "comment" || name == "themes";
    }

    void set_stipulation(Puzzle& puzzle) {
        puzzle.stipulation =
            read_stipulation(one_of({"#1", "#3", "=2", "h#2", "h=2.5", "s#2", "r#1", "ser-h#4"})).value();
        puzzle.moves = puzzle.other_stipulation() && chance(2) ? 1 : puzzle.stipulation->moves();
        if (chance(2)) puzzle.solutions = static_cast<std::uint64_t>(number(3));
    }

    std::string text() {
        if (chance(8)) return {};
        std::string made;
        for (int n = 1 + number(8); n > 0; --n) made += one_of(pieces);
        return made;
    }

    Key key() {
        Key made;
        for (int n = number(4); n > 0; --n) {
            std::vector<std::string>& moves = made[number(9)];
            for (int m = number(4); m > 0; --m) {
                moves.push_back(chance(6) ? text() : one_of(moves_));
                if (chance(6)) moves.back() += text();
            }
        }
        return made;
    }

    Json value(int depth) {
        switch (number(depth < 3 ? 9 : 7)) {
            case 0: return nullptr;
            case 1: return chance(2);
            case 2: return number(1000) - 500;
            case 3: return static_cast<double>(number(1000)) / 7;
            case 4: return one_of({"1500", "-0.5", "true", "null", "1e9", "007", " 5", "{}"});
            case 5: return 18446744073709551615U;
            case 6: return text();
            case 7: {
                Json array = Json::array();
                for (int n = number(4); n > 0; --n) array.push_back(value(depth + 1));
                return array;
            }
            default: {
                Json object = Json::object();
                for (int n = number(4); n > 0; --n) object[text()] = value(depth + 1);
                return object;
            }
        }
    }

    const std::vector<std::string> pieces = {"a",
                                             "Qa8",
                                             " ",
                                             "\"",
                                             "\\",
                                             "\n",
                                             "\r",
                                             "\r\n",
                                             "\t",
                                             ",",
                                             ";",
                                             ":",
                                             "{",
                                             "}",
                                             "(",
                                             ")",
                                             "[",
                                             "]",
                                             "[%d8 5]",
                                             "#",
                                             "%",
                                             "$1",
                                             "1-0",
                                             "*",
                                             "é",
                                             "将",
                                             "\xF0\x9F\x98\x80",
                                             "\x01",
                                             "\x7F",
                                             "0",
                                             "-",
                                             "_",
                                             "\n\n",
                                             "\n[Event \"x\"]\n",
                                             "FEN,",
                                             "\"\"",
                                             "\xEF\xBB\xBF",
                                             "\n{\"fen\":",
                                             "/",
                                             "\n#",
                                             "=",
                                             "&a",
                                             "\\_",
                                             "---",
                                             "...",
                                             "<<",
                                             "|",
                                             "~",
                                             "(5) 1.Qa8-e4-e7 # !",
                                             " threat:",
                                             "octomate: ",
                                             "The game is ",
                                             "BeginProblem",
                                             "EndProblem",
                                             "solution finished.",
                                             "\n+---a---b---c---d---e---f---g---h---+",
                                             "\\begin{diagram}",
                                             "\\end{diagram}"};
    const std::vector<std::string> words = {"cascade", "two-faces", "mate-in-2"};
    const std::vector<std::string> moves_ = {"Qa8-e4-e7#", "a4-a3-a1=Q#", "Ke8-b8",
                                             "Kh8xg7#",    "O-O",         "Rb6-b7"};
    const std::vector<std::string> names = {
        "men",   "difficulty", "quality", "plies", "generated", "Event",      "Site",     "Date",   "Round",
        "White", "Result",     "SetUp",   "json",  "Json",      "FEN",        "PuzzleId", "Rating", "GameUrl",
        "Moves", "Rolls",      "dm",      "c0",    "note",      "Difficulty", "a name",   "x1"};
    std::mt19937 random_;
};

bool same(const Puzzle& a, const Puzzle& b) {
    return a.fen == b.fen && to_jsonl(a) == to_jsonl(b) && a.unknown == b.unknown;
}

constexpr int rounds = 20'000;

}  // namespace

TEST_CASE("a record comes back from every format", "[law]") {
    for (std::size_t number = 0; number < format_names.size(); ++number) {
        const auto format = static_cast<RecordFormat>(number);
        const bool problem = format >= RecordFormat::Yaml;  // they are read back while they are written
        RandomRecords records(7);
        for (int round = 0; round < (problem ? rounds / 10 : rounds); ++round) {
            const Puzzle puzzle = records.next();
            std::string text;
            append_record(text, puzzle, format, round % 2 == 0 ? "superpermutation-d8" : "");
            const auto length = record_length(text, true, &CsvColumns::standard());
            const auto read =
                read_puzzle(std::string_view(text).substr(0, text.rfind('\n')), &CsvColumns::standard());
            const bool good = read && same(read->value, puzzle);
            if (good && *length + 1 >= text.size()) continue;
            INFO(text);
            INFO("wanted " << to_jsonl(puzzle) << "\ngot    "
                           << (read ? to_jsonl(read->value) : read.error().faults.front().message));
            INFO("length " << *length << " of " << text.size());
            REQUIRE(good);
            REQUIRE(*length + 1 >= text.size());
        }
    }
}

TEST_CASE("records of all formats in one file are told apart", "[law]") {
    RandomRecords records(11);
    std::string file(header(RecordFormat::Csv));
    std::vector<Puzzle> puzzles;
    for (int round = 0; round < rounds; ++round) {
        puzzles.push_back(records.next());
        const int formats = round % 16 == 0 ? static_cast<int>(format_names.size()) : 4;
        append_record(file, puzzles.back(),
                      static_cast<RecordFormat>(round % 16 == 0 ? round / 16 % formats : round % formats));
    }
    std::string_view rest = std::string_view(file).substr(file.find('\n') + 1);
    std::size_t at = 0;
    while (!rest.empty()) {
        const std::string_view text = rest.substr(0, *record_length(rest, true, &CsvColumns::standard()));
        rest.remove_prefix(text.size());
        if (is_blank_or_comment(text)) continue;
        REQUIRE(at < puzzles.size());
        const auto read = read_puzzle(text.ends_with('\n') ? text.substr(0, text.size() - 1) : text,
                                      &CsvColumns::standard());
        INFO(text);
        REQUIRE(read);
        REQUIRE(same(read->value, puzzles[at]));
        ++at;
    }
    CHECK(at == puzzles.size());
}

TEST_CASE("a file has the same records wherever what is read of it at once ends", "[law]") {
    const auto lines_of = [](const std::string& file, std::size_t bytes) {
        std::string lines;
        stream_lines(
            {file}, {.threads = 1, .batch_bytes = bytes},
            [](const Line& line, Output& output) {
                output.data += fmt::format("{}: {}{}", line.number, line.text, '\0');
            },
            [&](const Output& output) { lines += output.data; });
        return lines;
    };
    // Each format alone, and then all in one file.
    for (std::size_t number = 0; number <= format_names.size(); ++number) {
        const auto format_at = [&](std::size_t count) {
            return static_cast<RecordFormat>(number < format_names.size() ? number
                                                                          : count % format_names.size());
        };
        const bool alone = number < format_names.size();
        RandomRecords records(29);
        std::string text(header(alone ? format_at(0) : RecordFormat::Csv));
        for (std::size_t count = 0; count < 30; ++count)
            append_record(text, records.next(), format_at(count));
        if (alone) text += footer(format_at(0));
        const TemporaryFile file(text);
        const std::string expected = lines_of(file.path(), std::size_t{1} << 20);
        for (std::size_t bytes = 1; bytes < 1500; bytes += bytes < 64 ? 1 : 37) {
            INFO((alone ? name(format_at(0)) : "all") << ", " << bytes << " bytes at once: " << text);
            REQUIRE(lines_of(file.path(), bytes) == expected);
        }
    }
}

TEST_CASE("whatever becomes of a problem's text, it is read or told what is wrong", "[law]") {
    RandomRecords records(19);
    std::mt19937 random(23);
    const auto below = [&](std::size_t end) { return random() % end; };
    const std::string_view signs = "\n\n -:[]{}\"'|&*!%\\#+.,()0aKS\xEF\xBB\xBF\x80";
    int good = 0;
    for (int round = 0; round < rounds / 10; ++round) {
        std::string text;
        append_record(text, records.next(), static_cast<RecordFormat>(4 + round % 4));
        for (std::size_t change = 1 + below(4); change > 0; --change) {
            const std::size_t at = below(text.size());
            const std::size_t size = std::min<std::size_t>(below(30), text.size() - at);
            switch (below(3)) {
                case 0: text.insert(at, 1, signs[below(signs.size())]); break;
                case 1: text.erase(at, size); break;
                default: text.insert(below(text.size()), text.substr(at, size));
            }
            if (text.empty()) text = "\n";
        }
        INFO(text);
        for (std::string_view rest = text; !rest.empty();) {
            const auto length = record_length(rest, true, nullptr);
            REQUIRE(length);
            REQUIRE(*length > 0);
            REQUIRE(*length <= rest.size());
            const std::string_view record = rest.substr(0, *length);
            const auto read =
                read_puzzle(record.ends_with('\n') ? record.substr(0, record.size() - 1) : record);
            good += read.has_value();
            if (!read) REQUIRE_FALSE(read.error().faults.empty());
            rest.remove_prefix(*length);
        }
    }
    CHECK(good > rounds / 100);
}

namespace {

/// What the usual reader says is what the precise one says; true if it said anything.
bool usual_is_precise(std::string_view line) {
    Puzzle usual;
    if (octomate::first_bad_utf8(line)) return false;  // nobody asks
    if (!read_usual_json(line, usual)) return false;
    const auto precise = read_json(line);
    INFO(line);
    REQUIRE(precise);
    REQUIRE(precise->notes.empty());
    REQUIRE(same(usual, precise->value));
    return true;
}

}  // namespace

TEST_CASE("numbers are those of JSON, however large, and stay as they are written", "[law]") {
    const std::regex grammar(R"(-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)");
    std::mt19937 random(19);
    const auto below = [&](std::size_t end) { return random() % end; };
    const std::vector<std::string> pieces = {"0",  "1", "31", "999", ".", "e",  "E+",
                                             "e-", "-", ".5", "400", "x", "01", "12345678901234567890"};
    int good = 0, large = 0;
    for (int round = 0; round < 6 * rounds; ++round) {
        std::string text = "[", expected = "[";
        bool all = true;
        for (std::size_t left = 1 + below(3); left > 0; --left) {
            std::string number = pieces[below(4)];
            for (std::size_t more = below(4); more > 0; --more) number += pieces[below(pieces.size())];
            all = all && std::regex_match(number, grammar);
            large += all && std::isinf(std::strtod(number.c_str(), nullptr));
            text += number + (left > 1 ? "," : "]");
            if (all) expected += kept_number(number) + (left > 1 ? "," : "]");
        }
        INFO(text);
        REQUIRE(is_json(text) == all);
        if (!all) continue;
        ++good;
        REQUIRE(dump(parsed(text)) == expected);
    }
    CHECK(good > rounds / 2);
    CHECK(large > rounds / 20);
}

TEST_CASE("the reader of usual lines of JSON agrees with the precise one", "[law]") {
    RandomRecords records(13);
    std::mt19937 random(17);
    const std::string_view signs = "\"\"{}[]:,\\ \t\r\f\x01-+.eE0159nulltruefalse/a";
    const auto below = [&](std::size_t end) { return random() % end; };
    int usual = 0, mutated = 0;
    for (int round = 0; round < rounds; ++round) {
        std::string line = to_jsonl(records.next());
        usual += usual_is_precise(line);
        for (int change = 0; change < 6; ++change) {
            const std::size_t at = below(line.size());
            switch (below(4)) {
                case 0: line.insert(at, 1, signs[below(signs.size())]); break;
                case 1: line[at] = signs[below(signs.size())]; break;
                case 2: line.erase(at, 1 + below(3)); break;
                default: {  // a piece once more: repeated names
                    const std::size_t size = std::min<std::size_t>(below(20), line.size() - at);
                    line.insert(below(line.size()), line.substr(at, size));
                }
            }
            if (line.empty() || read_puzzle(line).has_value() == false) {
                usual_is_precise(line);
                break;
            }
            mutated += usual_is_precise(line);
        }
    }
    CHECK(usual > rounds / 20);
    CHECK(mutated > rounds / 100);
}

TEST_CASE("the reader of usual lines of JSON leaves what is rare to the precise one", "[law]") {
    for (const std::string_view members :
         {R"("roll":5,"key":{"5":["Qa8-e4-e7#"],"-":[]},"moves":2,"title":null,"themes":["a"],"men":3)",
          R"("id":"a\"b","difficulty":3,"generated":{"from":"play","seed":1,"unit":2,"n":3,"game":4})",
          R"( "x" : [ 1 , {"a":true} , [] , {} ] , "y" : null )"})
        CHECK(usual_is_precise(std::string(R"({"fen":"8/8 w",)").append(members).append("}")));
    for (const std::string_view members : {R"("roll":9)",
                                           R"("roll":05)",
                                           R"("roll":5.0)",
                                           R"("roll":1e0)",
                                           R"("roll":"5")",
                                           R"("moves":101)",
                                           R"("moves":0)",
                                           R"("id":5)",
                                           R"("id":"\u0041")",
                                           R"("id":"a","id":"a")",
                                           R"("key":{"9":[]})",
                                           R"("key":{"5":[],"5":[]})",
                                           R"("themes":[1])",
                                           R"("x":1.5)",
                                           R"("x":1e5)",
                                           R"("x":-0)",
                                           R"("x":12345678901234567890)",
                                           R"("x":{"a":1,"a":2})",
                                           R"("x":1,"x":1)",
                                           R"("fen":"8/8 b")",
                                           R"("men":"3")",
                                           R"("x":tru)",
                                           R"("x":[1,])",
                                           R"("x":{"a":1,})",
                                           R"(,)",
                                           ""}) {
        Puzzle puzzle;
        CHECK_FALSE(read_usual_json(std::string(R"({"fen":"8/8 w",)").append(members).append("}"), puzzle));
    }
    Puzzle puzzle;
    for (const std::string_view line :
         {"{}", "{", "", "[]", R"({"id":"x"})", R"({"fen":null})", R"({"fen":"x"} x)", R"({"fen":"x"}}\f)",
          "{\"fen\":\"x\"}\f", "{\"fen\":\"x\n\"}", R"({"fen":"x)"})
        CHECK_FALSE(read_usual_json(line, puzzle));
}

}  // namespace octomate::laws
