#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.hpp"

// Themes: motifs that the solution of a puzzle can show, such as a sacrifice. Each game has its own catalogue
// (rules/themes.inc in its folder). Also the scores of a puzzle, which depend on its themes.
namespace octomate {

/// A theme, stored as its index, 0…63, in the catalogue of its game.
class ThemeNumber {
  public:
    explicit constexpr ThemeNumber(std::size_t index) : index_(static_cast<std::uint8_t>(index)) {}

    constexpr std::size_t index() const { return index_; }
    constexpr std::uint64_t bit() const { return std::uint64_t{1} << index_; }

    bool operator==(const ThemeNumber&) const = default;

  private:
    std::uint8_t index_;
};

/// A set of themes of one catalogue.
class ThemeSet {
  public:
    constexpr ThemeSet() = default;
    constexpr ThemeSet(std::initializer_list<ThemeNumber> themes) {
        for (const ThemeNumber theme : themes) insert(theme);
    }

    constexpr bool empty() const { return bits_ == 0; }
    constexpr int size() const { return std::popcount(bits_); }
    constexpr bool contains(ThemeNumber theme) const { return (bits_ & theme.bit()) != 0; }
    /// Returns whether every theme of `others` is in this set.
    constexpr bool contains_all(ThemeSet others) const { return (others.bits_ & ~bits_) == 0; }

    constexpr void insert(ThemeNumber theme) { bits_ |= theme.bit(); }
    /// Inserts `theme` if `shown`, without a branch.
    constexpr void insert_if(ThemeNumber theme, bool shown) { bits_ |= shown ? theme.bit() : 0; }

    constexpr ThemeSet& operator|=(ThemeSet other) { return bits_ |= other.bits_, *this; }
    constexpr ThemeSet& operator&=(ThemeSet other) { return bits_ &= other.bits_, *this; }
    friend constexpr ThemeSet operator|(ThemeSet a, ThemeSet b) { return a |= b; }
    friend constexpr ThemeSet operator&(ThemeSet a, ThemeSet b) { return a &= b; }
    /// Returns the themes of `a` that are not in `b`.
    friend constexpr ThemeSet operator-(ThemeSet a, ThemeSet b) { return a.bits_ &= ~b.bits_, a; }

    bool operator==(const ThemeSet&) const = default;

    /// Calls `f(theme)` for each theme of the set, in catalogue order.
    template <class F>
    constexpr void for_each(F f) const {
        for (std::uint64_t rest = bits_; rest; rest &= rest - 1)
            f(ThemeNumber(static_cast<std::size_t>(std::countr_zero(rest))));
    }

  private:
    std::uint64_t bits_ = 0;
};

/// The kind of puzzle that can show a theme.
enum class ShownBy : std::uint8_t {
    Any,          ///< any puzzle with a suitable winning move
    InCheck,      ///< only puzzles whose position is in check
    AllFaces,     ///< only puzzles that ask for the winning moves on all faces, not on one roll
    LongerMates,  ///< only puzzles that ask for a win in one specific number of moves, 2 or more
    FirstMoves,   ///< only puzzles that ask for a win in two or more moves
    Others,       ///< only puzzles that show no other theme
};

/// A theme's name in records and its contribution to the scores of a puzzle.
struct ThemeDefinition {
    std::string_view name;
    int hidden = 0;   ///< difficulty points: how hard the move is to find
    int paradox = 0;  ///< quality points: how much the move contradicts a player's habits
    int lead = 0;     ///< rank in the choice of a puzzle's main theme, lowest first; 0: never chosen
    ShownBy shown_by = ShownBy::Any;
    int picture = 0;           ///< quality points for a pure, model or ideal mate
    int min_moves = 1;         ///< number of winning moves that a puzzle needs to show it
    std::string_view meaning;  ///< description for users
};

/// The themes of a game, in the order in which output lists them.
class ThemeCatalogue {
  public:
    /// Refers to `definitions`, which must outlive the catalogue.
    constexpr ThemeCatalogue(std::span<const ThemeDefinition> definitions) : definitions_(definitions) {}

    constexpr std::span<const ThemeDefinition> definitions() const { return definitions_; }
    constexpr const ThemeDefinition& operator[](ThemeNumber theme) const {
        return definitions_[theme.index()];
    }

