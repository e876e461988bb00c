#include "make/pattern.hpp"

#include <fmt/core.h>

#include <utility>

#include "json/tree.hpp"

namespace octomate::make {

namespace {

using records::Json;

class PatternReader {
  public:
    Expected<Pattern, Faults> read(std::string_view text) {
        const Json root = records::parsed(text);
        if (!root.is_object()) {
            fault(FaultCode::BadJson, "line",
                  "the pattern is not a JSON object, expected one such as {\"themes\": [\"teleport\"]}");
        } else {
            for (const auto& [name, value] : root.items()) take(name, value);
        }
        if (pattern_.differs > 0 && !pattern_.like) wrong("differs", "this goes with \"like\"");
        if (!faults_.empty()) return Unexpected{std::move(faults_)};
        return std::move(pattern_);
    }

  private:
    void fault(FaultCode code, const std::string& field, std::string message) {
        faults_.push_back({code, field, 0, std::move(message)});
    }
    void wrong(const std::string& field, std::string_view expected) {
        fault(FaultCode::WrongType, field, std::string(expected));
    }

    void take(const std::string& name, const Json& value) {
        if (name == "variant") {
            take_text(name, value, pattern_.variant);
        } else if (name == "key") {
            take_key(value);
        } else if (name == "material") {
            take_text(name, value, pattern_.material);
        } else if (name == "themes") {
            take_texts(name, value, pattern_.themes);
        } else if (name == "board") {
            take_board(name, value, pattern_.board);
        } else if (name == "picture") {
            take_board(name, value, pattern_.picture);
        } else if (name == "like") {
            take_text(name, value, pattern_.like);
        } else if (name == "differs") {
            if (!value.is_number_integer() || (value != 0 && value != 1))
                return wrong(name, "the value is not 0 or 1");
            pattern_.differs = value.get<int>();
        } else if (name == "symmetric") {
            if (!value.is_boolean()) return wrong(name, "the value is not true or false");
            pattern_.symmetric = value.get<bool>();
        } else {
            wrong(name,
                  "this is not part of a pattern, expected key, material, themes, board, picture, like, "
                  "differs, symmetric or variant");
        }
    }

    void take_text(const std::string& name, const Json& value, std::optional<std::string>& into) {
        if (!value.is_string()) return wrong(name, "the value is not a string");
        into = value.get<std::string>();
    }

    /// One text or several.
    void take_texts(const std::string& name, const Json& value, std::vector<std::string>& into) {
        if (value.is_string()) {
            into.push_back(value.get<std::string>());
        } else if (value.is_array()) {
            for (const Json& item : value) {
                if (!item.is_string()) return wrong(name, "the value is not a string or an array of strings");
                into.push_back(item.get<std::string>());
            }
        } else {
            wrong(name, "the value is not a string or an array of strings");
        }
    }

    void take_key(const Json& value) {
        if (!value.is_object()) return take_texts("key", value, pattern_.moves);
        for (const auto& [face, moves] : value.items()) take_texts("key", moves, pattern_.key[face]);
    }

    void take_board(const std::string& name, const Json& value, std::map<std::string, char>& into) {
        if (!value.is_object())
            return wrong(name, "the value is not an object from squares to piece letters");
        for (const auto& [square, man] : value.items()) {
            const std::string letter = man.is_string() ? man.get<std::string>() : "";
            if (letter.size() != 1) {
                fault(
                    FaultCode::BadMan, name,
                    fmt::format(
                        "{}: there is no letter on {}, expected one of a FEN, ? for any piece or . for none",
                        name, square));
            } else {
                into[square] = letter.front();
            }
        }
    }

    Pattern pattern_;
    Faults faults_;
};

}  // namespace

Expected<Pattern, Faults> read_pattern(std::string_view json) { return PatternReader().read(json); }

}  // namespace octomate::make
