#include "serve/api.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "cli/record.hpp"
#include "records/game_score.hpp"
#include "reports/check.hpp"
#include "reports/move_record.hpp"
#include "reports/report.hpp"
#include "text/text.hpp"

namespace octomate::app {

namespace {

constexpr double usual_seconds = 2;
constexpr double most_seconds = 10;
constexpr std::chrono::seconds longest_wait{10};
constexpr std::size_t page = 50;  // puzzles

/// Reads the options that stand in a record as further fields. What is wrong is kept in `faults`.
class OptionReader {
  public:
    explicit OptionReader(const records::Puzzle& puzzle) : fields_(puzzle.unknown) {}

    Faults faults;

    bool flag(const char* name) {
        const records::Json* value = find(name);
        if (value && !value->is_boolean()) complain(name, *value, "true or false");
        return value && value->is_boolean() && value->get<bool>();
    }

    double seconds(const char* name) {
        const records::Json* value = find(name);
        if (!value) return usual_seconds;
        if (value->is_number() && value->get<double>() > 0 && value->get<double>() <= most_seconds)
            return value->get<double>();
        complain(name, *value, fmt::format("seconds, more than 0 and at most {}", most_seconds));
        return usual_seconds;
    }

    std::uint64_t count(const char* name) {
        const records::Json* value = find(name);
        if (!value) return 0;
        if (value->is_number_unsigned()) return value->get<std::uint64_t>();
        complain(name, *value, "a whole number");
        return 0;
    }

    template <class T, std::size_t n>
    T word(const char* name, const std::array<T, n>& values) {
        const records::Json* value = find(name);
        if (!value) return values.front();
        std::string words;
        for (const T one : values) {
            if (*value == octomate::solver::name(one)) return one;
            words.append(words.empty() ? "" : ", ").append(octomate::solver::name(one));
        }
        complain(name, *value, "one of " + words);
        return values.front();
    }

  private:
    const records::Json* find(const char* name) const {
        const auto found = fields_.find(name);
        return found == fields_.end() || found->is_null() ? nullptr : &*found;
    }

    void complain(const char* name, const records::Json& value, std::string_view expected) {
        const auto* text = value.get_ptr<const std::string*>();
        const std::string found = text                    ? quote(*text)
                                  : value.is_structured() ? std::string("no plain value")
                                                          : value.dump();
        faults.push_back(
            {FaultCode::WrongType, name, 0, fmt::format("{} is {}, expected {}", name, found, expected)});
    }

