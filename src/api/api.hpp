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

/// The API of the board and of programs: requests and answers as text, independent of the transport (HTTP, or
/// WebAssembly in a page).
namespace octomate::api {

/// A puzzle of the trainer: its record, and the fields by which puzzles are filtered.
struct Entry {
    std::string json;     ///< the record
    std::string id;       ///< the id of the puzzle; empty: no id
    std::string fen;      ///< the normalised FEN
    std::string variant;  ///< the name of the puzzle's game
    std::vector<std::string> themes;
    double difficulty = -1;  ///< 0…100; negative: unknown
    int faces = 0;           ///< number of winning faces; 0 if no die is used or the record has no key
    int moves = 1;           ///< number of moves to mate
    int pieces = 0;          ///< number of pieces on the board; 0: not in the record
    bool white_to_move = true;
    std::string source;  ///< the name of the puzzle's file
};

/// Makes the entry of a record, whose FEN must be normalised and whose variant must be set. `source` is the
/// name of its file.
Entry entry_of(const records::Puzzle& puzzle, std::string_view source);

constexpr std::size_t page_size = 50;       // number of puzzles on a page
constexpr std::size_t most_listed = 20000;  // maximum number of puzzles in `Collection::about`

/// A filter for puzzles; fields that are not set accept all puzzles.
struct Filter {
    std::optional<std::string> variant;
    std::optional<std::string> theme;
    std::optional<bool> white_to_move;
    std::optional<int> faces;
    double easiest = -1;   ///< least difficulty; less than 0: also puzzles of unknown difficulty
    double hardest = 100;  ///< greatest difficulty
    std::size_t from = 0;  ///< index of the page's first puzzle, among the puzzles that pass

    /// Checks whether a puzzle passes the filter.
    bool accepts(const Entry& entry) const;
};

/// The query of a request for puzzles: returns the value of a field, empty if it is missing.
using Query = std::function<std::string(const char* name)>;

/// The puzzles of the trainer in the order of their files.
class Collection {
  public:
    Collection() = default;
    /// The puzzle of the day is one of the puzzles of `daily_file`, or of all puzzles if that file has none.
    Collection(std::vector<Entry> entries, std::string_view daily_file);

    std::size_t size() const { return entries_.size(); }

    /// Parses the fields `game`, `theme`, `side`, `faces`, `easiest`, `hardest` and `from` of a query; an
    /// empty field accepts all puzzles. Fails with a sentence about the first invalid field.
    Expected<Filter, std::string> filter_of(const Query& query) const;

    /// Returns all records, one per line.
    std::string records() const;

    /// Returns a summary of the collection for the filters of the page: `{"count", "daily": {"from",
    /// "count"}, "games", "themes", "faces", "puzzles"}`. Games, themes and faces are arrays with counts.
    /// `puzzles` lists the first `most_listed` puzzles: `{"id", "fen", "game", "themes", "difficulty",
    /// "faces", "moves", "men", "white"}`, with the game and the themes as indices of those arrays, and
    /// without unknown fields.
    std::string about() const;

    /// Returns a page of the puzzles that pass the filter, beginning with number `from`: `{"variant",
    /// "count", "from", "puzzles": [records]}`, where `count` is the number of all that pass.
    std::string page(const Filter& filter, std::size_t from, std::string_view variant) const;

    /// Returns the index of a puzzle, from 0, among those that pass the filter; nullopt if it does not pass.
    /// `id` is its id, or its number in the whole collection, from 1.
    std::optional<std::size_t> index_of(std::string_view id, const Filter& filter) const;

