#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/problem.hpp"
#include "formats/read.hpp"
#include "formats/writing.hpp"
#include "formats/yaml_twins.hpp"
#include "json/text.hpp"
#include "text/fen_fields.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::records {

namespace {

/// What YACPDB and Olive write of a problem stays below this; aliases can make more of less.
constexpr std::size_t longest_value = std::size_t{1} << 20;

/// A value may be as deep as JSON has it within a record.
constexpr int deepest_value = 99;

/// The text of a scalar. The library makes \_ and \N a byte of Latin-1 instead of U+00A0 and U+0085; nothing
/// else of a well-formed text becomes ill-formed.
std::string text_in(const YAML::Node& scalar) {
    std::string_view rest = scalar.Scalar();
    std::string text;
    while (const auto bad = first_bad_utf8(rest)) {
        const char byte = rest[*bad];
        text.append(rest.substr(0, *bad)).append({'\xC2', byte});
        rest.remove_prefix(*bad + 1);
    }
    return text.append(rest);
}

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
        try {
            YAML::Node root = YAML::Load(std::string(text_));
            if (root.IsSequence() && root.size() == 1) root = root[0];  // an item of a list of problems
            if (root.IsMap()) {
                take_members(root);
            } else {
                fault(FaultCode::BadYaml, root.Mark(),
                      "this is not a problem, expected fields such as \"algebraic:\"");
            }
        } catch (const YAML::Exception& e) {
            fault(FaultCode::BadYaml, e.mark, fmt::format("this is not YAML: {}", e.msg));
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
    void fault(FaultCode code, const YAML::Mark& mark, std::string message, std::size_t offset = 0) {
        const bool known = mark.line >= 0;
        draft_.fault(code, "line", (known ? static_cast<std::size_t>(mark.column) : 0) + offset,
                     std::move(message), known ? static_cast<std::size_t>(mark.line) : 0);
    }

    void duplicate(const YAML::Node& name, std::string_view text) {
        fault(FaultCode::DuplicateField, name.Mark(),
              fmt::format("{} appears twice, expected once", quote(text)));
    }

    void take_members(const YAML::Node& root) {
        std::set<std::string> seen;
        std::string solution;
        for (const auto& member : root) {
            if (!member.first.IsScalar()) {
                fault(FaultCode::BadYaml, member.first.Mark(),
                      "a field has no name, expected a word before the colon");
                continue;
            }
            const std::string name = text_in(member.first);
            if (!seen.insert(name).second) {
                duplicate(member.first, name);
            } else if (name == "solution" && member.second.IsScalar()) {
                solution = text_in(member.second);
            } else {
                take(name, member.second);
            }
        }
        if (twins_) take_twins(solution);
        if (!solution.empty()) take_solution(solution);
    }

    void take(const std::string& name, const YAML::Node& value) {
        if (value.IsNull()) return;  // Olive leaves fields empty
        if (name == "algebraic") return take_men(value);
        if (name == "stipulation" && value.IsScalar()) return take_stipulation(text_in(value));
        if (name == "non-standard-stipulation" && value.IsScalar()) return take_sentence(text_in(value));
        if (name == problem_rest && value.IsScalar()) return void(rest_ = text_in(value));
        if (name == "id" && value.IsScalar()) return void(puzzle().id = text_in(value));
        if (name == "title" && value.IsScalar()) return void(puzzle().title = text_in(value));
        if (name == "source") return take_source(value);
        if (name == "authors" && value.IsSequence()) return void(puzzle().author = joined(value, "; "));
        if (name == "comments" && value.IsSequence()) return void(puzzle().comment = joined(value, "\n"));
        if (name == "keywords" && value.IsSequence()) {
            for (const auto& word : value) puzzle().themes.push_back(text_of(word));
            return;
        }
        if (name == "options" && value.IsSequence()) return take_options(value);
        if (name == "twins") return void(twins_ = value);
        take_further(name, value);
    }

    /// Twins of which one says what ours cannot are kept as they are.
    void take_twins(std::string_view solution) {
        std::vector<Twin> twins;
        bool good = twins_.IsMap();
        for (auto one = twins_.begin(); good && one != twins_.end(); ++one) {
            Twin& twin = twins.emplace_back();
            twin.puzzle.roll = puzzle().roll;
            twin.puzzle.moves = puzzle().moves;
            twin.puzzle.stipulation = puzzle().stipulation;
            good = one->first.IsScalar() && one->second.IsScalar();
            if (!good) break;
            twin.name = text_in(one->first);
            good = read_twin_words(text_in(one->second), diagram_, twin);
            if (Key key = key_of_solution(solution, twin.puzzle.roll.value_or(0), twin.name); !key.empty())
                twin.puzzle.key = std::move(key);
        }
        if (good) {
            draft_.take_further("twins", twins_json(puzzle(), twins));
            return void(read_twins_ = std::move(twins));
        }
        take_further("twins", twins_);
        draft_.notes.emplace_back("the twins say more than this program reads; they are kept as yaml-twins");
    }

    /// Words of ours mean nothing here.
    void take_further(const std::string& name, const YAML::Node& value) {
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
            draft_.take_further("solution", json_text_of(trim(text)));
    }

    void take_men(const YAML::Node& sides) {
        puzzle().fen_line = static_cast<std::size_t>(std::max(sides.Mark().line, 0));
        if (!sides.IsMap())
            return fault(FaultCode::BadYaml, sides.Mark(),
                         "algebraic is not a map, expected white and black");
        for (const auto& side : sides) {
            const std::string colour = side.first.IsScalar() ? text_in(side.first) : "";
            if (colour != "white" && colour != "black") {
                fault(FaultCode::BadMan, side.first.Mark(),
                      fmt::format("{} is not a side, expected white or black", quote(colour)));
                continue;
            }
            if (!side.second.IsSequence()) {
                fault(FaultCode::BadYaml, side.second.Mark(),
                      fmt::format("{} is not a list, expected pieces such as [Kc1, Sd4]", colour));
                continue;
            }
            for (const auto& man : side.second) put_man(man, colour == "black");
        }
    }

    /// Puts a man such as "Sd4", or several such as "Pd4e5", on the board.
    void put_man(const YAML::Node& node, bool black) {
        constexpr std::string_view letters = "KQRBSPkqrbsp", fen_letters = "KQRBNP";
        const std::string word = node.IsScalar() ? text_in(node) : "";
        const std::size_t kind = word.empty() ? std::string::npos : letters.find(word.front());
        const bool attribute = word.find(' ') != std::string::npos;  // of a man of another game
        if (kind == std::string::npos || attribute)
            return fault(
                FaultCode::BadMan, node.Mark(),
                fmt::format("{} is not a piece of this program, expected one of {} followed by squares",
                            quote(word), letters.substr(0, 6)));
        if (word.size() == 1)
            fault(FaultCode::BadSquare, node.Mark(),
                  fmt::format("{} has no square, expected one such as e4", quote(word)), 1);
        const char man = fen_letters[kind % 6];
        for (std::size_t at = 1; at < word.size(); at += 2) {
            const std::string name = word.substr(at, 2);
            const auto square = square_named(name);
            if (!square)
                return fault(FaultCode::BadSquare, node.Mark(),
                             fmt::format("{} is not a square, expected one such as e4", quote(name)), at);
            if (!diagram_.put(black ? static_cast<char>(man | 0x20) : man, *square))
                fault(FaultCode::BadSquare, node.Mark(),
                      fmt::format("two pieces stand on {}, expected one", name), at);
        }
    }

    /// The sentence of another program says more than "#2".
    void take_sentence(const std::string& sentence) {
        names_game_ = sentence.starts_with(sentence_start);
        if (!names_game_) draft_.take_further("non-standard-stipulation", json_text_of(sentence));
    }

    /// A name, or a map with a name and more.
    void take_source(const YAML::Node& value) {
        if (value.IsScalar()) {
            puzzle().source = text_in(value);
        } else {
            if (value.IsMap() && value["name"] && value["name"].IsScalar())
                puzzle().source = text_in(value["name"]);
            draft_.take_further("yaml-source", json_of(value));
        }
    }

    void take_options(const YAML::Node& options) {
        std::vector<std::string> others;
        for (const auto& option : options) {
            if (text_of(option) == half_duplex) {
                half_duplex_ = true;
            } else {
                others.push_back(text_of(option));
            }
        }
        if (!others.empty()) draft_.take_further("options", texts_json(others));
    }

    std::string text_of(const YAML::Node& node) { return node.IsScalar() ? text_in(node) : json_of(node); }

    std::string joined(const YAML::Node& list, std::string_view separator) {
        std::string text;
        for (const auto& item : list) text.append(text.empty() ? "" : separator).append(text_of(item));
        return text;
    }

    std::string json_of(const YAML::Node& node) {
        std::string json;
        append_json(node, json);
        return json;
    }

    void append_json(const YAML::Node& node, std::string& json, int depth = 0) {
        if (json.size() > longest_value) throw YAML::Exception(node.Mark(), "the value is too long");
        if (depth == deepest_value && !node.IsScalar() && !node.IsNull())
            throw YAML::Exception(node.Mark(),
                                  fmt::format("the value is more than {} levels deep", deepest_value));
        if (node.IsSequence()) {
            append_array(node, json, [&](const YAML::Node& item) { append_json(item, json, depth + 1); });
        } else if (node.IsMap()) {
            char separator = '{';
            std::set<std::string> seen;
            for (const auto& member : node) {
                const std::string name = text_of(member.first);
                if (!seen.insert(name).second) {
                    duplicate(member.first, name);
                    continue;
                }
                json += std::exchange(separator, ',');
                append_quoted(name, json);
                json += ':';
                append_json(member.second, json, depth + 1);
            }
            json += separator == '{' ? "{}" : "}";
        } else if (node.IsScalar()) {
            const std::string text = text_in(node);
            const bool word = text == "true" || text == "false";
            const bool plain = node.Tag() == "?";
            json += plain && word ? text : plain ? number_or_text(text) : json_text_of(text);
        } else {
            json += "null";
        }
    }

    std::string_view text_;
    Draft draft_;
    Diagram diagram_;
    bool half_duplex_ = false;  ///< the side begins that does not as a rule
    YAML::Node twins_{YAML::NodeType::Undefined};
    std::vector<Twin> read_twins_;
    bool names_game_ = false;  ///< in a sentence of ours
    std::string rest_;
};

}  // namespace

ReadPuzzle read_yaml(std::string_view text, const Variants& variants) {
    return YamlReader(text, variants).read();
}

}  // namespace octomate::records
