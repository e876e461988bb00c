#pragma once

#include <cstddef>
#include <vector>

#include "collect/record.hpp"
#include "console/console.hpp"
#include "draw/book.hpp"

namespace octomate::cli {

/// A puzzle for a book or a sheet. It is solved within some seconds, or else its key is taken and a note says
/// so. Throws UsageError, which names `command`, if its game cannot be drawn.
draw::BookPuzzle book_puzzle(const collect::Entry& entry, const char* command);

/// The same for many in parallel, with progress. The result is incomplete if the run is interrupted.
std::vector<draw::BookPuzzle> book_puzzles(const std::vector<collect::Entry>& entries, const char* command,
                                           const CommonOptions& common);

}  // namespace octomate::cli
