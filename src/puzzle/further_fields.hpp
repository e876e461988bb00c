#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/puzzle.hpp"

/// What a record says beyond its puzzle: what makers of puzzles add, and what this program does not know. All
/// formats write them in one way, as values of JSON by their names.
namespace octomate::records {

enum class Taken : std::uint8_t {
    Yes,
    Unknown,    ///< the name is none of ours
    WrongType,  ///< it is, and the value is not of its type
};

/// Takes a field that makers of puzzles add.
Taken take_further(Puzzle& puzzle, std::string_view name, std::string_view json);

/// What the field holds, for messages: "a whole number".
std::string_view type_of_further(std::string_view name);

/// Takes the field away, if it is one that makers of puzzles add; the unknown ones stay.
void reset_further(Puzzle& puzzle, std::string_view name);

/// The further fields in the order in which they are written: first those that makers of puzzles add.
std::vector<UnknownField> further_fields(const Puzzle& puzzle);

/// Appends them as members of an object that has others already: `,"men":5,"note":"text"`.
void append_further(const Puzzle& puzzle, std::string& line);

}  // namespace octomate::records
