#pragma once

#include <string>
#include <utility>

#include "make/spec.hpp"
#include "make/spec_faults.hpp"

namespace octomate::make {

/// Reads what faces are to do: `{"4": ["Ra1-a8#", "R?-*"], "5": "any", "6": "single", "7": {"wins": "1-2",
/// "moves": […], "themes": […]}, "others": "any"}`. Faults: BadKeyFace, NotAMove, WrongType.
template <Composable P>
class WishReader {
  public:
    using Wanted = typename P::Arrangement::WantedMove;

    explicit WishReader(SpecFaults& faults) : faults_(faults) {}

    /// Adds the wishes of a field to others; `conclude(wanted)` hears of each move that must win.
    template <class Conclude>
    void read(const std::string& field, const SpecJson& value, FaceWishes<P>& wishes, Conclude conclude) {
        if (!value.is_object()) return faults_.wrong_type(field, "an object of faces and moves");
        for (const auto& entry : value.items()) {
            const std::string& name = entry.key();
            FaceWish<P> wish;
            if (name == "others") {
                read_wish(field, entry.value(), wish, conclude);
                if (wish.lists_moves())
                    faults_.add(FaultCode::BadKeyFace, field,
                                "moves are listed for \"others\", expected what any face can do");
                others_ = std::move(wish);
                continue;
            }
            const auto face = face_named(field, name);
            if (!face) continue;
            if (wishes[*face])
                faults_.add(FaultCode::BadKeyFace, field,
                            fmt::format("face \"{}\" stands in \"key\" and in \"faces\"", name));
            read_wish(field, entry.value(), wish, conclude);
            wishes[*face] = std::move(wish);
        }
    }

    /// Gives the faces that were not named what "others" says: 1 and up, or "-" where there is no die.
    void settle(FaceWishes<P>& wishes) const {
        if (!others_ || wishes[0]) return;
        if (!has_die<P>) {
            wishes[0] = others_;
            return;
        }
        for (std::size_t face = 1; face < wishes.size(); ++face) {
            if (!wishes[face]) wishes[face] = others_;
        }
    }

    /// The number that text gives a face, "-" being 0; BadKeyFace if there is none.
    std::optional<std::size_t> face_named(const std::string& field, const std::string& name) {
        constexpr auto greatest = static_cast<std::size_t>(P::Arrangement::greatest_face);
        if (name == "-") return 0;
        for (std::size_t face = 1; face <= greatest; ++face) {
            if (name == std::to_string(face)) return face;
        }
        faults_.add(
            FaultCode::BadKeyFace, field,
            greatest == 0
                ? fmt::format("\"{}\" is no face: the game has no die, expected \"-\"", name)
                : fmt::format("\"{}\" is no face, expected \"1\" to \"{}\" or \"-\"", name, greatest));
        return std::nullopt;
    }

  private:
    static constexpr int most_wins = 200;

    template <class Conclude>
    void read_wish(const std::string& field, const SpecJson& value, FaceWish<P>& wish, Conclude conclude) {
        if (value == "any") {
            wish.any = true;
        } else if (value == "single") {
            wish.wins = {1, 1};
        } else if (value.is_array()) {
            read_moves(field, value, wish, conclude);
        } else if (value.is_object()) {
            read_object(field, value, wish, conclude);
        } else {
            faults_.wrong_type(field, "arrays of moves, \"any\", \"single\", or objects");
        }
    }

    template <class Conclude>
    void read_object(const std::string& field, const SpecJson& value, FaceWish<P>& wish, Conclude conclude) {
        constexpr std::string_view known[] = {"any", "wins", "moves", "themes"};
        faults_.refuse_unknown(field, value, "a face", known);
        if (value.contains("any")) {
            if (value["any"] != true) return faults_.wrong_type(field + ".any", "true");
            if (value.size() > 1)
                return faults_.add(FaultCode::WrongType, field + ".any",
                                   "a face may do anything, so nothing else can be asked of it");
            wish.any = true;
        }
        if (value.contains("moves")) {
            if (!value["moves"].is_array()) return faults_.wrong_type(field + ".moves", "an array of moves");
            read_moves(field + ".moves", value["moves"], wish, conclude);
        }
        if (value.contains("wins")) read_wins(field + ".wins", value["wins"], wish);
        if (value.contains("themes")) {
            const ThemeCatalogue catalogue = P::themes;
            ThemeSet allowed = catalogue.of_mates_in_one() - catalogue.shown_by(ShownBy::AllFaces);
            catalogue.of_mates_in_one().for_each([&](ThemeNumber theme) {
                if (catalogue[theme].least_moves > 1) allowed = allowed - ThemeSet{theme};
            });
            faults_.read_themes(field + ".themes", value["themes"], catalogue, allowed, wish.themes);
            if (!wish.may_win())
                faults_.add(FaultCode::WrongType, field + ".themes",
                            "a face that does not win shows no themes");
        }
    }

    void read_wins(const std::string& field, const SpecJson& value, FaceWish<P>& wish) {
        const auto span = value == "single" ? Span{1, 1} : faults_.read_span(field, value, most_wins);
        if (!span) return;
        wish.wins = *span;
        const auto named = static_cast<int>(wish.mates.size());
        if (span->most < named) {
            faults_.add(FaultCode::WrongType, field,
                        fmt::format("{} moves are to win, but {} are named that must", value.dump(), named));
        } else if (wish.lists_moves() && wish.patterns.empty() && span->least > named) {
            faults_.add(FaultCode::WrongType, field,
                        fmt::format("{} moves are to win, but only the {} named may", value.dump(), named));
        }
    }

    template <class Conclude>
    void read_moves(const std::string& field, const SpecJson& moves, FaceWish<P>& wish, Conclude conclude) {
        for (const SpecJson& move : moves) {
            if (!move.is_string())
                return faults_.wrong_type(field, "arrays of moves, \"any\", \"single\", or objects");
            const auto text = move.get<std::string>();
            auto wanted = Wanted::read(text);
            if (wanted) {
                conclude(*wanted);
                const auto same = [&](const Wanted& other) { return other.same_move(*wanted); };
                if (std::none_of(wish.mates.begin(), wish.mates.end(), same))
                    wish.mates.push_back(*std::move(wanted));
            } else if (MovePattern::has_wildcard(text)) {
                auto pattern = MovePattern::read(text);
                if (pattern) {
                    wish.patterns.push_back(*std::move(pattern));
                } else {
                    faults_.add(FaultCode::NotAMove, field, pattern.error().message, pattern.error().offset);
                }
            } else {
                faults_.add(FaultCode::NotAMove, field, wanted.error().message, wanted.error().offset);
            }
        }
        const auto number = static_cast<int>(wish.mates.size() + wish.patterns.size());
        wish.wins = {number, number};
    }

    SpecFaults& faults_;
    std::optional<FaceWish<P>> others_;
};

}  // namespace octomate::make
