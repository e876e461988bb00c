#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "collect/record.hpp"
#include "collect/record_file.hpp"
#include "console/console.hpp"
#include "console/output_file.hpp"
#include "draw/board_text.hpp"
#include "games/game.hpp"
#include "players/character.hpp"

namespace octomate::cli {

/// Throws the UsageError of a game that lacks what a command needs.
[[noreturn]] void refuse_game(const games::Game& game, const std::string& command);

/// A capability of the game that a command needs. Throws UsageError, which names the command, if the game
/// lacks it.
const make::Maker& maker_of(const games::Game& game, const std::string& command);
const make::Maker& composing_maker_of(const games::Game& game, const std::string& command);
const games::Game& require_pictures(const games::Game& game, const std::string& command);
const tables::Tables& tables_of(const games::Game& game, const std::string& command);

/// The player with a name such as level-8. Throws UsageError of --player.
players::Character player_named(const std::string& name);

/// The style of text on standard output: Unicode where the locale has it, colour only on a terminal and
/// without NO_COLOR.
inline draw::TextStyle text_style(const CommonOptions& common, bool exact = false) {
    const bool colour = may_colour() && !common.given.contains("output");
    return {.unicode = !common.ascii && has_utf8_locale(), .colour = colour, .exact = exact};
}

/// Declares --force, and returns it.
Option add_force(Arguments& command, collect::RecordTarget& target);

/// Declares --resume, and returns it.
Option add_resume(Arguments& command, collect::RecordTarget& target);

/// Declares --resume under octomate-mpi, for commands that octomate does not resume.
void add_shared_resume(Arguments& command, collect::RecordTarget& target, const Option& force);

/// Declares --output, and returns it.
Option add_output_file(Arguments& command, collect::RecordTarget& target);

/// Declares --to, --output and --force, and returns them in this order. `further`: formats that only this
/// command writes.
std::vector<Option> add_record_target(Arguments& command, collect::RecordTarget& target,
                                      const std::vector<std::string>& further = {});

/// Declares --best, --balance and --chapters, and returns the first.
Option add_best(Arguments& command, std::uint64_t& places, bool& balanced, bool& chapters);

/// The output of a command: a file, opened at once and replaced when it is written, or standard output for
/// "-".
class Destination {
  public:
    explicit Destination(const std::string& name);

    bool is_file() const { return file_.has_value(); }
    /// Writes everything. `whole`: all of the input was read.
    void write(std::string_view bytes, bool whole = true);

  private:
    std::optional<OutputFile> file_;
};

}  // namespace octomate::cli
