#include "players/match.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "players/search.hpp"
#include "solver/in_order.hpp"
#include "text/text.hpp"

namespace octomate::players {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Thrown when a participant forfeits the game.
struct ForfeitError : std::runtime_error {
    ForfeitError(Forfeit reason, const std::string& message) : std::runtime_error(message), reason(reason) {}
    Forfeit reason;
};

/// Thrown when the match is stopped during a wait for a program.
struct Stopped {};

/// A function that returns whether the match is stopped.
using IsStopped = std::function<bool()>;

/// Returns the N of "movetime N" in the limits `go`; 0 if there is none.
milliseconds movetime_in(std::string_view go) {
    constexpr std::string_view name = "movetime ";
    const std::size_t offset = go.find(name);
    if (offset == std::string_view::npos) return milliseconds(0);
    const std::string_view number = trim(go.substr(offset + name.size()));
    return milliseconds(number_in<std::uint32_t>(number.substr(0, number.find(' '))).value_or(0));
}

/// An external program that speaks the engine protocol over its standard input and output. Its functions
/// throw ForfeitError if the program ends or does not answer in time, and Stopped if the match is stopped.
class Program {
  public:
    /// Starts the program and sets up a new game of `options.variant`. Throws std::runtime_error if the
    /// program cannot be started.
    Program(const std::string& command, const MatchOptions& options, const IsStopped& stopped)
        : Program(command, stopped) {
        const auto until = Clock::now() + options.handshake;
        try {
            send("uci");
            receive("uciok", until);
            send("setoption name Variant value " + options.variant);
            send("ucinewgame");
            send("isready");
            receive("readyok", until);
        } catch (const ForfeitError& error) {
            // The shell exits with 126 or 127 if it cannot run the command.
            const int code = error.reason == Forfeit::Died ? wait_for_exit(exit_timeout).value_or(0) : 0;
            if (code == 126 || code == 127) throw std::runtime_error(command + ": cannot be started");
            throw;
        }
    }

    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    ~Program() {
        constexpr std::string_view quit = "quit\n";
        (void)!::write(in_, quit.data(), quit.size());
        close(in_);
        close(out_);
        (void)wait_for_exit(stopped_() ? exit_timeout / 10 : exit_timeout);
        kill(-process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }

    /// Requests a move on `face` (0: no die) in the position after `moves` (each preceded by a blank) from
    /// the FEN `start`. Returns the move of the program's `bestmove`.
    std::string request_move(const std::string& start, const std::string& moves, int face,
                             const MatchOptions& options) {
        send("position fen " + start + (moves.empty() ? "" : " moves" + moves));
        if (face > 0) send("roll " + std::to_string(face));
        send("go " + options.go);
        const std::string answer =
            receive("bestmove", Clock::now() + movetime_in(options.go) + options.margin);
        const std::string_view move =
            trim(std::string_view(answer).substr(std::string_view("bestmove").size()));
        return std::string(move.substr(0, move.find(' ')));
    }

  private:
    /// The time for a program to exit after its streams are closed.
    static constexpr milliseconds exit_timeout{500};

    /// Starts the command with a shell in a new process group, connected by two pipes.
    Program(const std::string& command, const IsStopped& stopped) : stopped_(stopped) {
        std::signal(SIGPIPE, SIG_IGN);  // writing to a program that has ended fails instead
        int input_pipe[2], output_pipe[2];
        if (pipe2(input_pipe, O_CLOEXEC) != 0 || pipe2(output_pipe, O_CLOEXEC) != 0)
            throw std::runtime_error(command + ": no pipe can be made");
        in_ = input_pipe[1], out_ = output_pipe[0];
        for (const int descriptor : {in_, out_}) fcntl(descriptor, F_SETFL, O_NONBLOCK);
        posix_spawn_file_actions_t streams{};
        posix_spawn_file_actions_init(&streams);
        posix_spawn_file_actions_adddup2(&streams, input_pipe[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&streams, output_pipe[1], STDOUT_FILENO);
        posix_spawnattr_t attributes{};
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
        sigset_t signals;
        sigemptyset(&signals);
        sigaddset(&signals, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes, &signals);
        std::string shell = "sh", option = "-c", line = "exec " + command;
        const std::array<char*, 4> words = {shell.data(), option.data(), line.data(), nullptr};
        const int error = posix_spawn(&process_, "/bin/sh", &streams, &attributes, words.data(), environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&streams);
        close(input_pipe[0]);
        close(output_pipe[1]);
        if (error != 0) throw std::runtime_error(command + ": cannot be started");
    }

    /// Queues a line, which the next `receive` writes.
    void send(std::string_view line) { output_buffer_.append(line).push_back('\n'); }

    /// Returns the next line whose first word is `word`; skips others. Throws ForfeitError at `until`.
    std::string receive(std::string_view word, Clock::time_point until) {
        for (;;) {
            while (processed_ < received_.size()) {
                const char c = received_[processed_++];
                if (c != '\n') {
                    if (line_.size() < longest_line) line_ += c;
                    continue;
                }
                std::string line(trim_end(std::exchange(line_, {})));
                if (line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' '))
                    return line;
            }
            transfer(word, until);
        }
    }

    /// Waits at most one step until a pipe is ready; then writes pending output and reads available input.
    /// Throws ForfeitError at the time `until`, with a message that `word` was expected.
    void transfer(std::string_view word, Clock::time_point until) {
        constexpr milliseconds step{20};  // interval for checking the clock and the stop flag
        if (stopped_()) throw Stopped{};
        if (Clock::now() >= until) throw ForfeitError(Forfeit::NoAnswer, fmt::format("no {} in time", word));
        std::array<pollfd, 2> pipes = {{{out_, POLLIN, 0}, {output_buffer_.empty() ? -1 : in_, POLLOUT, 0}}};
        if (poll(pipes.data(), pipes.size(), static_cast<int>(step.count())) <= 0) return;
        if (pipes[1].revents != 0) {
            const auto count = ::write(in_, output_buffer_.data(), output_buffer_.size());
            // A broken pipe is ignored here: the read below detects that the program has ended.
            if (count >= 0 || errno == EPIPE)
                output_buffer_.erase(0, count < 0 ? output_buffer_.size() : static_cast<std::size_t>(count));
        }
        if (pipes[0].revents == 0) return;
        received_.resize(std::size_t{1} << 16);
        const auto count = ::read(out_, received_.data(), received_.size());
        received_.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        processed_ = 0;
        if (count == 0) throw ForfeitError(Forfeit::Died, fmt::format("ended before {}", word));
    }

    /// Waits up to `timeout` for the program to exit. Returns its exit code; nullopt if it is still running
    /// or was killed by a signal.
    std::optional<int> wait_for_exit(milliseconds timeout) const {
        const auto until = Clock::now() + timeout;
        siginfo_t info{};
        while (waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
               info.si_pid == 0) {
            if (Clock::now() >= until) return std::nullopt;
            std::this_thread::sleep_for(milliseconds(1));
        }
        return info.si_code == CLD_EXITED ? std::optional(info.si_status) : std::nullopt;
    }

    const IsStopped& stopped_;
    pid_t process_ = -1;
    int in_ = -1, out_ = -1;  ///< the program reads from `in_` and writes to `out_`
    std::string output_buffer_;
    std::string received_, line_;  ///< the bytes read last, and the incomplete line before them
    std::size_t processed_ = 0;    ///< number of bytes of `received_` that are processed
};

/// Plays one game of a match. Random numbers depend only on the seed and the number of the game; the dice
/// depend on the number of the pair, so that both games of a pair have the same dice.
class GameRunner {
  public:
    /// `number` counts from 0.
    GameRunner(const MatchOptions& options, std::uint64_t number, const IsStopped& stopped)
        : options_(options), stopped_(stopped), session_(options.session()) {
        game_.number = number + 1;
        game_.first_is_white = number % 2 == 0;
    }

