#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/subject.hpp"

namespace octomate::reports {

/// A position from which a legal move leads to another one.
struct EarlierPosition {
    std::string fen;
    std::string uci;
    std::string move;
    std::vector<int> faces;  ///< on which the move may be played, rising; empty where no die is used
};

/// The positions one move earlier, by FEN, then by move.
struct RetractReport : Subject {
    std::vector<EarlierPosition> earlier;
};

/// What shows that no game leads to a position, for a program that knows the rules but does not search.
struct Certificate {
    enum class Kind : std::uint8_t {
        DoubledPawns,  ///< two pawns of a side on a file
        Promotions,    ///< more pawns and promoted pieces of a side than eight
        Ancestors,     ///< nothing leads into a set of positions, and the usual array is not in it
    };

    Kind kind = Kind::Ancestors;
    Color side = Color::White;
    std::string file;                    ///< of doubled pawns
    int pawns = 0;                       ///< of the side, as is `promoted`
    int promoted = 0;                    ///< at least
    std::vector<std::string> positions;  ///< the set, the position itself first
};

/// Whether a game leads to a position.
struct Legality {
    enum class Verdict : std::uint8_t { Proven, Illegal, Undecided };

    Verdict verdict = Verdict::Undecided;
    std::string plies;                       ///< the game, "(4) d2d4 (3) f7f6", if proven
    int length = 0;                          ///< its plies
    bool shortest = false;                   ///< no game is shorter
    int least = 0;                           ///< no game of fewer plies leads there
    std::uint64_t nodes = 0;                 ///< positions looked at
    std::string why;                         ///< a sentence; empty if proven
    std::optional<Certificate> certificate;  ///< of an illegal position
};

/// "proven", "illegal" or "undecided".
constexpr std::string_view name(Legality::Verdict verdict) {
    constexpr std::string_view names[] = {"proven", "illegal", "undecided"};
    return names[static_cast<std::size_t>(verdict)];
}

/// What is known of how a position arose.
struct ProofReport : Subject {
    Legality legality;
};

/// `{"fen", "move", "uci", "faces": [..] | null, "after"}` for each earlier position, a line each.
std::string json_lines(const RetractReport& report);

/// `{"id", "fen", "variant", "verdict", "plies": "…" | null, "why": null | "…", "length", "shortest",
/// "least", "nodes", "certificate": null | {"kind": "doubled_pawns", "side", "file"} | {"kind": "promotions",
/// "side", "pawns", "promoted"} | {"kind": "ancestors", "positions"}}`.
std::string json(const ProofReport& report);

}  // namespace octomate::reports
