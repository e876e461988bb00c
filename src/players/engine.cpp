#include "players/engine.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

#include "players/match.hpp"

namespace octomate::players {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_threads = 256;
constexpr std::size_t most_lines = 500;             // maximum of the option MultiPV
constexpr std::chrono::seconds finish_timeout{10};  // time for a search after the end of the input
constexpr std::chrono::milliseconds step{5};        // interval for polling another thread

/// Removes the first word and the blanks around it from `text`; returns the word.
std::string_view parse_word(std::string_view& text) {
    text = trim(text);
    std::size_t end = 0;
    while (end < text.size() && !is_blank(text[end])) ++end;
    const std::string_view word = text.substr(0, end);
    text = trim(text.substr(end));
    return word;
}

}  // namespace

Engine::Engine(std::string name, std::string variant, Games games,
               std::function<void(const std::string&)> write_line)
    : name_(std::move(name)),
      first_variant_(std::move(variant)),
      games_(std::move(games)),
      write_line_(std::move(write_line)),
      session_(games_.session(variant_, tables_)) {}

Engine::~Engine() { end_search(); }

void Engine::write_line(const std::string& line) {
    const std::lock_guard lock(output_mutex_);
    write_line_(line);
}

void Engine::end_search() {
    stop_ = true;
    if (search_.joinable()) search_.join();
}

