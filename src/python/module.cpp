// The Python module octomate._native: text as arguments and results, records of the commands as lines of
// JSON. Users call the package in octomate/*.py, which wraps it.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <tbb/concurrent_queue.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/shared.hpp"
#include "collect/compose_run.hpp"
#include "collect/generate_run.hpp"
#include "collect/record.hpp"
#include "console/console.hpp"
#include "core/types.hpp"
#include "formats/formats.hpp"
#include "formats/game_score.hpp"
#include "games/list.hpp"
#include "json/tree.hpp"
#include "make/finds.hpp"
#include "players/session.hpp"
#include "reports/reports.hpp"
#include "stream/stream.hpp"
#include "tables/tables.hpp"
#include "text/text.hpp"

namespace py = pybind11;
using namespace py::literals;

namespace octomate::python {

namespace {

/// Runs `work()` on a separate thread without the GIL, and returns its result. On Ctrl-C, calls `stop()`,
/// waits for `work` and throws KeyboardInterrupt. The caller must hold the GIL.
template <class Long, class Stop>
auto run_interruptibly(Long work, Stop stop) {
    auto result = std::async(std::launch::async, work);
    const auto is_ready = [&] {
        const py::gil_scoped_release unlocked;
        return result.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready;
    };
    while (!is_ready()) {
        if (PyErr_CheckSignals() == 0) continue;
        {
            const py::gil_scoped_release unlocked;
            stop();
            result.wait();
        }
        throw py::error_already_set();
    }
    return result.get();
}

/// Runs `work(stop)` on a separate thread without the GIL, and returns its result; Ctrl-C sets `stop`.
template <class Long>
auto run_interruptibly(Long work) {
    std::atomic<bool> stop = false;
    return run_interruptibly([&] { return work(stop); }, [&] { stop = true; });
}

/// A callback that receives whole lines. Returns false to end the work.
using LineSink = std::function<bool(std::string&&)>;

/// A function that passes lines to `consume` until it is done, `consume` returns false, or `stop` is set.
using Work = std::function<void(const LineSink& consume, const std::atomic<bool>& stop)>;

/// Runs `work` on a separate thread, and queues at most 16 of the texts that it produces.
struct Feed {
    explicit Feed(Work work) {
        texts.set_capacity(16);
        working = std::async(std::launch::async, [this, work = std::move(work)] {
            const auto push = [this](std::string&& text) {
                if (!stopped) texts.push(std::move(text));
                return !stopped;
            };
            try {
                work(push, stopped);
            } catch (...) {
                texts.push(std::nullopt);
                throw;
            }
            texts.push(std::nullopt);
        });
    }

    /// Waits for a text; nullopt at the end of the work.
    std::optional<std::string> next() {
        std::optional<std::string> text;
        texts.pop(text);
        if (!text) texts.push(std::nullopt);  // later calls return nullopt too
        return text;
    }

    /// Stops the work, and waits until it ends.
    void stop() {
        stopped = true;
        while (next()) {
        }
    }

    tbb::concurrent_bounded_queue<std::optional<std::string>> texts;  ///< nullopt after the last text
    std::atomic<bool> stopped = false;
    std::future<void> working;  ///< the last member: its thread uses the others
};

/// An iterator over the lines of a feed, in chunks. The caller must hold the GIL.
class Chunks {
  public:
    explicit Chunks(Work work) : feed_(std::make_unique<Feed>(std::move(work))) {}
    ~Chunks() {
        close();
        if (!is_ours()) (void)feed_.release();
    }
    Chunks(const Chunks&) = delete;
    Chunks& operator=(const Chunks&) = delete;

    /// Returns the next lines without their newlines; nullopt at the end. Rethrows the exception of the work.
    std::optional<py::list> next() {
        if (!is_ours()) throw std::runtime_error("these records belong to the process before the fork");
        const auto text = run_interruptibly([this] { return feed_->next(); }, [this] { feed_->stop(); });
        if (!text && feed_->working.valid()) feed_->working.get();
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
        {
            const py::gil_scoped_release unlocked;
            feed_->stop();
        }
        feed_->working = {};
    }

  private:
    /// Checks whether this process created the feed. A forked process has no thread for the feed, and must
    /// not use its locks.
    bool is_ours() const { return ::getpid() == process_; }

