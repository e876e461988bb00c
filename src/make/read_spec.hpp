#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "make/spec.hpp"

namespace octomate::make {

/// Reads a spec, one JSON object, whose variant, if it names one of the games, is that of `spec`, which says
/// nothing yet; `octomate compose --help` tells the fields. Faults name the field, within a text the
/// character: BadJson, NotAnObject, WrongType, UnknownVariant, BadSquare, BadMan, BadKeyFace, BadRoll,
/// BadMoves, NotAMove, IllegalMove and others of men.
Faults read_spec(PlainSpec& spec, std::string_view text, const std::vector<std::string>& games);

/// The same for the game that begins with `start`.
template <Composable P>
Expected<Spec<P>, Faults> read_spec(const P& start, std::string_view text,
                                    const std::vector<std::string>& games) {
    Spec<P> spec(start);
    if (Faults faults = read_spec(spec, text, games); !faults.empty()) return Unexpected{std::move(faults)};
    spec.settle();
    return spec;
}

}  // namespace octomate::make