    /// Plays the game to its end, to a forfeit or to `options.most_plies`.
    MatchGame play() {
        try {
            for (; seat_in_turn_ < programs_.size(); ++seat_in_turn_) {
                const Participant& player = participant(seat_in_turn_);
                if (!player.built_in)
                    programs_[seat_in_turn_] = std::make_unique<Program>(player.command, options_, stopped_);
            }
            play_moves();
            game_.outcome = session_->outcome() == Outcome::Ongoing ? Outcome::Draw : session_->outcome();
        } catch (const ForfeitError& error) {
            game_.outcome = won_by(seat_in_turn_ == 0 ? Color::Black : Color::White);
            game_.forfeit = error.reason;
            game_.fault = participant(seat_in_turn_).name + ": " + error.what();
        }
        return std::move(game_);
    }

  private:
    /// Plays the moves of the game and records them in `game_`.
    void play_moves() {
        Random dice = Random::of_unit(options_.seed, (game_.number - 1) / 2);
        Random player_random = Random::of_unit(options_.seed + 0x10000, game_.number);
        const std::string start = session_->fen();
        std::string moves;
        while (session_->outcome() == Outcome::Ongoing && !stopped_()) {
            if (static_cast<int>(game_.plies) >= options_.most_plies) {
                game_.cut_off = true;
                break;
            }
            const int face = session_->roll(dice);
            const std::uint64_t opening_seed = dice.next();
            seat_in_turn_ = index(session_->turn());
            const std::string move = choose_move(face, start, moves, opening_seed, player_random.next());
            const auto played = session_->play(move, face);
            if (!played) throw ForfeitError(Forfeit::IllegalMove, played.error().message);
            moves += ' ' + played->uci;
            if (!game_.moves.empty()) game_.moves += ' ';
            if (face > 0) game_.moves += '(' + std::to_string(face) + ") ";
            game_.moves += played->notation;
            ++game_.plies;
        }
    }

