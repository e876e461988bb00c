#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/written.hpp"

namespace octomate {

/// What one man does in a legal move, in the letters of its notation.
struct ShortStep {
    std::string_view who;  ///< the letters of whoever goes; empty: a pawn
    std::string from;
    std::string to;         ///< where he lands
    std::string end{};      ///< where he is left; empty: where he lands
    std::string becomes{};  ///< what stands behind "="
    std::string
        sign{};  ///< between the squares, where it tells moves apart ("_", "<>"); empty for "-" and "x"
    bool captures = false;
};

/// What a legal move does; nothing if it has no short form.
struct ShortFacts {
    std::vector<ShortStep> steps;
    bool any_order = false;  ///< two steps may be named in either order
};

/// The letters of a game's short notation.
struct ShortSpelling {
    bool (*is_man)(std::string_view letters);  ///< whether they name who may go, a pawn apart
    std::string_view becomes;                  ///< what may stand behind "="
    char last_file = 'h';
    std::size_t most_steps = 1;
    std::span<const std::string_view> signs{};  ///< those of `ShortStep::sign`, a longer one before its end
};

/// A move in short as somebody wrote it: "Nf3", "Nbd5", "Qxe4+", "e8=Q", "_d7", steps parted by commas. A
/// from-square, its file or its rank may be said, "x", "+" and "#" too; the square may be the end of a
/// cascade.
class ShortMove {
  public:
    /// None if the text, which must outlive it, is no such thing. "!" and "?" behind are skipped.
    static std::optional<ShortMove> read(std::string_view text, const ShortSpelling& spelling);

    /// Whether it names a legal move that does this, but for the signs "x", "+" and "#".
    bool names(const ShortFacts& move) const { return names(move, false); }

    /// The same, but that it does not say what a man becomes who becomes something.
    bool names_but_promotion(const ShortFacts& move) const { return names(move, true); }

    /// A legal move that it names.
    struct Candidate {
        std::size_t at;  ///< where the caller has it
        ShortFacts facts;
        std::string notation;  ///< long
    };

    /// The one candidate that it means, the signs considered if there are several. AmbiguousMove if several
    /// are left; if there is none, MissingPromotion where some lack that alone, else IllegalMove.
    Expected<Candidate, Fault> choose(std::vector<Candidate> candidates,
                                      const std::vector<Candidate>& lacking) const;

    /// WrongSuffix if a sign is written that the move does not have.
    Faults remarks(const Candidate& candidate) const;

  private:
    struct Step {
        std::string_view who;
        std::string_view file, rank;  ///< of the from-square, as far as they are said
        std::string_view to;
        std::string_view sign;
        std::string_view becomes;
        std::optional<bool> captures;  ///< none: not said
    };

    static std::optional<Step> read_step(std::string_view text, const ShortSpelling& spelling);
    static bool names(const Step& text, const ShortStep& step, bool lacking);
    bool names(const ShortFacts& move, bool lacking) const;
    bool captures_as(const Candidate& candidate) const;
    bool ends_as(const Candidate& candidate) const;

    std::string_view text_;
    std::vector<Step> steps_;
    char suffix_ = 0;  ///< '+', '#' or 0
};

/// Finds the legal move that a text names which is no move in full: in short, if exactly one answers to it.
/// `no_move` is the fault of a text that is not short either; `facts_of(move)` gives the ShortFacts of each.
template <Written P, class FactsOf>
Expected<ReadMove<typename P::Move>, Fault> read_short_move(const P& position, std::string_view text,
                                                            const ShortSpelling& spelling, FactsOf facts_of,
                                                            const Fault& no_move) {
    const auto read = ShortMove::read(text, spelling);
    if (!read) return Unexpected{no_move};
    MoveList<P> moves;
    position.legal_moves(moves);
    std::vector<ShortMove::Candidate> candidates, lacking;
    for (std::size_t at = 0; at < moves.size(); ++at) {
        ShortFacts facts = facts_of(moves[at]);
        const bool named = read->names(facts);
        if (!named && !read->names_but_promotion(facts)) continue;
        (named ? candidates : lacking).push_back({at, std::move(facts), position.notation(moves[at])});
    }
    // They alone are brought into order: where one may travel in time there are very many moves.
    for (auto* some : {&candidates, &lacking})
        std::sort(some->begin(), some->end(),
                  [&](const auto& one, const auto& other) { return moves[one.at] < moves[other.at]; });
    const auto chosen = read->choose(std::move(candidates), lacking);
    if (!chosen) return Unexpected{chosen.error()};
    return ReadMove<typename P::Move>{moves[chosen->at], read->remarks(*chosen)};
}

}  // namespace octomate
