#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/names.hpp"
#include "formats/problem.hpp"
#include "formats/read.hpp"
#include "formats/writing.hpp"
#include "formats/yaml_tree.hpp"
#include "formats/yaml_twins.hpp"
#include "json/text.hpp"
#include "text/fen_fields.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::records {

namespace {

/// A value may be as deep as JSON has it within a record.
constexpr int deepest_value = 99;

/// The text with all white space as single blanks.
std::string squeezed(std::string_view text) {
    std::string result;
    for (const std::string_view line : words_between(text, '\n')) {
        for (const Word& word : split_words(trim(line)))
            result.append(result.empty() ? "" : " ").append(word.text);
    }
    return result;
}

class YamlReader {
  public:
    YamlReader(std::string_view text, const Variants& variants) : text_(text), draft_(variants) {}

    ReadPuzzle read() {
        const auto document = read_yaml_document(text_);
        if (!document) {
            const YamlFault& bad = document.error();
            draft_.fault(FaultCode::BadYaml, "line", bad.column, bad.message, bad.line);
            return draft_.finish();
        }
        const YamlNode* root = document->root;
        if (root->is_list() && root->items.size() == 1)
            root = root->items[0];  // an item of a list of problems
        if (root->is_map()) {
            take_members(*root);
        } else {
            fault(FaultCode::BadYaml, *root, "this is not a problem, expected fields such as \"algebraic:\"");
        }
        if (!draft_.good()) return draft_.finish();  // what is left of the men is not a position to judge
        if (begins_black(puzzle()) != half_duplex_) diagram_.let_black_move(true);
        if (!diagram_.empty()) puzzle().fen = diagram_.fen();
        if (!names_game_ && rest_.empty()) draft_.note_open_game();
        if (!rest_.empty()) merge_json(draft_, problem_rest, rest_);
        if (puzzle().fen.empty())
            draft_.first_fault(FaultCode::MissingFen, "fen", 0, "the problem has no pieces");
        return draft_.finish();
    }

  private:
    Puzzle& puzzle() { return draft_.puzzle; }

    /// `offset`: further on the same line.
    void fault(FaultCode code, const YamlNode& node, std::string message, std::size_t offset = 0) {
        draft_.fault(code, "line", node.column + offset, std::move(message), node.line);
    }

    void duplicate(const YamlNode& name, std::string_view text) {
        fault(FaultCode::DuplicateField, name, fmt::format("{} appears twice, expected once", quote(text)));
    }

    /// Calls `take(name, value)` for the members of a map. Faults: names that are no scalars or repeated.
    template <class Take>
    void for_each_member(const YamlNode& map, const Take& take) {
        std::set<std::string_view> seen;
        for (const auto& [name, value] : map.members) {
            if (!name->is_scalar()) {
                fault(FaultCode::BadYaml, *name, "a field has no name, expected a word before the colon");
            } else if (!seen.insert(name->text).second) {
                duplicate(*name, name->text);
            } else {
                take(name->text, *value);
            }
        }
    }

    void take_members(const YamlNode& root) {
        std::string solution;
        for_each_member(root, [&](const std::string& name, const YamlNode& value) {
            if (name == "solution" && value.is_scalar()) {
                solution = value.text;
            } else {
                take(name, value);
            }
        });
        if (twins_) take_twins(solution);
        if (!trim(solution).empty() && trim(solution) != no_solution) take_solution(solution);
    }

    void take(const std::string& name, const YamlNode& value) {
        if (value.is_null()) return;  // Olive leaves fields empty
        if (name == "algebraic") return take_men(value);
        if (name == "stipulation" && value.is_scalar()) return take_stipulation(value.text);
        if (name == "non-standard-stipulation" && value.is_scalar()) return take_sentence(value.text);
        if (name == problem_rest && value.is_scalar()) return void(rest_ = value.text);
        if (name == "id" && value.is_scalar()) return void(puzzle().id = value.text);
        if (name == "title" && value.is_scalar()) return void(puzzle().title = value.text);
        if (name == "source") return take_source(value);
        if (name == "authors" && value.is_list()) return void(puzzle().author = joined(value, "; "));
        if (name == "comments" && value.is_list()) return take_comments(value);
        if (name == "keywords" && value.is_list()) {
            for (const YamlNode* word : value.items) puzzle().themes.push_back(text_of(*word));
            return;
        }
        if (name == "options" && value.is_list()) return take_options(value);
        if (name == "twins") return void(twins_ = &value);
        take_further(name, value);
    }

