#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "records/fields.hpp"
#include "records/json_text.hpp"
#include "records/problem.hpp"
#include "records/spread_length.hpp"
#include "records/yaml.hpp"
#include "text/text.hpp"

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

class YamlReader {
  public:
    explicit YamlReader(std::string_view text) : text_(text) {}

    Expected<Read<Puzzle>, BadPuzzle> read() {
        try {
            // The library passes over what stands behind a document.
            const std::size_t length = *spread_length(Spread::Yaml, text_, true);
            if (!trim(text_.substr(length)).empty()) {
                const Place place = records::place_of(text_, length);
                draft().fault(FaultCode::BadYaml, "line", place.offset,
                              "this belongs to no field of the problem", place.line);
            }
            YAML::Node root = YAML::Load(std::string(text_.substr(0, length)));
            if (root.IsSequence() && root.size() == 1) root = root[0];  // an item of a list of problems
            if (root.IsMap()) {
                take_members(root);
            } else {
                fault(FaultCode::BadYaml, root.Mark(),
                      "this is no problem, expected fields such as \"algebraic:\"");
            }
        } catch (const YAML::Exception& e) {
            fault(FaultCode::BadYaml, e.mark, fmt::format("this is no YAML: {}", e.msg));
        }
        return problem_.finish();
    }

  private:
    Draft& draft() { return problem_.draft; }
    Puzzle& puzzle() { return problem_.draft.puzzle; }

    static Place place_of(const YAML::Mark& mark) {
        if (mark.line < 0) return {};
        return {static_cast<std::size_t>(mark.line), static_cast<std::size_t>(mark.column)};
    }

    void fault(FaultCode code, const YAML::Mark& mark, std::string message) {
        const Place place = place_of(mark);
        draft().fault(code, "line", place.offset, std::move(message), place.line);
    }

    void duplicate(const YAML::Node& name, std::string_view text) {
        fault(FaultCode::DuplicateField, name.Mark(),
              fmt::format("{} stands twice, expected it once", quote(text)));
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
            } else if (name == solution_field && member.second.IsScalar()) {
                solution = text_in(member.second);
            } else {
                take(name, member.second);
            }
        }
        if (!solution.empty()) problem_.take_solution(solution);
    }

    void take(const std::string& name, const YAML::Node& value) {
        if (value.IsNull()) return;  // Olive leaves fields empty
        if (name == "algebraic") return take_men(value);
        if (name == "stipulation" && value.IsScalar()) return problem_.take_stipulation(text_in(value));
        if (name == "non-standard-stipulation" && value.IsScalar()) return take_sentence(text_in(value));
        if (name == problem_rest && value.IsScalar()) return problem_.take_rest(text_in(value));
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
        // Words of ours mean nothing here, and twins are written in another way.
        draft().take_further(field_named(name) == Field::Unknown && name != "twins" ? name : "yaml-" + name,
                             json_of(value));
    }

    void take_men(const YAML::Node& sides) {
        if (!sides.IsMap())
            return fault(FaultCode::BadYaml, sides.Mark(), "algebraic is no map, expected white and black");
        for (const auto& side : sides) {
            const std::string colour = side.first.IsScalar() ? text_in(side.first) : "";
            if (colour != "white" && colour != "black") {
                fault(FaultCode::BadMan, side.first.Mark(),
                      fmt::format("{} is no side of this program's games, expected white or black",
                                  quote(colour)));
                continue;
            }
            if (!side.second.IsSequence()) {
                fault(FaultCode::BadYaml, side.second.Mark(),
                      fmt::format("{} is no list, expected men such as [Kc1, Sd4]", colour));
                continue;
            }
            for (const auto& man : side.second) {
                put_men(draft(), problem_.diagram, man.IsScalar() ? text_in(man) : "", "KQRBSP",
                        colour == "black", place_of(man.Mark()));
            }
        }
    }

    /// The sentence of another program says more than "#2".
    void take_sentence(const std::string& sentence) {
        if (!sentence.starts_with(sentence_start))
            draft().take_further("non-standard-stipulation", json_text_of(sentence));
    }

    /// A name, or a map with a name and more.
    void take_source(const YAML::Node& value) {
        if (value.IsScalar()) {
            puzzle().source = text_in(value);
        } else {
            if (value.IsMap() && value["name"] && value["name"].IsScalar())
                puzzle().source = text_in(value["name"]);
            draft().take_further("yaml-source", json_of(value));
        }
    }

    void take_options(const YAML::Node& options) {
        std::vector<std::string> others;
        for (const auto& option : options) {
            if (text_of(option) == half_duplex) {
                problem_.swap_sides();
            } else {
                others.push_back(text_of(option));
            }
        }
        if (!others.empty()) draft().take_further("options", texts_json(others));
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
    ProblemDraft problem_;
};

}  // namespace

Expected<Read<Puzzle>, BadPuzzle> read_yaml(std::string_view text) { return YamlReader(text).read(); }

}  // namespace octomate::records
