#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "collect/record_file.hpp"
#include "console/console.hpp"
#include "questions/question.hpp"

namespace octomate::cli {

/// The options of a command that were declared from those of its question, by their names.
using Declared = std::map<std::string_view, Option>;

/// Declares options, which must live as long as the command.
Declared declare(Arguments& command, const questions::Options& options);

/// Declares --hash, --limit and --nodes, and returns them.
std::vector<Option> add_search_limits(Arguments& command, reports::SearchRequest& request);

/// What a command asks, and of what.
struct Asking {
    std::unique_ptr<questions::Question> question;
    std::string fen{};                 ///< the one position
    std::vector<std::string> files{};  ///< or the puzzles
    collect::RecordTarget target{};
    bool exact = false;    ///< print chances as fractions, too
    bool fix_key = false;  ///< write the records with the correct key, instead of reports
    std::string page{};    ///< the file of a page of solutions; empty: none, like the next
    std::string certificates{};
};

/// Asks a question for a command.
class Asker {
  public:
    /// `stop` ends searches once it is set.
    Asker(const Asking& asking, const CommonOptions& common, const std::atomic<bool>& stop = interrupted);

    /// Asks about a good record. Throws UsageError if its game refuses the options.
    collect::Use use(records::Output& output) const;
    /// Asks about the record of a line; blank lines and comments are passed over.
    void ask(const records::Line& line, records::Output& output) const;
    /// Asks about all records of the files, and writes the answers to the target.
    collect::Ran ask_files() const;
    /// Asks about the one position, and returns the exit code.
    int ask_position();

    questions::Context context;

  private:
    const Asking& asking_;
    const CommonOptions& common_;
    Shelves shelves_;
};

/// Declares the position and the options of a question, which the command then asks.
Declared add_question(Arguments& command, std::unique_ptr<questions::Question> question);

}  // namespace octomate::cli
