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

/// The functions behind the Python module: text in, records of the commands out. They do not depend on
/// Python, and are thread-safe.
namespace octomate::python {

/// The settings of a call.
struct Call {
    std::string variant;  ///< the game of records that name none
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;  ///< ends searches once it is set
};

/// Records in JSON Lines; an error record if the input was not `good`.
struct Answer {
    bool good = true;
    std::string text;
};

/// The name of a question (see questions/question.hpp), and its options as a JSON object.
struct Named {
    std::string name;
    std::string options;
};

/// Asks a question about one record in JSON, EPD or FEN. Throws UsageError for invalid options.
Answer ask(const Named& question, std::string_view record, const Call& call);

/// Returns the options of the question `name`, as a JSON array.
std::string describe(const std::string& name);

/// A callback that gets whole lines. Returns false if no more lines are wanted.
using Take = std::function<bool(std::string&&)>;

/// Asks a question about all records of the files, and passes the answers to `take` in the order of the
/// records. `format`: as for --from; empty: recognised by the first record of each file. Returns messages
/// about files that could not be read.
std::string ask_files(const Named& question, const std::vector<std::string>& files, const std::string& format,
                      const Call& call, const Take& take);

/// The properties of a position.
struct Look {
    std::string fen;  ///< normalised
    Color turn = Color::White;
    bool check = false;
    Outcome outcome = Outcome::Ongoing;
    std::vector<int> faces;  ///< faces of the die; empty if no die is used or the game is over
};

/// Returns the properties of a position; fails with an error record if `fen` or `variant` is invalid.
Expected<Look, std::string> look(const std::string& fen, const std::string& variant);

/// A function that makes lines, and passes them to `take`, until it is done or `stop` is set.
using Work = std::function<void(const Take& take, const std::atomic<bool>& stop)>;

/// The result of `compose`.
struct Composed {
    Answer answer;
    bool complete = false;     ///< all that were requested were found, or every position was judged
    std::uint64_t judged = 0;  ///< number of positions
};

/// Composes positions for a spec. Throws UsageError if the game cannot compose.
Composed compose(const std::string& spec, make::ComposeOptions options, const Call& call);

/// Returns the options of `octomate generate`: their names, such as "--unique,--no-unique", and whether they
/// have a value.
std::vector<std::pair<std::string, bool>> generate_options();

/// Returns a function that runs `octomate generate` with the given options and makes lines of puzzles. Throws
/// UsageError for invalid options.
Work generate(const std::vector<std::string>& options, const std::string& variant, int threads);

}  // namespace octomate::python
