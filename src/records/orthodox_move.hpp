#pragma once

#include <string>
#include <string_view>

#include "core/expected.hpp"

namespace octomate::records {

/// The position after a move of orthodox chess in the machine form ("e2e4", "e7e8q", "e1g1" for castling), as
/// a FEN of the other side without castling rights; or a sentence that says why not. Men are moved as the
/// squares say; whether they may go so is not asked.
Expected<std::string, std::string> orthodox_move(std::string_view fen, std::string_view move);

}  // namespace octomate::records
