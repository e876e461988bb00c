#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "json/text.hpp"
#include "reports/reports.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"

namespace octomate::reports {

/// The opcode of EPD that names the best moves.
inline constexpr std::string_view best_moves_field = "bm";

/// The field of a record that names its best moves; the end of the unknown fields if there is none.
inline auto find_best_moves(Puzzle& puzzle) {
    return std::find_if(puzzle.unknown.begin(), puzzle.unknown.end(), [](const auto& field) {
        return field.name == best_moves_field && records::text_of_json(field.json);
    });
}

/// Makes the best moves of a record without a key its key, on each face on which they may be played, or on
/// the rolled one alone. Texts that are not moves of the position are noted. False if the patience
/// ran out: then there is no key.
template <Written P>
bool parse_best_moves(Puzzle& puzzle, const P& position, const Patience& patience,
                      std::vector<std::string>& notes) {
    const auto field = find_best_moves(puzzle);
    if (puzzle.key || field == puzzle.unknown.end()) return true;
    const std::string text = *records::text_of_json(field->json);
    // Listed once and not for each text: there may be very many of both.
    std::vector<std::pair<int, MoveList<P>>> faces;
    for (const auto& chance : position.rolls()) {
        if (puzzle.roll && chance.roll.face != 0 && chance.roll.face != *puzzle.roll) continue;
        position.legal_moves(chance.roll, faces.emplace_back(chance.roll.face, MoveList<P>()).second);
    }
    Key key;
    for (const Word& word : split_words(text)) {
        if (patience.is_over(0)) return false;
        const auto read = position.read_move(word.text);
        if (!read) {
            add_note(notes, fmt::format("bm {}: {}", word.text, read.error().message));
            continue;
        }
        for (const auto& [face, moves] : faces) {
            if (!is_among(moves, read->move)) continue;
            const std::string move = position.notation(read->move);
            auto& named = key[face];
            if (!is_among(named, move)) named.push_back(move);
        }
    }
    if (!key.empty()) puzzle.key = std::move(key);
    return true;
}

/// Writes the first moves of the key into the record's best moves, if it has some and they are others. A
/// record without a key loses its best moves.
template <Written P>
void update_best_moves(Puzzle& puzzle, const P& position) {
    const auto field = find_best_moves(puzzle);
    if (field == puzzle.unknown.end()) return;
    const std::string text = *records::text_of_json(field->json);
    std::vector<std::string> right;
    for (const auto& [face, lines] : puzzle.key.value_or(Key())) {
        for (const std::string& line : lines) {
            for (const Word& word : split_words(line)) {
                if (word.text.front() == '(') continue;  // rolls
                if (!is_among(right, word.text)) right.emplace_back(word.text);
                break;
            }
        }
    }
    std::set<std::string> named;
    for (const Word& word : split_words(text)) {
        const auto read = position.read_move(word.text);
        named.insert(read ? position.notation(read->move) : std::string(word.text));
    }
    if (right.empty()) {
        puzzle.unknown.erase(field);
    } else if (named != std::set<std::string>(right.begin(), right.end())) {
        field->json = records::json_text_of(joined(right, " "));
    }
}

}  // namespace octomate::reports
