#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"

namespace octomate::reports {

/// Whether no further note of a record will be told: there are as many as a record may have faults.
inline bool is_full(const std::vector<std::string>& notes) { return notes.size() >= most_faults; }

/// Adds a note of a record, unless as many are known as are told.
inline void add_note(std::vector<std::string>& notes, std::string note) {
    if (!is_full(notes)) notes.push_back(std::move(note));
}

}  // namespace octomate::reports
