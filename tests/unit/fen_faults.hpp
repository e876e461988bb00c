// The faults of a FEN reduced to codes and offsets, so that tests can compare them.
#pragma once

#include <catch2/catch.hpp>
#include <cstddef>
#include <ostream>
#include <vector>

#include "core/fault.hpp"

namespace octomate {

/// The code and offset of a fault, without its message.
struct FenFault {
    FaultCode code;
    std::size_t offset;

    bool operator==(const FenFault&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const FenFault& fault) {
    return out << name(fault.code) << '@' << fault.offset;
}

using All = std::vector<FenFault>;

/// Returns the faults of a read, in the order in which they are reported; empty if it succeeded.
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
