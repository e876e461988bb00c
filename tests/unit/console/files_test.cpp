#include "console/files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "console/console.hpp"

namespace octomate {

namespace {

/// A temporary folder, removed by the destructor; `folder / name` is the path of a file in it.
class Folder {
  public:
    Folder() { std::filesystem::create_directories(path_); }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_ = std::filesystem::temp_directory_path() / "octomate-files-test";
};

std::string why_not(const std::string& file, int flags = O_RDONLY) {
    const auto opened = open_regular(file, flags);
    return opened ? "" : opened.error();
}

}  // namespace

TEST_CASE("only regular files are opened, and pipes do not block", "[files]") {
    const Folder folder;
    const std::string plain = folder / "plain", pipe = folder / "pipe", loop = folder / "loop";
    std::ofstream(plain) << std::string(100'000, 'x');
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    std::filesystem::create_symlink(plain, folder / "link");
    std::filesystem::create_symlink("/dev/zero", folder / "endless");
    std::filesystem::create_symlink(loop, loop);

    CHECK(why_not(plain).empty());
    CHECK(why_not(folder / "link").empty());
    CHECK(read_regular(folder / "link").value() == std::string(100'000, 'x'));
    for (const int flags : {O_RDONLY, O_WRONLY, O_RDWR}) {
        CHECK(why_not(pipe, flags) == "Not a regular file");
        CHECK(why_not(folder / "endless", flags) == "Not a regular file");
        CHECK(why_not(folder / "", flags) == "Is a directory");
        CHECK(why_not(folder / "none", flags) == "No such file or directory");
        CHECK(why_not(loop, flags) == "Too many levels of symbolic links");
    }
    CHECK(read_regular(pipe).error() == "Not a regular file");
}

TEST_CASE("a name is missing only if no file, folder or link has it", "[files]") {
    const Folder folder;
    const std::string loop = folder / "loop";
    std::filesystem::create_symlink(loop, loop);
    CHECK(is_missing(folder / "none"));
    CHECK(is_missing(folder / "none/below"));
    CHECK_FALSE(is_missing(folder / ""));
    CHECK_FALSE(is_missing(loop));
}

TEST_CASE("a directory that cannot be created is refused with the reason", "[files]") {
    const Folder folder;
    std::ofstream(folder / "plain") << "x";
    CHECK_THROWS_WITH(make_directory(folder / "plain/below"), Catch::EndsWith("below: Not a directory"));
    // In /sys creation fails for lack of rights, not because a parent directory is missing.
    CHECK_THROWS_WITH(make_directory("/sys/octomate"), !Catch::EndsWith("No such file or directory"));
    make_directory(folder / "one/two");
    CHECK_FALSE(is_missing(folder / "one/two"));
}

}  // namespace octomate
