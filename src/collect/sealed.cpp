#include "collect/sealed.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <utility>

#include "json/text.hpp"

namespace octomate::collect {

using records::Json;

namespace {

std::uint64_t checksum(const Json& object) { return octomate::checksum_of(records::dump(object)); }

}  // namespace

Checksum checksum_of(const std::string& file, std::uint64_t size) {
    Checksum sum;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> bytes(std::fopen(file.c_str(), "rb"), std::fclose);
    std::array<char, 65536> buffer;
    while (bytes && size > 0) {
        const std::size_t next = std::min<std::uint64_t>(size, buffer.size());
        const std::size_t got = std::fread(buffer.data(), 1, next, bytes.get());
        if (got == 0) break;
        sum.add({buffer.data(), got});
        size -= got;
    }
    return sum;
}

std::string sealed(Json object) {
    const std::uint64_t sum = checksum(object);
    object["checksum"] = sum;
    return records::dump(object) + '\n';
}

std::optional<Unsealed> unsealed(std::string_view text) {
    Json object = records::parsed(text);
    if (!object.is_object()) return std::nullopt;
    const auto found = object.find("checksum");
    const Json stated = found == object.end() ? Json() : *found;
    object.erase("checksum");
    const bool intact = stated == checksum(object);
    return Unsealed{std::move(object), intact};
}

}  // namespace octomate::collect
