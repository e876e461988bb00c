#pragma once

#include <cstddef>
#include <vector>

#include "collect/record.hpp"
#include "console/console.hpp"
#include "draw/book.hpp"

namespace octomate::cli {

/// All that a book or a sheet tells of a puzzle. It is solved, as far as that takes no search without end;
/// beyond it the key is taken at its word, and the note of the puzzle says so. Throws UsageError if its game
/// is not drawn; `command` is who asks.
draw::BookPuzzle book_puzzle(const collect::Entry& entry, const char* command);

/// The same for many in parallel, with progress; what is made is not to be relied on once the run is
/// interrupted.
std::vector<draw::BookPuzzle> book_puzzles(const std::vector<collect::Entry>& entries, const char* command,
                                           const CommonOptions& common);

}  // namespace octomate::cli
