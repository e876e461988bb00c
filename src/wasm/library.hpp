#pragma once

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <string>

// Parts of the C++20 standard library that the project uses and libc++ 14 lacks. The build includes this file
// before every source of the module.
namespace std {

/// Accesses the value without synchronisation, since the module has one thread.
template <class T>
class atomic_ref {
  public:
    explicit atomic_ref(T& value) : value_(value) {}

    T load(memory_order = memory_order_seq_cst) const { return value_; }
    void store(T value, memory_order = memory_order_seq_cst) const { value_ = value; }

  private:
    T& value_;
};

/// Parses a number as std::from_chars does, for the plain decimal numbers of records.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
    const string text(first, last);
    char* end = nullptr;
    const double read = strtod(text.c_str(), &end);
    if (end == text.c_str()) return {first, errc::invalid_argument};
    value = read;
    return {first + (end - text.c_str()), errc()};
}

}  // namespace std