    /// Twins of which one says what ours cannot are kept as they are.
    void take_twins(std::string_view solution) {
        std::vector<Twin> twins;
        bool good = twins_->is_map();
        for (const auto& [name, words] : twins_->members) {
            Twin& twin = twins.emplace_back();
            twin.puzzle.roll = puzzle().roll;
            twin.puzzle.moves = puzzle().moves;
            twin.puzzle.stipulation = puzzle().stipulation;
            good = good && name->is_scalar() && words->is_scalar() &&
                   read_twin_words(words->text, diagram_, twin);
            if (!good) break;
            twin.name = name->text;
            if (Key key = key_of_solution(solution, twin.puzzle.roll.value_or(0), twin.name); !key.empty())
                twin.puzzle.key = std::move(key);
        }
        if (good) {
            draft_.take_further("twins", twins_json(puzzle(), twins));
            return void(read_twins_ = std::move(twins));
        }
        take_further("twins", *twins_);
        draft_.notes.emplace_back("the twins say more than this program reads; they are kept as yaml-twins");
    }

    /// Words of ours mean nothing here.
    void take_further(const std::string& name, const YamlNode& value) {
        const bool ours = field_named(name) != Field::Unknown || name == "twins" ||
                          name == other_stipulation || name.starts_with("yaml-");
        draft_.take_further(ours ? "yaml-" + name : name, json_of(value));
    }

    /// "#2", "h#2"; anything else is kept, with a note.
    void take_stipulation(std::string_view text) {
        std::string joined;
        for (const Word& word : split_words(trim(text))) joined += word.text;
        if (joined.empty()) return;
        if (const auto stipulation = read_stipulation(joined)) {
            if (!stipulation->is_plain()) puzzle().stipulation = *stipulation;
            puzzle().moves = stipulation->is_plain() ? stipulation->moves() : 1;
            return;
        }
        draft_.take_further(other_stipulation, json_text_of(trim(text)));
        draft_.notes.push_back(
            fmt::format("the stipulation {} is unknown, expected one such as #2 or h#2; it is kept as {}",
                        quote(joined), other_stipulation));
    }

    /// Lines such as those of `solution_text` become the key; a solution that says more is kept as well.
    void take_solution(std::string_view text) {
        Puzzle claimed;
        if (Key key = key_of_solution(text, puzzle().roll.value_or(0)); !key.empty())
            claimed.key = puzzle().key = std::move(key);
        claimed.fen = diagram_.fen();
        if (squeezed(solution_text(claimed, read_twins_)) != squeezed(text))
            draft_.take_further("solution", json_text_of(text));
    }

    void take_men(const YamlNode& sides) {
        puzzle().fen_line = sides.line;
        if (!sides.is_map())
            return fault(FaultCode::BadYaml, sides, "algebraic is not a map, expected white and black");
        for (const auto& [side, men] : sides.members) {
            const std::string& colour = side->text;
            if (colour != "white" && colour != "black") {
                fault(FaultCode::BadMan, *side,
                      fmt::format("{} is not a side, expected white or black", quote(colour)));
                continue;
            }
            if (!men->is_list()) {
                fault(FaultCode::BadYaml, *men,
                      fmt::format("{} is not a list, expected pieces such as [Kc1, Sd4]", colour));
                continue;
            }
            for (const YamlNode* man : men->items) put_man(*man, colour == "black");
        }
    }

    /// Puts a man such as "Sd4", or several such as "Pd4e5", on the board.
    void put_man(const YamlNode& node, bool black) {
        constexpr std::string_view letters = "KQRBSPkqrbsp", fen_letters = "KQRBNP";
        const std::string& word = node.text;
        const std::size_t kind = word.empty() ? std::string::npos : letters.find(word.front());
        const bool attribute = word.find(' ') != std::string::npos;  // of a man of another game
        if (kind == std::string::npos || attribute)
            return fault(
                FaultCode::BadMan, node,
                fmt::format("{} is not a piece of this program, expected one of {} followed by squares",
                            quote(word), letters.substr(0, 6)));
        if (word.size() == 1)
            fault(FaultCode::BadSquare, node,
                  fmt::format("{} has no square, expected one such as e4", quote(word)), 1);
        const char man = fen_letters[kind % 6];
        for (std::size_t at = 1; at < word.size(); at += 2) {
            const std::string name = word.substr(at, 2);
            const auto square = square_named(name);
            if (!square)
                return fault(FaultCode::BadSquare, node,
                             fmt::format("{} is not a square, expected one such as e4", quote(name)), at);
            if (!diagram_.put(black ? static_cast<char>(man | 0x20) : man, *square))
                fault(FaultCode::BadSquare, node, fmt::format("two pieces stand on {}, expected one", name),
                      at);
        }
    }

