#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::api {

/// A puzzle of the trainer: its record, and what it can be chosen by.
struct Entry {
    std::string json;
    std::string id;       ///< empty: it has none
    std::string fen;      ///< normalised
    std::string variant;  ///< the name of its game
    std::vector<std::string> themes;
    double difficulty = -1;  ///< 0…100; negative: unknown
    int faces = 0;           ///< of the die, that win; 0 where no die is used or no key is known
    int moves = 1;           ///< within which the side to move mates
    int men = 0;             ///< on the board; 0: the record does not say
    bool white = true;       ///< whether White is to move
    std::string source;      ///< the file that it came from
};

/// The entry of a record whose FEN is normalised and whose variant is set.
Entry entry_of(const records::Puzzle& puzzle, std::string_view source);

constexpr std::size_t page_size = 50;       // puzzles
constexpr std::size_t most_listed = 20000;  // puzzles in the index of a collection

/// Which puzzles are requested; fields that are not set accept all.
struct Filter {
    std::optional<std::string> variant;
    std::optional<std::string> theme;
    std::optional<bool> white;
    std::optional<int> faces;
    double easiest = -1;  ///< less than 0: those of unknown difficulty too
    double hardest = 100;
    std::size_t from = 0;  ///< the number of the first one on a page

    bool holds(const Entry& entry) const;
};

/// The fields of a request for puzzles: the value of a name, empty if there is none.
using Query = std::function<std::string(const char* name)>;

/// The puzzles of the trainer in the order of their files.
class Collection {
  public:
    Collection() = default;
    /// `daily` names the file from which the puzzle of the day is taken; all of them if it gave none.
    Collection(std::vector<Entry> entries, std::string_view daily);

    std::size_t size() const { return entries_.size(); }

    /// Reads the filter of a query: its fields `game`, `theme`, `side`, `faces`, `easiest`, `hardest` and
    /// `from`, of which empty ones accept all. Or returns what is wrong with the first bad field, in a
    /// sentence.
    Expected<Filter, std::string> filter_of(const Query& query) const;

    /// All the records, one a line.
    std::string records() const;

    /// How many there are, and what they can be chosen by: `{"count", "daily": {"from", "count"}, "games",
    /// "themes", "faces", "puzzles"}`. Games, themes and faces are arrays with counts. `puzzles` is an index
    /// of the first `most_listed`, in their order: `{"id", "fen", "game", "themes", "difficulty", "faces",
    /// "moves", "men", "white"}`, the game and the themes as indices of those arrays; what is unknown is
    /// absent.
    std::string about() const;

    /// `{"variant", "count", "from", "puzzles": [records]}`: a page of the puzzles that pass.
    std::string page(const Filter& filter, std::size_t from, std::string_view variant) const;

    /// The place of a puzzle among those that pass, from 0, by its id, or by its number in the whole
    /// collection, from 1; none if it is not among them.
    std::optional<std::size_t> place(std::string_view id, const Filter& filter) const;

  private:
    std::vector<Entry> entries_;
    std::map<std::string, std::size_t, std::less<>> by_id_;
    std::size_t daily_from_ = 0;
    std::size_t daily_count_ = 0;
};

}  // namespace octomate::api
