// Checks that records written in each format and read back are unchanged, except for the fields that the
// format omits. Each record is tested alone and together with others.
#include "formats/formats.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <random>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "json/text.hpp"
#include "json/tree.hpp"
#include "puzzle/fields.hpp"
#include "puzzle/puzzle.hpp"
#include "stream/stream.hpp"
#include "text/text.hpp"
#include "unit/formats/further.hpp"
#include "unit/stream/temporary_file.hpp"

using namespace octomate::records;

namespace octomate::laws {

namespace {

/// Random records, with unusual characters in their texts.
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
        return name == "fen" || name == "id" || name == "variant" || name == "roll" || name == "key" ||
               name == "moves" || name == "title" || name == "author" || name == "source" ||
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
                // A key may not repeat a move.
                if (std::count(moves.begin(), moves.end(), moves.back()) > 1) moves.pop_back();
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
                                             "\n- id: 1"};
    const std::vector<std::string> words = {"cascade", "two-faces", "mate-in-2"};
    const std::vector<std::string> moves_ = {"Qa8-e4-e7#", "a4-a3-a1=Q#", "Ke8-b8",
                                             "Kh8xg7#",    "O-O",         "Rb6-b7"};
    const std::vector<std::string> names = {
        "men",    "difficulty", "quality",  "plies", "generated", "Event", "Site", "Date",
        "Round",  "White",      "Result",   "SetUp", "json",      "Json",  "FEN",  "PuzzleId",
        "Rating", "GameUrl",    "Moves",    "Rolls", "dm",        "c0",    "note", "Difficulty",
        "a name", "x1",         "solution", "twins", "options",   "award", "date"};
    std::mt19937 random_;
};

bool same(const Puzzle& a, const Puzzle& b) {
    return a.fen == b.fen && to_jsonl(a) == to_jsonl(b) && a.unknown == b.unknown;
}

/// Checks that `back`, read from `format`, differs from `puzzle` only in fields that the format omits.
bool is_unchanged_but_for_omissions(const Puzzle& puzzle, const Puzzle& back, RecordFormat format) {
    if (format == RecordFormat::Jsonl) return same(puzzle, back);
    std::string text;
    append_record(text, puzzle, format);
    return back.fen == puzzle.fen && lost_fields(puzzle, back) == fields_left_out(text, puzzle, format);
}

constexpr int rounds = 20'000;

/// A format that can be read as well as written, and how many records to test: YAML is slow.
struct ReadFormat {
    RecordFormat written;
    InputFormat read;
    int rounds;
};
constexpr ReadFormat read_formats[] = {{RecordFormat::Jsonl, InputFormat::Lines, rounds},
                                       {RecordFormat::Epd, InputFormat::Lines, rounds},
                                       {RecordFormat::Csv, InputFormat::Csv, rounds},
                                       {RecordFormat::Pgn, InputFormat::Pgn, rounds},
                                       {RecordFormat::Yaml, InputFormat::Yaml, rounds / 10}};

/// Requires that `file` contains exactly the records `puzzles`, in the given formats.
void require_records(std::string_view file, const std::vector<Puzzle>& puzzles,
                     const std::vector<RecordFormat>& formats) {
    std::size_t at = 0;
    Lines lines = Lines::of_file("-", file);
    while (const Line* line = lines.next()) {
        if (is_blank_or_comment(*line)) continue;
        REQUIRE(at < puzzles.size());
        const auto read = read_puzzle(*line);
        if (!read ||
            !is_unchanged_but_for_omissions(puzzles[at], read->value, formats[at % formats.size()])) {
            INFO(line->text);
            INFO("wanted " << to_jsonl(puzzles[at]) << "\ngot    "
                           << (read ? to_jsonl(read->value) : read.error().faults.front().message));
            FAIL();
        }
        ++at;
    }
    REQUIRE(at == puzzles.size());
}

}  // namespace

TEST_CASE("records in a file of any format are read back unchanged", "[law]") {
    for (const ReadFormat& format : read_formats) {
        RandomRecords records(7);
        std::string file(header(format.written));
        std::vector<Puzzle> puzzles;
        for (int round = 0; round < format.rounds; ++round) {
            puzzles.push_back(records.next());
            append_record(file, puzzles.back(), format.written,
                          {round % 2 == 0 ? "superpermutation-d8" : ""});
        }
        require_records(file, puzzles, {format.written});
    }
}

TEST_CASE("lines of JSON and EPD in one file are distinguished", "[law]") {
    RandomRecords records(11);
    std::string file;
    std::vector<Puzzle> puzzles;
    for (int round = 0; round < rounds; ++round) {
        puzzles.push_back(records.next());
        append_record(file, puzzles.back(), round % 3 == 0 ? RecordFormat::Epd : RecordFormat::Jsonl);
    }
    require_records(file, puzzles, {RecordFormat::Epd, RecordFormat::Jsonl, RecordFormat::Jsonl});
}

