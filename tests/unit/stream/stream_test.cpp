#include "stream/stream.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "formats/formats.hpp"
#include "unit/stream/temporary_file.hpp"

using namespace octomate::records;

namespace {

struct Streamed {
    std::string data;
    std::string messages;
    Tally tally;
};

/// Returns "number:size" for each line.
Streamed echo(const std::vector<std::string>& files, const StreamOptions& options) {
    Streamed result;
    result.tally = stream_lines(
        files, options,
        [](const Line& line, Output& output) {
            ++output.records;
            output.data += std::to_string(line.number) + ':' + std::string(line.text) + '\n';
        },
        [&](const Output& output) {
            result.data += output.data;
            result.messages += output.messages;
        });
    return result;
}

}  // namespace

TEST_CASE("lines keep their order and numbers with any number of threads and batch size") {
    std::string content, expected;
    for (int n = 1; n <= 5000; ++n) {
        const std::string text(static_cast<std::size_t>(n % 37), 'x');
        content += text + '\n';
        expected += std::to_string(n) + ':' + text + '\n';
    }
    const TemporaryFile file(content);
    for (const int threads : {1, 2, 7}) {
        for (const std::size_t bytes : {std::size_t{1}, std::size_t{100}, std::size_t{65536}}) {
            const Streamed result = echo({file.path()}, {.threads = threads, .batch_bytes = bytes});
            REQUIRE(result.data == expected);
            REQUIRE(result.tally.records == 5000);
        }
    }
}

TEST_CASE("a meter shows how much of the files has been read") {
    const TemporaryFile one("aa\nbb\n\ncc\n"), other("dddd\nee");
    for (const int threads : {1, 3}) {
        for (const std::size_t bytes : {std::size_t{1}, std::size_t{65536}}) {
            StreamMeter meter({one.path(), other.path()}, threads);
            CHECK(meter.part() == 0);
            CHECK(meter.records() == 0);
            const Tally tally = stream_lines(
                {one.path(), other.path()}, {.threads = threads, .batch_bytes = bytes, .meter = &meter},
                [](const Line&, Output& output) { ++output.records; },
                [&](const Output&) { CHECK(meter.part().value() <= 1); });
            CHECK(tally.records == 6);
            CHECK(meter.records() == 6);
            CHECK(meter.part() == 1);
        }
    }
    CHECK_FALSE(StreamMeter({one.path(), "-"}, 1).part());
    CHECK_FALSE(StreamMeter({"8/8/8/8/8/8/8/8 w"}, 1).part());
}

TEST_CASE("within a batch the meter advances with the lines") {
    const TemporaryFile file("aaa\nbbb\nccc\nddd\n");
    StreamMeter meter({file.path()}, 1);
    std::vector<double> parts;
    stream_lines(
        {file.path()}, {.meter = &meter},
        [&](const Line&, Output& output) {
            ++output.records;
            parts.push_back(meter.part().value());
        },
        [](const Output&) {});
    CHECK(parts == std::vector<double>{0, 0.25, 0.5, 0.75});
}

TEST_CASE("results of any type keep their order, together with messages and counts, and can be moved") {
    struct Found {
        std::unique_ptr<std::string> text;  // movable but not copyable
        std::size_t number;
    };
    std::string content;
    for (int n = 1; n <= 5000; ++n) content += std::to_string(n % 41) + '\n';
    const TemporaryFile file(content);
    for (const int threads : {1, 2, 7}) {
        std::vector<Found> all;
        std::string messages;
        const Tally tally = stream_lines<Found>(
            {file.path(), "/no/such/file"}, {.threads = threads, .batch_bytes = 100},
            [](const Line& line, Batch<Found>& batch) {
                ++batch.records;
                if (line.number % 3 == 0) return;
                batch.results.push_back(
                    {std::make_unique<std::string>(std::string(line.text) + "\n\t"), line.number});
            },
            [&](Batch<Found>& batch) {
                std::move(batch.results.begin(), batch.results.end(), std::back_inserter(all));
                messages += batch.messages;
            });
        REQUIRE(tally.records == 5000);
        REQUIRE(messages == "/no/such/file: cannot open: No such file or directory\n");
        REQUIRE(all.size() == 3334);
        for (std::size_t at = 0; at < all.size(); ++at) {
            REQUIRE(all[at].number == at / 2 * 3 + at % 2 + 1);
            REQUIRE(*all[at].text == std::to_string(all[at].number % 41) + "\n\t");
        }
    }
}

