#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "records/puzzle.hpp"

/// What the writers of several formats share.
namespace octomate::records {

/// Faces with their moves on one line, as EPD has it: `4:Be3-f4-f3#,Qe4-d3-d2# 5:Qe4-d3-d2#`.
std::string key_text(const Key& key);

/// Whether reading that line gives the key: moves that are empty, or hold blanks or commas, do not come back.
bool key_is_exact(const Key& key);

/// Themes parted by blanks; a blank or comma in one becomes "_".
std::string themes_text(const std::vector<std::string>& themes);
bool themes_are_exact(const std::vector<std::string>& themes);

/// The line with the names of CSV's columns, with its newline.
std::string_view csv_header();

/// What stands before and behind the diagrams in a document of LaTeX.
std::string_view latex_header();
std::string_view latex_footer();

}  // namespace octomate::records
