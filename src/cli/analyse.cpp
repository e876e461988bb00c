#include <fmt/format.h>

#include "cli/argument.hpp"
#include "cli/command.hpp"
#include "cli/games.hpp"
#include "reports/analysis.hpp"
#include "reports/report.hpp"
#include "views/heading.hpp"
#include "views/mate_text.hpp"

namespace octomate::app {

namespace {

using draw::Emphasis;
using draw::TextStyle;
using reports::Analysis;

constexpr const char* examples =
    "  octomate analyse '6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b'\n"
    "  octomate analyse --moves 3 '6k1/8/8/8/8/8/5RQ1/4K3 w'\n\n"
    "One page on a position: for each face the moves, whether they are free, the mates, how likely\n"
    "mate within two moves is, and the best move; then the rolls with which the opponent would mate\n"
    "if it were their turn.";

std::string join(const std::vector<std::string>& words, std::string_view none) {
    return words.empty() ? std::string(none) : fmt::format("{}", fmt::join(words, ", "));
}

std::string text(const Analysis& analysis, const TextStyle& style) {
    std::string text = board_heading_text(analysis, style);
    text += fmt::format("  {} to move{}\n\n", side_text(analysis.turn),
                        analysis.check ? ", in check: no die" : "");
    std::string head = "    face  file  moves         ";
    for (const auto& mate : analysis.mates)
        head += fmt::format("{:<22}", fmt::format("mate in {}", mate.moves));
    text += emphasise(head + "best move", Emphasis::Faint, style) + '\n';
    for (std::size_t at = 0; at < analysis.faces.size(); ++at) {
        const reports::FaceRow& row = analysis.faces[at];
        std::string line =
            row.face == 0 ? "       -     -" : fmt::format("    {:>4}  {:>4}", row.face, row.file);
        line += fmt::format("  {:>5}  {:<6}", row.moves, row.free ? "free" : "");
        for (const auto& mate : analysis.mates)
            line += fmt::format("{:<22}", value_text(mate.faces[at].value));
        std::vector<std::string> best = analysis.mates.back().faces[at].best;
        if (!row.mates.empty()) {
            best.clear();
            for (const auto& mate : row.mates) best.push_back(emphasise(mate.text, Emphasis::Good, style));
        }
        line += join(best, "");
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    text += '\n';
    for (const auto& mate : analysis.mates) {
        text += fmt::format("  Mate within {} moves: {}\n", mate.moves, value_text(mate.total));
    }
    if (!analysis.threats) return text + "  In check: there is no saying what the opponent threatens.\n";
    if (analysis.threats->empty()) return text + "  The opponent threatens no mate.\n";
    text += "  The opponent threatens:\n";
    for (const auto& threat : *analysis.threats) {
        std::vector<std::string> mates;
        for (const auto& mate : threat.mates) mates.push_back(mate.text);
        text += fmt::format("    ({}) {}\n", threat.face == 0 ? "-" : std::to_string(threat.face),
                            join(mates, ""));
    }
    return text;
}

}  // namespace

void add_analyse(CLI::App& root, std::function<int()>& run, CommonOptions& common) {
    struct Options {
        std::string fen;
        int moves = 2;
        std::size_t hash_mib = 64;
    };
    const Command command = add_command(root, run, common, "analyse",
                                        "One page on a position: moves, mates, chances, threats", examples);
    const auto options = std::make_shared<Options>();
    command.app->add_option("FEN", options->fen, "The position, in quotes")->required();
    command.app->add_option("--moves", options->moves, "How far to look: 2 (default) or more")
        ->check(CLI::Range(2, 10).description(""))
        ->type_name("N");
    command.app->add_option("--hash", options->hash_mib, "Memory for transpositions, in MiB (default: 64)")
        ->type_name("MIB");
    command.app->callback([options, &run, &common] {
        run = [options, &common] {
            return with_fen_argument(options->fen, common, [&](const auto& position) {
                solver::MateOptions search = search_options(common);
                search.hash_bytes = options->hash_mib << 20;  // one position: no other search shares it
                const Analysis analysis = reports::analyse(position, options->moves, search);
                print(common.format == Format::Jsonl ? records::dump(reports::to_json(analysis)) + '\n'
                                                     : text(analysis, text_style(common)));
                return interrupted ? Interrupted : Success;
            });
        };
    });
}

}  // namespace octomate::app
