#include "records/puzzle.hpp"

#include <charconv>

namespace octomate::records {

double Number::value() const {
    double value = 0;
    std::from_chars(json_.data(), json_.data() + json_.size(), value);
    return value;
}

void Puzzle::clear() {
    fen.clear();
    roll.reset();
    key.reset();
    moves = 1;
    for (auto* text : {&id, &variant, &title, &author, &source, &comment, &plies, &mutated, &chapter})
        text->reset();
    themes.clear();
    stipulation.reset();
    solutions.reset();
    men.reset();
    difficulty.reset();
    quality.reset();
    generated.reset();
    removed.reset();
    composed.reset();
    unknown.clear();
}

}  // namespace octomate::records
