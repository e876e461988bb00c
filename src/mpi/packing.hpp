#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "console/console.hpp"
#include "make/unit.hpp"

namespace octomate::mpi {

/// Values as bytes, for the same program on a machine of the same kind.
class Packer {
  public:
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void put(const T& value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
    void put(std::string_view text) {
        put(static_cast<std::uint64_t>(text.size()));
        bytes_ += text;
    }
    void put(const std::vector<std::uint64_t>& numbers) {
        put(static_cast<std::uint64_t>(numbers.size()));
        for (const std::uint64_t number : numbers) put(number);
    }
    void put(const make::UnitResult& result) {
        put(result.unit);
        put(result.positions);
        put(result.found);
        put(static_cast<std::uint64_t>(result.finds.size()));
        for (const make::Find& find : result.finds) {
            put(find.number);
            put(find.fingerprint);
            put(find.origin);
            put(find.pattern);
            put(find.quality);
            put(find.group);
            put(find.presentable);
            put(find.without);
            put(std::string_view(find.record));
        }
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
    requires std::is_trivially_copyable_v<T> T get() {
        T value;
        std::memcpy(&value, next(sizeof value).data(), sizeof value);
        return value;
    }
    std::string_view text() { return next(get<std::uint64_t>()); }
    std::vector<std::uint64_t> numbers() {
        std::vector<std::uint64_t> numbers(count(sizeof(std::uint64_t)));
        for (std::uint64_t& number : numbers) number = get<std::uint64_t>();
        return numbers;
    }
    make::UnitResult result() {
        make::UnitResult result;
        result.unit = get<std::uint64_t>();
        result.positions = get<std::uint64_t>();
        result.found = get<std::uint32_t>();
        result.finds.resize(count(1));
        for (make::Find& find : result.finds) {
            find.unit = result.unit;
            find.number = get<std::uint32_t>();
            find.fingerprint = get<std::uint64_t>();
            find.origin = get<std::uint32_t>();
            find.pattern = get<std::uint64_t>();
            find.quality = get<int>();
            find.group = get<std::uint32_t>();
            find.presentable = get<bool>();
            find.without = numbers();
            find.record = text();
        }
        return result;
    }
    bool empty() const { return bytes_.empty(); }

  private:
    std::string_view next(std::uint64_t size) {
        if (size > bytes_.size()) throw EnvironmentError("a message from another rank is cut short");
        const std::string_view part = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return part;
    }

    /// How many things of at least so many bytes follow.
    std::size_t count(std::size_t size) {
        const auto count = get<std::uint64_t>();
        if (count > bytes_.size() / size) throw EnvironmentError("a message from another rank is cut short");
        return count;
    }

    std::string_view bytes_;
};

}  // namespace octomate::mpi
