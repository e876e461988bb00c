#pragma once

#include <string>
#include <vector>

namespace octomate {

/// What a reader of text makes of it: a value, and remarks on what was accepted but ignored.
template <class T>
struct Read {
    T value;
    std::vector<std::string> notes;
};

}  // namespace octomate
