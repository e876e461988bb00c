#include <cstdint>
#include <cstdlib>
#include <memory>

#include "console/console.hpp"
#include "formats/read.hpp"
#include "puzzle/fields.hpp"

/// What the module lacks, and what it puts in its place: records come from the page and so are JSON, and
/// there is no console. What games lack stands in their folders.
namespace octomate {

std::atomic<bool> interrupted = false;

namespace records {

ReadPuzzle read_puzzle(const Line& line, const Variants& variants) { return read_json(line.text, variants); }
ReadPuzzle read_puzzle(std::string_view line, const Variants& variants) { return read_json(line, variants); }

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
