#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/shelves.hpp"
#include "collect/record.hpp"
#include "collect/record_file.hpp"
#include "console/console.hpp"
#include "console/output_file.hpp"
#include "draw/board_text.hpp"
#include "games/game.hpp"
#include "players/character.hpp"
#include "questions/question.hpp"
#include "reports/search.hpp"
#include "reports/subject.hpp"

namespace octomate::cli {

/// A capability of the game that a command needs. Throws UsageError, which names the command, if the game
/// lacks it.
const make::Maker& maker_of(const games::Game& game, const std::string& command);
const make::Maker& composing_maker_of(const games::Game& game, const std::string& command);
const games::Game& require_pictures(const games::Game& game, const std::string& command);
const games::Origins& origins_of(const games::Game& game, const std::string& command);
const tables::Tables& tables_of(const games::Game& game, const std::string& command);

/// The player with a name such as level-8. Throws UsageError of --player.
players::Character player_named(const std::string& name);

/// The style of text on standard output: Unicode where the locale has it, colour only on a terminal and
/// without NO_COLOR.
inline draw::TextStyle text_style(const CommonOptions& common, bool exact = false) {
    const bool colour = may_colour() && !common.given.contains("output");
    return {.unicode = !common.ascii && has_utf8_locale(), .colour = colour, .exact = exact};
}

/// Who reads the reports: programs, or with --format text people.
inline reports::Reader reader_of(const CommonOptions& common) {
    return common.format == Format::Text ? reports::Reader::Person : reports::Reader::Program;
}

/// The options of a command that were declared from those of its question, by their names.
using Declared = std::map<std::string_view, Option>;

/// Declares the options of a question, which must live as long as the command.
Declared declare(Arguments& command, questions::Question& question);

/// Asks a question for a command.
class Asker {
  public:
    /// `exact`: text prints chances as fractions, too.
    Asker(const questions::Question& question, const CommonOptions& common, bool exact = false);

    /// Asks about the record of a line; blank lines and comments are passed over.
    void ask(const records::Line& line, records::Output& output) const;
    /// Asks about all records of some files, and writes the answers to `target`.
    collect::Ran ask_files(const std::vector<std::string>& files, const collect::RecordTarget& target) const;

    questions::Context context;

  private:
    const questions::Question& question_;
    const CommonOptions& common_;
    Shelves shelves_;
};

/// Asks the question about one position, and returns the exit code.
int ask_position(const questions::Question& question, const std::string& fen, const CommonOptions& common,
                 bool exact = false);

/// Declares the position and the options of a question, which the command then asks.
Declared add_question(Arguments& command, std::unique_ptr<questions::Question> question);

/// The search for a proof game: within the limits that were asked for, or else ten seconds.
inline reports::SearchRequest proof_search(reports::SearchRequest asked) {
    if (asked.seconds == 0 && asked.nodes == 0) asked.seconds = 10;
    return asked;
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

/// Declares --limit, which `does` what it says, and --nodes, and returns them.
std::vector<Option> add_limits(Arguments& command, reports::SearchRequest& request, const char* does);

/// Declares --hash, --limit and --nodes, and returns them.
std::vector<Option> add_search_limits(Arguments& command, reports::SearchRequest& request);

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
