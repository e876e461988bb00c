#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "records/fields.hpp"
#include "records/json_text.hpp"
#include "records/popeye.hpp"
#include "records/problem.hpp"
#include "records/yaml.hpp"
#include "text/fen_fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

struct NamedWord {
    std::string_view name;
    PopeyeWord word;
};

constexpr NamedWord words[] = {
    {"beginproblem", PopeyeWord::Begin},  {"nextproblem", PopeyeWord::Next},
    {"endproblem", PopeyeWord::End},      {"author", PopeyeWord::Author},
    {"origin", PopeyeWord::Origin},       {"award", PopeyeWord::Award},
    {"title", PopeyeWord::Title},         {"remark", PopeyeWord::Remark},
    {"protocol", PopeyeWord::Protocol},   {"stipulation", PopeyeWord::Stipulation},
    {"condition", PopeyeWord::Condition}, {"option", PopeyeWord::Option},
    {"pieces", PopeyeWord::Pieces},       {"forsyth", PopeyeWord::Forsyth},
    {"twin", PopeyeWord::Twin},           {"zeroposition", PopeyeWord::ZeroPosition},
};

std::string lower(std::string_view text) {
    std::string small(text);
    for (char& c : small) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    }
    return small;
}

bool begins(std::string_view whole, std::string_view word) {
    return !word.empty() && whole.starts_with(lower(word));
}

class PopeyeReader {
  public:
    explicit PopeyeReader(std::string_view text) : text_(text) {}

    Expected<Read<Puzzle>, BadPuzzle> read() {
        std::string_view rest = text_;
        while (!rest.empty() && !ended_) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            take_line(trim_end(rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            ++place_.line;
        }
        problem_.take_stipulation(stipulation_);
        if (!conditions_.empty())
            keep("condition", conditions_, "the condition {} is not looked at; it is kept");
        if (!options_.empty()) keep("options", options_, "the option {} is not looked at; it is kept");
        if (!twins_.empty()) keep("popeye-twins", twins_, "the twin {} is not looked at; it is kept");
        if (!solution_.empty()) problem_.take_solution(solution_);
        return problem_.finish();
    }

  private:
    void take_line(std::string_view line) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        bool first = true;
        for (const Word& word : split_words(line)) {
            place_.offset = word.offset;
            const std::string_view behind = trim(line.substr(word.offset + word.text.size()));
            if (take_word(word.text, behind, first)) return;
            first = false;
        }
    }

    /// True if the word takes the whole line.
    bool take_word(std::string_view word, std::string_view behind, bool first) {
        if (section_ == PopeyeWord::Pieces && take_man(word)) return false;
        // Within a twin, a new stipulation or condition belongs to it.
        const bool in_twin = section_ == PopeyeWord::Twin && !first;
        const bool may_end = word.size() > 2 && !in_twin;
        const auto named = may_end ? popeye_word(word) : std::nullopt;
        if (!named) return take_text(word), false;
        section_ = *named;
        switch (*named) {
            case PopeyeWord::Author: return take_author(behind), true;
            case PopeyeWord::Origin: puzzle().source = std::string(behind); return true;
            case PopeyeWord::Award: problem_.draft.take_further("award", json_text_of(behind)); return true;
            case PopeyeWord::Title: puzzle().title = std::string(behind); return true;
            case PopeyeWord::Remark: return take_remark(behind), true;
            case PopeyeWord::Protocol: return true;
            case PopeyeWord::Twin:
            case PopeyeWord::ZeroPosition: twins_.emplace_back(word); return false;
            case PopeyeWord::Condition: conditions_.emplace_back(); return false;
            case PopeyeWord::End: ended_ = true; return true;
            default: return false;
        }
    }

    void take_author(std::string_view text) { append(puzzle().author, "; ", text); }

    void take_remark(std::string_view text) {
        switch (popeye_remark(text)) {
            case PopeyeRemark::Rest: return problem_.take_rest(text.substr(popeye_rest_mark.size()));
            case PopeyeRemark::Rules: return;
            case PopeyeRemark::Key: return (void)solution_.append(text).append("\n");
            case PopeyeRemark::Comment: break;
        }
        append(puzzle().comment, "\n", text);
    }

