#include <cstddef>
#include <cstdint>
#include <cstdlib>

// What the run-time libraries of the compiler ask for.
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
