// The history of the states of a game.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>

#include "games/super_chess/rules/snapshot.hpp"
#include "unit/super_chess/positions.hpp"

namespace octomate::super_chess {

namespace {

/// Returns a state that differs from those of all other numbers.
Snapshot numbered(std::uint32_t number) {
    Snapshot state = initial_state();
    state.bare_turns = {number, 0};
    return state;
}

History history_of(std::uint32_t size) {
    History history;
    for (std::uint32_t at = 0; at < size; ++at) history = history.with(numbered(at));
    return history;
}

}  // namespace

TEST_CASE("a history lists its states in order", "[super_chess][history]") {
    CHECK(History().empty());
    CHECK(History().size() == 0);
    CHECK(History().all().empty());
    for (const std::uint32_t size : {1U, 2U, 3U, 7U, 8U, 63U, 1000U}) {
        INFO(size);
        const History history = history_of(size);
        REQUIRE(history.size() == size);
        CHECK_FALSE(history.empty());
        bool right = true;
        for (std::uint32_t at = 0; at < size; ++at) right = right && history.at(at) == numbered(at);
        CHECK(right);
        const auto all = history.all();
        REQUIRE(all.size() == size);
        for (std::uint32_t at = 0; at < size; ++at) right = right && all[at] == &history.at(at);
        CHECK(right);
    }
}

TEST_CASE("a longer history shares the states of the shorter one", "[super_chess][history]") {
    const History shorter = history_of(500);
    const History one = shorter.with(numbered(1000)), other = shorter.with(numbered(2000));
    CHECK(shorter.size() == 500);
    CHECK(one.size() == 501);
    for (const std::uint32_t at : {0U, 1U, 250U, 499U}) {
        CHECK(&one.at(at) == &shorter.at(at));
        CHECK(&other.at(at) == &shorter.at(at));
    }
    CHECK(one.at(500) == numbered(1000));
    CHECK(other.at(500) == numbered(2000));
    CHECK(one != other);
    CHECK(one != shorter);
    // A history stays valid after the history that it extends is destroyed.
    History extended;
    {
        const History original = history_of(300);
        extended = original.with(numbered(7));
    }
    CHECK(extended.at(0) == numbered(0));
    CHECK(extended.at(299) == numbered(299));
    CHECK(extended.at(300) == numbered(7));
}

TEST_CASE("histories of equal states are equal, however they were made", "[super_chess][history]") {
    CHECK(History() == History());
    CHECK(history_of(100) == history_of(100));
    CHECK(history_of(100).key() == history_of(100).key());
    CHECK(history_of(100) != history_of(99));
    const History ab = History().with(numbered(1)).with(numbered(2));
    const History ba = History().with(numbered(2)).with(numbered(1));
    CHECK(ab != ba);
    CHECK_FALSE(ab.key() == ba.key());
    CHECK(History().with(numbered(1)) != History().with(numbered(1)).with(numbered(1)));
    CHECK(History().with(numbered(1)) != History());
}

TEST_CASE("positions are equal if all fields of their FENs are", "[super_chess][history]") {
    const Position at = position(bare + " w - - 0,0 -/- | " + bare + " b - - 0,0");
    CHECK(at == position(at.fen()));
    CHECK(at.key() == position(at.fen()).key());
    for (const std::string& other :
         {bare + " w - - 0,0 -/-", bare + " w - - 0,0 q/- | " + bare + " b - - 0,0",
          bare + " w - - 0,0 -/q | " + bare + " b - - 0,0", bare + " w - - 1,0 -/- | " + bare + " b - - 0,0",
          bare + " w - - 0,1 -/- | " + bare + " b - - 0,0", bare + " b - - 0,0 -/- | " + bare + " b - - 0,0",
          bare + " w - - 0,0 -/- | " + bare + " w - - 0,0",
          bare + " w - - 0,0 -/- | " + bare + " b - - 0,0 | " + bare + " b - - 0,0",
          "4k3/8/8/8/8/8/8/4K[s]3 w - - 0,0 -/- | " + bare + " b - - 0,0"}) {
        INFO(other);
        CHECK(at != position(other));
        CHECK_FALSE(at.key() == position(other).key());
    }
    // Positions reached by different moves have different histories, even if their states are equal.
    CHECK(after(Position(), "a2a3 a7a6 b2b3") != after(Position(), "b2b3 a7a6 a2a3"));
    CHECK(after(Position(), "a2a3 a7a6 b2b3").now() == after(Position(), "b2b3 a7a6 a2a3").now());
    // States differ if the memory of a piece differs.
    CHECK_FALSE(key_of(placed("Ke1 R[q]d4 ke8").now()) == key_of(placed("Ke1 R[k]d4 ke8").now()));
    CHECK_FALSE(key_of(placed("Ke1 Pd2 ke8").now()) == key_of(placed("Ke1 P[*]d2 ke8").now()));
    CHECK_FALSE(key_of(placed("Ke1 Bd4 ke8").now()) == key_of(placed("Ke1 B[l]d4 ke8").now()));
    CHECK_FALSE(key_of(placed("Ke1 B[l]d4 ke8").now()) == key_of(placed("Ke1 B[l1.1]d4 ke8").now()));
    CHECK_FALSE(key_of(placed("Ke1 (RR)d4 ke8").now()) == key_of(placed("Ke1 (R^R)d4 ke8").now()));
}

TEST_CASE("a history of 200000 states can be accessed and released", "[super_chess][history]") {
    constexpr std::uint32_t size = 200000;
    {
        History history = history_of(size);
        REQUIRE(history.size() == size);
        for (const std::uint32_t at : {0U, 1U, 65535U, 65536U, 123456U, size - 1})
            CHECK(history.at(at).bare_turns[0] == at);
        // States shared with a longer history outlive the shorter one.
        const History longer = history.with(numbered(size));
        history = History();
        CHECK(longer.at(0).bare_turns[0] == 0);
        CHECK(longer.size() == size + 1);
    }
    SUCCEED();
}

}  // namespace octomate::super_chess
