#include "app/record_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/command.hpp"
#include "puzzle/write.hpp"

namespace octomate::app {

void add_record_target(CLI::App* app, RecordTarget& target) {
    app->add_option_function<std::string>(
           "--to",
           [&target](const std::string& word) {
               if (word != "jsonl" && word != "epd") {
                   throw CLI::ValidationError("--to", fmt::format("\"{}\" is none of epd|jsonl", word));
               }
               target.epd = word == "epd";
           },
           "The format of the puzzles (default: what the name of --output says, or jsonl)")
        ->type_name("epd|jsonl");
    app->add_option("--output", target.file, "Where the puzzles go (default: standard output)")
        ->type_name("FILE");
}

RecordFile::RecordFile(const RecordTarget& target)
    : name_(target.file),
      epd_(target.epd.value_or(std::filesystem::path(target.file).extension() == ".epd")) {
    if (name_.empty()) return;
    file_.reset(std::fopen(name_.c_str(), "wb"));
    if (!file_) fail();
}

std::string RecordFile::text(const puzzle::Puzzle& puzzle) const {
    return (epd_ ? puzzle::to_epd(puzzle) : puzzle::to_jsonl(puzzle)).append("\n");
}

void RecordFile::write(std::string_view text) {
    if (!file_) return print(text);
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail();
}

void RecordFile::close() {
    if (file_ && std::fclose(file_.release()) != 0) fail();
}

void RecordFile::fail() const {
    throw EnvironmentError(fmt::format("cannot write {}: {}", name_, std::strerror(errno)));
}

}  // namespace octomate::app
