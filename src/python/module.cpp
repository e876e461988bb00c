// The Python module octomate._native: the functions of questions.hpp, with text as arguments and results.
// Users call the package in octomate/*.py, which wraps it.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "console/console.hpp"
#include "games/list.hpp"
#include "players/session.hpp"
#include "python/questions.hpp"
#include "reports/reports.hpp"
#include "stream/stream.hpp"
#include "tables/tables.hpp"
#include "text/text.hpp"

namespace py = pybind11;
using namespace py::literals;

namespace octomate::python {

namespace {

/// A queue of texts that `work` makes on a separate thread, at most `most_ahead` in advance.
class Feed {
  public:
    explicit Feed(Work work)
        : thread_([this, work = std::move(work)] {
              std::exception_ptr wrong;
              try {
                  work([this](std::string&& text) { return push(std::move(text)); }, stop_);
              } catch (...) {
                  wrong = std::current_exception();
              }
              const std::lock_guard lock(mutex_);
              wrong_ = wrong;
              ended_ = true;
              changed_.notify_all();
          }) {}

    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;
    ~Feed() { close(); }

    /// Stops the work, and waits until it ends.
    void close() {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
            changed_.notify_all();
        }
        const std::lock_guard joining(joining_);
        if (thread_.joinable()) thread_.join();
    }

    /// Waits up to `duration` for a text or the end of the work. Returns false on timeout; else sets `text`,
    /// to nullopt at the end. Rethrows the exception of the work.
    template <class Duration>
    bool wait(Duration duration, std::optional<std::string>& text) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, duration, [&] { return !texts_.empty() || ended_ || stop_; }))
            return false;
        text.reset();
        if (stop_) return true;
        if (texts_.empty()) {
            if (wrong_) std::rethrow_exception(std::exchange(wrong_, nullptr));
            return true;
        }
        text = std::move(texts_.front());
        texts_.pop_front();
        changed_.notify_all();
        return true;
    }

  private:
    static constexpr std::size_t most_ahead = 16;

    /// Appends a text, and waits while the queue is full. Returns false if the work should stop.
    bool push(std::string&& text) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return texts_.size() < most_ahead || stop_; });
        if (stop_) return false;
        texts_.push_back(std::move(text));
        changed_.notify_all();
        return true;
    }

    std::mutex mutex_, joining_;
    std::condition_variable changed_;
    std::deque<std::string> texts_;
    std::atomic<bool> stop_ = false;
    bool ended_ = false;
    std::exception_ptr wrong_;
    std::thread thread_;  // the last member: it uses the others
};

constexpr std::chrono::milliseconds poll_interval(50);  // between checks for Ctrl-C

/// Checks for Ctrl-C; if it came, calls `stop()` and throws KeyboardInterrupt. The caller must hold the GIL.
template <class Stop>
void check_signals(Stop stop) {
    if (PyErr_CheckSignals() == 0) return;
    {
        const py::gil_scoped_release unlocked;
        stop();
    }
    throw py::error_already_set();
}

/// Runs `work(stop)` on a separate thread without the GIL, and returns its result; Ctrl-C sets `stop`.
template <class Long>
auto run_interruptibly(Long work) {
    std::atomic<bool> stop = false;
    auto result = std::async(std::launch::async, [&] { return work(stop); });
    const auto wait = [&] {
        const py::gil_scoped_release unlocked;
        return result.wait_for(poll_interval) == std::future_status::ready;
    };
    while (!wait()) {
        check_signals([&] {
            stop = true;
            result.wait();
        });
    }
    return result.get();
}

using Answered = std::pair<bool, std::string>;

/// An iterator over the lines of a feed, in chunks.
class Chunks {
  public:
    explicit Chunks(Work work) : feed_(std::make_unique<Feed>(std::move(work))) {}
    ~Chunks() {
        close();
        if (!is_ours()) (void)feed_.release();
    }
    Chunks(const Chunks&) = delete;
    Chunks& operator=(const Chunks&) = delete;

    /// Returns the next lines without their newlines; nullopt at the end.
    std::optional<py::list> next() {
        if (!is_ours()) throw std::runtime_error("these records are made in the process that was forked");
        std::optional<std::string> text;
        const auto wait = [&] {
            const py::gil_scoped_release unlocked;
            return feed_->wait(poll_interval, text);
        };
        while (!wait()) check_signals([&] { feed_->close(); });
        if (!text) return std::nullopt;
        py::list lines;
        for (std::size_t begin = 0, end = 0; begin < text->size(); begin = end + 1) {
            end = std::min(text->find('\n', begin), text->size());
            lines.append(py::str(text->data() + begin, end - begin));
        }
        return lines;
    }

    void close() {
        if (!is_ours()) return;
        const py::gil_scoped_release unlocked;
        feed_->close();
    }

  private:
    /// Checks whether this process created the feed. A forked process has no thread for the feed, and must
    /// not use its locks.
    bool is_ours() const { return ::getpid() == process_; }

