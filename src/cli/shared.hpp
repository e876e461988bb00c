#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "collect/record.hpp"
#include "collect/record_file.hpp"
#include "console/console.hpp"
#include "console/files.hpp"
#include "console/progress.hpp"
#include "draw/scene.hpp"
#include "draw/svg.hpp"
#include "games/game.hpp"
#include "players/session.hpp"
#include "questions/question.hpp"
#include "tables/tables.hpp"

/// What the commands share. Their sources include its headers with it.
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

/// Declares --tables, with its old name --dir.
Option add_tables_folder(Arguments& command, std::string& folder);

/// The materials that words such as KQK name. Throws UsageError.
std::vector<std::string> materials_named(const std::vector<std::string>& words, const tables::Tables& tables);

/// The folder given with --tables, or the usual one; empty if the environment names none.
std::string tables_folder(const std::string& named);

/// Follows the making of tables, for the line of progress.
class MakingTables {
  public:
    /// `limit`: seconds after which it stops; 0: none.
    explicit MakingTables(double limit = 0) : limit_(limit) {}

    /// They stop when this object is over or the program is interrupted. It must outlive them.
    tables::MakeOptions options();
    HowFar how_far();

  private:
    const double limit_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::uint64_t sweeps_ = 0;
    std::string detail_;
};

/// The endgame tables of all games, below one folder. From any thread.
class Shelves {
  public:
    /// `folder`: empty for the usual one. By default an interrupted program makes no more tables.
    explicit Shelves(std::string folder,
                     tables::MakeOptions options = {.stop = [] { return interrupted.load(); }})
        : folder_(std::move(folder)), options_(std::move(options)) {}

    /// The tables of a game; null if it has none. Throws EnvironmentError if the environment names no folder.
    tables::Shelf* of(const games::Game& game);

    /// The value of a position; null if no table covers it. If a table cannot be read or made, a note says
    /// why, without naming the folder, which other users must not see; it is named once on standard error.
    std::shared_ptr<const tables::Odds> odds(const games::Game& game, const std::string& fen,
                                             std::vector<std::string>& notes);

  private:
    const std::string folder_;
    const tables::MakeOptions options_;
    std::mutex mutex_;
    std::map<const games::Game*, std::unique_ptr<tables::Shelf>> shelves_;
};

/// The path of a file that belongs to the program: beside the program, as a build leaves it, or in
/// ../libexec/octomate, as it is installed. If there is neither, the first of these.
std::filesystem::path companion(const std::string& name);

/// The path of the file that a word names with or without extension in a folder ("puzzles", "data/games") of
/// what is installed with the program, or of the checkout it was built in: "article" is
/// puzzles/article.jsonl. The word itself if it names no such file, or another file that exists.
std::string shipped(const std::string& folder, const std::string& word);

/// Replaces this program by the companion `name`. Throws EnvironmentError if it was not built, with the
/// `advice`, or cannot be run.
[[noreturn]] void become(const std::string& name, std::vector<std::string> arguments,
                         const std::string& advice);

/// Replaces this program by octomate-all, with the `words` of the command line, for a command that needs it.
[[noreturn]] void become_all(const std::string& command, const std::vector<std::string>& words);

/// The format of a picture.
enum class PictureFormat { Svg, Png, Pdf, Text };

/// ".svg" and so on.
std::string_view extension(PictureFormat format);

/// SVG, PNG or PDF, by the extension of a file; none for other extensions.
std::optional<PictureFormat> picture_format_of(std::string_view name);

/// Returns the format of a single picture, which may be text, by its name; nullopt for a directory.
std::optional<PictureFormat> single_picture_format(const std::string& file);

/// How pictures are drawn, whatever they show.
struct PictureStyle {
    /// The format for a file of this name.
    PictureFormat format(const std::string& file = "") const;

    std::optional<PictureFormat> to;  ///< --to
    draw::Theme theme = draw::Theme::Light;
    int width = 480;  ///< pixels
    bool flip = false;
    bool ascii = false;  ///< text without chess symbols
};

/// Declares --to, --theme, --size and --flip, which need the option `for_what`, if given. `file`, if given,
/// is the name of a file whose extension may determine the format.
void add_picture_style(Arguments& command, PictureStyle& style, const Option* for_what = nullptr,
                       const std::string* file = nullptr);

/// Throws EnvironmentError if the module that makes pictures of this format is missing.
void check_converter(PictureFormat format);

/// Returns the bytes of a picture.
std::string picture_bytes(draw::Scene scene, PictureFormat format, const PictureStyle& style);

/// Converts an SVG document, whose size is in pixels, to SVG, PNG or PDF.
std::string picture_bytes(const std::string& svg, PictureFormat format, const std::string& title);

/// Returns `text` as a short file name: letters, digits, '-', '_' and '.' are kept, others become '_', and it
/// does not begin with a '.'.
std::string file_name(std::string_view text);

/// The options of `octomate serve`.
struct ServeOptions {
    int port = 8008;    ///< 0: any free one
    bool lan = false;   ///< for other machines, too
    bool open = false;  ///< in the user's browser
    std::string public_address;
    std::vector<std::string> files;
    std::string tables;  ///< folder of endgame tables; empty: the usual one
};

/// Declares the command in two programs: `octomate`, which becomes `octomate-serve`, which does the work. So
/// `octomate` need not load the libraries of a web server.
void declare_serve(CommandLine& line, std::function<int(const ServeOptions&, const CommonOptions&)> work);

/// The options of `octomate export-site`.
struct SiteOptions {
    std::string folder;
    bool force = false;          ///< write to a folder that has other contents
    std::string public_address;  ///< of an exported page, to which links are shared; may be empty
    std::vector<std::string> files;
    std::string tables;      ///< folder of endgame tables; empty: the usual one
    bool no_tables = false;  ///< write none of them
};

/// The message of a program that was built without the module for browsers: what it cannot do, and the
/// command that builds it.
std::string no_site(std::string_view what, std::string_view command);

/// Says which command builds what exports the board.
inline std::string no_export() { return no_site("export the board", "export-site"); }

/// Declares the command in both programs.
void declare_export_site(CommandLine& line,
                         std::function<int(const SiteOptions&, const CommonOptions&)> work);

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
