#include "games/game.hpp"

#include <fmt/core.h>
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>

#include "games/fields.hpp"
#include "players/session.hpp"

namespace octomate::games {

std::vector<std::string_view> Game::commands() const {
    std::vector<std::string_view> commands = {"solve", "moves", "mate",   "analyse",
                                              "perft", "check", "convert"};
    if (maker() && maker()->can_compose()) commands.emplace_back("compose");
    if (maker()) commands.insert(commands.end(), {"generate", "merge", "tag", "twins", "improve", "find"});
    if (origins()) commands.insert(commands.end(), {"retract", "proof"});
    if (tables()) commands.emplace_back("tables");
    commands.insert(commands.end(), {"play", "match", "engine", "replay"});
    if (pictured()) commands.insert(commands.end(), {"render", "book", "sheet", "serve", "export-site"});
    return commands;
}

std::string about_json(const Game& game) { return records::to_json(game); }

Faults no_pictures(const About& about) {
    return {{FaultCode::UnknownVariant, "variant", 0, fmt::format("{} has no pictures", about.title)}};
}

Status check_faces(const records::Puzzle& puzzle, const Die* die) {
    if (!die) return {};
    Faults faults;
    if (puzzle.roll.value_or(0) > die->faces)
        add_fault(faults, {FaultCode::BadRoll, "roll", 0,
                           fmt::format("roll is {}, expected a whole number from 1 to {}", *puzzle.roll,
                                       die->faces)});
    if (puzzle.key && !puzzle.key->empty() && puzzle.key->rbegin()->first > die->faces)
        add_fault(faults, {FaultCode::BadKeyFace, "key", 0,
                           fmt::format("the key has a face {}, expected 1 to {}, or - where no die is used",
                                       puzzle.key->rbegin()->first, die->faces)});
    return status_of(std::move(faults));
}

namespace {

using players::Appraisal;
using reports::PlyChances;
using reports::PlyOdds;
using reports::ReplayedPly;

/// A position of a replayed game: before one of its plies, or the final one.
struct GamePosition {
    std::string fen;
    bool in_tables = false;  ///< whether endgame tables cover the position, so that it is not searched
    Appraisal appraisal{};
};

/// Returns the chances before and after a ply that the endgame tables cover.
PlyChances chances_by_tables(const PlyOdds& odds) {
    const double rolled = chance_of(odds.rolled.middle());
    return {chance_of(odds.before.middle()),
            rolled,
            std::min(rolled, chance_of(odds.after.middle())),
            odds.best,
            odds.has_choice,
            true};
}

/// Returns the appraised roll of a ply whose move has the index `played` in `appraisal.moves`; null if the
/// roll is unknown or does not allow the move.
const Appraisal::Roll* roll_of(const ReplayedPly& ply, const Appraisal& appraisal, std::size_t played) {
    const auto found =
        std::find_if(appraisal.rolls.begin(), appraisal.rolls.end(),
                     [&](const Appraisal::Roll& roll) { return roll.face == 0 || roll.face == ply.roll; });
    if (found == appraisal.rolls.end()) return nullptr;
    const bool allowed = std::find(found->moves.begin(), found->moves.end(), played) != found->moves.end();
    return allowed ? &*found : nullptr;
}

/// Returns the chances before and after a ply; `appraisal` is the result of searching the position before it.
PlyChances chances_by_search(const ReplayedPly& ply, const Appraisal& appraisal) {
    const auto played =
        std::find_if(appraisal.moves.begin(), appraisal.moves.end(),
                     [&](const Appraisal::Move& move) { return move.text.notation == ply.move; });
    PlyChances chances;
    chances.before = chance_of(appraisal.value);
    if (played == appraisal.moves.end()) return chances;
    chances.played = chance_of(played->value);
    const auto index = static_cast<std::size_t>(played - appraisal.moves.begin());
    if (const Appraisal::Roll* roll = roll_of(ply, appraisal, index)) {
        chances.rolled = chance_of(roll->value);
        chances.best = appraisal.moves[roll->moves.front()].text.notation;
        chances.has_choice = roll->moves.size() > 1;
    }
    return chances;
}

}  // namespace

bool has_evaluation(const Game& game) { return game.session()->evaluates(); }

void add_odds(const OddsLookup& look_up, std::string start, reports::Replay& replay) {
    for (ReplayedPly& ply : replay.plies) {
        const auto odds = look_up(std::exchange(start, ply.fen));
        if (!odds) continue;
        for (const tables::RollOdds& roll : odds->rolls) {
            if (roll.face != 0 && roll.face != ply.roll) continue;
            const auto played =
                std::find_if(roll.moves.begin(), roll.moves.end(),
                             [&](const tables::MoveOdds& move) { return move.move == ply.move; });
            if (played != roll.moves.end())
                ply.odds = PlyOdds{odds->bounds, roll.bounds, played->bounds, roll.moves.front().move,
                                   roll.moves.size() > 1};
        }
    }
}

bool add_chances(const Game& game, const std::string& start, const ChancesRequest& request,
                 reports::Replay& replay) {
    std::vector<GamePosition> timeline = {{start}};
    for (const ReplayedPly& ply : replay.plies) {
        if (ply.fen == timeline.back().fen) break;  // an illegal ply, which was not played
        timeline.back().in_tables = ply.odds.has_value();
        timeline.push_back({ply.fen});
    }
    if (timeline.size() == 1) return true;
    timeline.back().in_tables = request.final_value.has_value();

    players::Limits limits;
    limits.depth = request.depth;
    limits.stop = request.stop;
    limits.deadline = request.deadline;
    const auto stopped = [&] {
        return (request.stop && *request.stop) || std::chrono::steady_clock::now() >= request.deadline;
    };
    using Sessions = tbb::enumerable_thread_specific<std::unique_ptr<players::Session>>;
    Sessions sessions([&] { return game.session(); });
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(request.threads));
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, timeline.size(), 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
            players::Session& session = *sessions.local();
            for (std::size_t n = range.begin(); n != range.end(); ++n) {
                if (timeline[n].in_tables || stopped()) continue;
                session.start(timeline[n].fen).value();
                timeline[n].appraisal = session.appraise(limits);
                request.on_searched();
            }
        },
        tbb::simple_partitioner());
    if (stopped()) return false;

    std::vector<reports::SidedChances> sides;
    for (std::size_t n = 0; n + 1 < timeline.size(); ++n) {
        ReplayedPly& ply = replay.plies[n];
        ply.chances = ply.odds ? chances_by_tables(*ply.odds) : chances_by_search(ply, timeline[n].appraisal);
        sides.push_back({ply.turn, *ply.chances});
    }
    players::Session& last = *sessions.local();
    last.start(timeline.back().fen).value();
    const double end = chance_of(request.final_value.value_or(timeline.back().appraisal.value));
    replay.chances = reports::add_up(sides, reports::for_white(end, last.turn()), request.depth);
    return true;
}

}  // namespace octomate::games
