#include "collect/record_file.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "console/console.hpp"
#include "stream/stream.hpp"

namespace octomate::collect {
namespace {

/// A unique name for a temporary file, which the destructor removes.
class TemporaryName {
  public:
    explicit TemporaryName(const std::string& ending)
        : path_(std::filesystem::temp_directory_path() /
                ("octomate-records-" + std::to_string(::getpid()) + ending)) {}
    ~TemporaryName() { std::filesystem::remove(path_); }
    std::string path() const { return path_.string(); }
    std::uint64_t size() const { return std::filesystem::file_size(path_); }
    std::string content() const {
        std::ifstream file(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void append(const std::string& text) const {
        std::ofstream(path_, std::ios::binary | std::ios::app) << text;
    }

  private:
    std::filesystem::path path_;
};

std::string decompressed(const std::string& file) {
    records::ByteSource source;
    REQUIRE(source.open(file));
    std::string text(1 << 24, '\0');
    std::size_t size = 0;
    while (true) {
        const auto got = source.read(text.data() + size, text.size() - size);
        REQUIRE(got);
        if (*got == 0) return text.substr(0, size);
        size += *got;
    }
}

/// Returns lines of random digits, which do not compress well.
std::string random_lines(std::size_t lines) {
    std::mt19937 random(3);
    std::string text;
    for (std::size_t n = 0; n < lines; ++n) text += std::to_string(random()) + '\n';
    return text;
}

records::Puzzle some_puzzle() {
    records::Puzzle puzzle;
    puzzle.fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    return puzzle;
}

TEST_CASE("the bytes of a file do not depend on how the text was split into writes", "[records]") {
    const std::string text = random_lines(100'000);
    for (const std::string ending : {".jsonl", ".jsonl.zst"}) {
        std::vector<std::string> contents;
        for (const std::size_t piece :
             {std::size_t{1'000'000'000}, std::size_t{7777}, std::size_t{262'144}}) {
            const TemporaryName name(ending);
            RecordFile file({{}, name.path()});
            for (std::size_t at = 0; at < text.size(); at += piece)
                file.write(std::string_view(text).substr(at, piece));
            file.close();
            CHECK(file.bytes() == name.size());
            CHECK(decompressed(name.path()) == text);
            contents.push_back(name.content());
        }
        CHECK(contents[0] == contents[1]);
        CHECK(contents[0] == contents[2]);
    }
}

TEST_CASE("a file can be resumed at the end of a frame", "[records]") {
    const std::string text = random_lines(50'000);
    const std::size_t middle = text.size() / 3;
    for (const std::string ending : {".epd", ".epd.zst", ".csv.zst"}) {
        const TemporaryName whole(".whole" + ending), name(ending);
        RecordFile never_stopped({{}, whole.path()});
        never_stopped.write(text.substr(0, middle));
        never_stopped.end_frame();
        never_stopped.write(text.substr(middle));
        never_stopped.close();

        std::uint64_t bytes = 0;
        {
            RecordFile file({{}, name.path()}, OutputFile::in_place(name.path(), 0), 0);
            file.write(text.substr(0, middle));
            file.end_frame();
            bytes = file.bytes();
            CHECK(bytes == name.size());
            const std::string header(records::header(ending == ".csv.zst" ? records::RecordFormat::Csv
                                                                          : records::RecordFormat::Epd));
            CHECK(decompressed(name.path()) == header + text.substr(0, middle));
        }
        name.append("what a killed run left behind");
        RecordFile file({{}, name.path()}, OutputFile::in_place(name.path(), bytes), bytes);
        file.write(text.substr(middle));
        file.close();
        CHECK(name.content() == whole.content());
        CHECK(file.bytes() == name.size());
    }
}

TEST_CASE("a file that cannot be resumed is refused", "[records]") {
    const TemporaryName name(".jsonl");
    CHECK_THROWS_AS(OutputFile::in_place(name.path(), 5), EnvironmentError);
    name.append("1234");
    CHECK_THROWS_AS(OutputFile::in_place(name.path(), 5), EnvironmentError);
    CHECK(name.content() == "1234");
    RecordFile file({{}, name.path()}, OutputFile::in_place(name.path(), 0), 0);
    file.close();
    CHECK(name.content().empty());
}

TEST_CASE("the output of an interrupted run is overwritten only with force", "[records]") {
    const TemporaryName name(".jsonl");
    name.append("some\n");
    const std::string progress = name.path() + ".progress";
    std::ofstream(progress) << R"({"run":{}})";
    CHECK_THROWS_AS(RecordFile({{}, name.path()}), EnvironmentError);
    RecordFile({{}, name.path(), true}).close();
    CHECK(name.content().empty());
    std::filesystem::remove(progress);
}

TEST_CASE("an empty file has its header, and is zstd if its name ends so", "[records]") {
    const TemporaryName csv(".csv"), zst(".jsonl.zst");
    RecordFile table({{}, csv.path()}), frames({{}, zst.path()});
    table.close();
    frames.close();
    CHECK(csv.content() == records::header(records::RecordFormat::Csv));
    CHECK(zst.content().starts_with("\x28\xB5\x2F\xFD"));
    CHECK(decompressed(zst.path()).empty());
}

TEST_CASE("--to takes precedence over the ending of the file name", "[records]") {
    const TemporaryName name(".epd");
    RecordFile file({records::RecordFormat::Jsonl, name.path()});
    file.write(some_puzzle());
    file.close();
    CHECK(name.content() == "{\"fen\":\"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"}\n");
}

namespace {

/// Checks whether the hidden file with the unfinished output for `name` exists.
bool has_partial_file(const TemporaryName& name) {
    const std::filesystem::path path(name.path());
    return std::filesystem::exists(path.parent_path() / ("." + path.filename().string() + ".octomate"));
}

}  // namespace

TEST_CASE("a file gets its name only when it is complete", "[records]") {
    const TemporaryName name(".jsonl");
    name.append("what was there");
    {
        RecordFile file({{}, name.path()});
        file.write("new\n");
        file.end_frame();
        CHECK(name.content() == "what was there");
        CHECK_THROWS_AS(RecordFile({{}, name.path()}), EnvironmentError);  // already being written
    }
    CHECK(name.content() == "what was there");
    CHECK_FALSE(has_partial_file(name));
    RecordFile file({{}, name.path()});
    file.write("new\n");
    file.close();
    CHECK(name.content() == "new\n");
    CHECK_FALSE(has_partial_file(name));
}

TEST_CASE("an incomplete file gets its name only if no file has it", "[records]") {
    const TemporaryName name(".jsonl");
    for (const std::string text : {"some\n", "less\n"}) {
        RecordFile file({{}, name.path()});
        file.write(text);
        file.close(false);
    }
    CHECK(name.content() == "some\n");
    CHECK_FALSE(has_partial_file(name));
}

TEST_CASE("a full disk is an error of the environment", "[records]") {
    if (!std::filesystem::exists("/dev/full")) return;
    RecordFile file({records::RecordFormat::Jsonl, "/dev/full"});
    file.write(some_puzzle());
    CHECK_THROWS_AS(file.end_frame(), EnvironmentError);
}

}  // namespace
}  // namespace octomate::collect
