#pragma once

#include <string>
#include <vector>

#include "draw/book.hpp"
#include "draw/scene.hpp"

namespace octomate::reports {

/// What a puzzle shows and hides.
struct PuzzlePictures {
    draw::Scene scene;                  ///< the position, with the puzzle's roll if it has one
    std::string stipulation;            ///< "#1", "Win in 2", "h#2.5"
    std::string question;               ///< "White to move: which rolls mate?"
    std::string outcomes;               ///< what the labels of the answers are: "Faces"; empty without a die
    std::vector<draw::Answer> answers;  ///< by face, all of them; none if it is not solved
    std::vector<draw::Solution> solutions;  ///< each move once, in the order of their lowest faces
};

}  // namespace octomate::reports
