#include "players/match.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "players/search.hpp"
#include "solver/in_order.hpp"
#include "text/text.hpp"

namespace octomate::players {

namespace {

/// A program of the engine protocol, over its standard input and output. What it does wrong throws
/// std::runtime_error, a sentence that names it.
class Program {
  public:
    Program(const std::string& command, const std::string& variant) : Program(command) {
        send("uci");
        receive("uciok");
        send("setoption name Variant value " + variant);
        send("ucinewgame");
        send("isready");
        receive("readyok");
    }

    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    ~Program() {
        if (in_) std::fputs("quit\n", in_.get());
        in_.reset();
        out_.reset();
        if (process_ > 0) waitpid(process_, nullptr, 0);
    }

    /// The move of the program, as written.
    std::string choose(const std::string& start, const std::string& moves, int face, const std::string& go) {
        send("position fen " + start + (moves.empty() ? "" : " moves" + moves));
        if (face > 0) send("roll " + std::to_string(face));
        send("go " + go);
        const std::string answer = receive("bestmove");
        const std::size_t from = answer.find_first_not_of(' ', std::string_view("bestmove").size());
        if (from == std::string::npos) fail("a bestmove without a move");
        return answer.substr(from, answer.find(' ', from) - from);
    }

  private:
    /// Starts it through the shell.
    explicit Program(const std::string& command) : command_(command) {
        std::signal(SIGPIPE, SIG_IGN);  // writing to a program that has ended fails instead
        int to[2], from[2];
        if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) fail("no pipe can be made");
        process_ = fork();
        if (process_ < 0) fail("cannot be started");
        if (process_ == 0) {
            dup2(to[0], STDIN_FILENO);
            dup2(from[1], STDOUT_FILENO);
            execl("/bin/sh", "sh", "-c", ("exec " + command_).c_str(), nullptr);
            _exit(127);
        }
        close(to[0]);
        close(from[1]);
        in_.reset(fdopen(to[1], "w"));
        out_.reset(fdopen(from[0], "r"));
    }

    void send(std::string_view line) {
        std::fwrite(line.data(), 1, line.size(), in_.get());
        std::fputc('\n', in_.get());
        if (std::fflush(in_.get()) != 0) fail_ended();
    }

    /// The next line that begins with a word; others are passed over.
    std::string receive(std::string_view word) {
        for (;;) {
            std::string line;
            for (int c = std::fgetc(out_.get()); c != '\n'; c = std::fgetc(out_.get())) {
                if (c == EOF) fail_ended();
                if (line.size() == longest_line)
                    fail(fmt::format("a line of more than {} bytes", longest_line));
                line += static_cast<char>(c);
            }
            if (line.ends_with('\r')) line.pop_back();
            if (line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' '))
                return line;
        }
    }

    [[noreturn]] void fail(const std::string& why) const { throw std::runtime_error(command_ + ": " + why); }
    /// Whether writing to it or reading from it finds this out is a matter of chance.
    [[noreturn]] void fail_ended() const { fail("ended before it answered"); }

    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    const std::string command_;
    int process_ = -1;
    std::unique_ptr<std::FILE, Close> in_, out_;  ///< what it reads, and what it writes
};

/// Plays one game. All randomness depends on the seed, the pair and the number of the game.
class Table {
  public:
    Table(const MatchOptions& options, std::uint64_t number)
        : options_(options), session_(options.session()) {
        game_.number = number + 1;
        game_.first_is_white = number % 2 == 0;
        for (const std::size_t seat : {0U, 1U}) {
            const Participant& who = participant(seat);
            if (!who.inner) programs_[seat] = std::make_unique<Program>(who.command, options.variant);
        }
    }

    MatchGame play() {
        Random dice = Random::of_unit(options_.seed, (game_.number - 1) / 2);
        Random own = Random::of_unit(options_.seed + 0x10000, game_.number);
        const std::string start = session_->fen();
        std::string moves;
        while (session_->outcome() == Outcome::Ongoing && !stopped()) {
            if (static_cast<int>(game_.plies) >= options_.most_plies) {
                game_.cut_off = true;
                break;
            }
            const int face = session_->roll(dice);
            const std::uint64_t shared = dice.next();
            const std::string move = choose(face, start, moves, shared, own.next());
            const auto played = session_->play(move, face);
            if (!played) throw std::runtime_error(participant(seat()).name + ": " + played.error().message);
            moves += ' ' + played->uci;
            if (!game_.moves.empty()) game_.moves += ' ';
            if (face > 0) game_.moves += '(' + std::to_string(face) + ") ";
            game_.moves += played->notation;
            ++game_.plies;
        }
        game_.outcome = session_->outcome() == Outcome::Ongoing ? Outcome::Draw : session_->outcome();
        return std::move(game_);
    }

