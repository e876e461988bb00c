// Laws of the formats: whatever a record holds comes back from each of them, alone and among others.
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "records/csv.hpp"
#include "records/read.hpp"
#include "records/write.hpp"

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
        if (!chance(4)) puzzle.key = key();
        for (int n = number(4); n > 0; --n) puzzle.themes.push_back(chance(3) ? text() : one_of(words));
        Json& unknown = puzzle.unknown;
        for (int n = number(6); n > 0; --n) {
            const std::string name = chance(4) ? text() : one_of(names);
            if (!is_known(name)) unknown[name] = value(0);
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
            for (int m = number(4); m > 0; --m) moves.push_back(chance(6) ? text() : one_of(moves_));
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
                                             "\n#"};
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
    return a.fen == b.fen && to_jsonl(a) == to_jsonl(b) && a.unknown.dump() == b.unknown.dump();
}

constexpr int rounds = 20'000;

}  // namespace

TEST_CASE("a record comes back from every format", "[law]") {
    for (const auto format : {RecordFormat::Jsonl, RecordFormat::Epd, RecordFormat::Csv, RecordFormat::Pgn}) {
        RandomRecords records(7);
        for (int round = 0; round < rounds; ++round) {
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
        append_record(file, puzzles.back(), static_cast<RecordFormat>(round % 4));
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

}  // namespace octomate::laws
