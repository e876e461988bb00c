#include <fmt/format.h>

#include <algorithm>

#include "cli/argument.hpp"
#include "cli/command.hpp"
#include "cli/games.hpp"
#include "reports/move_record.hpp"

namespace octomate::app {

namespace {

constexpr const char* examples =
    "  octomate moves 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w'\n"
    "  octomate moves --format jsonl '4k3/8/8/8/8/8/8/4K2R w'\n\n"
    "One line per legal move: the move, the faces of the die on which it may be played (its own\n"
    "file's, and those left free because nothing reaches them), and what it does.";

std::string faces_text(const std::vector<int>& faces) {
    return faces.empty() ? "-" : fmt::format("{}", fmt::join(faces, " "));
}

/// What a move does, in words.
std::string description(const reports::MoveRecord& record) {
    std::vector<std::string> words;
    if (record.traits.teleport) words.emplace_back("teleport");
    if (record.traits.capture) words.emplace_back("capture");
    if (record.traits.cascade > 0) words.push_back(fmt::format("cascade of {}", record.traits.cascade));
    if (record.mate) words.emplace_back("mate");
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string text(const std::vector<reports::MoveRecord>& records, const std::string& fen,
                 const draw::TextStyle& style) {
    std::string text = fen + "\n\n" + draw_board(fen, style) + '\n';
    text += emphasise(fmt::format("  {:<14} {:<6} {:<16} {}", "move", "uci", "faces", "what it does"),
                      draw::Emphasis::Faint, style) +
            '\n';
    for (const reports::MoveRecord& record : records) {
        const std::string line = fmt::format("  {:<14} {:<6} {:<16} {}", record.move, record.uci,
                                             faces_text(record.faces), description(record));
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text + fmt::format("\n  {} legal move{}\n", records.size(), records.size() == 1 ? "" : "s");
}

}  // namespace

void add_moves(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    const Command command =
        add_command(root, run, common, "moves", "List the legal moves of a position", examples);
    const auto fen = std::make_shared<std::string>();
    command.app->add_option("FEN", *fen, "The position, in quotes")->required();
    command.app->callback([fen, &run, &common] {
        run = [fen, &common] {
            return with_fen_argument(*fen, common, [&](const auto& position) {
                const auto records = reports::list_moves(position);
                if (common.format == Format::Jsonl) {
                    for (const auto& record : records) print(records::dump(reports::to_json(record)) + '\n');
                } else {
                    print(text(records, position.fen(), text_style(common)));
                }
                return Success;
            });
        };
    });
}

}  // namespace octomate::app
