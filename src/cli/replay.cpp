#include "reports/replay.hpp"

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/paper.hpp"
#include "cli/picture_file.hpp"
#include "cli/pictures.hpp"
#include "collect/text_file.hpp"
#include "records/error_record.hpp"
#include "records/game_score.hpp"
#include "reports/report.hpp"

namespace octomate::app {

namespace {

constexpr const char* examples =
    "  octomate replay data/games/superpermutation-d8.txt\n"
    "  octomate replay --format jsonl data/games/superpermutation-d8.pgn\n"
    "  echo '(5) e2-e4 (1) h7-h5' | octomate replay -\n"
    "  octomate replay --diagrams out/ --to png data/games/superpermutation-d8.txt\n\n"
    "Plays games from their scores and checks every move, roll and sign. A die stands in\n"
    "parentheses before its move, \"(-)\" or nothing where none is used; PGN with {[%d8 7]} is\n"
    "read too. Faults that leave the move clear are told and the game goes on.";

struct Options {
    std::vector<std::string> files;
    std::string diagrams;  ///< a directory; empty: none are drawn
    PictureStyle style;
};

std::string die(const reports::ReplayedPly& ply) { return ply.roll ? fmt::format("({}) ", *ply.roll) : ""; }

/// The score in two columns, faults behind their line, and the last position.
std::string text(const reports::Replay& replay, std::size_t number, const draw::TextStyle& style) {
    std::string text = emphasise(fmt::format("GameScore {}", number), draw::Emphasis::Strong, style) + '\n';
    std::string line, faults;
    int move = 0;
    const auto end_line = [&] {
        if (!line.empty()) text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
        text += std::exchange(faults, "");
        line.clear();
    };
    for (const reports::ReplayedPly& ply : replay.plies) {
        const std::string shown = die(ply) + ply.move;
        if (ply.turn == Color::White || line.empty()) {
            end_line();
            line = fmt::format("{:>4}. {:<22}", ++move, ply.turn == Color::White ? shown : "...");
        }
        if (ply.turn == Color::Black) line.append(" ").append(shown);
        for (const records::TextFault& told : ply.faults) {
            const std::string message = fmt::format("{}: {}", name(told.fault.code), told.fault.message);
            faults.append("      ").append(emphasise(message, draw::Emphasis::Warn, style)).append("\n");
        }
    }
    end_line();
    for (const records::TextFault& told : replay.faults)
        text += fmt::format("      {}: {}\n", name(told.fault.code), told.fault.message);
    for (const Fault& fault : replay.refusal)
        text += fmt::format("      {}: {}\n", fault.field, fault.message);
    for (const std::string& note : replay.notes) text += fmt::format("      note: {}\n", note);
    if (!replay.fen.empty()) text.append("\n").append(draw_board(replay.fen, style));
    const std::size_t count = all_faults(replay).size();
    return text + fmt::format("\n  {}, {} plies, {}\n\n", replay.result, replay.plies.size(),
                              count == 0   ? "no fault"
                              : count == 1 ? "1 fault"
                                           : fmt::format("{} faults", count));
}

/// A picture of each move, and one of the end.
void draw_game(const std::vector<draw::Diagram>& pictures, std::size_t number, const Options& options) {
    const PictureFormat format = options.style.to.value_or(PictureFormat::Svg);
    for (std::size_t n = 0; n < pictures.size() && !interrupted; ++n) {
        const bool end = n + 1 == pictures.size();
        draw::Diagram picture = pictures[n];
        picture.title = fmt::format("GameScore {}, {}: {}", number,
                                    end ? "end" : fmt::format("ply {}", n + 1), picture.title);
        write_file(fmt::format("{}/game-{}-{}{}", options.diagrams, number,
                               end ? "end" : fmt::format("ply-{:03}", n + 1), extension(format)),
                   picture_bytes(std::move(picture), format, options.style));
    }
}

int replay_files(const Options& options, const CommonOptions& common) {
    const draw::TextStyle style = text_style(common);
    if (!options.diagrams.empty()) make_directory(options.diagrams);
    bool bad = false, faulty = false;
    std::size_t number = 0;
    for (const std::string& file : options.files) {
        const auto content = read_text_file(file);
        if (!content) {
            fmt::print(stderr, "{}: cannot read: {}\n", file, content.error());
            bad = true;
            continue;
        }
        records::GameReader reader(*content);
        while (const auto game = reader.next()) {
            if (interrupted) return Interrupted;
            const std::string variant = game->variant().value_or(common.variant);
            const reports::Replay replay = replay_game(*game, variant);
            records::Output output;
            ++number;
            if (!options.diagrams.empty())
                draw_game(pictures_of_game(*game, replay, variant), number, options);
            if (common.format == Format::Text) {
                output.data = text(replay, number, style);
            } else {
                for (const auto& record : reports::records(replay, number))
                    output.data.append(records::dump(record)).append("\n");
            }
            for (const records::TextFault& told : all_faults(replay))
                output.talk += records::error_text({file, told.line}, {told.fault});
            print(output);
            faulty = faulty || !output.talk.empty();
            bad = bad || has_bad_text(replay);
        }
    }
    return bad ? BadInput : faulty ? Negative : Success;
}

}  // namespace

void add_replay(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command =
        add_command(root, run, common, "replay", "Play games from their scores and check them", examples);
    const auto options = std::make_shared<Options>();
    command.app->add_option("FILE", options->files, "Files of games; - is standard input")->required();
    auto* diagrams =
        command.app->add_option("--diagrams", options->diagrams, "Draw each move into this directory")
            ->type_name("DIR");
    add_picture_style(command.app, options->style, diagrams);
    command.app->callback([options, &run, &common] {
        run = [options, &common] {
            options->style.ascii = common.ascii;
            return replay_files(*options, common);
        };
    });
}

}  // namespace octomate::app
