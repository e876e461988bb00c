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

/// Code that several commands share: options, output, endgame tables, pictures, auxiliary programs.
namespace octomate::cli {

/// Throws UsageError: the game lacks what `command` needs.
[[noreturn]] void refuse_game(const games::Game& game, const std::string& command);

/// Each of these functions returns a capability of the game that a command needs. If the game lacks it, it
/// throws UsageError, which names `command`.
const make::Maker& maker_of(const games::Game& game, const std::string& command);
const make::Maker& composing_maker_of(const games::Game& game, const std::string& command);
const games::Game& require_pictures(const games::Game& game, const std::string& command);
const tables::Tables& tables_of(const games::Game& game, const std::string& command);

/// Returns the player with a name such as level-8. Throws UsageError, which names --player, for other names.
players::BuiltInPlayer player_named(const std::string& name);

/// Returns the style of text on standard output: Unicode if the locale uses UTF-8; colour only on a terminal,
/// without --output and NO_COLOR. `exact`: chances as fractions, too.
inline draw::TextStyle text_style(const CommonOptions& common, bool exact = false) {
    const bool colour = may_colour() && !common.given_options.contains("output");
    return {.unicode = !common.ascii && has_utf8_locale(), .colour = colour, .exact = exact};
}

Option add_force(Arguments& command, collect::RecordTarget& target);

/// Declares --resume. It is an error without --output FILE.
Option add_resume(Arguments& command, collect::RecordTarget& target);

/// Declares --resume, which excludes `force`, in octomate-mpi only: for commands that octomate itself cannot
/// resume.
void add_shared_resume(Arguments& command, collect::RecordTarget& target, const Option& force);

Option add_output_file(Arguments& command, collect::RecordTarget& target);

/// Declares --to, --output and --force, and returns them in this order. `further`: additional formats for
/// --to.
std::vector<Option> add_record_target(Arguments& command, collect::RecordTarget& target,
                                      const std::vector<std::string>& further = {});

/// Declares --best, --balance and --chapters, and returns --best.
Option add_best(Arguments& command, std::uint64_t& places, bool& balanced, bool& chapters);

/// The output of a command: standard output for "-", or a file. The constructor opens the file, so that
/// errors appear before the work; `write` writes the content.
class Destination {
  public:
    explicit Destination(const std::string& name);

    bool is_file() const { return file_.has_value(); }
    /// Writes the whole output. If not `complete`, because some input could not be read, an existing file is
    /// not replaced.
    void write(std::string_view bytes, bool complete = true);

  private:
    std::optional<OutputFile> file_;
};

/// Declares --tables; its old name --dir still works.
Option add_tables_folder(Arguments& command, std::string& folder);

/// Parses materials such as KQK into their normal form. Throws UsageError for a word that is no material.
std::vector<std::string> materials_named(const std::vector<std::string>& words, const tables::Tables& tables);

/// Returns `named`, the value of --tables, or if that is empty the default folder of endgame tables; empty if
/// the environment variables give no default.
std::string tables_folder(const std::string& named);

/// Counts the progress of making tables, and stops it at a time limit or on Ctrl-C.
class MakingTables {
  public:
    /// `limit`: seconds after which the making of tables stops; 0: no limit.
    explicit MakingTables(double limit = 0) : limit_(limit) {}

    /// Returns options whose callbacks use this object, which must outlive them.
    tables::MakeOptions options();
    /// Returns the progress so far: the number of sweeps over tables.
    TaskProgress task_progress();

  private:
    const double limit_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::uint64_t sweeps_ = 0;
    std::string detail_;
};

/// The endgame tables of all games in one folder. Thread-safe.
class GameTables {
  public:
    /// `folder`: empty for the default one. By default no more tables are made once `interrupted` is set.
    explicit GameTables(std::string folder,
                        tables::MakeOptions options = {.stop = [] { return interrupted.load(); }})
        : folder_(std::move(folder)), options_(std::move(options)) {}

    /// Returns the tables of a game; null if the game has none. Throws EnvironmentError if there is no
    /// default folder.
    tables::TableFolder* folder_of(const games::Game& game);

    /// Returns the value of the position `fen`; null if no table covers it. If a table cannot be read or
    /// made, adds the reason to `notes`, without the path of the folder, which remote users must not see; the
    /// full message is printed once on standard error.
    std::shared_ptr<const tables::Odds> odds(const games::Game& game, const std::string& fen,
                                             std::vector<std::string>& notes);

  private:
    const std::string folder_;
    const tables::MakeOptions options_;
    std::mutex mutex_;
    std::map<const games::Game*, std::unique_ptr<tables::TableFolder>> game_tables_;
};

/// Returns the path of a file that belongs to the program: in the folder of the program, as in a build, or in
/// ../libexec/octomate, as when installed. If neither exists, returns the first path.
std::filesystem::path program_file(const std::string& name);

/// Returns the path of a file that comes with the program: `word` is its name, with or without extension, and
/// `folder` is "puzzles" or "data/games", of the installation or of the checkout. So "article" becomes
/// puzzles/article.jsonl. Returns `word` itself if a file of that name exists, or no such file comes with the
/// program.
std::string bundled_file(const std::string& folder, const std::string& word);

/// Replaces this process by the auxiliary program `name` (execv). Throws EnvironmentError if the program
/// cannot be run, or with the message `advice` if it was not built.
[[noreturn]] void exec_program(const std::string& name, std::vector<std::string> arguments,
                               const std::string& advice);

/// Replaces this process by octomate-all to run `command`, with `words`, the whole command line.
[[noreturn]] void exec_octomate_all(const std::string& command, const std::vector<std::string>& words);

enum class PictureFormat { Svg, Png, Pdf, Text };

/// Returns the extension of files in this format, such as ".svg".
std::string_view extension(PictureFormat format);

/// Returns SVG, PNG or PDF by the extension of a file; nullopt for other extensions.
std::optional<PictureFormat> picture_format_of(std::string_view name);

/// Returns the format of a single picture by the extension of `file`, which may also be .txt; nullopt for a
/// directory or another extension.
std::optional<PictureFormat> single_picture_format(const std::string& file);

/// The options of commands that draw pictures.
struct PictureStyle {
    /// Returns --to, or else the format by the extension of `file`, or else SVG.
    PictureFormat format(const std::string& file = "") const;

