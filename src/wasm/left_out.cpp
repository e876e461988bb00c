#include <cstdint>
#include <cstdlib>
#include <memory>

#include "console/console.hpp"
#include "records/fields.hpp"
#include "records/read.hpp"

/// What the module lacks, and what it puts in its place: records come from the page and so are JSON, and
/// there is no console. What games lack stands in their folders.
namespace octomate {

std::atomic<bool> interrupted = false;

namespace records {

std::optional<BadPuzzle> read_puzzle(std::string_view line, const CsvColumns*, Read<Puzzle>& into) {
    into.value.clear();
    into.notes.clear();
    if (read_usual_json(line, into.value)) return std::nullopt;
    auto read = read_json(line);
    if (!read) return std::move(read.error());
    into = std::move(*read);
    return std::nullopt;
}

Expected<Read<Puzzle>, BadPuzzle> read_puzzle(std::string_view line, const CsvColumns* columns) {
    Read<Puzzle> read;
    if (auto bad = read_puzzle(line, columns, read)) return Unexpected{std::move(*bad)};
    return read;
}

std::size_t lines_before_position(std::string_view) { return 0; }

}  // namespace records

}  // namespace octomate

extern "C" {
// A throw ends the module.
void* __cxa_allocate_exception(std::size_t) { std::abort(); }
void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }
// Debian's run-time library of the compiler asks for these, and nothing ever fails there.
std::uintptr_t __stack_chk_guard = 0;
void __stack_chk_fail() { std::abort(); }
// The module never ends otherwise, and has one thread.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
}