void Engine::stop() {
    end_search();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Engine::finish(const std::atomic<bool>& interrupted) {
    const auto until = Clock::now() + finish_timeout;
    std::unique_lock lock(searching_mutex_);
    while (searching_ && !interrupted && clock_deadline_ <= until && Clock::now() < until)
        search_ended_.wait_for(lock, step);
    lock.unlock();
    stop();
}

bool Engine::handle_line(std::string_view line) {
    std::string_view arguments = line;
    const std::string_view word = parse_word(arguments);
    if (word.empty()) return true;
    if (word == "isready") return write_line("readyok"), true;
    if (word == "uci") return identify(), true;
    if (word == "stop") return stop(), true;
    if (word == "quit") return stop(), false;
    if (word == "debug" || word == "ponderhit" || word == "register") return true;
    const bool is_command =
        word == "ucinewgame" || word == "setoption" || word == "position" || word == "roll" || word == "go";
    if (!is_command) return report_error(fmt::format("{} is not a command", quote(word))), true;
    stop();  // each of the remaining commands ends the search
    if (word == "ucinewgame") {
        session_ = games_.session(variant_, tables_);
        roll_ = 0;
    } else if (word == "setoption") {
        set_option(arguments);
    } else if (word == "position") {
        set_position(arguments);
    } else if (word == "roll") {
        set_roll(arguments);
    } else {
        go(arguments);
    }
    return true;
}

void Engine::identify() {
    write_line("id name " + name_);
    write_line("id author the authors of Octomate");
    write_line(fmt::format("option name Level type spin default {} min 1 max {}", levels, levels));
    write_line("option name Seed type spin default 1 min 0 max 2147483647");
    write_line(fmt::format("option name Threads type spin default 1 min 1 max {}", most_threads));
    write_line("option name Tables type string default <empty>");
    write_line(fmt::format("option name MultiPV type spin default 1 min 1 max {}", most_lines));
    write_line(fmt::format("option name Roll type spin default 0 min 0 max {}", games_.most_faces));
    write_line("option name Variant type string default " + variant_);
    write_line(fmt::format("option name UCI_Variant type combo default {} var chess var {}", variant_,
                           joined(games_.names, " var ")));
    write_line("uciok");
}

void Engine::set_option(std::string_view arguments) {
    if (lower(parse_word(arguments)) != "name") return report_error("setoption: expected \"name\"");
    const std::string_view name = parse_word(arguments);
    if (lower(parse_word(arguments)) != "value")
        return report_error("setoption: expected \"value\" after the name");
    const std::string option = lower(name);
    if (option == "level") {
        set_number("Level", arguments, level_, 1, levels);
    } else if (option == "seed") {
        set_number("Seed", arguments, seed_, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
    } else if (option == "threads") {
        set_number("Threads", arguments, threads_, 1, most_threads);
    } else if (option == "multipv") {
        set_number("MultiPV", arguments, multi_pv_, std::size_t{1}, most_lines);
    } else if (option == "roll") {
        set_number("Roll", arguments, roll_option_, 0, games_.most_faces);
    } else if (option == "tables") {
        const std::string folder(arguments == "<empty>" ? "" : arguments);
        if (std::error_code ignored; !folder.empty() && !std::filesystem::is_directory(folder, ignored))
            return report_error(quote(arguments) + " is not a folder");
        tables_ = folder;
        auto session = games_.session(variant_, tables_);
        session->start(session_->fen()).value();
        session_ = std::move(session);
        roll_ = 0;
    } else if (option == "uci_variant" && lower(arguments) == "chess") {
        set_variant(first_variant_);  // chess programs send this by default
    } else if (option == "variant" || option == "uci_variant") {
        set_variant(arguments);
    } else {
        report_error(quote(name) + " is not an option");
    }
}

void Engine::set_variant(std::string_view name) {
    auto session = games_.session(std::string(name), tables_);
    if (!session) return report_error(quote(name) + " is not a game");
    variant_ = name;
    session_ = std::move(session);
    roll_ = 0;
}

template <class Number>
void Engine::set_number(std::string_view name, std::string_view text, Number& number, Number least,
                        Number most) {
    const auto parsed = number_in<Number>(text);
    if (!parsed || *parsed < least || *parsed > most)
        return report_error(fmt::format("{} is {} to {}, not {}", name, least, most, quote(text)));
    number = *parsed;
}

void Engine::set_position(std::string_view arguments) {
    std::unique_ptr<Session> session = games_.session(variant_, tables_);
    const std::string_view kind = parse_word(arguments);
    std::string fen;
    std::string_view word;
    if (kind == "fen") {
        while (!arguments.empty() && (word = parse_word(arguments)) != "moves")
            fen += (fen.empty() ? "" : " ") + std::string(word);
        if (fen.empty()) return report_error("position: a FEN is missing");
    } else if (kind == "startpos") {
        word = parse_word(arguments);
        if (!word.empty() && word != "moves")
            return report_error("position: expected \"moves\", not " + quote(word));
    } else {
        return report_error("position: expected \"startpos\" or \"fen\"");
    }
    if (const auto set = session->start(fen); !set)
        return report_error("position: " + set.error().front().message);
    while (!arguments.empty()) {
        word = parse_word(arguments);
        if (const auto played = session->play(word, any_face); !played)
            return report_error("position: " + played.error().message);
    }
    session_ = std::move(session);
    roll_ = 0;
}

void Engine::set_roll(std::string_view arguments) {
    const auto face = number_in<int>(arguments);
    if (!session_->uses_die()) return report_error("no die is used in this position");
    if (!face || !session_->has_face(*face))
        return report_error(quote(arguments) + " is not a face of the die");
    roll_ = *face;
}

int Engine::face() const {
    if (!session_->uses_die()) return 0;
    if (roll_ != 0) return roll_;
    return session_->has_face(roll_option_) ? roll_option_ : any_face;
}

void Engine::add_search_move(std::string_view text, Question& question) {
    const auto played = session_->play(text, question.face);
    if (!played) return report_error("searchmoves: " + played.error().message);
    session_->undo();
    question.candidates.push_back(played->uci);
}

void Engine::go(std::string_view arguments) {
    constexpr std::int64_t most = 1'000'000'000'000;
    constexpr std::array<std::string_view, 9> names = {"nodes", "depth", "mate", "movetime", "movestogo",
                                                       "wtime", "btime", "winc", "binc"};
    constexpr std::size_t clocks = 5;  // index of the first name whose number may be 0 or negative
    std::array<std::optional<std::int64_t>, names.size()> numbers;
    Question question;
    question.face = face();
    question.seed = seed_ + session_->plies();
    question.evaluate_all = multi_pv_ > 1;
    bool in_search_moves = false;
    endless_ = false;
    while (!arguments.empty()) {
        const std::string_view word = parse_word(arguments);
        const auto name = std::find(names.begin(), names.end(), word);
        if (word == "infinite" || word == "searchmoves") {
            in_search_moves = word == "searchmoves";
            endless_ = endless_ || !in_search_moves;
        } else if (name != names.end()) {
            in_search_moves = false;
            const auto index = static_cast<std::size_t>(name - names.begin());
            const std::string_view text = parse_word(arguments);
            const auto number = number_in<std::int64_t>(text);
            const std::int64_t least = index < clocks ? 1 : -most;
            if (number && *number >= least && *number <= most)
                numbers[index] = number;
            else
                report_error(fmt::format("{} needs a number from {}, not {}", word, least, quote(text)));
        } else if (in_search_moves) {
            add_search_move(word, question);
        } else {
            report_error(quote(word) + " is not a limit of go");
        }
    }
    const auto now = Clock::now();
    const auto [nodes, depth, mate, movetime, moves_to_go, white, black, white_increment, black_increment] =
        numbers;
    const auto& [time, increment] = session_->turn() == Color::White ? std::tie(white, white_increment)
                                                                     : std::tie(black, black_increment);
    Limits& limits = question.limits;
    limits.stop = &stop_;
    limits.threads = threads_;
    if (!endless_) {
        if (nodes) limits.nodes = static_cast<std::uint64_t>(*nodes);
        for (const auto& plies : {depth, mate ? std::optional(2 * *mate - 1) : std::nullopt}) {
            if (plies) limits.depth = static_cast<int>(std::min<std::int64_t>(*plies, limits.depth));
        }
        if (movetime) limits.deadline = now + std::chrono::milliseconds(*movetime);
        if (time) {
            const std::int64_t budget =
                std::min(*time / 2, *time / moves_to_go.value_or(30) + increment.value_or(0) * 3 / 4);
            limits.deadline = std::min(limits.deadline, now + std::chrono::milliseconds(budget));
        }
    }
    BuiltInPlayer player = level_player(level_);
    const bool limited = nodes || depth || mate || movetime || time || endless_;
    if (limited && level_ == levels) player = strongest_player();  // only the limits of `go` apply
    const bool by_clock =
        endless_ || (player.nodes == 0 && limits.nodes == Limits().nodes && limits.depth == Limits().depth);
    clock_deadline_ = by_clock ? limits.deadline : Clock::time_point::min();
    if (session_->outcome() != Outcome::Ongoing) {
        report_error("the game is over");
        return write_line("bestmove (none)");
    }
    stop_ = false;
    if (question.face == any_face) report_error("no roll was given, so this is about any move");
    searching_ = true;
    search_ = std::thread([this, question, player] {
        try {
            search(question, player);
        } catch (...) {
            failure_ = std::current_exception();
        }
        const std::lock_guard lock(searching_mutex_);
        searching_ = false;
        search_ended_.notify_all();
    });
}

void Engine::search(Question question, const BuiltInPlayer& player) {
    const auto start = Clock::now();
    question.report = [&](const Decision& decision) {
        const std::chrono::duration<double, std::milli> time = Clock::now() - start;
        for (std::size_t index = 0; index < std::min(multi_pv_, decision.lines.size()); ++index) {
            const auto& line = decision.lines[index];
            const double chance = line.value.value_or(0);
            // UCI has no field for a chance to win, so the chance is sent as a string.
            write_line(fmt::format(
                "info depth {}{} score cp {} nodes {} time {:.0f} pv {} string score chance {:.4f}",
                decision.depth, question.evaluate_all ? fmt::format(" multipv {}", index + 1) : "",
                std::lround(elo_of((1 + chance) / 2)), decision.nodes, time.count(), line.move.uci, chance));
        }
    };
    const Decision decision = decide_despite_table_errors(
        *session_, player, question, [this](const std::string& message) { report_error(message); });
    // UCI requires that "go infinite" answers only after "stop".
    while (endless_ && !stop_) std::this_thread::sleep_for(step);
    write_line("bestmove " + decision.lines.front().move.uci);
}

}  // namespace octomate::players
