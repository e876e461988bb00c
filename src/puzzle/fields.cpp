#include "puzzle/fields.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <utility>

#include "puzzle/text.hpp"

namespace octomate::puzzle {

namespace {

constexpr std::size_t most_faults = 32;

constexpr std::array<std::string_view, 11> field_names = {
    "fen", "id", "variant", "roll", "key", "moves", "title", "author", "source", "comment", "themes",
};
static_assert(field_names.size() == static_cast<std::size_t>(Field::Unknown));

constexpr std::array<std::string_view, 9> face_names = {"-", "1", "2", "3", "4", "5", "6", "7", "8"};

}  // namespace

Field field_named(std::string_view name) {
    for (std::size_t i = 0; i < field_names.size(); ++i) {
        if (field_names[i] == name) return static_cast<Field>(i);
    }
    return Field::Unknown;
}

Field opcode_named(std::string_view name) {
    if (name == "dm") return Field::Moves;
    if (name == "c0") return Field::Comment;
    return field_named(name);
}

std::optional<int> face_named(std::string_view name) {
    if (name.size() != 1) return std::nullopt;
    if (name[0] == '-') return 0;
    if (name[0] < '1' || name[0] > '8') return std::nullopt;
    return name[0] - '0';
}

std::string_view face_name(int face) { return face_names.at(static_cast<std::size_t>(face)); }

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

void Draft::fault(FaultCode code, std::string_view field, std::size_t offset, std::string message) {
    if (faults_.size() < most_faults)
        faults_.push_back({code, std::string(field), offset, std::move(message)});
}

void Draft::first_fault(FaultCode code, std::string_view field, std::size_t offset, std::string message) {
    if (faults_.size() == most_faults) faults_.pop_back();
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

Expected<Read<Puzzle>, BadPuzzle> Draft::finish() {
    if (!faults_.empty())
        return Unexpected{BadPuzzle{std::move(faults_), std::move(puzzle.id), std::move(puzzle.variant),
                                    std::move(puzzle.fen)}};
    return Read<Puzzle>{std::move(puzzle), std::move(notes)};
}

}  // namespace octomate::puzzle
