#pragma once

#include <string_view>

/// What the reader and the writer of YAML share.
namespace octomate::records {

/// The option that lets Black move first.
inline constexpr std::string_view half_duplex = "HalfDuplex";

/// How the sentence begins that this program writes into `non-standard-stipulation`.
inline constexpr std::string_view sentence_start = "The game is ";

}  // namespace octomate::records
