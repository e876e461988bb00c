#pragma once

#include <string>
#include <string_view>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "core/goal.hpp"

namespace octomate::records {

/// Reads "#2", "=2", "h#2", "h#2.5", "s#2", "r#2", "ser-#4" or "ser-h#3", each with '=' in place of '#' too;
/// a number from 1 (a half move in "h") to `max_moves`. The fault is BadStipulation of the field
/// "stipulation". No two texts stand for the same.
Expected<Stipulation, Fault> read_stipulation(std::string_view text);

/// The text that stands for it.
std::string text_of(const Stipulation& stipulation);

/// The same in words: "h#2, a help mate in 2".
std::string words_of(const Stipulation& stipulation);

}  // namespace octomate::records