  private:
    std::vector<Entry> entries_;
    std::map<std::string, std::size_t, std::less<>> by_id_;
    std::size_t daily_from_ = 0;
    std::size_t daily_count_ = 0;
};

/// The answer to a request: an HTTP status, and JSON.
struct Answer {
    int status = 200;
    std::string body;
};

/// Returns the answer that refuses a request: `{"error": {"code", "message"}}` with an HTTP status.
Answer refusal(int status, std::string_view code, std::string_view message);

/// The limits of the time and size of an answer.
struct Limits {
    double seconds = 10;
    std::size_t bytes = std::size_t{16} << 20;
    std::size_t plies = 400;  ///< maximum number of plies of all games in a request `luck`
    questions::Scope scope = questions::Scope::Programs;  ///< which options a request may set
};

using questions::ProbeTables;
struct Request;

/// Answers the requests of the board and of programs. Thread-safe.
///
/// The body of a request is one puzzle record (JSON, EPD or FEN); in JSON, options are further fields. The
/// answer is the record that the command of the same name prints; for an invalid record, its error record
/// with status 400. If an answer would exceed the limits, and a part of it would be useless, the status is
/// 503 with the code "time_limit", or 413 with "too_large". When the program is ending, it is 503 with
/// "interrupted".
class Api {
  public:
    /// `tables`: null if there are no endgame tables. Answers keep within the limits, except for the time to
    /// make tables on first use; an answer that a limit cut short is marked incomplete.
    Api(CommonOptions common, Collection puzzles, ProbeTables tables = nullptr, const Limits& limits = {});

    /// Returns the games that can be drawn, with the data that the page needs of each. Ignores `body`.
    Answer games(std::string_view body = {}) const;
    /// Returns the FEN of a board that the user set up, even if it is not a legal position. The body has
    /// `cells` (letters of the pieces on each square, from bottom to top), `turn`, and optionally `fen`, a
    /// position whose further fields are kept if they stay valid.
    Answer position(std::string_view body) const;

    /// Answers a request with its options in `body`. The option `limit` is 2 seconds if it is missing.
    Answer answer(const Request& request, std::string_view body) const;

    /// Replays games: `{"games": [{"variant", "start": FEN, "verdict", "records"}]}`, with the records of
    /// `octomate replay`. `body` is their text, or `{"games": text}` with the options of `ReplayQuestion` and
    /// a `variant` as further fields. With the option `analyse`, the verdict says in words what the dice and
    /// the errors were worth; it is null for games without an evaluation, and games after the limit of plies
    /// have no verdict and no records.
    Answer replay(std::string_view body) const { return replay_games(body, false); }
    /// Replays games like `replay`, but with the option `analyse` on by default.
    Answer luck(std::string_view body) const { return replay_games(body, true); }

    /// Returns a page of the puzzles that pass the filter of the query (see `filter_of`). With the field
    /// `id`, it is the page with that puzzle, whose index is added as `at`; status 404 if the puzzle does not
    /// pass. Status 400 and "bad_query" if a field is invalid.
    Answer puzzles(const Query& query) const;
    /// Returns `Collection::about()`.
    Answer collection() const { return {200, puzzles_.about()}; }

    const Collection& collected() const { return puzzles_; }
    /// Returns the name of the game of records without a variant.
    const std::string& variant() const { return common_.variant; }

  private:
    Answer replay_games(std::string_view body, bool analyse) const;

    CommonOptions common_;
    Collection puzzles_;
    ProbeTables tables_;
    Limits limits_;
};

/// A kind of request sent by POST, with the function or the question that answers it.
struct Request {
    std::string_view name;                                         ///< name, such as "solve"
    Answer (Api::*answer)(std::string_view body) const = nullptr;  ///< null: `question` answers instead
    bool heavy = false;                                            ///< whether the answer may take seconds
    std::size_t most_bytes = std::numeric_limits<std::size_t>::max();  ///< maximum size of the body
    questions::MakeQuestion question = nullptr;

    /// Checks whether the answer to `body` may take seconds: if the request is heavy, or the body has a
    /// costly option.
    bool is_heavy(std::string_view body) const;
};

/// Returns all kinds of requests.
std::span<const Request> requests();

}  // namespace octomate::api
