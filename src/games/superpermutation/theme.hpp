#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the mates of a puzzle show, and how hard and how good it is.
namespace octomate::themes {

/// What a puzzle can show, in the order in which themes are written. `definitions` says what each means.
enum class Theme : std::uint8_t {
    Cascade,
    Cascade1,
    Cascade2,
    Cascade3,
    Cascade4,
    Cascade5,
    Cascade6,
    Cascade7,
    ThroughOwnMen,
    ThroughEnemyMen,
    ThroughKing,
    PushedKing,
    StoppedCascade,
    Teleport,
    KingCapture,
    Promotion,
    Underpromotion,
    CascadePromotion,
    ForcedPromotion,
    DiscoveredCheck,
    DoubleCheck,
    DisplacedMan,
    PawnMate,
    SmotheredMate,
    ModelMate,
    FreeMove,
    FaceSwitch,
    LoneCascade,
    OnlyUnderpromotion,
    ManSwitch,
    FreeChoice,
    TeleportSwitch,
    InCheck,
    MateIn2,
    MateIn3,
    MateIn4,
    MateIn5,
    LongMate,
    Plain,
};

inline constexpr std::size_t theme_count = static_cast<std::size_t>(Theme::Plain) + 1;

/// A theme's name in records, and what it means.
struct Definition {
    std::string_view name;
    std::string_view meaning;
};

/// One for each theme. A "mate" is a move that wins on one of the faces, a "bound" face one that binds the
/// move to its file. In a mate in more than one, the forced first moves take the place of the mates.
inline constexpr std::array<Definition, theme_count> definitions = {{
    {"cascade", "a mate swaps with one man or more"},
    {"cascade-1", "a mate whose cascade is one swap long"},
    {"cascade-2", "a mate whose cascade is two swaps long"},
    {"cascade-3", "a mate whose cascade is three swaps long"},
    {"cascade-4", "a mate whose cascade is four swaps long"},
    {"cascade-5", "a mate whose cascade is five swaps long"},
    {"cascade-6", "a mate whose cascade is six swaps long"},
    {"cascade-7", "a mate whose cascade is seven swaps long"},
    {"through-own-men", "a mate's cascade passes a man of the mover's own, not his king"},
    {"through-enemy-men", "a mate's cascade passes a man of the opponent's, not his king"},
    {"through-king", "a mate's cascade passes a king, own or enemy"},
    {"pushed-king", "a mate's cascade pushes the opponent's king to the square where he is mate"},
    {"stopped-cascade",
     "a mate's check ends its cascade: the square in front of the mover's last is occupied"},
    {"teleport", "a mate is a teleport"},
    {"king-capture", "a mate is a capture by the king"},
    {"promotion", "a mate promotes the pawn that moves"},
    {"underpromotion", "a mate promotes the pawn that moves to a rook, bishop or knight"},
    {"cascade-promotion", "a mate promotes the pawn that moves at the end of a cascade"},
    {"forced-promotion",
     "a mate's cascade pushes a pawn of the opponent's to its last rank, where it promotes"},
    {"discovered-check", "a mate in which a man that did not move attacks the king, who did not move either"},
    {"double-check", "a mate in which two men or more attack the king"},
    {"displaced-man",
     "a mate in which a man displaced by the cascade, or the king's teleport partner, attacks the king"},
    {"pawn-mate", "a mate in which a pawn attacks the king"},
    {"smothered-mate", "a mate in which every square next to the king holds one of his own men"},
    {"model-mate",
     "a mate in which each square next to the king holds his own man or is attacked by one man, not both"},
    {"free-move", "a mate on a face that leaves the move free"},
    {"face-switch", "two bound faces or more win, each by its own mates"},
    {"lone-cascade", "one face alone wins, by one mate, a cascade (the article's first kind)"},
    {"only-underpromotion",
     "a pawn mates as a rook, bishop or knight where a queen would not (the article's second kind)"},
    {"man-switch", "two bound faces win by moves of different men (the article's third kind)"},
    {"free-choice", "a face that leaves the move free wins by two mates or more (the article's fourth kind)"},
    {"teleport-switch", "two bound faces win by a teleport each (the article's fifth kind)"},
    {"in-check", "the side to move is in check"},
    {"mate-in-2", "mate in two moves, forced whatever is rolled"},
    {"mate-in-3", "mate in three moves, forced whatever is rolled"},
    {"mate-in-4", "mate in four moves, forced whatever is rolled"},
    {"mate-in-5", "mate in five moves, forced whatever is rolled"},
    {"long-mate", "mate in six moves or more, forced whatever is rolled"},
    {"plain", "a mate that shows none of the other themes"},
}};

/// The names alone, in the same order.
inline constexpr std::array<std::string_view, theme_count> theme_names = [] {
    std::array<std::string_view, theme_count> names;
    std::transform(definitions.begin(), definitions.end(), names.begin(),
                   [](const Definition& definition) { return definition.name; });
    return names;
}();

/// The theme's name.
constexpr std::string_view name(Theme theme) { return theme_names[static_cast<std::size_t>(theme)]; }

/// The theme of a name; none for other words.
constexpr std::optional<Theme> theme_named(std::string_view name) {
    const auto found = std::find(theme_names.begin(), theme_names.end(), name);
    if (found == theme_names.end()) return std::nullopt;
    return static_cast<Theme>(found - theme_names.begin());
}

/// A set of themes.
class ThemeSet {
  public:
    constexpr ThemeSet() = default;
    constexpr ThemeSet(std::initializer_list<Theme> themes) {
        for (const Theme theme : themes) insert(theme);
    }