    std::unique_ptr<Feed> feed_;
    const ::pid_t process_ = ::getpid();
};

/// Returns the work of `ask_files`: the answers to a question about all records of the files.
Work files_work(Named question, std::vector<std::string> files, std::string variant, std::string format,
                int threads) {
    return [=](const Take& give, const std::atomic<bool>& stop) {
        const std::string unreadable = ask_files(question, files, format, {variant, threads, &stop}, give);
        if (!unreadable.empty()) throw EnvironmentError(std::string(trim(unreadable)));
    };
}

/// A player with its endgame tables. Thread-safe; does one search at a time.
class Player {
  public:
    Player(int level, std::uint64_t seed, std::string tables)
        : opponent_{level, seed}, tables_(std::move(tables)) {
        if (level < 1 || level > players::levels) throw py::value_error("a level is a number from 1 to 8");
    }

    /// Returns the roll of the player's seed after `plies` plies; 0 if no die is used.
    int roll(const std::string& fen, const std::string& variant, std::size_t plies) {
        const py::gil_scoped_release unlocked;
        const std::lock_guard lock(mutex_);
        return opponent_.roll(session_at(fen, variant), plies);
    }

    /// Returns the machine form of the move that the player chooses on `face`.
    std::string reply(const std::string& fen, const std::string& variant, int face, std::size_t plies) {
        return run_interruptibly([&](const std::atomic<bool>& stop) {
            const std::lock_guard lock(mutex_);
            players::Limits limits;
            limits.stop = &stop;
            players::Session& session = session_at(fen, variant);
            if (!session.has_face(face)) throw py::value_error("not a face of the position");
            return opponent_.reply(session, face, plies, limits, [](const auto&) {}).lines.front().move.uci;
        });
    }

    /// Searches to `depth` plies. Returns the value, the values of the rolls and of the moves, the facts that
    /// the evaluation adds up, and the share of rolls that win at once.
    py::tuple evaluate(const std::string& fen, const std::string& variant, int depth) {
        const auto [all, facts] = run_interruptibly([&](const std::atomic<bool>& stop) {
            const std::lock_guard lock(mutex_);
            players::Session& session = session_at(fen, variant);
            players::Limits limits;
            limits.depth = depth;
            limits.stop = &stop;
            return std::pair(session.appraise(limits), session.facts().value_or(Facts()));
        });
        py::dict rolls, moves;
        for (const auto& roll : all.rolls) {
            const std::string& best = all.moves[roll.moves.front()].text.uci;
            rolls[roll.face ? py::object(py::int_(roll.face)) : py::none()] =
                py::make_tuple(roll.value, best);
        }
        for (const auto& move : all.moves) moves[py::str(move.text.uci)] = move.value;
        return py::make_tuple(all.value, rolls, moves, py::tuple(py::cast(facts.facts)), facts.sure);
    }

  private:
    /// Returns the session, set to the position `fen`. Throws ValueError if `fen` is invalid or the game is
    /// over.
    players::Session& session_at(const std::string& fen, const std::string& variant) {
        if (!session_ || variant != variant_) {
            variant_ = variant;
            session_ = games::session_of(variant, tables_);
        }
        if (!session_ || !session_->set(fen)) throw py::value_error("no position of the game");
        if (session_->outcome() != Outcome::Ongoing) throw py::value_error("the game is over");
        return *session_;
    }

    const players::Opponent opponent_;
    const std::string tables_;
    std::mutex mutex_;
    std::string variant_;
    std::unique_ptr<players::Session> session_;
};

/// A folder of endgame tables.
class Shelf {
  public:
    explicit Shelf(std::string folder) : folder_(std::move(folder)) {}

    /// Returns the values of a valid position in JSON; nullopt if no table covers it.
    std::optional<std::string> odds(const std::string& fen, const std::string& variant) const {
        return run_interruptibly([&](const std::atomic<bool>& stop) -> std::optional<std::string> {
            const auto odds = shelf_of(variant, stop).odds(fen);
            if (!odds || !*odds) return std::nullopt;
            return reports::json(**odds);
        });
    }

    /// Makes the table of a material, and the tables that it needs.
    void make(const std::string& material, const std::string& variant) const {
        run_interruptibly([&](const std::atomic<bool>& stop) {
            const auto name = tables_of(variant).material(material);
            if (!name) throw py::value_error(name.error());
            return shelf_of(variant, stop).make(*name);
        });
    }

    /// Returns the folder of the tables.
    std::string folder() const { return tables::folder_or_usual(folder_).string(); }

  private:
    static const tables::Tables& tables_of(const std::string& variant) {
        const games::Game& game = games::named(variant);
        if (!game.tables()) throw py::value_error(game.name() + " has no endgame tables");
        return *game.tables();
    }

    tables::Shelf shelf_of(const std::string& variant, const std::atomic<bool>& stop) const {
        tables::MakeOptions options;
        options.stop = [&stop] { return stop.load(); };
        return {tables_of(variant), folder(), std::move(options)};
    }

