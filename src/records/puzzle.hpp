#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace octomate::records {

/// JSON that keeps its fields in the order in which they came.
using Json = nlohmann::ordered_json;

/// The claimed mating moves by face: 1…8, or 0 (written "-") in check or in a game without a die.
/// The moves are text, as the author wrote them.
using Key = std::map<int, std::vector<std::string>>;

/// One puzzle as its file gave it. The position is still text: which game's rules read it is decided by
/// `variant`.
struct Puzzle {
    std::string fen;                     ///< as written, two to six fields
    std::optional<std::string> id;       ///
    std::optional<std::string> variant;  ///< a name of a game; none: the run's default
    std::optional<int> roll;             ///< 1…8
    std::optional<Key> key;              ///< none: nothing is claimed
    int moves = 1;                       ///< mate in this many moves of the side to move, at least 1
    std::optional<std::string> title;
    std::optional<std::string> author;
    std::optional<std::string> source;
    std::optional<std::string> comment;
    std::vector<std::string> themes;
    Json unknown = Json::object();  ///< fields that this program does not know; they survive a round trip
};

}  // namespace octomate::records
