// What is wrong with a FEN, for tests that say it in short.
#pragma once

#include <catch2/catch.hpp>
#include <cstddef>
#include <ostream>
#include <vector>

#include "core/fault.hpp"

namespace octomate {

/// A fault of a FEN without its words.
struct Told {
    FaultCode code;
    std::size_t offset;

    bool operator==(const Told&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Told& told) {
    return out << name(told.code) << '@' << told.offset;
}

using All = std::vector<Told>;

/// The faults of what was read, in the order in which they are told; none if it is good.
template <class Read>
All faults_of_fen(const Read& read) {
    if (read) return {};
    All all;
    for (const Fault& fault : read.error()) {
        CHECK(fault.field == "fen");
        CHECK_FALSE(fault.message.empty());
        all.push_back({fault.code, fault.offset});
    }
    return all;
}

}  // namespace octomate
