#include "cli/match_file.hpp"

#include <fmt/core.h>

#include "collect/sealed.hpp"
#include "console/console.hpp"

namespace octomate::cli {

namespace {

using records::Json;

constexpr double parts = 16;  // of which the squares are whole numbers

Json state_of(const players::Score& score) {
    return {{"wins", score.wins},
            {"draws", score.draws},
            {"losses", score.losses},
            {"pairs", score.pairs},
            {"squares", static_cast<std::uint64_t>(parts * score.squares)}};
}

players::Score score_of(const Json& state) {
    players::Score score;
    std::uint64_t squares = 0;
    collect::take_whole(state, "wins", score.wins);
    collect::take_whole(state, "draws", score.draws);
    collect::take_whole(state, "losses", score.losses);
    collect::take_whole(state, "pairs", score.pairs);
    collect::take_whole(state, "squares", squares);
    score.squares = static_cast<double>(squares) / parts;
    return score;
}

}  // namespace

MatchFile::MatchFile(const MatchRecords& records, const collect::RecordTarget& target, bool resume,
                     std::uint64_t games)
    : records_(records), run_(target, records.match(), resume) {
    if (!run_.earlier()) return;
    try {
        score_ = score_of(*run_.earlier());
    } catch (const Json::exception&) {
        run_.refuse("some of it is missing");
    } catch (const collect::NotWhole&) {
        run_.refuse("it has a number that is none");
    }
    if (score_.games() != 2 * score_.pairs) run_.refuse("its games are not twice its pairs");
    if (score_.games() > games)
        throw UsageError("--resume",
                         fmt::format("cannot go on with {}: it has more than {} games", target.file, games));
    finished_ = run_.finished() && score_.games() == games;
}

void MatchFile::write(const players::MatchGame& game, const players::Score& score) {
    if (!run_.is_open()) open();
    run_.records().write(records_.text(game));
    run_.records().end_frame();
    if (game.first_is_white) return;  // the pair is not complete
    run_.keep();
    if (run_.due()) run_.save(state_of(score));
}

void MatchFile::close(const players::Score& score, bool whole) {
    if (!run_.is_open()) {
        if (!whole) return;
        open();
    }
    whole ? run_.complete(state_of(score)) : run_.save(state_of(score));
    run_.close();
}

void MatchFile::open() {
    run_.begin(state_of(score_));
    run_.open();
}

}  // namespace octomate::cli
