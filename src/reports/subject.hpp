#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "core/types.hpp"
#include "draw/scene.hpp"
#include "puzzle/puzzle.hpp"
#include "solver/mate_options.hpp"
#include "tables/odds.hpp"

namespace octomate::reports {

/// Whether a record has as many notes as are reported: as many as faults.
inline bool is_full(const std::vector<std::string>& notes) { return notes.size() >= most_faults; }

/// Adds a note of a record, unless it has as many as are reported.
inline void add_note(std::vector<std::string>& notes, std::string note) {
    if (!is_full(notes)) notes.push_back(std::move(note));
}

/// How long a report may take, and how much it may say, where others wait: a server. A report that is
/// cut short says that it is not complete.
struct Patience {
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
    std::size_t most_bytes = std::numeric_limits<std::size_t>::max();

    /// Whether it has come to its end, so many bytes having been said.
    bool is_over(std::size_t bytes) const {
        return bytes > most_bytes || (until != std::chrono::steady_clock::time_point::max() &&
                                      std::chrono::steady_clock::now() >= until);
    }
};

using records::Key;
using records::Puzzle;

/// Who will read a report: programs, or people, for whom it shows the board and more about the moves.
enum class Reader : std::uint8_t { Program, Person };

/// What a report is about: what every report of a record says first.
struct Subject {
    std::optional<std::string> id;
    std::optional<std::string> title;
    std::string fen;  ///< normalised
    std::string_view variant;
    const Die* die = nullptr;  ///< of the game, used here or not
    Color turn = Color::White;
    bool check = false;
    std::shared_ptr<const draw::Scene> scene;  ///< the board; null where programs read
    std::shared_ptr<const tables::Odds>
        odds;                        ///< by the endgame tables; null if not asked for, or not covered
    std::vector<std::string> notes;  ///< what was accepted and ignored, and what else is to be said
};

/// Why no die is used, where none is.
inline std::string_view why_no_die(const Subject& subject) {
    if (!subject.die) return "the game has no die";
    return subject.check ? "in check there is no die" : "no die is used here";
}

/// Names a record and the position that it stands for. The notes stay.
template <Written P>
void describe_subject(const Puzzle& puzzle, const P& position, Reader reader, Subject& subject) {
    subject.id = puzzle.id;
    subject.title = puzzle.title;
    subject.fen = position.fen();
    subject.variant = position.variant();
    subject.die = die_of<P>();
    subject.turn = position.turn();
    subject.check = position.in_check();
    subject.scene.reset();
    if constexpr (draw::Pictured<P>) {
        if (reader == Reader::Person) subject.scene = std::make_shared<const draw::Scene>(scene_of(position));
    }
}

using Clock = std::chrono::steady_clock;

/// The seconds that have passed.
inline double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What a user may ask of a search.
struct SearchRequest {
    int moves = 0;  ///< of the side to move; 0: as many as the record says
    solver::Dice dice = solver::Dice::Mean;
    solver::Defence defence = solver::Defence::Best;
    std::size_t hash_mib = 64;  ///< of all threads together
    double seconds = 0;         ///< for each record; 0: no limit
    std::uint64_t nodes = 0;    ///< 0: no limit
    int threads = 1;            ///< at least 1
    bool own_hash = false;      ///< there is one record: no other search shares the memory
    const std::atomic<bool>* interrupted = nullptr;
};

/// How to search for a record that asks for so many moves; the clock runs from now.
solver::MateOptions search_options(const SearchRequest& request, int moves_of_record);

/// Whether the time of a search is over, or its user ended it; nodes are not asked for.
bool is_over(const solver::Limits& limits);

/// The fault of more moves than can be counted exactly.
Fault too_many_moves(const solver::MateOptions& search, int most);

}  // namespace octomate::reports
