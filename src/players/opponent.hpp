#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "core/random.hpp"
#include "players/character.hpp"
#include "players/session.hpp"

namespace octomate::players {

/// Who plays against a person. The seed fixes the roll and the chance choices of every ply by its number, so
/// that a game goes on the same from any ply, and a move that was taken back meets the same dice.
struct Opponent {
    int level = 3;
    std::uint64_t seed = 1;

    /// The roll after so many plies: a face, or 0 where no die is used.
    int roll(const Session& session, std::size_t plies) const {
        Random dice = stream(0, plies);
        return session.roll(dice);
    }

    /// What it plays on a face after so many plies; as think_anyway.
    Thought reply(Session& session, int face, std::size_t plies, const Limits& limits,
                  const std::function<void(const std::string&)>& report) const {
        Question question;
        question.face = face;
        question.limits = limits;
        question.seed = stream(1, plies / 2).next();  // every other ply is a reply
        return think_anyway(session, of_level(level), question, report);
    }

    /// Whether the person plays White where the side is left to chance.
    bool gives_white() const { return stream(2, 0).below(2) == 0; }

  private:
    /// A stream of random numbers behind the first so many.
    Random stream(std::uint64_t unit, std::size_t drawn) const {
        Random random = Random::of_unit(seed, unit);
        for (; drawn > 0; --drawn) (void)random.next();
        return random;
    }
};

}  // namespace octomate::players
