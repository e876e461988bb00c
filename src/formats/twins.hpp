#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "puzzle/puzzle.hpp"

namespace octomate::records {

/// What is changed on the board of a diagram, in this order. Squares and pieces are still text.
struct Edit {
    int files = 0;  ///< all pieces move so many files to the right …
    int ranks = 0;  ///< … and so many ranks up
    std::vector<std::pair<std::string, std::string>> moved;  ///< from, and to an empty square
    std::vector<std::string> removed;                        ///< squares
    std::vector<std::pair<std::string, char>> added;  ///< to an empty square, and the letter of the piece
};

/// A puzzle that differs from its diagram in a little.
struct Twin {
    std::string name;  ///< "b", "c", … if it has no other
    Edit edit;
    Puzzle puzzle;  ///< what the diagram asks for, with the twin's own key, roll and number of moves; no
                    ///< position yet, and no fields but those
};

/// The twins of a record, from its field `"twins"`: `[{"name": "b", "move": ["e4", "e5"]}, {"remove": "a2"},
/// {"add": {"h1": "R"}}, {"shift": [1, 0]}, {"roll": 3}, …]`, each with what it has in common with others,
/// and with `key`, `roll` and `moves` as in a record. None if there is no such field. Faults: WrongType and
/// those of a record.
Expected<std::vector<Twin>, Faults> twins_of(const Puzzle& puzzle, const Variants& variants = {});

/// The same for writers: none where the field is malformed.
std::vector<Twin> good_twins(const Puzzle& puzzle, const Variants& variants);

/// The edit as such a field writes it, and a whole field of twins.
std::string edit_json(const Edit& edit);
std::string twins_json(const Puzzle& diagram, const std::vector<Twin>& twins);

/// Whether the twin has another stipulation than its diagram.
bool asks_otherwise(const Puzzle& diagram, const Twin& twin);

/// What a twin changes, in the signs of problemists: "Ke4→e5, −Pa2, +wRh1, roll 3".
std::string change_text(const Puzzle& diagram, const Twin& twin);

/// A square and the one to which a shift of all pieces takes it.
std::pair<std::string, std::string> squares_of_shift(const Edit& edit);

}  // namespace octomate::records
