#pragma once

#include <string>
#include <utility>

#include "json/tree.hpp"
#include "make/plain_spec.hpp"
#include "make/spec_faults.hpp"

namespace octomate::make {

/// Reads what faces are to do: `{"4": ["Ra1-a8#", "R?-*"], "5": "any", "6": "single", "7": {"wins": "1-2",
/// "moves": […], "themes": […]}, "others": "any"}`. Faults: BadKeyFace, NotAMove, WrongType.
class WishReader {
  public:
    WishReader(PlainSpec& spec, SpecFaults& faults) : spec_(spec), game_(spec.game), faults_(faults) {}

    /// Adds the wishes of a field to others. `of_key`: each move that must win tells about the board.
    void read(const std::string& field, const SpecJson& value, FaceWishes& wishes, bool of_key) {
        if (!value.is_object()) return faults_.wrong_type(field, "an object of faces and moves");
        for (const auto& entry : value.items()) {
            const std::string& name = entry.key();
            FaceWish wish;
            if (name == "others") {
                read_wish(field, entry.value(), wish, of_key);
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
            read_wish(field, entry.value(), wish, of_key);
            wishes[*face] = std::move(wish);
        }
    }

    /// Gives the faces that were not named what "others" says: 1 and up, or "-" where there is no die.
    void settle(FaceWishes& wishes) const {
        if (!others_ || wishes[0]) return;
        if (!game_.die) {
            wishes[0] = others_;
            return;
        }
        for (std::size_t face = 1; face < wishes.size(); ++face) {
            if (!wishes[face]) wishes[face] = others_;
        }
    }

    /// The number that text gives a face, "-" being 0; BadKeyFace if there is none.
    std::optional<std::size_t> face_named(const std::string& field, const std::string& name) {
        const auto greatest = static_cast<std::size_t>(game_.greatest_face);
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

    void read_wish(const std::string& field, const SpecJson& value, FaceWish& wish, bool of_key) {
        if (value == "any") {
            wish.any = true;
        } else if (value == "single") {
            wish.wins = {1, 1};
        } else if (value.is_array()) {
            read_moves(field, value, wish, of_key);
        } else if (value.is_object()) {
            read_object(field, value, wish, of_key);
        } else {
            faults_.wrong_type(field, "arrays of moves, \"any\", \"single\", or objects");
        }
    }

    void read_object(const std::string& field, const SpecJson& value, FaceWish& wish, bool of_key) {
        const std::vector<std::string> known = {"any", "wins", "moves", "themes"};
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
            read_moves(field + ".moves", value["moves"], wish, of_key);
        }
        if (value.contains("wins")) read_wins(field + ".wins", value["wins"], wish);
        if (value.contains("themes")) {
            const ThemeCatalogue catalogue = game_.themes;
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

    void read_wins(const std::string& field, const SpecJson& value, FaceWish& wish) {
        const auto span = value == "single" ? Span{1, 1} : faults_.read_span(field, value, most_wins);
        if (!span) return;
        wish.wins = *span;
        const auto named = static_cast<int>(wish.mates.size());
        if (span->most < named) {
            faults_.add(
                FaultCode::WrongType, field,
                fmt::format("{} moves are to win, but {} are named that must", records::dump(value), named));
        } else if (wish.lists_moves() && wish.patterns.empty() && span->least > named) {
            faults_.add(
                FaultCode::WrongType, field,
                fmt::format("{} moves are to win, but only the {} named may", records::dump(value), named));
        }
    }

    void read_moves(const std::string& field, const SpecJson& moves, FaceWish& wish, bool of_key) {
        for (const SpecJson& move : moves) {
            if (!move.is_string())
                return faults_.wrong_type(field, "arrays of moves, \"any\", \"single\", or objects");
            const auto text = move.get<std::string>();
            auto wanted = spec_.read_move(text);
            if (wanted) {
                if (of_key) conclude(*wanted);
                if (!wish.names(*wanted)) wish.mates.push_back(*std::move(wanted));
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

    void conclude(const WishedMove& wanted) {
        if (auto contradiction = spec_.conclude(wanted))
            faults_.add(FaultCode::BadMan, "men", *std::move(contradiction));
    }

    PlainSpec& spec_;
    const GameTerms& game_;
    SpecFaults& faults_;
    std::optional<FaceWish> others_;
};

}  // namespace octomate::make
