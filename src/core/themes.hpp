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

/// What the solutions of a puzzle can show. Each game has a catalogue of its own.
namespace octomate {

/// A theme: its place in the catalogue of its game, of at most 64.
class ThemeNumber {
  public:
    explicit constexpr ThemeNumber(std::size_t place) : place_(static_cast<std::uint8_t>(place)) {}

    constexpr std::size_t place() const { return place_; }
    constexpr std::uint64_t bit() const { return std::uint64_t{1} << place_; }

    bool operator==(const ThemeNumber&) const = default;

  private:
    std::uint8_t place_;
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
    /// Whether all of the other set are in this one.
    constexpr bool contains_all(ThemeSet others) const { return (others.bits_ & ~bits_) == 0; }

    constexpr void insert(ThemeNumber theme) { bits_ |= theme.bit(); }
    constexpr void insert_if(ThemeNumber theme, bool shown) { bits_ |= shown ? theme.bit() : 0; }

    constexpr ThemeSet& operator|=(ThemeSet other) { return bits_ |= other.bits_, *this; }
    constexpr ThemeSet& operator&=(ThemeSet other) { return bits_ &= other.bits_, *this; }
    friend constexpr ThemeSet operator|(ThemeSet a, ThemeSet b) { return a |= b; }
    friend constexpr ThemeSet operator&(ThemeSet a, ThemeSet b) { return a &= b; }
    /// Those of `a` that are not in `b`.
    friend constexpr ThemeSet operator-(ThemeSet a, ThemeSet b) { return a.bits_ &= ~b.bits_, a; }

    bool operator==(const ThemeSet&) const = default;

    /// Calls `f(theme)` for each, in the order of the catalogue.
    template <class F>
    constexpr void for_each(F f) const {
        for (std::uint64_t rest = bits_; rest; rest &= rest - 1)
            f(ThemeNumber(static_cast<std::size_t>(std::countr_zero(rest))));
    }

  private:
    std::uint64_t bits_ = 0;
};

/// Which puzzles can show a theme.
enum class ShownBy : std::uint8_t {
    Any,          ///< those with a winning move that is like this
    InCheck,      ///< only positions in check
    AllFaces,     ///< only those that ask for whatever wins, not for one roll alone
    LongerMates,  ///< only those that ask for a certain number of moves, more than one
    FirstMoves,   ///< only those that ask for more than one move
    Others,       ///< those that show nothing else
};

/// A theme: how records name it, and what it adds to the scores of a puzzle.
struct ThemeDefinition {
    std::string_view name;
    int hidden = 0;   ///< points for how hard such a move is to see
    int paradox = 0;  ///< points for how much it goes against habit
    int lead = 0;     ///< a puzzle is sorted by its theme of the lowest number; 0: never sorted by it
    ShownBy shown_by = ShownBy::Any;
    int picture = 0;      ///< points for how pure the last position is
    int least_moves = 1;  ///< that win, of a position that shows it
    std::string_view meaning;
};

/// The themes of a game, in the order in which they are written.
class ThemeCatalogue {
  public:
    /// The definitions must outlive it.
    constexpr ThemeCatalogue(std::span<const ThemeDefinition> definitions) : definitions_(definitions) {}

    constexpr std::span<const ThemeDefinition> definitions() const { return definitions_; }
    constexpr const ThemeDefinition& operator[](ThemeNumber theme) const {
        return definitions_[theme.place()];
    }

    /// Returns the theme of a name, in any case; nullopt for other words.
    constexpr std::optional<ThemeNumber> named(std::string_view name) const {
        for (std::size_t at = 0; at < definitions_.size(); ++at) {
            if (same_name(definitions_[at].name, name)) return ThemeNumber(at);
        }
        return std::nullopt;
    }

    /// The names of a set.
    std::vector<std::string> names(ThemeSet set) const {
        std::vector<std::string> names;
        names.reserve(static_cast<std::size_t>(set.size()));
        set.for_each([&](ThemeNumber theme) { names.emplace_back((*this)[theme].name); });
        return names;
    }

    /// The themes of the words that are names.
    ThemeSet among(const std::vector<std::string>& words) const {
        ThemeSet set;
        for (const std::string& word : words) {
            if (const auto theme = named(word)) set.insert(*theme);
        }
        return set;
    }

    /// Those that some puzzles show.
    constexpr ThemeSet shown_by(ShownBy puzzles) const {
        ThemeSet set;
        for (std::size_t at = 0; at < definitions_.size(); ++at)
            set.insert_if(ThemeNumber(at), definitions_[at].shown_by == puzzles);
        return set;
    }

    /// Those that a mate in one can show, nothing being asked of all others.
    constexpr ThemeSet of_mates_in_one() const {
        return shown_by(ShownBy::Any) | shown_by(ShownBy::InCheck) | shown_by(ShownBy::AllFaces);
    }

    /// The most of one of the points that any of the themes has, at least 0.
    constexpr int greatest(ThemeSet set, int ThemeDefinition::*points) const {
        int most = 0;
        set.for_each([&](ThemeNumber theme) { most = std::max(most, (*this)[theme].*points); });
        return most;
    }

    /// One of the points of the themes with returns that diminish: the greatest in full, the next by half,
    /// the next by a quarter, and so on, so that many themes are little more than the best of them. Points
    /// below 0 count in full.
    constexpr int diminishing(ThemeSet set, int ThemeDefinition::*points) const {
        std::array<int, 64> sorted{};
        std::size_t size = 0;
        int sum = 0;
        set.for_each([&](ThemeNumber theme) {
            const int value = (*this)[theme].*points;
            if (value < 0) sum += value;
            if (value <= 0) return;
            std::size_t at = size++;
            for (; at > 0 && sorted[at - 1] < value; --at) sorted[at] = sorted[at - 1];
            sorted[at] = value;
        });
        for (std::size_t at = 0; at < size; ++at) sum += sorted[at] >> std::min<std::size_t>(at, 8);
        return sum;
    }

    /// The theme by which a puzzle is sorted; the last of all if none of those that it shows leads.
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

/// A name as a template argument. (A consteval literal operator would do, but clang 14 calls it at run time
/// in templates.)
template <std::size_t size>
struct ThemeName {
    char characters[size];

    constexpr ThemeName(const char (&literal)[size]) { std::copy(literal, literal + size, characters); }
    constexpr std::string_view text() const { return {characters, size - 1}; }
};

/// The theme of a name that the catalogue has, for the program's own words.
template <const ThemeCatalogue& catalogue>
consteval ThemeNumber theme(std::string_view name) {
    return catalogue.named(name).value();
}

/// The same as a constant: what the literal `"…"_theme` of a game, which names its own catalogue, returns.
template <const ThemeCatalogue& catalogue, ThemeName name>
inline constexpr ThemeNumber theme_named = theme<catalogue>(name.text());

/// How hard a puzzle is to solve and how good a composer would find it, each 0…100; no ratings: no
/// results of solvers went into them. Without a winning move both are 0.
struct Scores {
    int difficulty = 0;
    int quality = 0;

    bool operator==(const Scores&) const = default;
};

}  // namespace octomate
