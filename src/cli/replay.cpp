#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>

#include "cli/shared.hpp"
#include "draw/game_curve.hpp"
#include "formats/formats.hpp"
#include "formats/game_score.hpp"
#include "games/list.hpp"
#include "reports/reports.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

struct ReplayOptions {
    questions::ReplayQuestion question;
    std::vector<std::string> files;
    std::string diagrams;  ///< directory of the diagrams; empty: no diagrams
    PictureStyle style;
    std::string curve;  ///< file of the curve; empty: no curve
    std::string pgn;    ///< file of the PGN, or "-"; empty: no PGN
};

/// Returns the file name for game `number`, from 1: "game.svg", then "game-2.svg" and so on.
std::string numbered(const std::string& file, std::size_t number) {
    if (number == 1) return file;
    const std::filesystem::path path(file);
    return path.parent_path() /
           fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
}

/// Replays all games of the files, and writes the reports, pictures and PGN that the options select.
class Replayer {
  public:
    Replayer(const ReplayOptions& options, const CommonOptions& common)
        : options_(options), common_(common), game_tables_(options.question.tables) {
        context_.threads = common.threads;
        context_.stop = &interrupted;
        context_.tables = [this](const auto& game, const auto& fen, auto& notes) {
            return game_tables_.odds(game, fen, notes);
        };
        context_.on_unsupported = [](const games::Game& game) {
            throw UsageError("--analyse", fmt::format("{} has no evaluation", game.about().title));
        };
        context_.on_position_judged = [this] { ++judged_; };
    }

    int run() {
        if (const auto format = picture_format_of(options_.curve)) check_converter(*format);
        if (!options_.diagrams.empty()) make_directory(options_.diagrams);
        if (!options_.pgn.empty() && options_.pgn != "-") pgn_.emplace(options_.pgn);
        bool complete = true;
        for (const std::string& file : options_.files) {
            const auto content = collect::read_text_file(file);
            if (!content) {
                print_message(fmt::format("{}: cannot read: {}\n", file, content.error()));
                complete = false;
                continue;
            }
            records::GameReader reader(*content, games::variants(common_.variant));
            while (const auto game = reader.next()) {
                ++number_;
                if (interrupted || !replay_game(*game, file)) return Interrupted;
            }
        }
        if (number_ == 0 && complete && !common_.quiet)
            print_message(fmt::format("{}: note: there are no games\n", joined(options_.files, ", ")));
        if (pgn_) pgn_->commit(complete);
        return has_bad_text_ || !complete ? BadInput : has_faults_ ? Negative : Success;
    }

  private:
    /// Replays a game, and writes its report, pictures and PGN. Returns false if interrupted.
    bool replay_game(const records::GameScore& game, const std::string& file) {
        const auto replayed = analyse(game);
        if (!replayed) return false;
        const reports::Replay& replay = *replayed;
        const games::Game* const rules = games::find(game.variant().value_or(common_.variant));
        if (rules && !options_.diagrams.empty())
            draw_moves(require_pictures(*rules, "replay --diagrams").scenes_of(game, replay));
        if (!options_.curve.empty() && replay.chances) draw_curve_of(game, replay);
        if (pgn_) pgn_->write(reports::pgn(game, replay, games::variants(common_.variant)));
        if (options_.pgn == "-") {
            print(reports::pgn(game, replay, games::variants(common_.variant)));
        } else if (common_.format == Format::Text) {
            print_coloured(views::replay_text(replay, number_, text_style(common_)));
        } else {
            for (const std::string& record : reports::json(replay, number_)) print(record + '\n');
        }
        for (const records::TextFault& found : all_faults(replay)) {
            print_message(records::error_text({file, found.line}, {found.fault}));
            has_faults_ = true;
        }
        has_bad_text_ = has_bad_text_ || has_bad_text(replay);
        return true;
    }

    /// Replays a game; with --analyse, also computes its chances and reports progress. Returns nullopt if
    /// interrupted.
    std::optional<reports::Replay> analyse(const records::GameScore& game) {
        judged_ = 0;
        std::optional<Progress> progress;
        if (options_.question.analyse())
            progress.emplace(common_, "positions", [&] {
                return TaskProgress{judged_, game.plies.size() + 1};
            });
        return options_.question.run(game, common_.variant, context_);
    }

    /// Draws a picture of each move, and one of the final position.
    void draw_moves(const std::vector<draw::Scene>& scenes) const {
        const PictureFormat format = options_.style.format();
        for (std::size_t n = 0; n < scenes.size() && !interrupted; ++n) {
            const bool end = n + 1 == scenes.size();
            draw::Scene scene = scenes[n];
            scene.title = fmt::format("Game {}, {}: {}", number_, end ? "end" : fmt::format("ply {}", n + 1),
                                      scene.title);
            const std::string file =
                fmt::format("{}/game-{}-{}{}", options_.diagrams, number_,
                            end ? "end" : fmt::format("ply-{:03}", n + 1), extension(format));
            common_.outputs->claim("--diagrams", file);
            replace_file(file, picture_bytes(std::move(scene), format, options_.style));
        }
    }

    /// Draws the curve of the expected score of a game.
    void draw_curve_of(const records::GameScore& game, const reports::Replay& replay) const {
        const draw::GameCurve curve = views::luck_curve(game, replay, number_);
        const std::string name = numbered(options_.curve, number_);
        if (number_ > 1) common_.outputs->claim("--curve", name);
        replace_file(name, picture_bytes(draw_curve(curve), *picture_format_of(name), curve.title));
    }

    const ReplayOptions& options_;
    const CommonOptions& common_;
    GameTables game_tables_;
    questions::Context context_;
    std::atomic<std::uint64_t> judged_ = 0;  // positions of the current game whose chances are known
    std::optional<OutputFile> pgn_;
    std::size_t number_ = 0;     // number of the current game, from 1
    bool has_bad_text_ = false;  // some text of a game could not be parsed
    bool has_faults_ = false;    // a game had a fault
};

}  // namespace

void add_replay(CommandLine& line) {
    Arguments command = line.add("replay");
    const auto options = std::make_shared<ReplayOptions>();
    command.add("FILE", options->files).required();
    command.reads([options] { return options->files; });
    const Option diagrams = command.add("--diagrams DIR", options->diagrams);
    add_picture_style(command, options->style, &diagrams);
    const Declared declared = declare(command, options->question.options);
    const Option& analyse = declared.at("analyse");
    Option(declared.at("depth")).needs(analyse);
    command.add_output("--curve FILE", options->curve).needs(analyse);
    command.add_output("--pgn FILE", options->pgn);
    command.check([options] {
        for (std::string& file : options->files) file = bundled_file("data/games", file);
        if (!options->curve.empty() && !picture_format_of(options->curve))
            throw UsageError("--curve",
                             fmt::format("\"{}\" does not end in .svg, .png or .pdf", options->curve));
        if (!may_name_directory(options->diagrams))
            throw UsageError("--diagrams",
                             fmt::format("\"{}\" is not a directory, expected a name without an "
                                         "extension or with / at the end",
                                         options->diagrams));
    });
    command.run([options](const CommonOptions& common) {
        options->style.ascii = common.ascii;
        return Replayer(*options, common).run();
    });
}

}  // namespace octomate::cli
