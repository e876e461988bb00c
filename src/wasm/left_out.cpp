#include <cstdint>
#include <cstdlib>
#include <memory>

#include "console/console.hpp"
#include "formats/read.hpp"
#include "games/complete_permutation/maker.hpp"
#include "games/super_chess/maker.hpp"
#include "games/superpermutation/maker.hpp"
#include "games/superpermutation/tables.hpp"
#include "puzzle/fields.hpp"

/// What the module lacks, and what it puts in its place: no puzzles are made here, there
/// are no files of tables, records come from the page and so are JSON, and there is no console.
namespace octomate {

std::atomic<bool> interrupted = false;

namespace superpermutation {
const make::Maker* d8_maker() { return nullptr; }
const make::Maker* parent_maker() { return nullptr; }
const tables::Tables* d8_tables() { return nullptr; }
const tables::Tables* parent_tables() { return nullptr; }
}  // namespace superpermutation

namespace complete_permutation {
std::unique_ptr<const make::Maker> make_maker(Switches) { return nullptr; }
}  // namespace complete_permutation

namespace super_chess {
const make::Maker* maker() { return nullptr; }
}  // namespace super_chess

namespace records {

ReadPuzzle read_puzzle(const Line& line) { return read_json(line.text); }
ReadPuzzle read_puzzle(std::string_view line) { return read_json(line); }

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
