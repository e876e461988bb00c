#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board8/bitboard.hpp"
#include "board8/man.hpp"
#include "board8/placement.hpp"
#include "core/expected.hpp"
#include "core/fault.hpp"
#include "games/superpermutation/notation.hpp"
#include "games/superpermutation/theme.hpp"

namespace octomate::make {

/// A move that the composer wants, as written and as read.
struct WantedMove {
    std::string written;
    superpermutation::MoveText text;
};

/// What a face is to do: mate with exactly these moves, or anything. A face that is not wished for must not
/// mate.
struct FaceWish {
    bool any = false;
    std::vector<WantedMove> mates;
};

/// How much a composer minds: 0 not at all, 1 as usual.
struct Taste {
    double economy = 1;   ///< every man costs, a queen more than a pawn
    double kings = 1;     ///< the king of the side to move far from home
    double promoted = 1;  ///< pawns about to promote, men that look promoted
};

/// What to compose.
struct Spec {
    std::string variant;
    Color turn = Color::White;
    board8::Placement men;          ///< as they stand, those that the key names included
    board8::Bitboard empty = 0;     ///< squares without a man: asked for, or passed by a key move
    board8::Bitboard occupied = 0;  ///< squares that a key move's cascade passes
    board8::Bitboard partners = 0;  ///< squares of the men with whom a key move teleports
    std::array<std::optional<FaceWish>, 9> faces;  ///< by face 1…8; 0 in check or without a die
    int max_men = 10;                              ///< kings included
    std::array<std::array<int, 6>, 2> at_most{};   ///< men of a colour and a kind, 0 or more
    Taste taste;
    themes::ThemeSet themes;  ///< that the mates must show

    bool wants_die() const { return !faces[0]; }
};

/// Reads a spec, one JSON object:
/// `{"variant", "turn", "men": {"d1": "K"}, "empty": ["e4"], "key": {"2": ["Rb6-b7#"], "5": "any"},
/// "max_men": 10,
///   "at_most": {"q": 0}, "taste": {"economy": 1, "kings": 1, "promoted": 1}, "themes": ["cascade"]}`.
/// Faults name the field: BadJson, NotAnObject, WrongType, UnknownVariant, BadSquare, BadMan, BadKeyFace,
/// NotAMove.
Expected<Spec, Faults> read_spec(std::string_view text, std::string_view default_variant);

}  // namespace octomate::make
