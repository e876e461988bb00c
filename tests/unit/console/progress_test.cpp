// Progress lines and estimates, with times given by the tests instead of a clock.
#include "console/progress.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

namespace octomate {

namespace {

constexpr std::size_t broad = 200;

ProgressReporter solving() { return {"solve", "puzzles", 1}; }

TaskProgress half_read(std::uint64_t done, double part) { return {done, {}, part, {}}; }

}  // namespace

TEST_CASE("numbers and times are abbreviated", "[progress]") {
    CHECK(short_number(0) == "0");
    CHECK(short_number(0.42) == "0.4");
    CHECK(short_number(7) == "7");
    CHECK(short_number(9.97) == "10");
    CHECK(short_number(999) == "999");
    CHECK(short_number(999.7) == "1.0 k");
    CHECK(short_number(1234) == "1.2 k");
    CHECK(short_number(99'949) == "99.9 k");
    CHECK(short_number(310'000) == "310 k");
    CHECK(short_number(1'200'000) == "1.2 M");
    CHECK(short_number(3.5e9) == "3.5 G");
    CHECK(short_number(2e15) == "2000 T");
    CHECK(short_time(0.2) == "0:00");
    CHECK(short_time(41) == "0:41");
    CHECK(short_time(59.7) == "1:00");
    CHECK(short_time(3599) == "59:59");
    CHECK(short_time(3723) == "1:02:03");
    CHECK(short_time(100 * 3600) == "4 d 4 h");
    CHECK_FALSE(short_time(std::numeric_limits<double>::infinity()).empty());
}

TEST_CASE("the remaining time is estimated from the work since the start", "[progress]") {
    Estimate estimate;
    CHECK_FALSE(estimate.seconds_to_go(0));
    estimate.note(0, 0.5);  // a resumed run starts at one half
    CHECK_FALSE(estimate.seconds_to_go(3));
    estimate.note(5, 0.6);
    CHECK(estimate.seconds_to_go(5).value() == Approx(20));
    estimate.note(5, 0.7);  // no time has passed
    CHECK(estimate.seconds_to_go(5).value() == Approx(20));
    CHECK(estimate.seconds_to_go(9).value() == Approx(16));    // the estimate counts down between notes
    CHECK(estimate.seconds_to_go(40).value() == Approx(0.0));  // the estimate is never negative
    estimate.note(10, 0.7);
    CHECK(estimate.seconds_to_go(10).value() == Approx(15));
    estimate.note(12, 0.65);  // a share that falls does not increase the estimate
    CHECK(estimate.seconds_to_go(12).value() == Approx(13));
}

TEST_CASE("the remaining time follows the speed of work, without leaps", "[progress]") {
    Estimate estimate;
    for (int second = 0; second <= 100; ++second) estimate.note(second, second / 1000.0);
    CHECK(estimate.seconds_to_go(100).value() == Approx(900));
    // The work is half as fast from now on: within two minutes the estimate doubles, without a leap.
    double before = 900;
    for (int second = 1; second <= 120; ++second) {
        estimate.note(100 + second, 0.1 + second / 2000.0);
        const double now = estimate.seconds_to_go(100 + second).value();
        CHECK(now < before * 1.1);
        before = now;
    }
    CHECK(before == Approx(2 * (1000 - 100 - 60)).epsilon(0.02));
}

TEST_CASE("a line shows the share, the count, the speed, and the remaining time", "[progress]") {
    ProgressReporter reporter = solving();
    reporter.note(0, half_read(0, 0));
    CHECK(reporter.line(broad) == "0 %  0 puzzles");
    reporter.note(4, half_read(1'240'000, 0.4));
    CHECK(reporter.line(broad) == "40 %  1.2 M puzzles  310 k/s  0:06 to go");
    reporter.note(5, half_read(1'550'000, 0.999));
    CHECK(reporter.line(broad).substr(0, 4) == "99 %");
    reporter.note(6, half_read(1'550'000, 1.2));
    CHECK(reporter.line(broad).substr(0, 5) == "100 %");
}

TEST_CASE("a line without a known total shows no share", "[progress]") {
    ProgressReporter reporter = solving();
    reporter.note(0, {});
    reporter.note(10, {70, {}, {}, "3 found"});
    CHECK(reporter.line(broad) == "70 puzzles  3 found  7/s");
    CHECK(nlohmann::json::parse(reporter.json())["progress"]["part"].is_null());
}

TEST_CASE("the share is that of the total if no other is given", "[progress]") {
    ProgressReporter reporter("generate", "puzzles", 1);
    reporter.note(0, {500, 1000, {}, {}});  // an earlier run found 500 puzzles
    reporter.note(10, {600, 1000, {}, "2 k positions"});
    CHECK(reporter.line(broad) == "60 %  600 puzzles  2 k positions  10/s  0:40 to go");
}

TEST_CASE("a narrow line leaves out the least important parts", "[progress]") {
    ProgressReporter reporter("generate", "puzzles", 1);
    reporter.note(0, {500, 1000, {}, {}});
    reporter.note(10, {600, 1000, {}, "2 k positions"});
    CHECK(reporter.line(49) == "60 %  600 puzzles  10/s  0:40 to go");
    CHECK(reporter.line(30) == "60 %  600 puzzles  0:40 to go");
    CHECK(reporter.line(20) == "60 %  0:40 to go");
    CHECK(reporter.line(8) == "60 %");
    CHECK(reporter.line(2) == "60");
    CHECK(reporter.line(0).empty());
}

TEST_CASE("progress in JSON never decreases, and ends with a last record", "[progress]") {
    ProgressReporter reporter("solve", "puzzles", 2);
    reporter.note(1, half_read(10, 0.5));
    reporter.note(2, half_read(8, 0.4));  // counts of batches are estimates and may decrease
    const std::string text = reporter.json();
    CHECK(text.back() == '\n');
    CHECK(text.find('\n') == text.size() - 1);
    const auto now = nlohmann::json::parse(text)["progress"];
    CHECK(now["command"] == "solve");
    CHECK(now["phase"] == 2);
    CHECK(now["unit"] == "puzzles");
    CHECK(now["done"] == 10);
    CHECK(now["total"].is_null());
    CHECK(now["part"] == 0.5);
    CHECK(now["seconds"] == 2.0);
    CHECK(now["seconds_to_go"].is_null());
    CHECK_FALSE(now.contains("finished"));

    const auto last = nlohmann::json::parse(reporter.json(Negative))["progress"];
    CHECK(last["finished"] == true);
    CHECK(last["interrupted"] == false);
    CHECK(last["exit"] == 1);
    CHECK(last["seconds_to_go"] == 0);
    const auto stopped = nlohmann::json::parse(reporter.json(Interrupted))["progress"];
    CHECK(stopped["finished"] == false);
    CHECK(stopped["interrupted"] == true);
}

TEST_CASE("progress is shown on a terminal, as JSON, or not at all", "[progress]") {
    CommonOptions common;
    common.progress = ProgressMode::None;
    CHECK_FALSE(Progress::requested(common));
    common.progress = ProgressMode::Json;
    CHECK(Progress::requested(common));
    common.quiet = true;
    CHECK(Progress::requested(common));
    common.progress = ProgressMode::Auto;
    CHECK_FALSE(Progress::requested(common));
}

TEST_CASE("a command is quoted as the shell reads it", "[progress]") {
    CHECK(quoted_command({"octomate", "generate", "--output", "a.jsonl"}) ==
          "octomate generate --output a.jsonl");
    CHECK(quoted_command({"x", "", "two words", "it's", "a*b"}) == "x '' 'two words' 'it'\\''s' 'a*b'");
}

}  // namespace octomate
