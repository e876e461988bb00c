#include "draw/pieces.hpp"

#include <fmt/core.h>

namespace octomate::draw {

std::string_view piece_group(std::string_view id) {
    const std::size_t begin = pieces_svg.find(fmt::format("<g id=\"{}\"", id));
    if (begin == std::string_view::npos) return {};
    constexpr std::string_view end = "</g>";
    return pieces_svg.substr(begin, pieces_svg.find(end, begin) + end.size() - begin);
}

}  // namespace octomate::draw
