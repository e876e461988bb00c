#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/color.hpp"

namespace octomate::super_chess {

/// What stands on a square as a whole: a man of chess, a pope, or one of the stacks of section 2. A stack of
/// two or more is a super piece. The top distinguishes the two kinds of High Ground.
enum class Kind : std::uint8_t {
    None,
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    Pope,
    Mvp,
    Cathedral,
    Hourglass,
    Paladin,
    PseudoQueen,
    Cardinal,
    HyperQueen,
    CowardlyKing,
    CowardlyPope,
    Goap,
    Vatican,
    HighGround,
    PopesHighGround,
};

inline constexpr std::size_t kinds = 21;

constexpr std::size_t index(Kind kind) { return static_cast<std::size_t>(kind); }

/// A kind's men from bottom to top, as a FEN writes White's without their memories, and its name.
struct KindText {
    std::string_view men;
    std::string_view name;
};

inline constexpr std::array<KindText, kinds> kind_texts = {
    {{"", "nobody"},          {"P", "pawn"},       {"N", "knight"},       {"B", "bishop"},
     {"R", "rook"},           {"Q", "queen"},      {"K", "king"},         {"O", "pope"},
     {"RP", "MVP"},           {"RR", "Cathedral"}, {"RR", "Hourglass"},   {"RN", "Paladin"},
     {"RB", "Pseudo Queen"},  {"RB", "Cardinal"},  {"RQ", "Hyper Queen"}, {"RK", "Cowardly King"},
     {"RO", "Cowardly Pope"}, {"RRP", "GOAP"},     {"RRR", "Vatican"},    {"RRRK", "High Ground"},
     {"RRRO", "High Ground"}}};

/// The men of a kind from bottom to top.
constexpr std::string_view men_of(Kind kind) { return kind_texts[index(kind)].men; }

/// How many men a kind is made of.
constexpr int size_of(Kind kind) { return static_cast<int>(men_of(kind).size()); }

constexpr std::string_view name_of(Kind kind) { return kind_texts[index(kind)].name; }

/// "a rook", "an Hourglass".
inline std::string with_article(std::string_view name) {
    return (name == "MVP" || name == "Hourglass" ? "an " : "a ") + std::string(name);
}

constexpr bool is_super(Kind kind) { return kind >= Kind::Mvp; }

/// King, pope and those on a rook (section 2), and those on the High Ground.
constexpr bool is_king_like(Kind kind) {
    return kind == Kind::King || kind == Kind::Pope || kind == Kind::CowardlyKing ||
           kind == Kind::CowardlyPope || kind >= Kind::HighGround;
}

constexpr bool is_high_ground(Kind kind) { return kind >= Kind::HighGround; }

/// Which of its side a pawn or rook is, for ever (section 2): the first rooks q and k, the pawns a to h,
/// and the rook that a pawn became.
using Identity = std::uint8_t;

inline constexpr std::string_view identity_letters = "qkabcdefgh";
inline constexpr Identity queens_rook = 0;
inline constexpr Identity kings_rook = 1;
inline constexpr Identity first_pawn = 2;

/// A set of identities of a side: bit n is identity n.
using IdentitySet = std::uint16_t;

/// The stack of a square with all that its men remember, in 32 bits; empty by default. What a kind does not
/// have is zero, so equal stacks are equal numbers.
class Stack {
  public:
    constexpr Stack() = default;
    constexpr Stack(Kind kind, Color side)
        : bits_(static_cast<std::uint32_t>(kind) | static_cast<std::uint32_t>(octomate::index(side)) << 5) {}

    constexpr Kind kind() const { return static_cast<Kind>(bits_ & 31); }
    constexpr Color side() const { return static_cast<Color>(bits_ >> 5 & 1); }
    constexpr explicit operator bool() const { return bits_ != 0; }
    constexpr std::uint32_t bits() const { return bits_; }