    /// Returns the participant who plays White (seat 0) or Black (seat 1) in this game.
    const Participant& participant(std::size_t seat) const {
        return (seat == 0) == game_.first_is_white ? options_.first : options_.second;
    }

    /// Returns the move of the player in turn. In the opening the move is random, determined by
    /// `opening_seed`, which is the same in both games of the pair.
    std::string choose_move(int face, const std::string& start, const std::string& moves,
                            std::uint64_t opening_seed, std::uint64_t seed) {
        Question question;
        question.face = face;
        question.seed = seed;
        question.limits.stop = options_.stop;
        if (static_cast<int>(game_.plies) < options_.opening) {
            question.seed = opening_seed;
            return session_->think(BuiltInPlayer(), question).lines.front().move.uci;
        }
        if (programs_[seat_in_turn_])
            return programs_[seat_in_turn_]->request_move(start, moves, face, options_);
        return session_->think(*participant(seat_in_turn_).built_in, question).lines.front().move.uci;
    }

    const MatchOptions& options_;
    const IsStopped& stopped_;
    std::unique_ptr<Session> session_;
    std::array<std::unique_ptr<Program>, 2> programs_;  ///< indexed by seat; null for built-in players
    std::size_t seat_in_turn_ = 0;  ///< the seat of the player in turn: 0 for White, 1 for Black
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
    participant.built_in = built_in_player(name);
    if (participant.built_in) return participant;
    return Unexpected{"\"" + participant.name + "\" is not a player, expected " + player_names() +
                      ", or engine:COMMAND"};
}

double MatchGame::points() const {
    return (score_for(outcome, first_is_white ? Color::White : Color::Black) + 1) / 2;
}

bool play_match(const MatchOptions& options, const std::function<void(const MatchGame&)>& on_game) {
    constexpr int most_forfeits = 3;
    using Pair = std::array<MatchGame, 2>;
    std::atomic<bool> ended = false;
    const IsStopped stopped = [&] { return ended || (options.stop && *options.stop); };
    int consecutive_forfeits = 0;
    const auto next = [&, pair = options.done / 2](std::uint64_t& number) mutable {
        number = pair++;
        return number < options.games / 2 && !stopped();
    };
    const auto play = [&](std::uint64_t number) {
        Pair pair;
        try {
            for (const std::size_t game : {0U, 1U})
                pair[game] = GameRunner(options, 2 * number + game, stopped).play();
        } catch (...) {
            if (!stopped()) throw;  // after a stop, an exception is expected
        }
        return pair;
    };
    const auto add_pair = [&](const Pair& pair) {
        if (stopped()) return false;  // a game may be incomplete
        for (const MatchGame& game : pair) {
            if (ended) return false;
            on_game(game);
            consecutive_forfeits = game.forfeit ? consecutive_forfeits + 1 : 0;
            ended = consecutive_forfeits == most_forfeits;
        }
        return !ended;
    };
    solver::work_in_order(next, options.threads, play, add_pair);
    return !ended;
}

double Score::rate() const {
    if (games() == 0) return 0.5;
    return (static_cast<double>(wins) + 0.5 * static_cast<double>(draws)) / static_cast<double>(games());
}

double Score::standard_error() const {
    if (pairs < 2) return 0;
    const auto count = static_cast<double>(pairs);
    const double variance = std::max(0.0, sum_of_squares / count - rate() * rate()) * count / (count - 1);
    return std::sqrt(variance / count);
}

std::pair<double, double> Score::confidence_interval() const {
    Score padded = *this;
    padded.add_pair(1, 1);
    padded.add_pair(0, 0);
    const double margin = 1.96 * padded.standard_error();
    return {std::max(0.0, padded.rate() - margin), std::min(1.0, padded.rate() + margin)};
}

void Score::add(const MatchGame& game) {
    count(game.points(), game.first_is_white);
    if (game.forfeit) ++forfeits[game.points() == 0 ? 0 : 1][static_cast<std::size_t>(*game.forfeit)];
}

void Score::add_pair(double first, double second) {
    count(first, true);
    count(second, false);
}

void Score::count(double points, bool opens_pair) {
    ++(points == 1 ? wins : points == 0 ? losses : draws);
    const double mean = (std::exchange(first_of_pair_, points) + points) / 2;
    if (opens_pair) return;
    ++pairs;
    sum_of_squares += mean * mean;
}

double elo_of(double rate) {
    constexpr double most = 1200;
    if (rate <= 0) return -most;
    if (rate >= 1) return most;
    return std::clamp(400 * std::log10(rate / (1 - rate)), -most, most);
}

}  // namespace octomate::players