    std::optional<PictureFormat> to;  ///< the value of --to
    draw::Theme theme = draw::Theme::Light;
    int width = 480;  ///< width of the picture in pixels
    bool flip = false;
    bool ascii = false;  ///< use letters instead of chess symbols in text
};

/// Declares --to, --theme, --size and --flip. If `for_what` is not null, they need that option. If `file` is
/// not null, it is the name of the output, whose extension may determine the format.
void add_picture_style(Arguments& command, PictureStyle& style, const Option* for_what = nullptr,
                       const std::string* file = nullptr);

/// Throws EnvironmentError if the module that writes PNG and PDF is needed for `format` and missing.
void check_converter(PictureFormat format);

/// Draws a scene in `format`, and returns the content of the picture file.
std::string picture_bytes(draw::Scene scene, PictureFormat format, const PictureStyle& style);

/// Converts an SVG document, whose size is in pixels, to SVG, PNG or PDF, and returns the bytes of the file.
/// `title` becomes the title of the document.
std::string picture_bytes(const std::string& svg, PictureFormat format, const std::string& title);

/// Returns a file name made from `text`: at most its first 100 bytes, in which all but letters, digits, '-',
/// '_' and '.' become '_'. A leading '.' gets a '_' before it.
std::string file_name(std::string_view text);

/// The options of `octomate serve`.
struct ServeOptions {
    int port = 8008;             ///< TCP port; 0: any free port
    bool lan = false;            ///< let other machines use the board, too
    bool open = false;           ///< open the board in the user's browser
    std::string public_address;  ///< URL of an exported page, for the button "Share link"; may be empty
    std::vector<std::string> files;
    std::string tables;  ///< folder of endgame tables; empty: the default one
};

/// Declares `serve`, which calls `work`. Two programs use this: octomate-serve serves the board, and octomate
/// replaces itself by octomate-serve, so that it need not load the libraries of a web server.
void declare_serve(CommandLine& line, std::function<int(const ServeOptions&, const CommonOptions&)> work);

/// The options of `octomate export-site`.
struct SiteOptions {
    std::string folder;
    bool force = false;          ///< write to a folder that has other contents
    std::string public_address;  ///< URL of the exported page, for the button "Share link"; may be empty
    std::vector<std::string> files;
    std::string tables;      ///< folder of endgame tables; empty: the default one
    bool no_tables = false;  ///< leave out the endgame tables
};

/// Returns the message of a program that was built without the web site: it cannot do `what`, and
/// `scripts/run` with `command` builds what is missing.
std::string no_site(std::string_view what, std::string_view command);

/// Returns the message of a program that cannot export the board.
inline std::string no_export() { return no_site("export the board", "export-site"); }

/// Declares `export-site` in octomate and octomate-serve.
void declare_export_site(CommandLine& line,
                         std::function<int(const SiteOptions&, const CommonOptions&)> work);

/// The command-line options declared for a question. Key: the name of the question's option, such as
/// "set_play" for --set-play.
using Declared = std::map<std::string_view, Option>;

/// Declares a command-line option for each of `options`, which must live as long as the command.
Declared declare(Arguments& command, const questions::Options& options);

/// Declares --hash, --limit and --nodes, and returns them.
std::vector<Option> add_search_limits(Arguments& command, reports::SearchRequest& request);

/// The question of a command, its puzzles, and the file for its answers.
struct QuestionRun {
    std::unique_ptr<questions::Question> question;
    std::string fen{};                 ///< the position, if the command takes one
    std::vector<std::string> files{};  ///< the puzzle files, if it takes no position
    collect::RecordTarget target{};
    bool exact = false;          ///< print chances as fractions, too
    bool fix_key = false;        ///< write the records with the correct key, instead of reports
    std::string page{};          ///< the file of the HTML page of solutions; empty: no page
    std::string certificates{};  ///< the file of certificates; empty: no certificates
};

/// Runs a question, such as solve or check, on the puzzles of a command and writes the answers.
class QuestionRunner {
  public:
    /// Searches end once `stop` is set. All arguments must outlive this object.
    QuestionRunner(const QuestionRun& run, const CommonOptions& common,
                   const std::atomic<bool>& stop = interrupted);

    /// Returns a function that answers the question for a valid record and writes the answer to `output`. The
    /// function throws UsageError if the options are wrong for the game of the record.
    collect::RecordHandler handler(records::Output& output) const;
    /// Answers the question for the record in a line; skips blank lines and comments.
    void answer(const records::Line& line, records::Output& output) const;
    /// Answers the question for all records of the files, and writes the answers to `QuestionRun::target`.
    collect::RunResult answer_files() const;
    /// Answers the question for the position `QuestionRun::fen`, prints the answer, and returns the exit
    /// code.
    int answer_position();

    questions::Context context;

  private:
    const QuestionRun& run_;
    const CommonOptions& common_;
    GameTables game_tables_;
};

/// Makes `command` answer `question` for one position: declares the argument FEN and the options of the
/// question.
Declared declare_position_question(Arguments& command, std::unique_ptr<questions::Question> question);

}  // namespace octomate::cli
