#pragma once

#include <bitset>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "core/themes.hpp"
#include "core/types.hpp"

namespace octomate::make {

/// A range of whole numbers, both ends included.
struct Span {
    static constexpr int no_end = std::numeric_limits<int>::max();

    int least = 0;
    int most = 0;

    constexpr bool contains(int number) const { return least <= number && number <= most; }
    bool operator==(const Span&) const = default;
};

/// The squares of a board by their names, and the files and ranks that those name.
class Geometry {
  public:
    /// The names of all squares, by their numbers.
    explicit Geometry(std::vector<std::string> names);

    int squares() const { return static_cast<int>(names_.size()); }
    const std::string& name(int square) const { return names_[static_cast<std::size_t>(square)]; }
    std::optional<int> square_named(std::string_view name) const;

    /// From 0.
    int file_of(int square) const { return names_[static_cast<std::size_t>(square)].front() - 'a'; }
    int rank_of(int square) const { return ranks_of_[static_cast<std::size_t>(square)]; }

    /// How many there are.
    int files() const { return files_; }
    int ranks() const { return ranks_; }

    /// None off the board.
    std::optional<int> square_at(int file, int rank) const;

  private:
    std::vector<std::string> names_;
    std::vector<int> ranks_of_;
    std::vector<int> squares_;  // by files, and in them by ranks
    int files_ = 0, ranks_ = 0;
};

/// The board of a game's arrangements.
template <class Men>
const Geometry& geometry_of() {
    static const Geometry board([] {
        std::vector<std::string> names;
        for (int square = 0; square < Men::squares; ++square) names.push_back(Men::name(square));
        return names;
    }());
    return board;
}

/// A set of squares of any game, by their numbers.
using Squares = std::bitset<128>;

/// Calls `visit(square)` for each square of a set, in order.
template <class Visit>
void for_each_square(const Squares& set, Visit visit) {
    for (std::size_t square = 0; square < set.size(); ++square) {
        if (set[square]) visit(static_cast<int>(square));
    }
}

/// The board, the men and the die of a game whose puzzles can be made, by their numbers.
struct GameTerms {
    struct Man {
        char letter = '?';
        Color side = Color::White;
        bool royal = false;
        int usual = 0;       ///< how many a usual set has
        bool named = false;  ///< whether its letter names it
        Squares may_stand;
    };

    const Geometry& board;
    std::vector<Man> men;
    int usual_men = 0;
    const Die* die = nullptr;  ///< none: all moves may be played
    int greatest_face = 0;     ///< 0 without a die
    ThemeCatalogue themes;
    /// Whether a game can lead to a board with these men, or why not.
    Expected<void, std::string> (*check_numbers)(const std::vector<int>& men) = nullptr;
    // In words, where puzzles can be composed.
    std::string_view letters = {}, square_range = {};
    std::string_view anywhere = {}, elsewhere = {};  ///< where a walk puts men
    std::span<const std::string_view> tastes = {};   ///< the names of what makes a position look bad

    const Man& man(int number) const { return men[static_cast<std::size_t>(number)]; }
    int kinds_of_men() const { return static_cast<int>(men.size()); }

    /// The number of the man that a letter names.
    std::optional<int> man_of(char letter) const;

    /// The face that a text names, "-" being 0: no die is used.
    std::optional<int> face_named(std::string_view text) const;
};

/// The terms of the game of a position.
template <class P>
const GameTerms& terms_of() {
    using Men = typename P::Arrangement;
    static const GameTerms terms = [] {
        std::vector<GameTerms::Man> men;
        for (int number = 0; number < Men::kinds_of_men; ++number) {
            const auto man = Men::man_numbered(number);
            GameTerms::Man& one = men.emplace_back();
            one.letter = Men::letter(man);
            one.side = Men::side(man);
            one.royal = Men::royal(man);
            one.usual = Men::usual(man);
            one.named = Men::man_of(one.letter) == man;
            for (int square = 0; square < Men::squares; ++square)
                one.may_stand[static_cast<std::size_t>(square)] = Men::may_stand(man, square);
        }
        const Die* const die = die_of<P>();
        GameTerms terms{geometry_of<Men>(),   std::move(men), Men::usual_men, die,
                        die ? die->faces : 0, P::themes};
        terms.check_numbers = [](const std::vector<int>& numbers) {
            std::vector<typename Men::Man> all;
            for (const int number : numbers) all.push_back(Men::man_numbered(number));
            return Men::check_numbers(all);
        };
        if constexpr (requires { Men::letters; }) {
            terms.letters = Men::letters;
            terms.square_range = Men::square_range;
            terms.anywhere = Men::anywhere;
            terms.elsewhere = Men::elsewhere;
            terms.tastes = Men::tastes;
        }
        return terms;
    }();
    return terms;
}

/// Reads a set of squares: its parts, between commas, are squares ("e4"), rectangles by two corners
/// ("a1-h2"), files ("e-file"), ranks ("4-rank"), and "light", "dark" and "edge" squares; they are added up.
/// BadSquare at the first part that is none, with an empty field.
Expected<Squares, Fault> read_squares(std::string_view text, const GameTerms& game);

}  // namespace octomate::make
