#include "players/engine.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "text/text.hpp"

namespace octomate::players {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_threads = 256;
constexpr std::chrono::seconds patience{10};  // for a search once the input has ended
constexpr std::chrono::milliseconds step{5};  // between two looks at what happens in another thread

/// Takes the first word off a text.
std::string_view take_word(std::string_view& text) {
    text = trim(text);
    std::size_t end = 0;
    while (end < text.size() && !is_blank(text[end])) ++end;
    const std::string_view word = text.substr(0, end);
    text = trim(text.substr(end));
    return word;
}

}  // namespace

Engine::Engine(std::string name, std::string variant, MakeSession session,
               std::function<void(const std::string&)> say)
    : name_(std::move(name)),
      variant_(std::move(variant)),
      make_(std::move(session)),
      say_(std::move(say)),
      session_(make_(variant_, tables_)) {}

Engine::~Engine() { end_search(); }

void Engine::say(const std::string& line) {
    const std::lock_guard lock(saying_);
    say_(line);
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
    const auto until = Clock::now() + patience;
    std::unique_lock lock(searching_mutex_);
    while (searching_ && !interrupted && ends_ <= until && Clock::now() < until)
        search_ended_.wait_for(lock, step);
    lock.unlock();
    stop();
}

bool Engine::take(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    if (word.empty()) return true;
    if (word == "isready") return say("readyok"), true;
    if (word == "uci") return introduce(), true;
    if (word == "stop") return stop(), true;
    if (word == "quit") return stop(), false;
    if (word == "debug" || word == "ponderhit" || word == "register") return true;
    const bool known =
        word == "ucinewgame" || word == "setoption" || word == "position" || word == "roll" || word == "go";
    if (!known) return complain(fmt::format("{} is not a command", quote(word))), true;
    stop();  // every other command ends the search
    if (word == "ucinewgame") {
        session_ = make_(variant_, tables_);
        roll_ = 0;
    } else if (word == "setoption") {
        set_option(rest);
    } else if (word == "position") {
        set_position(rest);
    } else if (word == "roll") {
        set_roll(rest);
    } else {
        go(rest);
    }
    return true;
}

void Engine::introduce() {
    say("id name " + name_);
    say("id author the authors of Octomate");
    say(fmt::format("option name Level type spin default {} min 1 max {}", levels, levels));
    say("option name Seed type spin default 1 min 0 max 2147483647");
    say(fmt::format("option name Threads type spin default 1 min 1 max {}", most_threads));
    say("option name Tables type string default <empty>");
    say("option name Variant type string default " + variant_);
    say("uciok");
}

void Engine::set_option(std::string_view rest) {
    if (take_word(rest) != "name") return complain("setoption: expected \"name\"");
    const std::string_view name = take_word(rest);
    if (take_word(rest) != "value") return complain("setoption: expected \"value\" behind the name");
    if (name == "Level") {
        const auto level = number_in<int>(rest);
        if (!level || *level < 1 || *level > levels)
            return complain(fmt::format("Level is 1 to {}, not {}", levels, quote(rest)));
        level_ = *level;
    } else if (name == "Seed") {
        const auto seed = number_in<std::uint64_t>(rest);
        if (!seed) return complain("Seed is a number, not " + quote(rest));
        seed_ = *seed;
    } else if (name == "Threads") {
        const auto threads = number_in<int>(rest);
        if (!threads || *threads < 1 || *threads > most_threads)
            return complain(fmt::format("Threads is 1 to {}, not {}", most_threads, quote(rest)));
        threads_ = *threads;
    } else if (name == "Tables") {
        const std::string folder(rest == "<empty>" ? "" : rest);
        if (std::error_code none; !folder.empty() && !std::filesystem::is_directory(folder, none))
            return complain(quote(rest) + " is not a folder");
        tables_ = folder;
        auto session = make_(variant_, tables_);
        session->set(session_->fen()).value();
        session_ = std::move(session);
        roll_ = 0;
    } else if (name == "Variant") {
        auto session = make_(std::string(rest), tables_);
        if (!session) return complain(quote(rest) + " is not a game");
        variant_ = rest;
        session_ = std::move(session);
        roll_ = 0;
    } else {
        complain(quote(name) + " is not an option");
    }
}