    std::unique_ptr<Feed> feed_;
    const ::pid_t process_ = ::getpid();
};

/// Returns the common options of the command line that correspond to the arguments of a call.
CommonOptions common_of(const std::string& variant, int threads) {
    CommonOptions common;
    common.variant = variant;
    common.format = Format::Jsonl;
    common.threads = threads;
    common.quiet = true;
    return common;
}

/// Sets the options of a question from a JSON object. Throws UsageError for invalid options.
void read_options(const questions::Options& options, const std::string& json) {
    if (const Status read = options.read(records::parsed(json), {}); !read)
        throw UsageError("", read.error().front().message);
}

/// Creates the question `name`, and sets its options.
cli::QuestionRun read_question(const std::string& name, const std::string& options) {
    cli::QuestionRun run{.question = questions::make(name)};
    read_options(run.question->options, options);
    return run;
}

/// Asks a question about one record in JSON, EPD or FEN. Returns whether the record was valid, and the
/// answer.
std::pair<bool, std::string> ask(const std::string& question, const std::string& options,
                                 const std::string& record, const std::string& variant, int threads) {
    const auto answer = [&](const std::atomic<bool>& stop) -> std::pair<bool, std::string> {
        CommonOptions common = common_of(variant, std::max(1, threads));
        common.command = question;
        const cli::QuestionRun run = read_question(question, options);
        cli::QuestionRunner runner(run, common, stop);
        runner.context.single = true;
        records::Output output;
        collect::handle_record(records::read_puzzle(record, games::variants(variant)), {"-", 1, record},
                               common, output, runner.handler(output));
        return {output.bad == 0, std::move(output.data)};
    };
    if (threads > 0) return run_interruptibly(answer);
    const py::gil_scoped_release unlocked;  // 0 threads marks a call too short to interrupt
    return answer(false);
}

/// Asks a question about all records of the files, and returns the answers in the order of the records.
/// `format`: as for --from; empty: recognised by the first record of each file.
std::unique_ptr<Chunks> ask_files(const std::string& question, const std::string& options,
                                  const std::vector<std::string>& files, const std::string& variant,
                                  const std::string& format, int threads) {
    return std::make_unique<Chunks>([=](const LineSink& consume, const std::atomic<bool>& stop) {
        CommonOptions common = common_of(variant, threads);
        common.command = question;
        common.from = format;
        const cli::QuestionRun run = read_question(question, options);
        const cli::QuestionRunner runner(run, common, stop);
        std::string unreadable;
        const auto work = [&](const records::Line& line, records::Output& output) {
            const std::size_t bad = output.bad;
            runner.answer(line, output);
            if (output.bad > bad) output.messages.clear();  // the error record in `data` has the message
        };
        const auto hand_on = [&](records::Output& output) {
            unreadable += output.messages;
            if (!output.data.empty()) consume(std::move(output.data));
        };
        records::stream_lines(
            files, {.threads = threads, .format = collect::input_format(common), .interrupted = &stop}, work,
            hand_on);
        if (!unreadable.empty()) throw EnvironmentError(std::string(trim(unreadable)));
    });
}

/// Replays the games in a text, and returns the records.
std::vector<std::string> replay(const std::string& games, const std::string& options,
                                const std::string& variant, int threads) {
    questions::ReplayQuestion question;
    read_options(question.options, options);
    return run_interruptibly([&](const std::atomic<bool>& stop) {
        cli::GameTables tables(question.tables, {.stop = [&stop] { return stop.load(); }});
        questions::Context context{.threads = threads, .stop = &stop};
        context.tables = [&](const auto& game, const auto& fen, auto& notes) {
            return tables.odds(game, fen, notes);
        };
        std::vector<std::string> records;
        records::GameReader reader(games, games::variants(variant));
        for (std::size_t number = 1; const auto game = reader.next(); ++number) {
            const auto replayed = question.run(*game, variant, context);
            if (!replayed) break;
            for (std::string& record : reports::json(*replayed, number)) records.push_back(std::move(record));
        }
        return records;
    });
}

/// Returns True, the FEN, the side to move, whether it is in check, the outcome as JSON, and the faces that
/// may be rolled; or, if the position is invalid, False and an error record.
py::tuple describe(const std::string& fen, const std::string& variant) {
    const auto refuse = [](const Faults& faults) {
        return py::make_tuple(false, records::error_record({"-", 1}, {}, faults));
    };
    const games::Game* const game = games::find(variant);
    if (!game) return refuse({games::unknown_variant(variant)});
    const auto normalised = game->normalise(fen);
    if (!normalised) return refuse(normalised.error());
    const auto session = game->session();
    if (auto set = session->start(normalised->value); !set) return refuse(set.error());
    std::vector<int> faces;
    if (session->uses_die() && session->outcome() == Outcome::Ongoing) {
        for (int face = 1; face <= game->about().die->faces; ++face)
            if (session->has_face(face)) faces.push_back(face);
    }
    return py::make_tuple(true, session->fen(), name(session->turn()), session->in_check(),
                          reports::json(session->outcome()), py::tuple(py::cast(faces)));
}

/// Composes positions for a spec; with `exhaustive`, all of at most that many pieces. Returns whether the
/// spec was valid, the records or the error record, whether the search was complete, and the number of
/// positions judged.
py::tuple compose(const std::string& spec, const std::string& variant, int threads, std::uint64_t count,
                  std::uint64_t seed, std::uint64_t nodes, double seconds, int exhaustive, bool strict) {
    make::ComposeOptions options;
    options.count = count;
    options.seed = seed;
    options.pieces = exhaustive;
    options.strict = strict;
    options.search.threads = threads;
    options.search.nodes = nodes;
    options.search.seconds = seconds;
    const games::Game& game = collect::game_of_spec(spec, variant);
    const auto composer = cli::composing_maker_of(game, "compose").composer(spec, games::names());
    if (!composer)
        return py::make_tuple(false, records::error_record({"-", 1}, {}, composer.error()), false, 0);
    std::vector<records::Puzzle> puzzles;
    bool complete = false;
    std::uint64_t judged = 0;
    run_interruptibly([&](const std::atomic<bool>& stop) {
        options.search.interrupted = &stop;
        if (exhaustive > 0) {
            const auto walk = (*composer)->walk(options);
            walk->walk([](const auto&) {});
            complete = walk->progress().complete();
            judged = walk->progress().evaluated;
            puzzles = walk->puzzles();
        } else {
            auto result = (*composer)->compose(options, [](std::size_t, std::uint64_t) {});
            complete = result.complete;
            judged = result.nodes;
            puzzles = std::move(result.found);
        }
    });
    std::string text;
    for (records::Puzzle& puzzle : puzzles) {
        collect::add_variant(puzzle, game);
        records::append_record(text, puzzle, records::RecordFormat::Jsonl);
    }
    return py::make_tuple(true, text, complete, judged);
}

/// Runs `octomate generate` with `options`, and passes the records of its puzzles to `consume`.
void make_puzzles(collect::GenerateOptions options, const CommonOptions& common, const LineSink& consume,
                  const std::atomic<bool>& stop) {
    options.task.interrupted = &stop;
    const games::Game& game = games::named(common.variant);
    auto inputs = collect::read_inputs(options, common, game);
    if (!inputs) throw EnvironmentError("there are no puzzles to begin with");
    const make::Selection selection{options.best, options.balance, options.chapters};
    make::BestPool best(selection);
    const auto end = deadline_in(options.seconds);
    const std::uint64_t count = options.share();  // 0: no limit
    std::uint64_t found = 0;
    collect::make_units(options, common, game, *inputs, options.units, [&](make::UnitResult&& result) {
        if (stop) return false;
        if (count > 0 && options.units.shards == 1)  // a shard keeps all puzzles of a unit
            result.finds.resize(std::min<std::size_t>(result.finds.size(), count - found));
        found += result.finds.size();
        std::string records;
        for (make::Find& find : result.finds) {
            if (options.best > 0)
                best.add(std::move(find));
            else
                records += find.record;
        }
        const bool wanted = records.empty() || consume(std::move(records));
        const bool late = std::chrono::steady_clock::now() >= end;
        return wanted && !late && (count == 0 || found < count);
    });
    if (options.best == 0 || stop) return;
    for (make::Find& find : make::BestPool::select(best.pool(), selection)) consume(std::move(find.record));
}

/// Returns the options of `octomate generate`: their names, such as "--unique,--no-unique", and whether they
/// have a value.
std::vector<std::pair<std::string, bool>> generate_options() {
    cli::CommandLine line({"octomate"}, 1);
    cli::declare_generate(line, [](const auto&, const auto&) { return Success; });
    const cli::CommandHelp command = line.commands().front();
    std::vector<std::pair<std::string, bool>> options;
    for (const cli::OptionHelp& option : command.options)
        options.emplace_back(option.names, !option.value.empty());
    return options;
}

/// Runs `octomate generate` with the given options. Throws UsageError if they are invalid.
std::unique_ptr<Chunks> generate(const std::vector<std::string>& options, const std::string& variant,
                                 int threads) {
    Work work;
    cli::CommandLine line({"octomate"}, threads);
    cli::declare_generate(line, [&](const collect::GenerateOptions& parsed, CommonOptions common) {
        const bool json = parsed.target.resolved_format() == records::RecordFormat::Jsonl;
        if (parsed.from == "table" || parsed.target.resume || !json || !parsed.target.is_standard_output())
            throw UsageError("", "tables, files and other formats are for the command");
        common.quiet = true;
        work = [parsed, common](const LineSink& consume, const std::atomic<bool>& stop) {
            make_puzzles(parsed, common, consume, stop);
        };
        return Success;
    });
    std::vector<std::string> words = {"generate", "--variant", variant, "--threads", std::to_string(threads)};
    words.insert(words.end(), options.begin(), options.end());
    line.read(std::move(words));
    line.run();
    return std::make_unique<Chunks>(std::move(work));
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

    /// Searches to `depth` plies. Returns the value, the values of the rolls and of the moves, the indices of
    /// the weights that the static evaluation adds, and the share of rolls that win at once.
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
        if (!session_ || !session_->start(fen)) throw py::value_error("not a valid position of the game");
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
class TableFolder {
  public:
    explicit TableFolder(std::string folder) : folder_(std::move(folder)) {}

    /// Returns the values of a valid position in JSON; nullopt if no table covers it.
    std::optional<std::string> odds(const std::string& fen, const std::string& variant) const {
        return run_interruptibly([&](const std::atomic<bool>& stop) -> std::optional<std::string> {
            const auto odds = folder_of(variant, stop).odds(fen);
            if (!odds || !*odds) return std::nullopt;
            return reports::json(**odds);
        });
    }

    /// Makes the table of a material, and the tables that it needs.
    void make(const std::string& material, const std::string& variant) const {
        run_interruptibly([&](const std::atomic<bool>& stop) {
            const auto name = tables_of(variant).material(material);
            if (!name) throw py::value_error(name.error());
            return folder_of(variant, stop).make(*name);
        });
    }

    /// Returns the path of the folder, that of the default one if none was given.
    std::string folder() const { return tables::folder_or_default(folder_).string(); }

  private:
    static const tables::Tables& tables_of(const std::string& variant) {
        const games::Game& game = games::named(variant);
        if (!game.tables()) throw py::value_error(game.name() + " has no endgame tables");
        return *game.tables();
    }

    tables::TableFolder folder_of(const std::string& variant, const std::atomic<bool>& stop) const {
        tables::MakeOptions options;
        options.stop = [&stop] { return stop.load(); };
        return {tables_of(variant), folder(), std::move(options)};
    }

    const std::string folder_;
};

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
    module.def("describe", describe, "fen"_a, "variant"_a);
    module.def("ask", ask, "question"_a, "options"_a, "record"_a, "variant"_a, "threads"_a);
    module.def("ask_files", ask_files, "question"_a, "options"_a, "files"_a, "variant"_a, "format"_a,
               "threads"_a);
    module.def("replay", replay, "games"_a, "options"_a, "variant"_a, "threads"_a);
    module.def("compose", compose, "spec"_a, "variant"_a, "threads"_a, "count"_a, "seed"_a, "nodes"_a,
               "seconds"_a, "exhaustive"_a, "strict"_a);
    module.def(
        "is_readable", [](const std::string& file) { return bool(records::check_readable(file)); }, "file"_a);
    module.def("generate_options", generate_options);
    module.def("generate", generate, "options"_a, "variant"_a, "threads"_a);

    py::class_<Chunks>(module, "Chunks").def("next", &Chunks::next).def("close", &Chunks::close);
    py::class_<Player>(module, "Player")
        .def(py::init<int, std::uint64_t, std::string>(), "level"_a, "seed"_a, "tables"_a)
        .def("roll", &Player::roll, "fen"_a, "variant"_a, "plies"_a)
        .def("reply", &Player::reply, "fen"_a, "variant"_a, "face"_a, "plies"_a)
        .def("evaluate", &Player::evaluate, "fen"_a, "variant"_a, "depth"_a);
    py::class_<TableFolder>(module, "TableFolder")
        .def(py::init<std::string>(), "folder"_a)
        .def("odds", &TableFolder::odds, "fen"_a, "variant"_a)
        .def("make", &TableFolder::make, "material"_a, "variant"_a)
        .def_property_readonly("folder", &TableFolder::folder);
}
