#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/compose_run.hpp"
#include "core/fault.hpp"
#include "games/game.hpp"
#include "stream/stream.hpp"

/// What the module for Python asks of the games: text in, the records of the commands out. Nothing here knows
/// Python, and all of it may be called from many threads at once.
namespace octomate::python {

/// How a question is put.
struct Call {
    std::string variant;  ///< of records that name none
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;  ///< ends searches once it is set
};

/// JSON, a record a line; the error record of a bad one if not `good`.
struct Answer {
    bool good = true;
    std::string text;
};

/// A question of all front ends, and its options as an object of JSON.
struct Named {
    std::string name;
    std::string options;
};

/// Asks it about one record: JSON, EPD or FEN. Throws UsageError for bad options.
Answer ask(const Named& question, std::string_view record, const Call& call);

/// Describes its options as an array of JSON.
std::string describe(const std::string& name);

/// Gets whole lines; false if no more are wanted.
using Take = std::function<bool(std::string&&)>;

/// Asks about all records of some files, which are answered in their order. `format`: as --from; empty: their
/// first records decide. Says which files could not be read, and why.
std::string ask_files(const Named& question, const std::vector<std::string>& files, const std::string& format,
                      const Call& call, const Take& take);

/// What a position says of itself.
struct Look {
    std::string fen;  ///< normalised
    Color turn = Color::White;
    bool check = false;
    Outcome outcome = Outcome::Ongoing;
    std::vector<int> faces;  ///< of the die, if it is used
};

/// Fails with an error record.
Expected<Look, std::string> look(const std::string& fen, const std::string& variant);

/// Makes lines until `stop` is set.
using Work = std::function<void(const Take& take, const std::atomic<bool>& stop)>;

/// What `compose` found.
struct Composed {
    Answer answer;
    bool complete = false;     ///< as many as were wanted, or every position was judged
    std::uint64_t judged = 0;  ///< positions
};

Composed compose(const std::string& spec, make::ComposeOptions options, const Call& call);

/// The options of `octomate generate`: their names, "--unique,--no-unique", and whether they have a value.
std::vector<std::pair<std::string, bool>> generate_options();

/// The run of `octomate generate` with these options: the lines are its puzzles. Throws UsageError.
Work generate(const std::vector<std::string>& options, const std::string& variant, int threads);

}  // namespace octomate::python