    /// The sentence of another program says more than "#2".
    void take_sentence(const std::string& sentence) {
        names_game_ = sentence.starts_with(sentence_start);
        if (!names_game_) draft_.take_further("non-standard-stipulation", json_text_of(sentence));
    }

    /// Takes a text, or a map with a name. A map that says more than the writer makes of the name is kept.
    void take_source(const YamlNode& value) {
        if (value.is_scalar()) return void(puzzle().source = value.text);
        for (const auto& [name, text] : value.members) {
            if (name->text == "name" && text->is_scalar()) puzzle().source = text->text;
        }
        std::string json = json_of(value);
        if (!puzzle().source || json != source_json(*puzzle().source))
            draft_.take_further("yaml-source", std::move(json));
    }

    /// Takes the comments: those of people, the sentence about the game, and what has no other field.
    void take_comments(const YamlNode& list) {
        std::vector<std::string> comments;
        for (const YamlNode* item : list.items) {
            std::string text = text_of(*item);
            if (text.starts_with(rest_start)) {
                rest_ = text.substr(rest_start.size());
            } else if (text.starts_with(sentence_start)) {
                names_game_ = true;
            } else {
                comments.push_back(std::move(text));
            }
        }
        if (comments.empty()) return;
        puzzle().comment = octomate::joined(comments, "\n");
        if (entry_comments(*puzzle().comment) != comments)
            draft_.take_further(other_comments, texts_json(comments));
    }

    void take_options(const YamlNode& options) {
        std::vector<std::string> others;
        for (const YamlNode* option : options.items) {
            const std::string text = text_of(*option);
            same_name(text, half_duplex) ? void(half_duplex_ = true) : others.push_back(text);
        }
        if (!others.empty()) draft_.take_further("options", texts_json(others));
    }

    std::string text_of(const YamlNode& node) { return node.is_scalar() ? node.text : json_of(node); }

    std::string joined(const YamlNode& list, std::string_view separator) {
        std::string text;
        for (const YamlNode* item : list.items)
            text.append(text.empty() ? "" : separator).append(text_of(*item));
        return text;
    }

    std::string json_of(const YamlNode& node) {
        std::string json;
        append_json(node, json);
        return json;
    }

    void append_json(const YamlNode& node, std::string& json, int depth = 0) {
        if (depth == deepest_value && (node.is_list() || node.is_map())) {
            if (draft_.good())
                fault(FaultCode::BadYaml, node,
                      fmt::format("the value is more than {} levels deep", deepest_value));
        } else if (node.is_list()) {
            append_array(node.items, json,
                         [&](const YamlNode* item) { append_json(*item, json, depth + 1); });
        } else if (node.is_map()) {
            char separator = '{';
            for_each_member(node, [&](const std::string& name, const YamlNode& value) {
                json += std::exchange(separator, ',');
                append_quoted(name, json);
                json += ':';
                append_json(value, json, depth + 1);
            });
            json += separator == '{' ? "{}" : "}";
        } else if (node.is_scalar()) {
            const bool word = node.text == "true" || node.text == "false";
            json += !node.plain ? json_text_of(node.text) : word ? node.text : number_or_text(node.text);
        } else {
            json += "null";
        }
    }

    std::string_view text_;
    Draft draft_;
    Diagram diagram_;
    bool half_duplex_ = false;  ///< the side begins that does not as a rule
    const YamlNode* twins_ = nullptr;
    std::vector<Twin> read_twins_;
    bool names_game_ = false;  ///< in a sentence of ours
    std::string rest_;
};

}  // namespace

ReadPuzzle read_yaml(std::string_view text, const Variants& variants) {
    return YamlReader(text, variants).read();
}

}  // namespace octomate::records