    const records::Json& fields_;
};

/// Reads the record in a body and lets `f(puzzle, position, notes, line, output)` write the answer.
template <class F>
Answer answer_record(std::string_view body, const CommonOptions& common, F&& f) {
    while (!body.empty() && (body.back() == '\n' || body.back() == '\r')) body.remove_suffix(1);
    const records::Line line{"-", 1, body};
    records::Output output;
    read_record(line, common, output,
                [&](const auto& puzzle, const auto& position, std::vector<std::string> notes) {
                    f(puzzle, position, std::move(notes), line, output);
                });
    return {output.bad > 0 ? 400 : 200, std::move(output.data)};
}

MateRequest mate_request(OptionReader& options) {
    MateRequest request;
    request.dice =
        options.word("dice", std::array{solver::Dice::Mean, solver::Dice::Every, solver::Dice::Some});
    request.defence = options.word("defence", std::array{solver::Defence::Best, solver::Defence::Help});
    request.seconds = options.seconds("limit");
    request.nodes = options.count("nodes");
    return request;
}

records::Json check_json(const reports::CheckReport& report) {
    if (report.complete) return to_json(report);
    return {{"id", report.id ? records::Json(*report.id) : records::Json(nullptr)},
            {"fen", report.fen},
            {"variant", report.variant},
            {"verdict", nullptr},
            {"complete", false},
            {"notes", report.notes}};
}

/// Where a game begins, normalised; none if its FEN is bad.
std::optional<std::string> start_of(const records::GameScore& game, std::string_view variant) {
    std::optional<std::string> start;
    with_game(variant, [&]<class P>(std::type_identity<P>) {
        const auto fen = game.fen();
        if (!fen) {
            start = P().fen();
        } else if (const auto position = P::from_fen(*fen)) {
            start = position->value.fen();
        }
    });
    return start;
}

}  // namespace

Answer refusal(int status, std::string_view code, std::string_view message) {
    return {status, records::dump({{"error", {{"code", code}, {"message", message}}}}) + '\n'};
}

bool Slots::take() {
    std::unique_lock lock(mutex_);
    if (running_ == most_running_) {
        if (waiting_ == most_waiting_) return false;
        ++waiting_;
        const auto until = std::chrono::steady_clock::now() + longest_wait;
        // In short steps, for Ctrl-C notifies nobody.
        while (running_ == most_running_ && !interrupted && std::chrono::steady_clock::now() < until)
            given_back_.wait_for(lock, std::chrono::milliseconds(100));
        --waiting_;
    }
    if (running_ == most_running_ || interrupted) return false;
    ++running_;
    return true;
}

void Slots::give_back() {
    {
        const std::lock_guard lock(mutex_);
        --running_;
    }
    given_back_.notify_one();
}

Api::Api(const CommonOptions& common, std::vector<std::string> puzzles)
    : common_(common),
      puzzles_(std::move(puzzles)),
      slots_(std::max<std::size_t>(2, static_cast<std::size_t>(common.threads) / 2), 6) {
    common_.format = Format::Jsonl;
}

template <class F>
Answer Api::heavy(F&& work) {
    struct Slot {
        Slots& slots;
        bool taken = slots.take();
        ~Slot() {
            if (taken) slots.give_back();
        }
    };
    const Slot slot{slots_};
    if (!slot.taken) return refusal(503, "busy", "too many analyses run already; try again in a moment");
    return work();
}

Answer Api::solve(std::string_view body) const {
    return answer_record(
        body, common_,
        [&](const auto& puzzle, const auto& position, auto notes, const auto& line, auto& output) {
            OptionReader options(puzzle);
            const bool list = options.flag("list");
            if (!options.faults.empty())
                return tell_bad_record(line, common_, puzzle.id, options.faults, output);
            reports::append_json(solve_report(puzzle, position, list, std::move(notes)), output.data);
            output.data += '\n';
        });
}

Answer Api::moves(std::string_view body) const {
    return answer_record(body, common_,
                         [&](const auto&, const auto& position, auto, const auto&, auto& output) {
                             records::Json records = records::Json::array();
                             for (const auto& record : reports::list_moves(position))
                                 records.push_back(to_json(record));
                             output.data = records::dump(records) + '\n';
                         });
}

Answer Api::mate(std::string_view body) {
    return heavy([&] {
        return answer_record(
            body, common_,
            [&](const auto& puzzle, const auto& position, auto notes, const auto& line, auto& output) {
                OptionReader options(puzzle);
                const solver::MateOptions search = search_options(mate_request(options), common_, puzzle);
                if (!options.faults.empty())
                    return tell_bad_record(line, common_, puzzle.id, options.faults, output);
                const auto report = mate_report(puzzle, position, search, std::move(notes));
                if (!report) return tell_bad_record(line, common_, puzzle.id, report.error(), output);
                output.data = records::dump(to_json(*report)) + '\n';
            });
    });
}

Answer Api::check(std::string_view body) {
    return heavy([&] {
        return answer_record(
            body, common_,
            [&]<class P>(const auto& puzzle, const P& position, auto notes, const auto& line, auto& output) {
                OptionReader options(puzzle);
                MateRequest request;
                request.seconds = options.seconds("limit");
                reports::CheckOptions check;
                check.search = search_options(request, common_, puzzle);
                if (!options.faults.empty())
                    return tell_bad_record(line, common_, puzzle.id, options.faults, output);
                const auto report = reports::Checker<P>(puzzle, position, check).run(std::move(notes));
                if (!report) return tell_bad_record(line, common_, puzzle.id, report.error(), output);
                output.data = records::dump(check_json(*report)) + '\n';
            });
    });
}

Answer Api::replay(std::string_view text) {
    return heavy([&] {
        records::Json games = records::Json::array();
        records::GameReader reader(text);
        while (const auto game = reader.next()) {
            const reports::Replay replay = replay_game(*game, common_.variant);
            const std::string variant = game->variant().value_or(common_.variant);
            const auto start = start_of(*game, variant);
            games.push_back({{"variant", variant},
                             {"start", start ? records::Json(*start) : records::Json(nullptr)},
                             {"records", reports::records(replay, games.size() + 1)}});
            if (interrupted) break;
        }
        return Answer{200, records::dump({{"games", std::move(games)}}) + '\n'};
    });
}

Answer Api::puzzles(std::size_t from) const {
    const std::size_t end = std::min(puzzles_.size(), std::min(from, puzzles_.size()) + page);
    std::string body = fmt::format("{{\"variant\":\"{}\",\"count\":{},\"from\":{},\"puzzles\":[",
                                   common_.variant, puzzles_.size(), from);
    for (std::size_t at = from; at < end; ++at) body.append(at > from ? "," : "").append(puzzles_[at]);
    return {200, body + "]}\n"};
}

}  // namespace octomate::app
