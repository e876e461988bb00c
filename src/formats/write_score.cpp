#include <fmt/format.h>

#include <algorithm>

#include "formats/game_score.hpp"
#include "formats/pgn.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

constexpr std::size_t line_width = 80;

/// Appends the tags: the seven, those of the game, and further ones that it has not.
void append_tags(std::string& text, const GameScore& game, std::string_view result,
                 const std::vector<Tag>& further) {
    for (const auto& [name, unknown] : roster) {
        const Tag* own = game.tag(name);
        append_tag(text, name,
                   name == "Result"  ? result
                   : own             ? std::string_view(own->value)
                   : name == "Event" ? "?"
                                     : unknown);
    }
    for (const Tag& tag : game.tags) {
        if (!place_in_roster(tag.name)) append_tag(text, tag.name, tag.value);
    }
    for (const Tag& tag : further) {
        if (!game.tag(tag.name)) append_tag(text, tag.name, tag.value);
    }
}

std::string die_command(const Ply& ply) {
    if (ply.roll) return fmt::format("[%d8 {}]", *ply.roll);
    return ply.no_die ? "[%d8 -]" : "";
}

/// The number of a move, and whose it is.
struct MoveNumber {
    std::size_t move = 1;
    Color turn = Color::White;

    MoveNumber before(Color next) const { return {move + (next == Color::White ? 1 : 0), next}; }
};

/// "12. Ke8-b8 $2 {[%d8 7] why}". Every move has its number, so that no line begins with anything else.
std::string ply_text(const Ply& ply, MoveNumber place, const WrittenPly& written) {
    std::string text =
        fmt::format("{}{} {}", place.move, place.turn == Color::White ? "." : "...", written.move);
    if (written.nag > 0) text += fmt::format(" ${}", written.nag);
    std::string comment = die_command(ply);
    if (!comment.empty() && !written.comment.empty()) comment += ' ';
    comment += written.comment;
    return comment.empty() ? text : fmt::format("{} {{{}}}", text, comment);
}

std::string variation_text(const Variation& variation, MoveNumber place) {
    std::string text;
    for (const Ply& ply : variation.plies) {
        if (!text.empty()) place = place.before(!place.turn);
        text.append(text.empty() ? "(" : " ").append(ply_text(ply, place, {place.turn, ply.move}));
    }
    return text + ')';
}

/// Puts units of text into lines, none of which is broken.
class PgnLines {
  public:
    explicit PgnLines(std::string& text) : text_(text) {}

    void add(std::string_view unit) {
        const bool fits = width_ + 1 + unit.size() <= line_width;
        if (width_ > 0) text_ += fits ? ' ' : '\n';
        width_ = unit.size() + (width_ > 0 && fits ? width_ + 1 : 0);
        text_ += unit;
    }

  private:
    std::string& text_;
    std::size_t width_ = 0;
};

}  // namespace

std::string to_pgn(const GameScore& game, const std::vector<WrittenPly>& plies, std::string_view result,
                   const std::vector<Tag>& further) {
    std::string text;
    append_tags(text, game, result, further);
    text += '\n';
    if (game.comment) text.append("{").append(*game.comment).append("}\n");
    PgnLines lines(text);
    MoveNumber place{1, plies.empty() ? Color::White : plies.front().turn};
    auto variation = game.variations.begin();
    for (std::size_t at = 0; at < game.plies.size(); ++at) {
        const bool written = at < plies.size();
        if (at > 0) place = place.before(written ? plies[at].turn : !place.turn);
        const Ply& ply = game.plies[at];
        lines.add(ply_text(ply, place, written ? plies[at] : WrittenPly{place.turn, ply.move}));
        for (; variation != game.variations.end() && variation->ply == at; ++variation) {
            if (!variation->plies.empty()) lines.add(variation_text(*variation, place));
        }
    }
    lines.add(result);
    return text + "\n\n";
}

}  // namespace octomate::records
