#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "console/console.hpp"
#include "core/fault.hpp"
#include "games/game.hpp"
#include "puzzle/puzzle.hpp"
#include "questions/question.hpp"

/// What the page and programs ask, and the answers: text in, text out, by any transport.
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
    int pieces = 0;          ///< on the board; 0: the record does not say
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
    /// "moves", "pieces", "white"}`, the game and the themes as indices of those arrays; what is unknown is
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

/// What is answered: a status as in HTTP, and JSON.
struct Answer {
    int status = 200;
    std::string body;
};

/// `{"error": {"code", "message"}}`: what is wrong with a request, rather than with the text in it.
Answer refusal(int status, std::string_view code, std::string_view message);

/// What an answer may take.
struct Limits {
    double seconds = 10;
    std::size_t bytes = std::size_t{16} << 20;
    std::size_t plies = 400;                              ///< of all games whose luck is measured
    questions::Scope scope = questions::Scope::Programs;  ///< of the options that may be set
};

using questions::AskTables;
struct Request;

/// The answers to the requests of the board and of programs; safe to call from many threads.
///
/// The body of a request is one puzzle record (JSON, EPD or FEN), in JSON with options as further fields. The
/// answer is the record that the command of the same name prints; for a bad record its error record, with
/// status 400. What is of no use in part is refused beyond the limits: with status 503 and the code
/// "time_limit", or with 413 and "too_large"; and with 503 and "interrupted" when the program is to end.
class Api {
  public:
    /// `tables`: null if there are none. No answer goes beyond the limits, or hardly; a search that was cut
    /// short says so. Only tables that are made on first use take as long as they need.
    Api(const CommonOptions& common, Collection puzzles, AskTables tables = nullptr,
        const Limits& limits = {});

    /// The games, with all that the page needs to know of each; a body says nothing more.
    Answer games(std::string_view body = {}) const;
    /// The text of `cells` (letters of pieces by square, from bottom to top) and `turn`, be it a position or
    /// not; `fen`: a position whose further fields stay, as far as they fit.
    Answer position(std::string_view body) const;

    /// Answers a request, whose options stand in its body. `limit` is 2 seconds if absent.
    Answer answer(const Request& request, std::string_view body) const;

    /// The text of games; `{"games": [{"variant", "start": FEN, "records": [those of the command]}]}`.
    Answer replay(std::string_view text) const;
    /// The same with what the dice and the moves did to the chances, and who was luckier in words: `{"games":
    /// [{"verdict", "records"}]}`. The verdict is null for games without chances. A game
    /// whose plies, with those before it, are more than the limit is passed over: it has no records either.
    Answer luck(std::string_view text) const;

    /// The page of the puzzles that pass the filter which begins with number `from`, from 0, or on which the
    /// one called `id` stands, with its place `at` among them; 404 if it is not there. The other fields of
    /// the query are those of `filter_of`; 400 and "bad_query" if one is wrong.
    Answer puzzles(const Query& query) const;
    /// What the puzzles can be chosen by.
    Answer collection() const { return {200, puzzles_.about()}; }

    const Collection& collected() const { return puzzles_; }
    /// The game of records that name none.
    const std::string& variant() const { return common_.variant; }

  private:
    /// Adds what the dice and the moves did to the chances, where they are known; false if the time ran
    /// out.
    bool add_luck(const records::GameScore& game, const reports::Patience& patience,
                  reports::Replay& replay) const;

    CommonOptions common_;
    Collection puzzles_;
    AskTables tables_;
    Limits limits_;
};

/// A request that is posted.
struct Request {
    std::string_view name;                                             ///< "solve"
    Answer (Api::*answer)(std::string_view body) const = nullptr;      ///< null: `question`
    bool heavy = false;                                                ///< it may take seconds
    std::size_t most_bytes = std::numeric_limits<std::size_t>::max();  ///< of its body; for a server
    questions::MakeQuestion question = nullptr;

    /// Checks whether the answer to a body may take seconds. It may if the body names a costly option.
    bool is_heavy(std::string_view body) const;
};

/// All requests.
std::span<const Request> requests();

}  // namespace octomate::api
