#pragma once

#include <cstdint>
#include <string>

#include "cli/match_records.hpp"
#include "collect/run_file.hpp"
#include "players/match.hpp"

namespace octomate::cli {

/// The records of a match on their way to a file, which stays as it is until the first game is over, and the
/// score.
class MatchFile {
  public:
    /// `records` must outlive it. With `resume` it goes on behind the games of an earlier run, also of a
    /// match that was complete with fewer games. Throws UsageError if there were more than `games`, and what
    /// RunFile throws.
    MatchFile(const MatchRecords& records, const collect::RecordTarget& target, bool resume,
              std::uint64_t games);

    /// Of the games that an earlier run has played.
    const players::Score& score() const { return score_; }
    /// Whether that was the whole match, and nothing is left to do.
    bool is_finished() const { return finished_; }
    /// Whether another run can go on with it.
    bool resumable() const { return run_.resumable(); }

    /// Writes the record of a game, and hands it on to the system. `score`: with all pairs until now.
    void write(const players::MatchGame& game, const players::Score& score);

    /// No more games will come; all of them have if it is `whole`.
    void close(const players::Score& score, bool whole);

  private:
    void open();

    const MatchRecords& records_;
    collect::RunFile run_;
    players::Score score_;
    bool finished_ = false;
};

}  // namespace octomate::cli