  private:
    bool stopped() const { return options_.stop && *options_.stop; }

    /// 0 for White, 1 for Black.
    std::size_t seat() const { return index(session_->turn()); }
    const Participant& participant(std::size_t seat) const {
        return (seat == 0) == game_.first_is_white ? options_.first : options_.second;
    }

    std::string choose(int face, const std::string& start, const std::string& moves, std::uint64_t shared,
                       std::uint64_t seed) {
        Question question;
        question.face = face;
        question.seed = seed;
        if (static_cast<int>(game_.plies) < options_.opening) {
            question.seed = shared;
            return session_->think(Character(), question).lines.front().move.uci;
        }
        if (programs_[seat()]) return programs_[seat()]->choose(start, moves, face, options_.go);
        return session_->think(*participant(seat()).inner, question).lines.front().move.uci;
    }

    const MatchOptions& options_;
    std::unique_ptr<Session> session_;
    std::array<std::unique_ptr<Program>, 2> programs_;  ///< by seat; null for players that are built in
    MatchGame game_;
};

}  // namespace

Expected<Participant, std::string> participant_named(std::string_view name) {
    constexpr std::string_view engine = "engine:";
    Participant participant;
    participant.name = name;
    if (name.starts_with(engine) && name.size() > engine.size()) {
        participant.command = name.substr(engine.size());
        return participant;
    }
    participant.inner = character_named(name);
    if (participant.inner) return participant;
    return Unexpected{"\"" + participant.name + "\" is not a player, expected " + character_names() +
                      ", or engine:COMMAND"};
}

double MatchGame::points() const {
    return (score_for(outcome, first_is_white ? Color::White : Color::Black) + 1) / 2;
}

void play_match(const MatchOptions& options, const std::function<void(const MatchGame&)>& take) {
    struct Pair {
        std::array<MatchGame, 2> games;
        std::exception_ptr wrong;
    };
    const auto stopped = [&] { return options.stop && *options.stop; };
    std::atomic<bool> failed = false;
    std::exception_ptr wrong;
    const auto play = [&](std::uint64_t number) {
        Pair pair;
        try {
            for (const std::size_t at : {0U, 1U}) pair.games[at] = Table(options, 2 * number + at).play();
        } catch (...) {
            pair.wrong = std::current_exception();
        }
        return pair;
    };
    const auto finish = [&](const Pair& pair) {
        if (failed || stopped()) return;  // a game may have been broken off
        wrong = pair.wrong;
        failed = wrong != nullptr;
        if (failed) return;
        for (const MatchGame& game : pair.games) take(game);
    };
    solver::work_in_order(
        options.done / 2, options.games / 2, options.threads, [&] { return failed || stopped(); }, play,
        finish);
    if (wrong) std::rethrow_exception(wrong);
}

double Score::rate() const {
    if (games() == 0) return 0.5;
    return (static_cast<double>(wins) + 0.5 * static_cast<double>(draws)) / static_cast<double>(games());
}

double Score::error() const {
    if (pairs < 2) return 0;
    const auto count = static_cast<double>(pairs);
    const double variance = std::max(0.0, squares / count - rate() * rate()) * count / (count - 1);
    return std::sqrt(variance / count);
}

std::pair<double, double> Score::range() const {
    Score more = *this;
    more.add_pair(1, 1);
    more.add_pair(0, 0);
    const double margin = 1.96 * more.error();
    return {std::max(0.0, more.rate() - margin), std::min(1.0, more.rate() + margin)};
}

void Score::add_pair(double first, double second) {
    add(first);
    add(second);
    const double mean = (first + second) / 2;
    ++pairs;
    squares += mean * mean;
}

void Score::add(double points) { ++(points == 1 ? wins : points == 0 ? losses : draws); }

double elo_of(double rate) {
    constexpr double most = 1200;
    if (rate <= 0) return -most;
    if (rate >= 1) return most;
    return std::clamp(400 * std::log10(rate / (1 - rate)), -most, most);
}

}  // namespace octomate::players