void Engine::set_position(std::string_view rest) {
    std::unique_ptr<Session> session = make_(variant_, tables_);
    const std::string_view kind = take_word(rest);
    std::string fen;
    std::string_view word;
    if (kind == "fen") {
        while (!rest.empty() && (word = take_word(rest)) != "moves")
            fen += (fen.empty() ? "" : " ") + std::string(word);
        if (fen.empty()) return complain("position: a FEN is missing");
    } else if (kind == "startpos") {
        word = take_word(rest);
        if (!word.empty() && word != "moves")
            return complain("position: expected \"moves\", not " + quote(word));
    } else {
        return complain("position: expected \"startpos\" or \"fen\"");
    }
    if (const auto set = session->set(fen); !set) return complain("position: " + set.error().front().message);
    while (!rest.empty()) {
        word = take_word(rest);
        if (const auto played = session->play(word, any_face); !played)
            return complain("position: " + played.error().message);
    }
    session_ = std::move(session);
    roll_ = 0;
}

void Engine::set_roll(std::string_view rest) {
    const auto face = number_in<int>(rest);
    if (!session_->uses_die()) return complain("no die is used in this position");
    if (!face || !session_->has_face(*face)) return complain(quote(rest) + " is not a face of the die");
    roll_ = *face;
}

void Engine::go(std::string_view rest) {
    Question question;
    Character player = of_level(level_);
    bool limited = false;
    endless_ = false;
    while (!rest.empty()) {
        const std::string_view word = take_word(rest);
        if (word == "infinite") {
            endless_ = true;
            continue;
        }
        if (word != "nodes" && word != "movetime" && word != "depth") {
            complain(quote(word) + " is not a limit of go");
            continue;
        }
        const std::string_view text = take_word(rest);
        const auto limit = number_in<std::uint64_t>(text);
        if (!limit || *limit == 0 || *limit > 1'000'000'000'000) {
            complain(fmt::format("{} needs a number from 1, not {}", word, quote(text)));
            continue;
        }
        limited = true;
        if (word == "nodes") {
            question.limits.nodes = *limit;
        } else if (word == "depth") {
            question.limits.depth = static_cast<int>(std::min<std::uint64_t>(*limit, 64));
        } else {
            question.limits.deadline = Clock::now() + std::chrono::milliseconds(*limit);
        }
    }
    if ((limited || endless_) && level_ == levels) player = without_limits();  // weak levels stay weak
    if (endless_) question.limits = {};
    const Limits& limits = question.limits;
    const bool by_clock =
        endless_ || (player.nodes == 0 && limits.nodes == Limits().nodes && limits.depth == Limits().depth);
    ends_ = by_clock ? limits.deadline : Clock::time_point::min();
    if (session_->outcome() != Outcome::Ongoing) {
        complain("the game is over");
        return say("bestmove (none)");
    }
    question.face = roll_;
    question.seed = seed_ + session_->plies();
    question.limits.stop = &stop_;
    question.limits.threads = threads_;
    stop_ = false;
    const bool has_face = roll_ != 0 || !session_->uses_die();
    if (!has_face) complain("no roll was given, so this is about any move");
    searching_ = true;
    search_ = std::thread([this, question, player, has_face] {
        try {
            search(question, player, has_face);
        } catch (...) {
            failure_ = std::current_exception();
        }
        const std::lock_guard lock(searching_mutex_);
        searching_ = false;
        search_ended_.notify_all();
    });
}

void Engine::search(Question question, Character player, bool has_face) {
    const auto begun = Clock::now();
    if (!has_face) question.face = any_face;
    question.report = [&](const Thought& thought) {
        const auto& best = thought.lines.front();
        const std::chrono::duration<double, std::milli> time = Clock::now() - begun;
        say(fmt::format("info depth {} score chance {:.4f} nodes {} time {:.0f} pv {}", thought.depth,
                        best.value.value_or(0), thought.nodes, time.count(), best.move.uci));
    };
    const Thought thought =
        think_anyway(*session_, player, question, [this](const std::string& why) { complain(why); });
    // By the protocol an endless search answers when it is told to stop.
    while (endless_ && !stop_) std::this_thread::sleep_for(step);
    say("bestmove " + thought.lines.front().move.uci);
}

}  // namespace octomate::players
