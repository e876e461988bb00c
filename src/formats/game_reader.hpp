#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "formats/game_score.hpp"
#include "formats/game_tokens.hpp"

namespace octomate::records {

/// Reads games from a text, one after the other: tokens such as `(7) Ke8-b8`, or PGN with `{[%d8 7]}`, mixed
/// freely.
///
/// A game ends with a result, a blank line behind its moves, tags behind its moves, or the text. Move numbers
/// and NAGs are skipped, as are comments (`{…}`, `;` to the end of the line) but for the die in them, a byte
/// order mark and lines that begin with '%'. Parentheses hold dice or, behind a move, variations, which may
/// hold further ones; any other text in them becomes a move that no rules will read. Dice in comments stand
/// before their moves if the game's (or variation's) first one does, else behind them.
class GameReader {
  public:
    /// The text must outlive the reader. Offsets on its first line begin behind a byte order mark.
    explicit GameReader(std::string_view text) : tokens_(text) {}

    /// The next game, or none at the end of the text. What is wrong with the text stands in the game's
    /// faults.
    std::optional<GameScore> next();

    /// The line, from 1, on which the next game is looked for.
    std::size_t line() const { return tokens_.cursor().line; }

  private:
    GameTokens tokens_;
};

}  // namespace octomate::records
