#pragma once

#include <string>
#include <vector>

#include "draw/scene.hpp"

namespace octomate::draw {

/// A part of the page of rules.
struct RulesPart {
    std::string heading;
    std::string text;
    Scene scene;
};

/// What a book says about a game. All strings are text, not markup.
struct Rules {
    std::string game;  ///< "Superpermutation d8 Chess"
    Scene cover;       ///< for the first page
    std::string intro;
    std::vector<RulesPart> parts;  ///< six of them fill a page
    std::string end;
};

}  // namespace octomate::draw
