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

/// The EPD opcode for the best moves; records keep it as an unknown field of the same name.
inline constexpr std::string_view best_moves_field = "bm";

/// Returns an iterator to the field "bm" in `puzzle.unknown`; `puzzle.unknown.end()` if there is none.
inline auto find_best_moves(Puzzle& puzzle) {
    return std::find_if(puzzle.unknown.begin(), puzzle.unknown.end(), [](const auto& field) {
        return field.name == best_moves_field && records::text_of_json(field.json);
    });
}

/// If a record has best moves but no key, makes them its key: each move on every face on which it may be
/// played, or only on the record's roll. Adds a note for each word of the field that is not a legal move.
/// Returns false, and sets no key, if the time ran out.
template <Written P>
bool parse_best_moves(Puzzle& puzzle, const P& position, const ReportLimits& report_limits,
                      std::vector<std::string>& notes) {
    const auto field = find_best_moves(puzzle);
    if (puzzle.key || field == puzzle.unknown.end()) return true;
    const std::string text = *records::text_of_json(field->json);
    // The moves are generated once, not for each word, because there may be very many of both.
    std::vector<std::pair<int, MoveList<P>>> faces;
    for (const auto& chance : position.rolls()) {
        if (puzzle.roll && chance.roll.face != 0 && chance.roll.face != *puzzle.roll) continue;
        position.legal_moves(chance.roll, faces.emplace_back(chance.roll.face, MoveList<P>()).second);
    }
    Key key;
    for (const Word& word : split_words(text)) {
        if (report_limits.is_over(0)) return false;
        const auto parsed = position.read_move(word.text);
        if (!parsed) {
            add_note(notes, fmt::format("bm {}: {}", word.text, parsed.error().message));
            continue;
        }
        for (const auto& [face, moves] : faces) {
            if (!is_among(moves, parsed->move)) continue;
            const std::string move = position.notation(parsed->move);
            auto& face_moves = key[face];
            if (!is_among(face_moves, move)) face_moves.push_back(move);
        }
    }
    if (!key.empty()) puzzle.key = std::move(key);
    return true;
}

/// Replaces the best moves of a record by the first moves of its key, if they differ. Removes the best moves
/// of a record without a key; does nothing if the record has no best moves.
template <Written P>
void update_best_moves(Puzzle& puzzle, const P& position) {
    const auto field = find_best_moves(puzzle);
    if (field == puzzle.unknown.end()) return;
    const std::string text = *records::text_of_json(field->json);
    std::vector<std::string> key_moves;
    for (const auto& [face, lines] : puzzle.key.value_or(Key())) {
        for (const std::string& line : lines) {
            for (const Word& word : split_words(line)) {
                if (word.text.front() == '(') continue;  // the rolls of the move
                if (!is_among(key_moves, word.text)) key_moves.emplace_back(word.text);
                break;
            }
        }
    }
    std::set<std::string> listed;
    for (const Word& word : split_words(text)) {
        const auto parsed = position.read_move(word.text);
        listed.insert(parsed ? position.notation(parsed->move) : std::string(word.text));
    }
    if (key_moves.empty()) {
        puzzle.unknown.erase(field);
    } else if (listed != std::set<std::string>(key_moves.begin(), key_moves.end())) {
        field->json = records::json_text_of(joined(key_moves, " "));
    }
}

}  // namespace octomate::reports
