#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/collection.hpp"
#include "console/console.hpp"
#include "games/game.hpp"
#include "questions/question.hpp"

/// What the page and programs ask, and the answers: text in, text out, by any transport.
namespace octomate::api {

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
    /// The text of `cells` (letters of men by square, from bottom to top) and `turn`, be it a position or
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