    constexpr bool empty() const { return bits_ == 0; }
    constexpr int size() const { return std::popcount(bits_); }
    constexpr bool contains(Theme theme) const { return (bits_ & bit(theme)) != 0; }
    /// Whether all of the other set are in this one.
    constexpr bool contains_all(ThemeSet others) const { return (others.bits_ & ~bits_) == 0; }

    constexpr void insert(Theme theme) { bits_ |= bit(theme); }
    constexpr void insert_if(Theme theme, bool shown) { bits_ |= shown ? bit(theme) : 0; }

    constexpr ThemeSet& operator|=(ThemeSet other) { return bits_ |= other.bits_, *this; }
    constexpr ThemeSet& operator&=(ThemeSet other) { return bits_ &= other.bits_, *this; }
    friend constexpr ThemeSet operator|(ThemeSet a, ThemeSet b) { return a |= b; }
    friend constexpr ThemeSet operator&(ThemeSet a, ThemeSet b) { return a &= b; }
    /// Those of `a` that are not in `b`.
    friend constexpr ThemeSet operator-(ThemeSet a, ThemeSet b) { return a.bits_ &= ~b.bits_, a; }

    /// The themes as a word: bit n is the n-th theme.
    constexpr std::uint64_t bits() const { return bits_; }

    bool operator==(const ThemeSet&) const = default;

    /// Calls `f(theme)` for each, in order.
    template <class F>
    constexpr void for_each(F f) const {
        for (std::uint64_t rest = bits_; rest; rest &= rest - 1)
            f(static_cast<Theme>(std::countr_zero(rest)));
    }

    /// The names, in order.
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        names.reserve(static_cast<std::size_t>(size()));
        for_each([&](Theme theme) { names.emplace_back(name(theme)); });
        return names;
    }

  private:
    static_assert(theme_count <= 64);
    static constexpr std::uint64_t bit(Theme theme) { return std::uint64_t{1} << static_cast<int>(theme); }

    std::uint64_t bits_ = 0;
};

/// All but those that tell in how many moves a longer mate comes.
inline constexpr ThemeSet of_mates_in_one = [] {
    ThemeSet themes;
    for (int at = 0; at < static_cast<int>(Theme::MateIn2); ++at) themes.insert(static_cast<Theme>(at));
    return themes;
}();

}  // namespace octomate::themes