    /// Of the man number `at` from the bottom, 0…2, which is a rook or pawn.
    constexpr Identity identity(int at) const { return static_cast<Identity>(bits_ >> (6 + 4 * at) & 15); }
    constexpr Stack with_identity(int at, Identity identity) const {
        return changed(15U << (6 + 4 * at), std::uint32_t{identity} << (6 + 4 * at));
    }

    /// Whether the bishop's first square was light.
    constexpr bool light() const { return (bits_ >> 18 & 1) != 0; }
    constexpr Stack with_light(bool light) const { return changed(1U << 18, (light ? 1U : 0U) << 18); }

    /// What the light bishop took as a Cardinal: pieces, at most 2, and their points, at most 6 (section 7).
    constexpr int pieces() const { return static_cast<int>(bits_ >> 19 & 3); }
    constexpr int points() const { return static_cast<int>(bits_ >> 21 & 7); }
    constexpr Stack with_taken(int pieces, int points) const {
        return changed(31U << 19,
                       static_cast<std::uint32_t>(pieces) << 19 | static_cast<std::uint32_t>(points) << 21);
    }

    /// Whether the king-like man has super castled, and hyper castled (section 9).
    constexpr bool super_castled() const { return (bits_ >> 24 & 1) != 0; }
    constexpr bool hyper_castled() const { return (bits_ >> 25 & 1) != 0; }
    constexpr Stack with_castled(bool super, bool hyper) const {
        return changed(3U << 24, (super ? 1U : 0U) << 24 | (hyper ? 1U : 0U) << 25);
    }

    /// Whether the bare pawn has moved; in a stack every pawn has.
    constexpr bool moved() const { return (bits_ >> 26 & 1) != 0; }
    constexpr Stack with_moved(bool moved) const { return changed(1U << 26, (moved ? 1U : 0U) << 26); }

    /// The same men as another kind: what they remember stays where it is.
    constexpr Stack as(Kind kind) const { return changed(31, static_cast<std::uint32_t>(kind)); }

    /// The identities of its rooks and pawns.
    constexpr IdentitySet identities() const {
        IdentitySet set = 0;
        const std::string_view men = men_of(kind());
        for (std::size_t at = 0; at < men.size(); ++at) {
            if (men[at] == 'R' || men[at] == 'P')
                set = static_cast<IdentitySet>(set | 1U << identity(static_cast<int>(at)));
        }
        return set;
    }

    constexpr bool operator==(const Stack&) const = default;

  private:
    constexpr Stack changed(std::uint32_t mask, std::uint32_t value) const {
        Stack stack;
        stack.bits_ = (bits_ & ~mask) | value;
        return stack;
    }