TEST_CASE("the last line needs no newline, and line numbers begin again in each file") {
    const TemporaryFile first("a\nb"), second("c\n\nd\n");
    for (const int threads : {1, 3}) {
        REQUIRE(echo({first.path(), second.path()}, {.threads = threads}).data == "1:a\n2:b\n1:c\n2:\n3:d\n");
    }
}

TEST_CASE("a line much longer than a batch is one line") {
    const std::string giant(8'000'000, 'y');
    const TemporaryFile file("a\n" + giant + "\nb");
    const Streamed result = echo({file.path()}, {.threads = 2, .batch_bytes = 1000});
    REQUIRE(result.data == "1:a\n2:" + giant + "\n3:b\n");
}

TEST_CASE("a file that cannot be read is reported, and the others are read") {
    const TemporaryFile file("a\n");
    for (const int threads : {1, 2}) {
        const Streamed result = echo({"/no/such/file", file.path(), "/"}, {.threads = threads});
        REQUIRE(result.data == "1:a\n");
        REQUIRE(result.messages ==
                "/no/such/file: cannot open: No such file or directory\n/: cannot read: Is a directory\n");
        REQUIRE(result.tally.unreadable == 2);
    }
}

TEST_CASE("an interrupted run reads no more input and reports the interruption") {
    const TemporaryFile file("a\nb\n");
    const std::atomic<bool> interrupted = true;
    for (const int threads : {1, 2}) {
        const Streamed result = echo({file.path()}, {.threads = threads, .interrupted = &interrupted});
        REQUIRE(result.data.empty());
        REQUIRE(result.tally.interrupted);
    }
}

TEST_CASE("an interruption ends in the middle of a batch, and the output is a prefix of the whole") {
    std::string content, expected;
    for (int n = 1; n <= 1000; ++n) content += "a\n";
    for (int n = 1; n <= 50; ++n) expected += std::to_string(n) + '\n';
    const TemporaryFile file(content);
    for (const std::size_t bytes : {std::size_t{60}, std::size_t{65536}}) {
        std::atomic<bool> interrupted = false;
        std::string data;
        const auto work = [&](const Line& line, Output& output) {
            ++output.records;
            output.data += std::to_string(line.number) + '\n';
            if (line.number == 50) interrupted = true;
        };
        const Tally tally = stream_lines({file.path()}, {.batch_bytes = bytes, .interrupted = &interrupted},
                                         work, [&](const Output& output) { data += output.data; });
        CHECK(data == expected);
        CHECK(tally.records == 50);
        CHECK(tally.interrupted);
    }
}

TEST_CASE("an exception of the writer reaches the caller") {
    const TemporaryFile file("a\nb\n");
    for (const int threads : {1, 2}) {
        const auto fail = [](const Output&) { throw std::runtime_error("full"); };
        REQUIRE_THROWS_WITH(stream_lines(
                                {file.path()}, {.threads = threads}, [](const Line&, Output&) {}, fail),
                            "full");
    }
}

TEST_CASE("a line that is too long is reported and does not affect others", "[records]") {
    const std::string good = "4k3/8/8/8/8/8/8/4K2R w";
    const TemporaryFile file(good + '\n' + std::string(3 * longest_record, 'x') + '\n' + good + '\n');
    const TemporaryFile foreign("<html>\n" + std::string(3 * longest_record, '\n'));
    for (const int threads : {1, 2}) {
        std::vector<std::string> lines;
        std::size_t longest = 0;
        stream_lines(
            {file.path(), foreign.path()}, {.threads = threads},
            [&](const Line& line, Output& output) {
                const auto read = read_puzzle(line);
                output.data += std::to_string(line.number) + ':' +
                               (read ? "good" : std::string(name(read.error().faults[0].code))) + '\n';
                output.records = std::max(output.records, line.text.size());
            },
            [&](const Output& output) {
                lines.push_back(output.data);
                longest = std::max(longest, output.records);
            });
        std::string all;
        for (const std::string& some : lines) all += some;
        CHECK(all == "1:good\n2:unknown_format\n3:good\n1:unknown_format\n");
        CHECK(longest == longest_record + 1);
    }
}
