#include "puzzle/fields.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <utility>

#include "core/fault.hpp"
#include "json/text.hpp"
#include "puzzle/further_fields.hpp"
#include "puzzle/stipulation.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

constexpr std::array<std::string_view, 11> field_names = {
    "fen", "id", "variant", "roll", "key", "moves", "title", "author", "source", "comment", "themes",
};
static_assert(field_names.size() == static_cast<std::size_t>(Field::Unknown));

constexpr std::array<std::string_view, 9> face_names = {"-", "1", "2", "3", "4", "5", "6", "7", "8"};

/// Calls the function with each of the text's parts; blanks and commas part them.
template <class Function>
void for_each_part(std::string_view text, Function function) {
    const auto parts = [](char c) { return is_blank(c) || c == ','; };
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t start = at;
        while (at < text.size() && !parts(text[at])) ++at;
        if (at > start) function(text.substr(start, at - start));
        while (at < text.size() && parts(text[at])) ++at;
    }
}

/// The new place for the moves of a face; null after a fault.
std::vector<std::string>* face_of_key(Draft& draft, std::string_view name, Key& key,
                                      std::string_view face_text, std::size_t offset) {
    const std::optional<int> face = face_named(face_text);
    if (!face) {
        draft.bad_face(name, offset, face_text);
        return nullptr;
    }
    const auto [place, is_new] = key.try_emplace(*face);
    if (is_new) return &place->second;
    draft.duplicate(name, offset, fmt::format("the face {} in {}", face_text, name));
    return nullptr;
}

}  // namespace

Field field_named(std::string_view name) {
    for (std::size_t i = 0; i < field_names.size(); ++i) {
        if (field_names[i] == name) return static_cast<Field>(i);
    }
    return Field::Unknown;
}

std::optional<int> number_between(std::string_view text, int lowest, int highest) {
    const auto number = number_in<int>(text);
    return number && *number >= lowest && *number <= highest ? number : std::nullopt;
}

std::optional<int> face_named(std::string_view name) {
    if (name.size() != 1) return std::nullopt;
    if (name[0] == '-') return 0;
    if (name[0] < '1' || name[0] > '8') return std::nullopt;
    return name[0] - '0';
}

std::string_view face_name(int face) { return face_names.at(static_cast<std::size_t>(face)); }

void append_key(const Key& key, std::string& json) {
    char separator = '{';
    for (const auto& [face, moves] : key) {
        json.append(1, std::exchange(separator, ',')).append("\"").append(face_name(face)).append("\":");
        append_texts(moves, json);
    }
    json += separator == '{' ? "{}" : "}";
}

std::string key_json(const Key& key) {
    std::string json;
    append_key(key, json);
    return json;
}

std::optional<std::string>* text_of(Puzzle& puzzle, Field field) {
    switch (field) {
        case Field::Id: return &puzzle.id;
        case Field::Variant: return &puzzle.variant;
        case Field::Title: return &puzzle.title;
        case Field::Author: return &puzzle.author;
        case Field::Source: return &puzzle.source;
        case Field::Comment: return &puzzle.comment;
        default: return nullptr;
    }
}

void Draft::fault(FaultCode code, std::string_view field, std::size_t offset, std::string message,
                  std::size_t line) {
    add_fault(faults_, {code, std::string(field), offset, std::move(message), line});
}

void Draft::first_fault(FaultCode code, std::string_view field, std::size_t offset, std::string message) {
    if (is_full(faults_)) faults_.pop_back();
    faults_.insert(faults_.begin(), {code, std::string(field), offset, std::move(message)});
}

void Draft::duplicate(std::string_view field, std::size_t offset, std::string_view what) {
    fault(FaultCode::DuplicateField, field, offset, fmt::format("{} stands twice, expected it once", what));
}

void Draft::bad_roll(std::string_view field, std::string_view found) {
    fault(FaultCode::BadRoll, field, 0,
          fmt::format("{} is {}, expected a whole number from 1 to 8", field, found));
}

void Draft::bad_moves(std::string_view field, std::string_view found) {
    fault(FaultCode::BadMoves, field, 0,
          fmt::format("{} is {}, expected a whole number from 1 to {}", field, found, max_moves));
}

