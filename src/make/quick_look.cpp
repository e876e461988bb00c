#include "make/quick_look.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "text/text.hpp"

namespace octomate::make {

namespace {

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

QuickLook::QuickLook(const Pattern& pattern)
    : needles_(needles(pattern)),
      wants_key_(!pattern.key.empty() || !pattern.moves.empty() || !pattern.picture.empty()) {
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
    return may_have_letters(line.substr(8)) && may_have_key(line) &&
           std::all_of(needles_.begin(), needles_.end(), [&](const std::string& needle) {
               return line.find(needle) != std::string_view::npos;
           });
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
