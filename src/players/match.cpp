#include "players/match.hpp"

#include <tbb/parallel_pipeline.h>

#include <array>
#include <exception>
#include <stdexcept>
#include <utility>

#include "players/guess.hpp"
#include "players/program.hpp"

namespace octomate::players {

namespace {

/// A program at the board.
class Guest {
  public:
    Guest(const Participant& who, const MatchOptions& options) : name_(who.name), program_(who.command) {
        program_.say("uci");
        program_.hear("uciok");
        program_.say("setoption name Variant value " + options.variant);
        program_.say("ucinewgame");
        program_.say("isready");
        program_.hear("readyok");
    }

    /// Its move, as it wrote it.
    std::string choose(const std::string& start, const std::string& moves, int face, const std::string& go) {
        program_.say("position fen " + start + (moves.empty() ? "" : " moves" + moves));
        if (face > 0) program_.say("roll " + std::to_string(face));
        program_.say("go " + go);
        const std::string answer = program_.hear("bestmove");
        const std::size_t from = answer.find_first_not_of(' ', std::string_view("bestmove").size());
        if (from == std::string::npos) throw std::runtime_error(name_ + ": a bestmove without a move");
        return answer.substr(from, answer.find(' ', from) - from);
    }

  private:
    const std::string name_;
    Program program_;
};

/// Plays one game. All chance of it depends on the seed, the pair and the number of the game.
class Table {
  public:
    Table(const MatchOptions& options, std::uint64_t number)
        : options_(options), session_(options.session()) {
        game_.number = number + 1;
        game_.first_is_white = number % 2 == 0;
        for (const std::size_t seat : {0U, 1U}) {
            const Participant& who = participant(seat);
            if (!who.inner) guests_[seat] = std::make_unique<Guest>(who, options);
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

    /// 0 of who plays White.
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
        if (guests_[seat()]) return guests_[seat()]->choose(start, moves, face, options_.go);
        return session_->think(*participant(seat()).inner, question).lines.front().move.uci;
    }

    const MatchOptions& options_;
    std::unique_ptr<Session> session_;
    std::array<std::unique_ptr<Guest>, 2> guests_;  ///< by seat; null for players that are built in
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
    return Unexpected{"\"" + participant.name + "\" is no player, expected " + character_names() +
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
    std::uint64_t next = options.done / 2;
    std::atomic<bool> failed = false;
    std::exception_ptr wrong;
    const auto deal = [&](tbb::flow_control& flow) -> std::uint64_t {
        if (next >= options.games / 2 || failed || stopped()) return flow.stop(), next;
        return next++;
    };
    const auto play = [&](std::uint64_t pair) {
        auto played = std::make_shared<Pair>();
        try {
            for (const std::size_t at : {0U, 1U}) played->games[at] = Table(options, 2 * pair + at).play();
        } catch (...) {
            played->wrong = std::current_exception();
        }
        return played;
    };
    const auto finish = [&](const std::shared_ptr<Pair>& pair) {
        if (failed || stopped()) return;  // a game may have been broken off
        wrong = pair->wrong;
        failed = wrong != nullptr;
        if (failed) return;
        for (const MatchGame& game : pair->games) take(game);
    };
    using tbb::filter_mode;
    tbb::parallel_pipeline(
        static_cast<std::size_t>(options.threads),
        tbb::make_filter<void, std::uint64_t>(filter_mode::serial_in_order, deal) &
            tbb::make_filter<std::uint64_t, std::shared_ptr<Pair>>(filter_mode::parallel, play) &
            tbb::make_filter<std::shared_ptr<Pair>, void>(filter_mode::serial_in_order, finish));
    if (wrong) std::rethrow_exception(wrong);
}

}  // namespace octomate::players