    const std::string folder_;
};

/// Returns the properties of a position as a tuple that begins with True; or False and an error record.
py::tuple look_at(const std::string& fen, const std::string& variant) {
    const auto seen = [&] {
        const py::gil_scoped_release unlocked;
        return look(fen, variant);
    }();
    if (!seen) return py::make_tuple(false, seen.error());
    return py::make_tuple(true, seen->fen, seen->turn == Color::White ? "white" : "black", seen->check,
                          reports::json(seen->outcome), py::tuple(py::cast(seen->faces)));
}

}  // namespace

}  // namespace octomate::python

PYBIND11_MODULE(_native, module) {
    using namespace octomate;
    using namespace octomate::python;

    py::register_exception_translator([](std::exception_ptr pointer) {
        try {
            if (pointer) std::rethrow_exception(pointer);
        } catch (const UsageError& error) {
            // The names of arguments are those of the command's options, without dashes.
            const std::string name =
                error.option.substr(std::min(error.option.find_first_not_of('-'), error.option.size()));
            PyErr_SetString(PyExc_ValueError, ((name.empty() ? "" : name + ": ") + error.what()).c_str());
        } catch (const EnvironmentError& error) {
            PyErr_SetString(PyExc_OSError, error.what());
        }
    });

    module.attr("version") = std::string(version());
    module.def("games", [] {
        std::vector<std::string> games;
        for (const games::Game* game : games::all()) games.push_back(games::about_json(*game));
        return games;
    });
    module.def("start", [](const std::string& variant) { return games::named(variant).start(); });
    module.def("look", look_at, "fen"_a, "variant"_a);
    module.def("describe", &describe, "question"_a);
    module.def(
        "ask",
        [](const std::string& question, const std::string& options, const std::string& record,
           const std::string& variant, int threads) {
            const auto answer = [&](const std::atomic<bool>& stop) -> Answered {
                Answer answer = ask(Named{question, options}, record, {variant, std::max(1, threads), &stop});
                return {answer.good, std::move(answer.text)};
            };
            if (threads > 0) return run_interruptibly(answer);
            const py::gil_scoped_release unlocked;  // 0 threads: the answer is immediate
            return answer(false);
        },
        "question"_a, "options"_a, "record"_a, "variant"_a, "threads"_a);
    module.def(
        "ask_files",
        [](const std::string& question, const std::string& options, std::vector<std::string> files,
           const std::string& variant, const std::string& format, int threads) {
            return std::make_unique<Chunks>(
                files_work(Named{question, options}, std::move(files), variant, format, threads));
        },
        "question"_a, "options"_a, "files"_a, "variant"_a, "format"_a, "threads"_a);
    module.def(
        "compose",
        [](const std::string& spec, const std::string& variant, int threads, std::uint64_t count,
           std::uint64_t seed, std::uint64_t nodes, double seconds, int exhaustive, bool strict) {
            make::ComposeOptions options;
            options.count = count;
            options.seed = seed;
            options.pieces = exhaustive;
            options.strict = strict;
            options.search.nodes = nodes;
            options.search.seconds = seconds;
            const Composed composed = run_interruptibly([&](const std::atomic<bool>& stop) {
                return compose(spec, options, {variant, threads, &stop});
            });
            return py::make_tuple(composed.answer.good, composed.answer.text, composed.complete,
                                  composed.judged);
        },
        "spec"_a, "variant"_a, "threads"_a, "count"_a, "seed"_a, "nodes"_a, "seconds"_a, "exhaustive"_a,
        "strict"_a);
    module.def(
        "is_readable", [](const std::string& file) { return bool(records::check_readable(file)); }, "file"_a);
    module.def("generate_options", &generate_options);
    module.def(
        "generate",
        [](const std::vector<std::string>& options, const std::string& variant, int threads) {
            return std::make_unique<Chunks>(generate(options, variant, threads));
        },
        "options"_a, "variant"_a, "threads"_a);

    py::class_<Chunks>(module, "Chunks").def("next", &Chunks::next).def("close", &Chunks::close);
    py::class_<Player>(module, "Player")
        .def(py::init<int, std::uint64_t, std::string>(), "level"_a, "seed"_a, "tables"_a)
        .def("roll", &Player::roll, "fen"_a, "variant"_a, "plies"_a)
        .def("reply", &Player::reply, "fen"_a, "variant"_a, "face"_a, "plies"_a)
        .def("evaluate", &Player::evaluate, "fen"_a, "variant"_a, "depth"_a);
    py::class_<Shelf>(module, "Shelf")
        .def(py::init<std::string>(), "folder"_a)
        .def("odds", &Shelf::odds, "fen"_a, "variant"_a)
        .def("make", &Shelf::make, "material"_a, "variant"_a)
        .def_property_readonly("folder", &Shelf::folder);
}