TEST_CASE("a file has the same records for every batch size and number of threads", "[law]") {
    const auto lines_of = [](const std::string& file, std::size_t bytes, int threads) {
        std::string lines;
        stream_lines(
            {file}, {.threads = threads, .batch_bytes = bytes},
            [](const Line& line, Output& output) {
                output.data += fmt::format("{}: {}{}", line.number, line.text, '\0');
            },
            [&](const Output& output) { lines += output.data; });
        return lines;
    };
    for (const ReadFormat& format : read_formats) {
        RandomRecords records(29);
        std::string text = "# a comment\n\n" + std::string(header(format.written));
        for (std::size_t count = 0; count < 30; ++count) append_record(text, records.next(), format.written);
        const TemporaryFile file(text);
        const std::string expected = lines_of(file.path(), std::size_t{1} << 20, 1);
        for (std::size_t bytes = 1; bytes < 1500; bytes += bytes < 64 ? 1 : 37) {
            INFO(name(format.written) << ", " << bytes << " bytes at once: " << text);
            REQUIRE(lines_of(file.path(), bytes, 1 + static_cast<int>(bytes % 2)) == expected);
        }
    }
}

TEST_CASE("a record with damaged text is read, or rejected with a fault", "[law]") {
    RandomRecords records(19);
    std::mt19937 random(23);
    const auto below = [&](std::size_t end) { return random() % end; };
    const std::string_view signs = "\n\n -:[]{}\"'|&*!%\\#+.,()0aKS\xEF\xBB\xBF\x80";
    const auto columns = CsvColumns::from_header(csv_header());
    int good = 0;
    for (int round = 0; round < rounds / 5; ++round) {
        const ReadFormat& format = read_formats[2 + round % 3];
        std::string text;
        append_record(text, records.next(), format.written);
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
            const auto length = record_length(format.read, rest, true);
            REQUIRE(length);
            REQUIRE(*length > 0);
            REQUIRE(*length <= rest.size());
            const auto read =
                read_puzzle({"-", 1, trim_end(rest.substr(0, *length)), format.read, &*columns});
            good += read.has_value();
            if (!read) REQUIRE_FALSE(read.error().faults.empty());
            rest.remove_prefix(*length);
        }
    }
    CHECK(good > rounds / 100);
}

TEST_CASE("numbers follow the grammar of JSON and keep their text, however large", "[law]") {
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
            if (all) expected += number + (left > 1 ? "," : "]");
        }
        INFO(text);
        REQUIRE(is_json(text) == all);
        if (!all) continue;
        ++good;
        REQUIRE(compact_json(text) == expected);
    }
    CHECK(good > rounds / 2);
    CHECK(large > rounds / 20);
}

TEST_CASE("the JSON reader accepts the same texts as the library, with the same values", "[law]") {
    RandomRecords records(13);
    std::mt19937 random(17);
    const std::string_view signs = "\"\"{}[]:,\\ \t\r\f\x01-+.eE0159nulltruefalse/adb\xC3\xA9";
    const std::regex large("[0-9]{300}|[eE][+]?[0-9]{3}");  // numbers that the JSON library rejects
    const auto below = [&](std::size_t end) { return random() % end; };
    int good = 0, bad = 0;
    for (int round = 0; round < rounds; ++round) {
        std::string line = to_jsonl(records.next());
        if (round % 4 == 0) line.insert(line.size() - 1, R"(,"x":["\u00e9\ud83d\ude00\n\/", 1.50 ,-0])");
        for (int change = 0; change < 6 && !line.empty(); ++change) {
            INFO(line);
            const bool accepted = is_json(line);
            REQUIRE((accepted == Json::accept(line) || std::regex_search(line, large)));
            accepted ? ++good : ++bad;
            JsonReader names(line);
            const bool repeats = names.parse_value() && !names.extract_repeated_names().empty();
            const Json tree = accepted ? Json::parse(line, nullptr, false) : Json();
            if (accepted && !repeats && !tree.is_discarded()) {
                REQUIRE(parsed(line) == tree);
                REQUIRE(Json::parse(compact_json(line)) == tree);
            }
            const std::size_t at = below(line.size());
            switch (below(4)) {
                case 0: line.insert(at, 1, signs[below(signs.size())]); break;
                case 1: line[at] = signs[below(signs.size())]; break;
                case 2: line.erase(at, 1 + below(3)); break;
                default: {  // duplicate a part of the text, after which names may be repeated
                    const std::size_t size = std::min<std::size_t>(below(20), line.size() - at);
                    line.insert(below(line.size()), line.substr(at, size));
                }
            }
        }
    }
    CHECK(good > rounds);
    CHECK(bad > rounds);
}

}  // namespace octomate::laws
