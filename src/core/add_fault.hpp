#pragma once

#include <cstddef>
#include <utility>

#include "core/fault.hpp"

namespace octomate {

/// As many faults of one record are told: a line of megabytes may hold millions.
inline constexpr std::size_t most_faults = 32;

/// Whether no further fault of the record will be told.
inline bool is_full(const Faults& faults) { return faults.size() >= most_faults; }

/// Adds a fault of a record, unless as many are known as are told.
inline void add_fault(Faults& faults, Fault fault) {
    if (!is_full(faults)) faults.push_back(std::move(fault));
}

/// Adds those of the others that are told.
inline void add_faults(Faults& faults, Faults others) {
    for (Fault& fault : others) add_fault(faults, std::move(fault));
}

}  // namespace octomate