    std::uint32_t bits_ = 0;
};

/// Whether a stack may be split, and how many men may leave it (section 4).
constexpr bool can_split(Kind kind) {
    return is_super(kind) && kind != Kind::HyperQueen && !is_high_ground(kind);
}

namespace detail {

/// What stands on the rook of a stack of two.
constexpr Kind upper_of_two(Kind kind) {
    switch (kind) {
        case Kind::Mvp: return Kind::Pawn;
        case Kind::Cathedral:
        case Kind::Hourglass: return Kind::Rook;
        case Kind::Paladin: return Kind::Knight;
        case Kind::PseudoQueen:
        case Kind::Cardinal: return Kind::Bishop;
        case Kind::CowardlyKing: return Kind::King;
        case Kind::CowardlyPope: return Kind::Pope;
        default: return Kind::None;
    }
}

}  // namespace detail

/// Into what a stack that may be split falls apart when its lower `lower` men leave, or all above them.
struct Split {
    Stack lower;
    Stack upper;
};

/// Requires 1 ≤ lower < size. Memories go with their men; the rooks of an Hourglass are upright (section 4).
constexpr Split split(Stack stack, int lower) {
    const Kind kind = stack.kind();
    const Color side = stack.side();
    Split parts;
    const auto rook = [&](int at) { return Stack(Kind::Rook, side).with_identity(0, stack.identity(at)); };
    const auto pawn = [&](int at) {
        return Stack(Kind::Pawn, side).with_identity(0, stack.identity(at)).with_moved(true);
    };
    const auto two = [&](Kind pair, int at) {
        return Stack(pair, side)
            .with_identity(0, stack.identity(at))
            .with_identity(1, stack.identity(at + 1));
    };
    if (kind == Kind::Goap || kind == Kind::Vatican) {
        const bool goap = kind == Kind::Goap;
        if (lower == 1) return {rook(0), two(goap ? Kind::Mvp : Kind::Cathedral, 1)};
        return {two(Kind::Cathedral, 0), goap ? pawn(2) : rook(2)};
    }
    parts.lower = rook(0);
    const Kind upper = detail::upper_of_two(kind);
    if (upper == Kind::Pawn) {
        parts.upper = pawn(1);
    } else if (upper == Kind::Rook) {
        parts.upper = rook(1);
    } else {  // all that is remembered of men that are no rook or pawn
        parts.upper = stack.as(upper).with_identity(0, 0);
    }
    return parts;
}

/// What a hopper makes of an own base (section 3), a rook on a rook being a Cathedral; empty if there is no
/// such stack.
constexpr Kind hopped(Stack hopper, Kind base) {
    const Kind kind = hopper.kind();
    if (base == Kind::Rook) {
        switch (kind) {
            case Kind::Pawn: return Kind::Mvp;
            case Kind::Rook: return Kind::Cathedral;
            case Kind::Knight: return Kind::Paladin;
            case Kind::Bishop: return hopper.light() ? Kind::Cardinal : Kind::PseudoQueen;
            case Kind::Queen: return Kind::HyperQueen;
            case Kind::King: return Kind::CowardlyKing;
            case Kind::Pope: return Kind::CowardlyPope;
            case Kind::Mvp: return Kind::Goap;
            case Kind::Cathedral: return Kind::Vatican;
            default: return Kind::None;
        }
    }
    if (base == Kind::Cathedral) {
        switch (kind) {
            case Kind::Pawn: return Kind::Goap;
            case Kind::Rook: return Kind::Vatican;
            case Kind::CowardlyKing: return Kind::HighGround;
            case Kind::CowardlyPope: return Kind::PopesHighGround;
            default: return Kind::None;
        }
    }
    if (base == Kind::Vatican) {
        if (kind == Kind::King) return Kind::HighGround;
        if (kind == Kind::Pope) return Kind::PopesHighGround;
    }
    return Kind::None;
}

/// The stack that a hop makes; requires that there is one. Memories of both stay.
constexpr Stack hop(Stack hopper, Stack base) {
    Stack stack = hopper.as(hopped(hopper, base.kind())).with_moved(false);
    const int below = size_of(base.kind());
    const int above = size_of(hopper.kind());
    for (int at = above - 1; at >= 0; --at) {
        if (below + at < 3) stack = stack.with_identity(below + at, hopper.identity(at));
    }
    for (int at = 0; at < below; ++at) stack = stack.with_identity(at, base.identity(at));
    if (stack.kind() == Kind::PseudoQueen) stack = stack.with_taken(0, 0);
    // Only rooks and pawns have identities.
    for (int at = 0; at < 3; ++at) {
        const std::string_view men = men_of(stack.kind());
        const auto place = static_cast<std::size_t>(at);
        if (place >= men.size() || (men[place] != 'R' && men[place] != 'P'))
            stack = stack.with_identity(at, 0);
    }
    return stack;
}

/// Points of a man that is no super piece and not king-like (section 7).
constexpr int points_of(Kind kind) {
    switch (kind) {
        case Kind::Pawn: return 1;
        case Kind::Knight:
        case Kind::Bishop: return 3;
        case Kind::Rook: return 5;
        default: return 9;
    }
}

/// Whether a Cardinal becomes a Cowardly Pope by capturing as a whole (section 7, A17).
constexpr bool makes_pope(Stack cardinal, Kind victim) {
    return is_super(victim) || is_king_like(victim) || cardinal.pieces() == 2 ||
           cardinal.points() + points_of(victim) >= 7;
}

}  // namespace octomate::super_chess
