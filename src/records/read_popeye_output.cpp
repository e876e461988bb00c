#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "records/fields.hpp"
#include "records/popeye.hpp"
#include "records/problem.hpp"
#include "records/yaml.hpp"
#include "text/fen_fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Reads a diagram as Popeye prints it, with what stands above and below it.
class DiagramReader {
  public:
    explicit DiagramReader(std::string_view text) : text_(text) {}

    Expected<Read<Puzzle>, BadPuzzle> read() {
        std::string_view rest = text_;
        std::string solution;
        for (; !rest.empty(); ++place_.line) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            const std::string_view line = trim_end(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (is_popeye_edge(line)) {
                ++edges_;
            } else if (edges_ == 0) {
                take_caption(trim(line));
            } else if (edges_ == 1) {
                take_rank(line);
            } else if (!has_stipulation_) {
                take_stipulation(trim(line));
            } else if (trim(line) == half_duplex) {
                problem_.swap_sides();
            } else if (const std::string_view text = trim(line); text.starts_with(popeye_rest_mark)) {
                problem_.take_rest(text.substr(popeye_rest_mark.size()));
            } else if (!text.starts_with(sentence_start)) {
                solution.append(line).append("\n");
            }
        }
        if (edges_ < 2) fault(0, "the board has no lower edge, expected a line such as +---a---b---…");
        if (!solution_of(solution).empty()) problem_.take_solution(solution_of(solution));
        return problem_.finish();
    }

  private:
    /// Who, where and what: the lines do not say which is which.
    void take_caption(std::string_view line) {
        if (line.empty() || line.starts_with("Popeye ")) return;
        auto& title = problem_.draft.puzzle.title;
        title = title ? *title + "; " + std::string(line) : std::string(line);
    }

    /// "8   .   .  -K   .": four signs a square, of which the second is the side and the third the man.
    void take_rank(std::string_view line) {
        if (line.empty() || line.front() < '1' || line.front() > '8') return;
        const int rank = line.front() - '1';
        for (int file = 0; file < 8; ++file) {
            const std::size_t at = 2 + 4 * static_cast<std::size_t>(file);
            if (line.size() < at + 3)
                return fault(line.size(), "the rank ends too early, expected eight squares");
            const char side = line[at + 1], man = line[at + 2];
            if (man == '.') continue;
            if ((side != ' ' && side != '-') || (line[at] != ' ' && line[at] != '|')) {
                problem_.draft.fault(
                    FaultCode::BadMan, "line", at,
                    fmt::format("{} is no man of this program, expected one of KQRBSP, with a - "
                                "before Black's",
                                quote(line.substr(at, 3))),
                    place_.line);
                continue;
            }
            const std::string word = {man, static_cast<char>('a' + file), static_cast<char>('1' + rank)};
            put_men(problem_.draft, problem_.diagram, word, "KQRBSP", side == '-', {place_.line, at + 2});
        }
    }

    /// "#2        4 + 3".
    void take_stipulation(std::string_view line) {
        if (line.empty()) return;
        has_stipulation_ = true;
        const std::vector<Word> words = split_words(line);
        problem_.take_stipulation(words.front().text);
        const std::string men =
            fmt::format("{} + {}", problem_.diagram.count(false), problem_.diagram.count(true));
        if (const std::size_t plus = line.find(" + "); plus != std::string_view::npos && !line.ends_with(men))
            problem_.draft.notes.push_back(fmt::format("the board has {} men, not as below it", men));
    }

    /// Without what Popeye says of its own work.
    static std::string solution_of(std::string_view text) {
        std::string solution;
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            const std::string_view line = text.substr(0, end);
            const std::string_view word = trim(line);
            if (!word.starts_with("solution finished") && !word.starts_with("Partial solution") &&
                !word.empty())
                solution.append(line).append("\n");
            text.remove_prefix(end + 1);
        }
        return solution;
    }

    void fault(std::size_t offset, std::string message) {
        problem_.draft.fault(FaultCode::BadPopeye, "line", offset, std::move(message), place_.line);
    }

    std::string_view text_;
    Place place_;
    int edges_ = 0;
    bool has_stipulation_ = false;
    ProblemDraft problem_;
};

}  // namespace

std::string one_line(std::string_view text) {
    std::string line(trim(text));
    std::replace_if(
        line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return line;
}

bool is_popeye_edge(std::string_view line) { return trim(line).starts_with("+---a---b---c---"); }

Expected<Read<Puzzle>, BadPuzzle> read_popeye_output(std::string_view text) {
    return DiagramReader(text).read();
}

}  // namespace octomate::records