    /// Returns the theme called `name`, ignoring case, or nullopt if there is none.
    constexpr std::optional<ThemeNumber> named(std::string_view name) const {
        for (std::size_t i = 0; i < definitions_.size(); ++i) {
            if (same_name(definitions_[i].name, name)) return ThemeNumber(i);
        }
        return std::nullopt;
    }

    /// Returns the names of the themes in `set`, in catalogue order.
    std::vector<std::string> names(ThemeSet set) const {
        std::vector<std::string> names;
        names.reserve(static_cast<std::size_t>(set.size()));
        set.for_each([&](ThemeNumber theme) { names.emplace_back((*this)[theme].name); });
        return names;
    }

    /// Returns the themes named in `words`; other words are ignored.
    ThemeSet named_in(const std::vector<std::string>& words) const {
        ThemeSet set;
        for (const std::string& word : words) {
            if (const auto theme = named(word)) set.insert(*theme);
        }
        return set;
    }

    /// Returns the themes whose `shown_by` is `puzzles`.
    constexpr ThemeSet shown_by(ShownBy puzzles) const {
        ThemeSet set;
        for (std::size_t i = 0; i < definitions_.size(); ++i)
            set.insert_if(ThemeNumber(i), definitions_[i].shown_by == puzzles);
        return set;
    }

    /// Returns the themes that a puzzle to mate in one can show, except those marked `ShownBy::Others`.
    constexpr ThemeSet of_mates_in_one() const {
        return shown_by(ShownBy::Any) | shown_by(ShownBy::InCheck) | shown_by(ShownBy::AllFaces);
    }

    /// Returns the maximum of the field `points` over the themes of `set`, at least 0.
    constexpr int max_points(ThemeSet set, int ThemeDefinition::*points) const {
        int max = 0;
        set.for_each([&](ThemeNumber theme) { max = std::max(max, (*this)[theme].*points); });
        return max;
    }

    /// Returns the sum of the field `points` over the themes of `set`, with diminishing returns: the greatest
    /// counts in full, the next by half, the next by a quarter and so on, so that many themes score little
    /// more than the best one. Negative points count in full.
    constexpr int diminishing_sum(ThemeSet set, int ThemeDefinition::*points) const {
        std::array<int, 64> sorted{};
        std::size_t size = 0;
        int sum = 0;
        set.for_each([&](ThemeNumber theme) {
            const int value = (*this)[theme].*points;
            if (value < 0) sum += value;
            if (value <= 0) return;
            std::size_t i = size++;
            for (; i > 0 && sorted[i - 1] < value; --i) sorted[i] = sorted[i - 1];
            sorted[i] = value;
        });
        for (std::size_t i = 0; i < size; ++i) sum += sorted[i] >> std::min<std::size_t>(i, 8);
        return sum;
    }

    /// Returns the main theme of a puzzle that shows the themes `shown`: the one with the lowest nonzero
    /// `lead`, or the last theme of the catalogue if there is none.
    constexpr ThemeNumber leading(ThemeSet shown) const {
        ThemeNumber leading(definitions_.size() - 1);
        int lowest = 0;
        shown.for_each([&](ThemeNumber theme) {
            const int lead = (*this)[theme].lead;
            if (lead == 0 || (lowest != 0 && lead > lowest)) return;
            lowest = lead;
            leading = theme;
        });
        return leading;
    }

  private:
    std::span<const ThemeDefinition> definitions_;
};

/// A theme name as a template argument. (A consteval literal operator would be simpler, but clang 14 calls it
/// at run time in templates.)
template <std::size_t size>
struct ThemeName {
    char characters[size];

    constexpr ThemeName(const char (&literal)[size]) { std::copy(literal, literal + size, characters); }
    constexpr std::string_view text() const { return {characters, size - 1}; }
};

/// Returns the theme called `name`; does not compile if the catalogue has no such theme.
template <const ThemeCatalogue& catalogue>
consteval ThemeNumber theme(std::string_view name) {
    return catalogue.named(name).value();
}

/// The theme called `name` as a constant; the literal `"…"_theme` of each game returns it.
template <const ThemeCatalogue& catalogue, ThemeName name>
inline constexpr ThemeNumber theme_named = theme<catalogue>(name.text());

/// Estimates, 0…100, of how hard a puzzle is to solve and how good a composer would find it. They are
/// computed from the solution, not from results of solvers; both are 0 if there is no winning move.
struct Scores {
    int difficulty = 0;
    int quality = 0;

    bool operator==(const Scores&) const = default;
};

}  // namespace octomate
