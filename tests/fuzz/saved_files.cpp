/// Fuzz targets for files that the program itself writes: endgame tables, checkpoints, progress of runs.
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "collect/compose_run.hpp"
#include "collect/generate_run.hpp"
#include "collect/run_file.hpp"
#include "console/console.hpp"
#include "core/random.hpp"
#include "fuzz/target.hpp"
#include "games/list.hpp"
#include "games/superpermutation/rules/material.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "json/tree.hpp"
#include "tables/sweeps.hpp"
#include "tables/tables_of.hpp"

namespace octomate::fuzz {

namespace {

using records::Json;

/// A temporary folder of this process, removed by the destructor.
class Folder {
  public:
    Folder()
        : path_(std::filesystem::temp_directory_path() / ("octomate-fuzz-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    std::string file(const std::string& name, std::string_view bytes) const {
        const auto path = path_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << bytes;
        return path.string();
    }

  private:
    std::filesystem::path path_;
};

std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write_number(std::string& bytes, std::size_t at, std::uint64_t number) {
    if (bytes.size() >= 8 && at <= bytes.size() - 8) std::memcpy(&bytes[at], &number, sizeof number);
}

}  // namespace

/// Checks that reading `text` as a table of two kings gives valid bounds or an error. The checksum of the
/// directory is corrected first, so that the directory is parsed; frames have no checksum.
void check_tables(std::string_view text) {
    std::string bytes(text.substr(0, most_bytes));
    constexpr std::size_t fixed = 16;
    std::uint64_t size = 0;
    if (bytes.size() >= fixed) std::memcpy(&size, &bytes[8], sizeof size);
    if (bytes.size() >= fixed && size < bytes.size() - fixed)
        write_number(bytes, fixed + size, checksum_of(std::string_view(bytes).substr(fixed, size)));
    using Position = superpermutation::D8Position;
    const Folder folder;
    const tables::TablesOf<Position> tables{Position()};
    const std::string file = tables.file("", "KK").string();
    folder.file(file, bytes);
    const Position::Cells cells(Position::Material::named("KK").value());
    for (std::uint64_t cell = 0; cell < cells.size(); cell += 61) {
        const auto position = cells.at(cell);
        if (!position) continue;
        try {
            const auto probe = tables.probe(folder.path(), position->fen());
            require(probe && probe->bounds, "a table has bounds for all positions of its material",
                    position->fen());
        } catch (const EnvironmentError& error) {
            require(std::string_view(error.what()).find(file) != std::string_view::npos,
                    "an error names the file of the table", error.what());
        }
    }
    const auto table = tables.open(folder.path(), "KK");
    if (!table) return require(!table.error().empty(), "a table that cannot be opened has an error message");
    require((*table)->positions().size() == (*table)->head().positions,
            "the number of positions equals that in the head");
    bool whole = true;
    for (std::size_t at = 0; at < (*table)->head().positions; ++at) {
        const auto bounds = (*table)->at(at);
        whole = whole && bounds.has_value();
        if (!bounds) continue;
        require(-1 <= bounds->lower && bounds->lower <= bounds->upper && bounds->upper <= 1,
                "-1 <= lower <= upper <= 1");
    }
    require((*table)->values().has_value() == whole, "all values can be read exactly if each can");
}

void check_checkpoints(std::string_view text) {
    std::string bytes(text.substr(0, most_bytes));
    if (bytes.size() >= 8)
        write_number(bytes, bytes.size() - 8,
                     checksum_of(std::string_view(bytes).substr(0, bytes.size() - 8)));
    const Folder folder;
    const std::string file = folder.file("checkpoint", bytes);
    const std::string copy = folder.file("copy", "");
    try {
        tables::Checkpoint given(file);
        given.set_computation("KQK");
        const auto state = given.read();
        if (state.stage.empty()) return;
        tables::Checkpoint written(copy);
        written.set_computation("KQK");
        written.write(state);
        const std::string once = bytes_of(copy);
        written.write(written.read());
        require(bytes_of(copy) == once, "a checkpoint that is read and written again has the same bytes");
    } catch (const EnvironmentError&) {
        return;  // reported as damaged
    }
}

/// Checks resuming `generate`: the first line of `text` is a shard's note, the rest a FILE.progress, whose
/// run and checksum are corrected first.
void check_progress(std::string_view text) {
    text = text.substr(0, most_bytes);
    const std::size_t end = std::min(text.find('\n'), text.size());
    collect::ShardNotes notes;
    notes.add(std::string(collect::ShardNote::mark) + std::string(text.substr(0, end)));
    static_cast<void>(notes.whole_run());
    const std::string_view rest = text.substr(std::min(end + 1, text.size()));
    Json object = records::parsed(rest);
    if (!object.is_object())
        return require(!collect::unsealed(rest), "text that is no JSON object is rejected");
    object.erase("checksum");
    collect::CollectionOptions options;
    options.run = {{"seed", 1}};
    if (object.contains("run")) object["run"] = options.run;
    const std::string sealed = collect::sealed(object);
    const auto read = collect::unsealed(sealed);
    require(read && read->intact && records::dump(read->object) == records::dump(object),
            "a sealed object is intact when it is read", sealed);
    const Folder folder;
    options.target.file = folder.file("out.jsonl", "{}\n");
    options.target.resume = true;
    folder.file("out.jsonl.progress", sealed);
    folder.file("out.jsonl.seen", std::string(64, '\0'));
    for (const bool best : {false, true}) {
        if (best) options.best = {10, false, false};
        try {
            collect::Collection collection(options, [](std::uint64_t) {});
            require(collection.finished() || collection.found() <= 4,
                    "the number of puzzles found is at most that in FILE.seen", sealed);
        } catch (const EnvironmentError&) {
            continue;  // rejected with a reason
        }
    }
}

/// Checks resuming a walk over three pieces from `text`, a file of `compose --state`, whose description of
/// the walk and checksum are corrected first.
void check_walks(std::string_view text) {
    text = text.substr(0, most_bytes);
    Json object = records::parsed(text);
    if (!object.is_object()) return;
    static const auto composer =
        games::all().front()->maker()->composer(R"({"key":{"5":"any"}})", games::names());
    make::ComposeOptions options;
    options.pieces = 3;
    const auto walk = (*composer)->walk(options);
    const Json name = {{"universe", walk->universe()}};
    if (object.contains("walk")) object["walk"] = name;
    object.erase("checksum");
    const auto state = collect::read_walk_state(collect::sealed(object), name);
    if (!state) return require(!state.error().empty(), "a rejected state has an error message");
    if (!walk->resume(*state)) return;
    const auto again = collect::read_walk_state(collect::walk_state(walk->progress(), name), name);
    require(again && again->next_unit == state->next_unit && again->found == state->found,
            "a state that is written and read again is equal", text);
    require(walk->progress().next_unit <= walk->progress().units,
            "the next unit is at most the number of units", text);
    require(walk->puzzles().size() == state->found.size(), "every position found becomes a puzzle", text);
}

}  // namespace octomate::fuzz
