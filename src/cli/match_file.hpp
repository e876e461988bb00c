#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "cli/match_records.hpp"
#include "collect/record_file.hpp"
#include "console/console.hpp"
#include "console/output_file.hpp"

namespace octomate::cli {

/// Where the records of a match go: a file, the standard output for "-", or a pipe or device. A plain file is
/// locked, and stays as it is until the first game is over; one that was made for nothing goes again.
class MatchFile {
  public:
    /// `records` must outlive it. Throws UsageError if it is to `resume` what cannot be gone on with, and
    /// EnvironmentError.
    MatchFile(const MatchRecords& records, const std::string& name, bool resume);
    ~MatchFile();
    MatchFile(const MatchFile&) = delete;
    MatchFile& operator=(const MatchFile&) = delete;

    /// Hands on the games of a file that is to be gone on with, pair by pair, and tells how many they are.
    /// What a run that was killed has left of one more pair is to be written again. Throws UsageError if the
    /// file holds anything else, or more than so many games.
    template <class Take>
    std::uint64_t take_up(std::uint64_t games, Take take) {
        if (!resume_) return 0;
        std::ifstream text(target_.file, std::ios::binary);
        std::uint64_t number = 0, bytes = 0, done = 0;
        players::MatchGame first;
        for (std::string line; std::getline(text, line);) {
            ++number;
            const bool torn = text.eof();
            if (torn && !records_.may_begin(line, number))
                refuse(fmt::format("its end is no record of game {}", number));
            auto game = torn ? Expected<players::MatchGame, std::string>(players::MatchGame())
                             : records_.read(line, number);
            if (!game) refuse(game.error());
            if (number > games) refuse(fmt::format("it has more than {} games", games));
            if (torn) break;
            bytes += line.size() + 1;
            if (number % 2 == 1) {
                first = *std::move(game);
                continue;
            }
            take(first, *game);
            done = number;
            good_bytes_ = bytes;
        }
        if (text.bad()) refuse("it cannot be read");
        return done;
    }

    /// Writes the record of a game, and hands it on to the system.
    void write(const players::MatchGame& game);

    /// No more games will come.
    void close();

    /// Whether another run can go on with it.
    bool resumable() const { return lock_ && !target_.compressed(); }

  private:
    [[noreturn]] void refuse(const std::string& why) const;

    const MatchRecords& records_;
    const collect::RecordTarget target_;
    const bool resume_;
    bool is_new_ = false;
    std::optional<FileLock> lock_;  // of a plain file
    std::uint64_t good_bytes_ = 0;  // of an earlier run
    std::optional<collect::RecordFile> file_;
};

}  // namespace octomate::cli
