#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "puzzle/fields.hpp"

/// Helpers that the writers of several formats share.
namespace octomate::records {

/// Formats a key on one line, as EPD has it: `4:Be3-f4-f3#,Qe4-d3-d2# 5:Qe4-d3-d2#`.
std::string key_text(const Key& key);

/// Joins themes with blanks; a blank or comma within a theme becomes "_".
std::string themes_text(const std::vector<std::string>& themes);

/// The opcode in which earlier versions wrote, as a JSON object, what EPD has no opcode for.
inline constexpr std::string_view rest_name = "json";

}  // namespace octomate::records
