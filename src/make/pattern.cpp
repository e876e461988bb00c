#include "make/pattern.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "json/tree.hpp"
#include "text/text.hpp"

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

bool is_letter(char c) { return is_name_start(c) && c != '_'; }

/// The square from which a move in full notation or the machine form goes; empty for other texts.
std::string_view origin_of(std::string_view move) {
    if (!move.empty() && move.front() >= 'A' && move.front() <= 'Z') move.remove_prefix(1);
    const auto is_square = [](std::string_view text) {
        return text.size() >= 2 && text[0] >= 'a' && text[0] <= 'z' && is_digit(text[1]);
    };
    if (!is_square(move)) return {};
    const std::string_view rest = move.substr(2);
    const bool goes_on = is_square(rest) || (!rest.empty() && (rest[0] == '-' || rest[0] == 'x'));
    return goes_on ? move.substr(0, 2) : std::string_view();
}

}  // namespace

Expected<Pattern, Faults> read_pattern(std::string_view json) { return PatternReader().read(json); }

QuickLook::QuickLook(const Pattern& pattern)
    : wants_key_(!pattern.key.empty() || !pattern.moves.empty() || !pattern.picture.empty()) {
    for (const std::string& theme : pattern.themes) themes_.push_back(lower('"' + theme + '"'));
    const auto take_moves = [&](const std::vector<std::string>& moves) {
        for (const std::string& move : moves) {
            if (const std::string_view origin = origin_of(move); !origin.empty())
                origins_.emplace_back(origin);
        }
    };
    take_moves(pattern.moves);
    for (const auto& [face, moves] : pattern.key) take_moves(moves);
    if (pattern.like) {
        const std::string_view fen = trim(*pattern.like);
        const auto letters = letters_of(fen.substr(0, fen.find(' ')));
        if (letters) want(*letters, 2 * pattern.differs, pattern.symmetric);
    }
    if (pattern.material) {
        const std::size_t slash = std::min(pattern.material->find('/'), pattern.material->size());
        std::string men = *pattern.material;
        for (std::size_t at = 0; at < men.size(); ++at) {
            if (is_letter(men[at]))
                men[at] = static_cast<char>(at < slash ? men[at] & ~0x20 : men[at] | 0x20);
        }
        if (const auto letters = letters_of(men)) want(*letters, 0, pattern.symmetric);
    }
}

bool QuickLook::may_meet(std::string_view line) const {
    if (!line.starts_with("{\"fen\":\"") || line.find('\\') != std::string_view::npos) return true;
    return may_have_letters(line.substr(8)) && may_have_key(line) && may_have_themes(line);
}

bool QuickLook::may_have_themes(std::string_view line) const {
    if (themes_.empty()) return true;
    const std::string rest = lower(line.substr(std::min(line.find("\"themes\""), line.size())));
    return std::all_of(themes_.begin(), themes_.end(),
                       [&](const std::string& theme) { return rest.find(theme) != std::string::npos; });
}

std::optional<QuickLook::Letters> QuickLook::letters_of(std::string_view board) {
    Letters letters{};
    for (const char c : board) {
        if (is_letter(c)) {
            ++letters[static_cast<unsigned char>(c)];
        } else if (!is_digit(c) && c != '/') {
            return std::nullopt;  // letters may not be men
        }
    }
    return letters;
}

void QuickLook::want(const Letters& letters, int differing, bool symmetric) {
    std::vector<Wanted>& group = wanted_.emplace_back();
    group.push_back({letters, differing});
    if (!symmetric) return;
    Letters changed{};
    for (std::size_t c = 'A'; c <= 'Z'; ++c) {
        changed[c] = letters[c | 0x20];
        changed[c | 0x20] = letters[c];
    }
    group.push_back({changed, differing});
}

bool QuickLook::may_have_letters(std::string_view fen) const {
    if (wanted_.empty()) return true;
    const auto letters = letters_of(fen.substr(0, fen.find_first_of(" \"")));
    if (!letters) return true;
    const auto met = [&](const Wanted& wanted) {
        int differing = 0;
        for (std::size_t c = 'A'; c <= 'z'; ++c) differing += std::abs((*letters)[c] - wanted.letters[c]);
        return differing <= wanted.differing;
    };
    return std::all_of(wanted_.begin(), wanted_.end(), [&](const std::vector<Wanted>& group) {
        return std::any_of(group.begin(), group.end(), met);
    });
}

bool QuickLook::may_have_key(std::string_view line) const {
    if (!wants_key_) return true;
    const std::size_t start = line.find("\"key\":{");
    if (start == std::string_view::npos) return line.find("\"key\"") != std::string_view::npos;
    std::string_view key = line.substr(start + 7, line.find('}', start) - start - 7);
    std::vector<std::string_view> origins;
    for (std::size_t quote = 0; (quote = key.find('"')) != std::string_view::npos;) {
        key.remove_prefix(quote + 1);
        const std::string_view word = key.substr(0, key.find('"'));
        key.remove_prefix(std::min(word.size() + 1, key.size()));
        if (word.size() < 2) continue;  // a face
        origins.push_back(origin_of(word));
        if (origins.back().empty()) return true;  // the short form names none
    }
    return std::all_of(origins_.begin(), origins_.end(), [&](const std::string& origin) {
        return std::find(origins.begin(), origins.end(), origin) != origins.end();
    });
}

}  // namespace octomate::make
