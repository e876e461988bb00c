// octomate._native: the questions of questions.hpp for Python, as text. Its friendly face is octomate/*.py.
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

/// A queue of texts that `work` makes on a thread of its own, at most `most_ahead` in advance.
class Feed {
  public:
    explicit Feed(Work work)
        : thread_([this, work = std::move(work)] {
              std::exception_ptr wrong;
              try {
                  work([this](std::string&& text) { return give(std::move(text)); }, stop_);
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

    /// Ends the work, and waits for it.
    void close() {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
            changed_.notify_all();
        }
        const std::lock_guard joining(joining_);
        if (thread_.joinable()) thread_.join();
    }

    /// Waits a little for a text or the end of the work; false if there is neither. Throws what the work has
    /// thrown.
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

    bool give(std::string&& text) {
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

constexpr std::chrono::milliseconds glance(50);  // how often Ctrl-C is looked for

/// Looks for Ctrl-C, which throws KeyboardInterrupt after `stop()`. Needs the interpreter's lock.
template <class Stop>
void look_for_signals(Stop stop) {
    if (PyErr_CheckSignals() == 0) return;
    {
        const py::gil_scoped_release unlocked;
        stop();
    }
    throw py::error_already_set();
}

/// Runs `work(stop)` on a thread of its own, without the interpreter's lock; Ctrl-C sets `stop`.
template <class Long>
auto patiently(Long work) {
    std::atomic<bool> stop = false;
    auto result = std::async(std::launch::async, [&] { return work(stop); });
    const auto wait = [&] {
        const py::gil_scoped_release unlocked;
        return result.wait_for(glance) == std::future_status::ready;
    };
    while (!wait()) {
        look_for_signals([&] {
            stop = true;
            result.wait();
        });
    }
    return result.get();
}

using Answered = std::pair<bool, std::string>;

/// The lines of a feed, some at a time.
class Chunks {
  public:
    explicit Chunks(Work work) : feed_(std::make_unique<Feed>(std::move(work))) {}
    ~Chunks() {
        close();
        if (!is_ours()) (void)feed_.release();
    }
    Chunks(const Chunks&) = delete;
    Chunks& operator=(const Chunks&) = delete;

    /// Some lines, without their newlines; nullopt at the end.
    std::optional<py::list> next() {
        if (!is_ours()) throw std::runtime_error("these records are made in the process that was forked");
        std::optional<std::string> text;
        const auto wait = [&] {
            const py::gil_scoped_release unlocked;
            return feed_->wait(glance, text);
        };
        while (!wait()) look_for_signals([&] { feed_->close(); });
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
    /// Checks whether this process made the feed. A fork of it lacks the feed's thread, and must not touch
    /// its locks.
    bool is_ours() const { return ::getpid() == process_; }

    std::unique_ptr<Feed> feed_;
    const ::pid_t process_ = ::getpid();
};

Work files_work(Named question, std::vector<std::string> files, std::string variant, std::string format,
                int threads) {
    return [=](const Take& give, const std::atomic<bool>& stop) {
        const std::string unreadable = ask_files(question, files, format, {variant, threads, &stop}, give);
        if (!unreadable.empty()) throw EnvironmentError(std::string(trim(unreadable)));
    };
}

/// A player, with the endgame tables that it knows. One search at a time.
class Player {
  public:
    Player(int level, std::uint64_t seed, std::string tables)
        : opponent_{level, seed}, tables_(std::move(tables)) {
        if (level < 1 || level > players::levels) throw py::value_error("a level is a number from 1 to 8");
    }

    /// What it rolls after so many plies, 0 where no die is used.
    int roll(const std::string& fen, const std::string& variant, std::size_t plies) {
        const py::gil_scoped_release unlocked;
        const std::lock_guard lock(mutex_);
        return opponent_.roll(session_at(fen, variant), plies);
    }

    /// The machine form of what it plays.
    std::string reply(const std::string& fen, const std::string& variant, int face, std::size_t plies) {
        return patiently([&](const std::atomic<bool>& stop) {
            const std::lock_guard lock(mutex_);
            players::Limits limits;
            limits.stop = &stop;
            players::Session& session = session_at(fen, variant);
            if (!session.has_face(face)) throw py::value_error("not a face of the position");
            return opponent_.reply(session, face, plies, limits, [](const auto&) {}).lines.front().move.uci;
        });
    }

    /// Returns what a search to `depth` plies finds, and what the evaluation rests on: the value, the rolls,
    /// the moves, the facts and the chance that is sure.
    py::tuple evaluate(const std::string& fen, const std::string& variant, int depth) {
        const auto [all, facts] = patiently([&](const std::atomic<bool>& stop) {
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
    /// Returns the session, at a position. Throws for a text that is no position, and if the game is over.
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

    /// What they say of a good position, in JSON; none if no table covers it.
    std::optional<std::string> odds(const std::string& fen, const std::string& variant) const {
        return patiently([&](const std::atomic<bool>& stop) -> std::optional<std::string> {
            const auto odds = shelf_of(variant, stop).odds(fen);
            if (!odds || !*odds) return std::nullopt;
            return reports::json(**odds);
        });
    }

    /// Makes the table of a material, and those that it needs.
    void make(const std::string& material, const std::string& variant) const {
        patiently([&](const std::atomic<bool>& stop) {
            const auto name = tables_of(variant).material(material);
            if (!name) throw py::value_error(name.error());
            return shelf_of(variant, stop).make(*name);
        });
    }

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
            // Arguments have the names of the command's options, without dashes.
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
            if (threads > 0) return patiently(answer);
            const py::gil_scoped_release unlocked;  // 0: it takes no time to speak of
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
            const Composed composed = patiently([&](const std::atomic<bool>& stop) {
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
