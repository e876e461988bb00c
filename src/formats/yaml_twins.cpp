#include "formats/yaml_twins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "puzzle/fields.hpp"
#include "text/fen_fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

constexpr std::string_view fen_letters = "KQRBNP", own_letters = "KQRBSP";

/// Reads words one by one; what is not there is empty.
class Words {
  public:
    explicit Words(std::string_view text) : words_(split_words(text)) {}

    bool any() const { return at_ < words_.size(); }
    std::string_view next() { return any() ? words_[at_++].text : std::string_view(); }
    /// The next word if it is a square, else an empty one.
    std::string square() {
        const std::string_view word = next();
        return std::string(square_named(word) ? word : std::string_view());
    }

  private:
    const std::vector<Word> words_;
    std::size_t at_ = 0;
};

/// The place of a change in the order in which an edit makes them.
std::size_t place_of(std::string_view word) {
    constexpr std::string_view in_order[] = {"shift", "move", "remove", "exchange"};
    return static_cast<std::size_t>(std::find(std::begin(in_order), std::end(in_order), word) - in_order);
}

/// "White Rh1", "black Sa3".
bool read_added(Words& words, Edit& edit) {
    const std::string side = lower(words.next());
    const std::string_view man = words.next();
    const std::size_t kind = man.size() == 3 ? own_letters.find(man[0]) : std::string_view::npos;
    if ((side != "white" && side != "black") || kind == std::string_view::npos ||
        !square_named(man.substr(1)))
        return false;
    const char letter = fen_letters[kind];
    edit.added.emplace_back(man.substr(1), side == "black" ? static_cast<char>(letter | 0x20) : letter);
    return true;
}

/// Both pieces change places.
bool read_exchange(Words& words, const Diagram& board, Edit& edit) {
    const std::string a = words.square(), b = words.square();
    const char on_a = board.letter_at(a), on_b = board.letter_at(b);
    if (on_a == 0 || on_b == 0) return false;
    edit.removed.insert(edit.removed.end(), {a, b});
    edit.added.insert(edit.added.end(), {{a, on_b}, {b, on_a}});
    return true;
}

bool read_shift(Words& words, Edit& edit) {
    const std::string from = words.square(), to = words.square();
    if (from.empty() || to.empty()) return false;
    edit.files = to[0] - from[0];
    edit.ranks = to[1] - from[1];
    return true;
}

bool read_stipulation_of(Words& words, Puzzle& puzzle) {
    const auto stipulation = read_stipulation(words.next());
    if (!stipulation) return false;
    puzzle.moves = stipulation->is_plain() ? stipulation->moves() : 1;
    puzzle.stipulation = stipulation->is_plain() ? std::nullopt : std::optional(*stipulation);
    return true;
}

}  // namespace

std::optional<std::string> twin_words(const Puzzle& diagram, const Twin& twin) {
    const Edit& edit = twin.edit;
    std::vector<std::string> words;
    if (edit.files != 0 || edit.ranks != 0) {
        const auto [from, to] = squares_of_shift(edit);
        words.push_back(fmt::format("Shift {} {}", from, to));
    }
    for (const auto& [from, to] : edit.moved) words.push_back(fmt::format("Move {} {}", from, to));
    for (const std::string& square : edit.removed) words.push_back("Remove " + square);
    for (const auto& [square, man] : edit.added) {
        const bool black = man >= 'a';
        const std::size_t kind = fen_letters.find(black ? static_cast<char>(man & ~0x20) : man);
        if (kind == std::string_view::npos) return std::nullopt;
        words.push_back(fmt::format("Add {} {}{}", black ? "Black" : "White", own_letters[kind], square));
    }
    if (asks_otherwise(diagram, twin)) words.push_back("Stipulation " + stipulation_text(twin.puzzle));
    if (twin.puzzle.roll && twin.puzzle.roll != diagram.roll)
        words.push_back(fmt::format("Roll {}", *twin.puzzle.roll));
    if (words.empty()) return std::nullopt;
    return fmt::format("{}", fmt::join(words, " "));
}

bool read_twin_words(std::string_view text, const Diagram& board, Twin& twin) {
    Words words(text);
    bool good = words.any();
    std::size_t last = 0;  // an edit has its changes in one order
    while (good && words.any()) {
        const std::string word = lower(words.next());
        const std::size_t place = place_of(word);
        if (place < std::exchange(last, place)) return false;
        if (word == "move") {
            const std::string from = words.square(), to = words.square();
            good = !from.empty() && !to.empty();
            twin.edit.moved.emplace_back(from, to);
        } else if (word == "remove") {
            twin.edit.removed.push_back(words.square());
            good = !twin.edit.removed.back().empty();
        } else if (word == "roll") {
            twin.puzzle.roll = number_between(words.next(), 1, 99);
            good = twin.puzzle.roll.has_value();
        } else {
            good = (word == "add" && read_added(words, twin.edit)) ||
                   (word == "exchange" && read_exchange(words, board, twin.edit)) ||
                   (word == "shift" && read_shift(words, twin.edit)) ||
                   (word == "stipulation" && read_stipulation_of(words, twin.puzzle));
        }
    }
    return good;
}

}  // namespace octomate::records
