#include "views/outlook_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "text/text.hpp"
#include "text/words.hpp"
#include "views/heading.hpp"

namespace octomate::views {

using draw::Emphasis;
using players::Outlook;

namespace {

constexpr double even = 0.03;  ///< nobody is to be preferred who has no more beyond a half

double best_of(const Outlook::Face& face) { return face.moves.front().chances.deep; }

bool wins(const Outlook::Face& face) {
    return std::any_of(face.moves.begin(), face.moves.end(), [](const auto& move) { return move.wins; });
}

std::string a_face(int face) { return face == 8 ? "an 8" : fmt::format("a {}", face); }

/// What the rolls do: ": a 3 or a 5 mates".
std::string rolls_text(const Outlook& outlook) {
    std::vector<std::string> mating;
    for (const Outlook::Face& face : outlook.faces) {
        if (wins(face)) mating.push_back(a_face(face.face));
    }
    const auto& faces = outlook.faces;
    if (mating.size() == faces.size())
        return faces.size() > 1 ? ": every roll mates"
                                : fmt::format(": {} mates", faces.front().moves.front().text.notation);
    if (!mating.empty()) return fmt::format(": {} mates", enumerate(mating, " or "));
    if (faces.size() == 1) return fmt::format(": {} is best", faces.front().moves.front().text.notation);
    const auto less = [](const auto& a, const auto& b) { return best_of(a) < best_of(b); };
    const auto worst = std::min_element(faces.begin(), faces.end(), less);
    const auto best = std::max_element(faces.begin(), faces.end(), less);
    if (best_of(*best) - best_of(*worst) < 0.01) return ", whatever is rolled";
    return fmt::format(": {} is best ({:.0f} %), {} worst ({:.0f} %)", a_face(best->face),
                       100 * best_of(*best), a_face(worst->face), 100 * best_of(*worst));
}

std::string row_text(const Outlook::Face& face, const Die* die, const draw::TextStyle& style) {
    constexpr std::size_t most_told = 3;
    double shallow = 0;
    std::vector<std::string> best, others;
    for (const Outlook::Move& move : face.moves) {
        shallow = std::max(shallow, move.chances.shallow);
        const double loses = best_of(face) - move.chances.deep;
        if (loses == 0) {
            best.push_back(move.text.notation);
        } else if (others.size() < most_told) {
            others.push_back(fmt::format("{} {:.1f}", move.text.notation, 100 * loses));
        }
    }
    const std::size_t left = face.moves.size() - best.size() - others.size();
    if (left > 0)
        others.push_back(fmt::format("{} more at most {:.1f}", left,
                                     100 * (best_of(face) - face.moves.back().chances.deep)));
    if (best.size() > most_told) {
        const std::size_t more = best.size() - most_told;
        best.resize(most_told);
        best.push_back(fmt::format("{} more", more));
    }
    const std::string moves = joined(best, ", ");
    const std::string gap(std::max<std::size_t>(moves.size(), 16) - moves.size() + 2, ' ');
    std::string line = die_columns(die, face.face, face.names);
    line += fmt::format("  {:>7.1f} %  {:>7.1f} %  {:<4}  ", 100 * shallow, 100 * best_of(face),
                        face.free ? "free" : "");
    line += emphasise(moves, Emphasis::Good, style);
    if (!others.empty()) line += gap + joined(others, ", ");
    return std::string(trim_end(line)) + '\n';
}

}  // namespace

std::string outlook_line(const Outlook& outlook) {
    const double chance = outlook.chances.deep;
    const Color better = chance >= 0.5 ? outlook.turn : !outlook.turn;
    const double its = std::max(chance, 1 - chance);
    const std::string rolls = rolls_text(outlook);
    // The favourite of a position that is not decided never has it all.
    // A mate that is far away is worth a trifle less than one that is near.
    const bool sure = its > 1 - 1e-9;
    const double percent = sure ? 100 : std::min(100 * its, 99.9);
    const std::string share = fmt::format("{:.{}f} %", percent, percent > 99 && !sure ? 1 : 0);
    if (its - 0.5 < even) return fmt::format("Even, {} for {}{}.", share, side_text(better), rolls);
    return fmt::format("{} {}, {}{}.", side_text(better), sure ? "wins" : "is to be preferred", share, rolls);
}

std::string outlook_text(const Outlook& outlook, const Die* die, const draw::TextStyle& style) {
    std::string text = fmt::format("  {}\n\n", emphasise(outlook_line(outlook), Emphasis::Strong, style));
    const auto& [one, other] = outlook.request.depths;
    text += emphasise(die_columns(die) + fmt::format("  {:>9}  {:>9}        {:<16}  others lose",
                                                     fmt::format("depth {}", one),
                                                     fmt::format("depth {}", other), "best moves"),
                      Emphasis::Faint, style) +
            '\n';
    for (const Outlook::Face& face : outlook.faces) text += row_text(face, die, style);
    return text + '\n';
}

}  // namespace octomate::views
