#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "console/console.hpp"

namespace octomate {

/// Values as bytes, for the same program on a machine of the same kind.
class Packer {
  public:
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void put(const T& value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }

    void put(std::string_view text) {
        put(std::uint64_t{text.size()});
        bytes_ += text;
    }

    template <class T>
    void put(const std::vector<T>& list) {
        put(std::uint64_t{list.size()});
        bytes_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
    }

    std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

/// Takes values out again, in the order in which they were put. Bytes that end too early are an
/// EnvironmentError.
class Unpacker {
  public:
    /// The bytes must outlive it.
    explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

    template <class T>
    requires std::is_trivially_copyable_v<T>
    void get(T& value) { std::memcpy(&value, next(sizeof value).data(), sizeof value); }
    void get(std::string& text) { text = this->text(); }

    template <class T>
    void get(std::vector<T>& list) {
        const auto size = get<std::uint64_t>();
        if (size > bytes_.size() / sizeof(T)) next(bytes_.size() + 1);
        list.resize(size);
        if (size > 0) std::memcpy(list.data(), next(size * sizeof(T)).data(), size * sizeof(T));
    }

    template <class T>
    T get() {
        T value{};
        get(value);
        return value;
    }

    std::string_view text() { return next(get<std::uint64_t>()); }
    bool empty() const { return bytes_.empty(); }

  private:
    std::string_view next(std::uint64_t size) {
        if (size > bytes_.size()) throw EnvironmentError("the bytes end too early");
        const std::string_view part = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return part;
    }

    std::string_view bytes_;
};

}  // namespace octomate
