#pragma once

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <string>

// What the project uses of the standard library and that of clang 14 does not have. Every source of the
// module includes it first.
namespace std {

/// Without threads nothing needs more than the value itself.
template <class T>
class atomic_ref {
  public:
    explicit atomic_ref(T& value) : value_(value) {}

    T load(memory_order = memory_order_seq_cst) const { return value_; }
    void store(T value, memory_order = memory_order_seq_cst) const { value_ = value; }

  private:
    T& value_;
};

/// For the plain numbers of records.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
    const string text(first, last);
    char* end = nullptr;
    const double read = strtod(text.c_str(), &end);
    if (end == text.c_str()) return {first, errc::invalid_argument};
    value = read;
    return {first + (end - text.c_str()), errc()};
}

}  // namespace std
