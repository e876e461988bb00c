#include <fmt/core.h>

#include <algorithm>

#include "reports/moves_report.hpp"
#include "text/text.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::views {

namespace {

using reports::MoveRecord;

/// What a move does, in words.
std::string description(const MoveRecord& record) {
    if (!record.mate) return record.explanation;
    return record.explanation.empty() ? "mate" : record.explanation + ", mate";
}

/// Without a die there is no column of faces.
class Table {
  public:
    explicit Table(const reports::MovesReport& report) : faces_(report.die) {
        for (const MoveRecord& record : report.moves) {
            move_ = std::max(move_, record.move.size());
            uci_ = std::max(uci_, record.uci.size());
        }
    }

    std::string line(std::string_view move, std::string_view uci, std::string_view faces,
                     std::string_view what) const {
        const std::string third = faces_ ? fmt::format("{:<16} ", faces) : std::string();
        return std::string(
            trim_end(fmt::format("  {:<{}} {:<{}} {}{}", move, move_, uci, uci_, third, what)));
    }

  private:
    bool faces_;
    std::size_t move_ = 14, uci_ = 6;
};

}  // namespace

std::string moves_text(const reports::MovesReport& report, const draw::TextStyle& style) {
    std::string text = board_heading_text(report, style);
    const Table table(report);
    text +=
        emphasise(table.line("move", "uci", "faces", "what it does"), draw::Emphasis::Faint, style) + '\n';
    for (const MoveRecord& record : report.moves)
        text += table.line(record.move, record.uci, faces_text(record.faces), description(record)) + '\n';
    const std::string of =
        report.moves.size() < report.count ? fmt::format("{} of ", report.moves.size()) : std::string();
    return text + fmt::format("\n  {}{} legal move{}\n", of, report.count, report.count == 1 ? "" : "s");
}

}  // namespace octomate::views
