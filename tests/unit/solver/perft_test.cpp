// Compares perft counts with the tables of tests/perft.
#include "solver/perft.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/list.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "naive/complete_permutation.hpp"
#include "naive/naive.hpp"
#include "naive/super_chess.hpp"
#include "slow_build.hpp"

namespace octomate::solver {

namespace {

using superpermutation::D8Position;
using superpermutation::ParentPosition;

/// Greater counts are not tested. The limits are lower for slow builds and for the naive rules.
constexpr std::uint64_t most_nodes = slow_build ? 1'000'000 : 100'000'000;
constexpr std::uint64_t most_naive_nodes = slow_build ? 5'000 : 50'000;

struct Count {
    int depth;
    std::uint64_t nodes;
};

/// A line of a table: "variant; rolls; fen; depth nodes; depth nodes…".
struct Entry {
    std::string variant;
    RollCount rolls;
    std::string fen;
    std::vector<Count> counts;
};

/// Reads the next field up to ";" or the end of the line, without surrounding blanks. Returns false at the
/// end.
bool next_field(std::istream& line, std::string& field) {
    if (!std::getline(line, field, ';')) return false;
    const auto first = field.find_first_not_of(' ');
    const auto last = field.find_last_not_of(' ');
    field = first == std::string::npos ? "" : field.substr(first, last - first + 1);
    return true;
}

Entry read_entry(const std::string& text) {
    std::istringstream line(text);
    Entry entry;
    std::string rolls;
    next_field(line, entry.variant);
    next_field(line, rolls);
    next_field(line, entry.fen);
    if (rolls != "none" && rolls != "sum") throw std::invalid_argument("rolls: " + text);
    entry.rolls = rolls == "sum" ? RollCount::Sum : RollCount::None;
    for (std::string field; next_field(line, field);) {
        std::istringstream words(field);
        Count count{};
        if (!(words >> count.depth >> count.nodes)) throw std::invalid_argument("depth and nodes: " + text);
        entry.counts.push_back(count);
    }
    if (entry.counts.empty()) throw std::invalid_argument("no count: " + text);
    return entry;
}

std::vector<Entry> read_tables() {
    std::vector<Entry> entries;
    for (const auto& file : std::filesystem::directory_iterator(OCTOMATE_ROOT "/tests/perft")) {
        if (file.path().extension() != ".txt") continue;
        std::ifstream stream(file.path());
        for (std::string line; std::getline(stream, line);) {
            if (!line.empty() && line.front() != '#') entries.push_back(read_entry(line));
        }
    }
    return entries;
}

/// Counts sequences of moves by the rules in src/, through the interface that all games have.
std::uint64_t fast(const Entry& entry, int depth) {
    const games::Game* game = games::find(entry.variant);
    REQUIRE(game);
    records::Puzzle puzzle;
    puzzle.fen = entry.fen;
    reports::PerftRequest request;
    request.depth = depth;
    request.rolls = entry.rolls;
    reports::PerftReport report;
    REQUIRE(game->perft(puzzle, request, report));
    return report.nodes;
}

/// Counts sequences of moves by the naive rules.
std::uint64_t naive_perft(const Entry& entry, int depth) {
    if (entry.variant.starts_with("complete-permutation")) {
        using naive::complete::Swap;
        naive::complete::Switches switches;
        switches.two_pawns = entry.variant.starts_with("complete-permutation-two-pawns");
        if (entry.variant.ends_with(":leap")) switches.swap = Swap::leap;
        if (entry.variant.ends_with(":none")) switches.swap = Swap::none;
        return naive::complete::perft(naive::complete::from_fen(entry.fen), depth, switches);
    }
    if (entry.variant == "super-chess")
        return naive::super_chess::perft(naive::super_chess::from_text(entry.fen), depth);
    const bool die = entry.variant == D8Position::variant();
    const auto position = naive::from_fen(entry.fen, die ? naive::Game::d8 : naive::Game::parent);
    return entry.rolls == RollCount::Sum ? naive::perft_rolls(position, depth)
                                         : naive::perft(position, depth);
}

void check(const Entry& entry) {
    for (const auto& [depth, nodes] : entry.counts) {
        INFO("depth " << depth);
        if (nodes <= most_nodes) CHECK(fast(entry, depth) == nodes);
        if (nodes <= most_naive_nodes) CHECK(naive_perft(entry, depth) == nodes);
    }
}

}  // namespace

TEST_CASE("perft counts equal those in tests/perft", "[solver][perft]") {
    const std::vector<Entry> entries = read_tables();
    CHECK(entries.size() >= 23);
    for (const Entry& entry : entries) {
        INFO(entry.variant << " " << entry.fen << (entry.rolls == RollCount::Sum ? ", summed" : ""));
        check(entry);
    }
}

TEST_CASE("depth 0 counts the position itself, and a finished game has no line", "[solver][perft]") {
    for (const RollCount rolls : {RollCount::None, RollCount::Sum}) {
        CHECK(perft(D8Position(), 0, rolls) == 1);
        for (const char* over : {"k7/1Q6/2K5/8/8/8/8/8 b", "k7/8/1Q6/8/8/8/8/7K b"}) {
            CHECK(perft(D8Position::from_fen(over)->value, 0, rolls) == 1);
            CHECK(perft(D8Position::from_fen(over)->value, 1, rolls) == 0);
            CHECK(perft(D8Position::from_fen(over)->value, 3, rolls) == 0);
        }
    }
}

TEST_CASE("a free move counts once for each face that is free", "[solver][perft]") {
    // The five moves go to the files a, b, b, h and h. Each of the other five faces allows all five moves.
    const D8Position position = D8Position::from_fen("k7/8/8/8/8/8/7P/K7 w")->value;
    CHECK(perft(position, 1, RollCount::None) == 5);
    CHECK(perft(position, 1, RollCount::Sum) == 1 + 2 + 2 + 5 * 5);
    // Without a die the sum over all rolls is the plain count.
    const ParentPosition parent = ParentPosition::from_fen("k7/8/8/8/8/8/7P/K7 w")->value;
    CHECK(perft(parent, 3, RollCount::Sum) == perft(parent, 3, RollCount::None));
}

TEST_CASE("an interrupted count ends soon") {
    const std::atomic<bool> go = false, stop = true;
    const D8Position start;
    for (const RollCount rolls : {RollCount::None, RollCount::Sum}) {
        CHECK(perft(start, 2, rolls, &go) == perft(start, 2, rolls));
        CHECK(perft(start, 4, rolls, &stop) == 0);
    }
}

}  // namespace octomate::solver
