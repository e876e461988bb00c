#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "console/console.hpp"
#include "serve/collection.hpp"

namespace octomate::serve {

/// What is sent back: an HTTP status and JSON.
struct Answer {
    int status = 200;
    std::string body;
};

/// `{"error": {"code", "message"}}`: what is wrong with a request, rather than with the text in it.
Answer refusal(int status, std::string_view code, std::string_view message);

/// Room for a few heavy analyses at a time, so that light requests find a worker.
class Slots {
  public:
    /// At most `running` hold a slot, and as many as `waiting` wait for one.
    Slots(std::size_t running, std::size_t waiting) : most_running_(running), most_waiting_(waiting) {}

    /// Waits for a slot; false if too many wait already, if it takes too long, or after Ctrl-C.
    bool take();
    void give_back();

  private:
    std::mutex mutex_;
    std::condition_variable given_back_;
    std::size_t running_ = 0;
    std::size_t waiting_ = 0;
    std::size_t most_running_;
    std::size_t most_waiting_;
};

/// The answers to the requests of the board and of programs; safe to call from many threads.
///
/// The body of a request is one puzzle record (JSON, EPD or FEN), in JSON with options as further fields. The
/// answer is the record that the command of the same name prints; for a bad record its error record, with
/// status 400.
class Api {
  public:
    Api(const CommonOptions& common, Collection puzzles);

    /// The games, with all that the page needs to know of each.
    Answer games() const;
    /// The scene of a position; `move` marks a legal move.
    Answer scene(std::string_view body) const;
    /// The earlier states that a position tells of, `{"states": [{"cells", "turn", "words"}, …]}`, the oldest
    /// first.
    Answer past(std::string_view body) const;
    /// The text of `cells` (letters of men by square, from bottom to top) and `turn`, be it a position or
    /// not.
    Answer position(std::string_view body) const;

    /// `list`: true lists every move of every face; `scene`: true adds the scene and the outcome.
    Answer solve(std::string_view body) const;
    /// An array of records, one per legal move; `move`: that alone which a text names, long or short.
    Answer moves(std::string_view body) const;
    /// `moves`, `dice`, `defence`, `limit` (seconds, 2 if absent, at most 10), `nodes`.
    Answer mate(std::string_view body);
    /// `limit` as for `mate`; what it cut short has the verdict null and `"complete": false`.
    Answer check(std::string_view body);

    /// The reply that leaves the opponent the fewest mates at once, `{"move": record, "roll": face}`; both
    /// null if there is no move, `roll` also where no die is used.
    Answer defence(std::string_view body);

    /// The text of games; `{"games": [{"variant", "start": FEN, "records": [those of the command]}]}`.
    Answer replay(std::string_view text);

    /// A page of the puzzles that are wanted: see `Collection`.
    Answer puzzles(const Wanted& wanted, std::size_t from) const;
    /// The page on which a puzzle stands, with its place `at` among those that are wanted; 404 if it is not
    /// among them.
    Answer puzzle(std::string_view id, const Wanted& wanted) const;
    /// What the puzzles can be chosen by.
    Answer collection() const { return {200, puzzles_.about()}; }

    std::size_t puzzle_count() const { return puzzles_.size(); }

  private:
    /// Runs the work in a slot, or says that all are taken.
    template <class F>
    Answer heavy(F&& work);

    CommonOptions common_;
    Collection puzzles_;
    Slots slots_;
};

}  // namespace octomate::serve