void Draft::bad_face(std::string_view field, std::size_t offset, std::string_view name) {
    fault(
        FaultCode::BadKeyFace, field, offset,
        fmt::format("{} names the face {}, expected 1 to 8, or - where no die is used", field, quote(name)));
}

void Draft::take(Field field, std::string_view name, std::string text) {
    switch (field) {
        case Field::Fen: puzzle.fen = std::move(text); break;
        case Field::Roll: take_roll(name, text); break;
        case Field::Moves: take_moves(name, text); break;
        case Field::Key: take_key(name, text); break;
        case Field::Themes: take_themes(text); break;
        default: *text_of(puzzle, field) = std::move(text);
    }
}

void Draft::take_roll(std::string_view field, std::string_view text) {
    puzzle.roll = number_between(text, 1, 8);
    if (!puzzle.roll) bad_roll(field, quote(text));
}

void Draft::take_moves(std::string_view field, std::string_view text) {
    const auto moves = number_between(text, 1, max_moves);
    if (!moves) return bad_moves(field, quote(text));
    puzzle.moves = *moves;
    has_moves = true;
}

void Draft::take_key(std::string_view field, std::string_view text) {
    Key& key = puzzle.key.emplace();
    std::vector<std::string>* moves = nullptr;
    std::vector<std::string> nowhere;
    bool goes_on = false;  // the last part ended in ':' or ','
    std::size_t at = 0;
    for (;;) {
        while (at < text.size() && is_blank(text[at])) ++at;
        if (at == text.size()) return;
        const std::size_t start = at;
        while (at < text.size() && !is_blank(text[at])) ++at;
        std::string_view part = text.substr(start, at - start);
        const std::size_t colon = part.find(':');
        if (colon != std::string_view::npos) {
            moves = face_of_key(*this, field, key, part.substr(0, colon), start);
        } else if (part.front() != ',' && !goes_on) {
            bad_face(field, start, part);
            moves = nullptr;
        }
        goes_on = part.back() == ':' || part.back() == ',';
        part.remove_prefix(colon == std::string_view::npos ? 0 : colon + 1);
        std::vector<std::string>& into = moves == nullptr ? nowhere : *moves;
        for_each_part(part, [&](std::string_view move) { into.emplace_back(move); });
    }
}

void Draft::take_themes(std::string_view text) {
    for_each_part(text, [&](std::string_view theme) { puzzle.themes.emplace_back(theme); });
}

void Draft::take_further(std::string_view name, std::string_view json) {
    const Taken taken = records::take_further(puzzle, name, json);
    if (taken == Taken::Yes) return;
    if (taken == Taken::WrongType && name == "stipulation" && json != "null") return bad_stipulation(json);
    if (taken == Taken::WrongType && json != "null")
        notes.push_back(
            fmt::format("{} is not {}, so it is kept as it is", quote(name), type_of_further(name)));
    puzzle.unknown.push_back({std::string(name), std::string(json)});
}

void Draft::bad_stipulation(std::string_view json) {
    const auto text = text_of_json(json);
    if (!text)
        return fault(FaultCode::BadStipulation, "stipulation", 0,
                     fmt::format("stipulation is {}, expected a text such as \"h#2\"", json));
    Fault bad = read_stipulation(*text).error();
    fault(bad.code, bad.field, bad.offset, std::move(bad.message));
}

ReadPuzzle Draft::finish() {
    if (const auto& stipulation = puzzle.stipulation; stipulation && has_moves) {
        const int moves = stipulation->moves();
        if (puzzle.moves != moves)
            fault(FaultCode::BadStipulation, "stipulation", 0,
                  fmt::format("{} asks for {} move{}, but moves is {}: expected the same number",
                              records::text_of(*stipulation), moves, moves == 1 ? "" : "s", puzzle.moves));
    } else if (stipulation && stipulation->is_plain()) {
        puzzle.moves = stipulation->moves();
    }
    if (!faults_.empty()) return Unexpected{BadPuzzle{std::move(faults_), std::move(puzzle)}};
    return Read<Puzzle>{std::move(puzzle), std::move(notes)};
}

}  // namespace octomate::records