    static void append(std::optional<std::string>& all, std::string_view separator, std::string_view text) {
        if (all) {
            all->append(separator).append(text);
        } else {
            all = text;
        }
    }

    /// A word of Pieces; false if it is none of a man, a side or an attribute.
    bool take_man(std::string_view word) {
        for (const std::string_view side : {"white", "black", "neutral"}) {
            if (!begins(side, word) || word.size() == 2) continue;
            black_ = side == "black";
            if (side == "neutral") bad_man(word);
            return true;
        }
        if (word.size() > 2 && popeye_word(word)) return false;
        const bool man = word.size() > 2 && word.back() >= '0' && word.back() <= '9';
        if (!man) return bad_man(word), true;
        put_men(problem_.draft, problem_.diagram, word, "KQRBSP", black_, place_);
        return true;
    }

    void bad_man(std::string_view word) {
        fault(FaultCode::BadMan,
              fmt::format("{} is no man of this program, expected White or Black and men such "
                          "as Ka1 or pd4d6",
                          quote(word)));
    }

    /// A word behind one that takes several.
    void take_text(std::string_view word) {
        switch (section_) {
            case PopeyeWord::Stipulation: stipulation_ += word; break;
            case PopeyeWord::Forsyth: problem_.take_fen(with_english_knights(word)); break;
            case PopeyeWord::Condition: join(conditions_, word); break;
            case PopeyeWord::Twin:
            case PopeyeWord::ZeroPosition: join(twins_, word); break;
            case PopeyeWord::Option:
                if (lower(word) == lower(half_duplex)) {
                    problem_.swap_sides();
                } else {
                    options_.emplace_back(word);
                }
                break;
            default:
                fault(FaultCode::BadPopeye,
                      fmt::format(
                          "{} is no word of Popeye's input that this program knows, expected one such as "
                          "Stipulation, Pieces or EndProblem",
                          quote(word)));
        }
    }

    static std::string with_english_knights(std::string_view board) {
        std::string text(board);
        std::replace(text.begin(), text.end(), 's', 'n');
        std::replace(text.begin(), text.end(), 'S', 'N');
        return text;
    }

    static void join(std::vector<std::string>& texts, std::string_view word) {
        if (texts.empty()) texts.emplace_back();
        texts.back().append(texts.back().empty() ? "" : " ").append(word);
    }

    void keep(std::string_view field, const std::vector<std::string>& texts, fmt::string_view note) {
        problem_.draft.take_further(field, texts_json(texts));
        for (const std::string& text : texts)
            problem_.draft.notes.push_back(fmt::vformat(note, fmt::make_format_args(text)));
    }

    void fault(FaultCode code, std::string message) {
        problem_.draft.fault(code, "line", place_.offset, std::move(message), place_.line);
    }

    Puzzle& puzzle() { return problem_.draft.puzzle; }

    std::string_view text_;
    Place place_;
    PopeyeWord section_ = PopeyeWord::Begin;
    bool black_ = false;
    bool ended_ = false;
    std::string stipulation_, solution_;
    std::vector<std::string> conditions_, options_, twins_;
    ProblemDraft problem_;
};

}  // namespace

PopeyeRemark popeye_remark(std::string_view text) {
    if (text.starts_with(popeye_rest_mark)) return PopeyeRemark::Rest;
    if (text.starts_with(sentence_start)) return PopeyeRemark::Rules;
    return is_key_line(text) ? PopeyeRemark::Key : PopeyeRemark::Comment;
}

std::optional<PopeyeWord> popeye_word(std::string_view text) {
    std::optional<PopeyeWord> found;
    if (text.empty() || !is_name_start(text.front())) return found;
    for (const NamedWord& one : words) {
        if (!begins(one.name, text)) continue;
        if (found) return std::nullopt;  // it may be either
        found = one.word;
    }
    return found;
}

bool begins_popeye_input(std::string_view line) {
    line = trim(line);
    const std::string_view word = line.substr(0, std::min(line.find_first_of(" \t"), line.size()));
    return (word.size() >= 3 && begins("beginproblem", word)) ||
           (word.size() >= 4 && begins("nextproblem", word));
}

Expected<Read<Puzzle>, BadPuzzle> read_popeye(std::string_view text) { return PopeyeReader(text).read(); }

}  // namespace octomate::records
