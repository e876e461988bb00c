#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "make/spec.hpp"
#include "text/words.hpp"

namespace octomate::make {

/// Reads the spec of a composition.
template <Composable P>
class SpecReader {
  public:
    /// `start`: where the game begins; `games`: the names that "variant" may be.
    SpecReader(const P& start, const std::vector<std::string>& games) : games_(games), spec_(start) {}

    Expected<Spec<P>, Faults> read(std::string_view text) {
        const Json json = Json::parse(text, nullptr, false);
        if (json.is_discarded()) {
            add(FaultCode::BadJson, "line", "the spec is no JSON, expected one object");
        } else if (!json.is_object()) {
            add(FaultCode::NotAnObject, "line", "the spec is no object, expected {…}");
        } else {
            read_object(json);
        }
        if (faults_.empty()) validate();
        if (!faults_.empty()) return Unexpected{std::move(faults_)};
        return std::move(spec_);
    }

  private:
    using Json = nlohmann::ordered_json;
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;
    using Wanted = typename Men::WantedMove;

    void add(FaultCode code, std::string field, std::string message) {
        faults_.push_back({code, std::move(field), 0, std::move(message)});
    }

    void wrong_type(const char* field, std::string_view expected) {
        add(FaultCode::WrongType, field, fmt::format("{} has the wrong type, expected {}", field, expected));
    }

    void read_object(const Json& json) {
        constexpr std::string_view known[] = {"variant", "turn",    "men",   "empty", "key",
                                              "max_men", "at_most", "taste", "themes"};
        for (const auto& entry : json.items()) {
            if (std::find(std::begin(known), std::end(known), entry.key()) != std::end(known)) continue;
            add(FaultCode::WrongType, entry.key(),
                fmt::format("\"{}\" is no field of a spec, expected one of {}", entry.key(),
                            fmt::join(known, ", ")));
        }
        if (json.contains("variant")) read_variant(json["variant"]);
        if (json.contains("turn")) read_turn(json["turn"]);
        if (json.contains("men")) read_men(json["men"]);
        if (json.contains("empty")) read_empty(json["empty"]);
        if (json.contains("max_men")) read_max_men(json["max_men"]);
        if (json.contains("at_most")) read_at_most(json["at_most"]);
        if (json.contains("taste")) read_taste(json["taste"]);
        if (json.contains("themes")) read_themes(json["themes"]);
        if (json.contains("key")) {
            read_key(json["key"]);
        } else {
            wrong_type("key", "an object of faces and moves");
        }
    }

    void read_variant(const Json& value) {
        if (!value.is_string()) return wrong_type("variant", "a string");
        const auto name = value.get<std::string>();
        const bool known = name == spec_.start.variant();  // the name of an option is in no list
        if (known || std::find(games_.begin(), games_.end(), name) != games_.end()) return;
        add(FaultCode::UnknownVariant, "variant",
            fmt::format("\"{}\" is no game, expected {}", name, enumerate(games_, " or ")));
    }

    void read_turn(const Json& value) {
        if (value == "white") {
            spec_.turn = Color::White;
        } else if (value == "black") {
            spec_.turn = Color::Black;
        } else {
            add(FaultCode::BadSide, "turn",
                fmt::format("turn is {}, expected \"white\" or \"black\"", value.dump()));
        }
    }

    std::optional<int> read_square(const char* field, const std::string& name) {
        const auto square = Men::square_named(name);
        if (!square)
            add(FaultCode::BadSquare, field,
                fmt::format("\"{}\" is no square, expected {}", name, Men::square_range));
        return square;
    }

    void read_men(const Json& value) {
        if (!value.is_object()) return wrong_type("men", "an object of squares and letters");
        for (const auto& entry : value.items()) {
            const std::string& name = entry.key();
            const Json& letter = entry.value();
            const auto square = read_square("men", name);
            const std::string text = letter.is_string() ? letter.get<std::string>() : letter.dump();
            const auto man = text.size() == 1 ? Men::man_of(text[0]) : std::nullopt;
            if (!man) {
                add(FaultCode::BadMan, "men",
                    fmt::format("\"{}\" on {} is no man, expected a letter of {}", text, name, Men::letters));
            } else if (square) {
                spec_.men.remove(*square);
                spec_.men.put(*man, *square);
            }
        }
    }

    void read_empty(const Json& value) {
        if (!value.is_array()) return wrong_type("empty", "an array of squares");
        for (const Json& name : value) {
            if (!name.is_string()) return wrong_type("empty", "an array of squares");
            if (const auto square = read_square("empty", name.get<std::string>()))
                spec_.demands.keep_empty(*square);
        }
    }

    void read_max_men(const Json& value) {
        if (!value.is_number_integer() || value.get<long>() < 2 || value.get<long>() > Men::usual_men) {
            return wrong_type("max_men", fmt::format("a whole number from 2 to {}", Men::usual_men));
        }
        spec_.max_men = value.get<int>();
    }

    void read_at_most(const Json& value) {
        if (!value.is_object()) return wrong_type("at_most", "an object of letters and numbers");
        for (const auto& entry : value.items()) {
            const std::string& letter = entry.key();
            const Json& number = entry.value();
            const auto man = letter.size() == 1 ? Men::man_of(letter[0]) : std::nullopt;
            if (!man || Men::royal(*man)) {
                std::string letters(Men::letters);
                std::erase_if(letters, [](char one) { return Men::royal(*Men::man_of(one)); });
                add(FaultCode::BadMan, "at_most",
                    fmt::format("\"{}\" is no man to be limited, expected a letter of {}", letter, letters));
            } else if (!number.is_number_integer() || number.get<long>() < 0 ||
                       number.get<long>() > Men::usual_men) {
                wrong_type("at_most", fmt::format("numbers from 0 to {}", Men::usual_men));
            } else {
                spec_.at_most[static_cast<std::size_t>(Men::number(*man))] = number.get<int>();
            }
        }
    }

    void read_taste(const Json& value) {
        if (!value.is_object()) return wrong_type("taste", "an object of weights");
        const auto& weights = Men::Taste::weights;
        for (const auto& entry : value.items()) {
            const std::string& name = entry.key();
            const Json& number = entry.value();
            const auto known = std::find_if(weights.begin(), weights.end(),
                                            [&](const auto& weight) { return name == weight.name; });
            if (known == weights.end() || !number.is_number()) {
                std::vector<std::string> names;
                for (const auto& weight : weights) names.emplace_back(weight.name);
                return wrong_type("taste", fmt::format("the weights {}", enumerate(names, " and ")));
            }
            spec_.taste.*known->value = number.get<double>();
        }
    }

    void read_themes(const Json& value) {
        if (!value.is_array()) return wrong_type("themes", "an array of names");
        const ThemeCatalogue catalogue = P::themes;
        for (const Json& theme : value) {
            const auto named = theme.is_string() ? catalogue.named(theme.get<std::string>()) : std::nullopt;
            if (!named || !catalogue.of_mates_in_one().contains(*named)) {
                const auto names = catalogue.names(catalogue.of_mates_in_one());
                return wrong_type("themes", fmt::format("names of {}", fmt::join(names, ", ")));
            }
            spec_.themes.insert(*named);
        }
    }

    void read_key(const Json& value) {
        if (!value.is_object()) return wrong_type("key", "an object of faces and moves");
        for (const auto& entry : value.items()) {
            const std::string& name = entry.key();
            const Json& moves = entry.value();
            const bool none = name == "-";
            std::size_t face = none ? 0 : 1;
            while (!none && face <= Men::greatest_face && name != std::to_string(face)) ++face;
            if (face > Men::greatest_face) {
                add(FaultCode::BadKeyFace, "key",
                    Men::greatest_face == 0
                        ? fmt::format("\"{}\" is no face: the game has no die, expected \"-\"", name)
                        : fmt::format("\"{}\" is no face, expected \"1\" to \"{}\" or \"-\"", name,
                                      Men::greatest_face));
                continue;
            }
            read_wish(spec_.faces[face].emplace(), moves);
        }
    }

    void read_wish(FaceWish<P>& wish, const Json& moves) {
        if (moves == "any") {
            wish.any = true;
            return;
        }
        if (!moves.is_array()) return wrong_type("key", "arrays of moves, or \"any\"");
        for (const Json& move : moves) {
            if (!move.is_string()) return wrong_type("key", "arrays of moves, or \"any\"");
            auto wanted = Wanted::read(move.get<std::string>());
            if (!wanted) {
                add(FaultCode::NotAMove, "key", wanted.error().message);
                continue;
            }
            if (auto contradiction = spec_.demands.conclude(*wanted, spec_.turn, spec_.men))
                add(FaultCode::BadMan, "men", *std::move(contradiction));
            wish.mates.push_back(*std::move(wanted));
        }
    }

    /// What no position can be, whatever else stands on the board.
    void validate() {
        int men = Men::count(spec_.men.occupied());
        for (auto rest = spec_.men.occupied(); Men::count(rest) > 0;) {
            const int square = Men::pop_first(rest);
            if (Men::contains(spec_.demands.empty(), square)) {
                add(FaultCode::BadMan, "men",
                    fmt::format("a man is to stand on {}, which must be empty (\"empty\", or a move of the "
                                "key passes it)",
                                Men::name(square)));
            }
            if (auto fault = Men::misplaced(*spec_.men.at(square), square))
                faults_.push_back(*std::move(fault));
        }
        for (const Color color : {Color::White, Color::Black}) {
            const int royal = Men::count(spec_.men.all_of(Men::royal_man(color)));
            if (royal > 1) {
                add(FaultCode::TooManyKings, "men",
                    fmt::format("{} is to have {} kings, expected one", name(color), royal));
            }
            if (royal == 0) ++men;
        }
        if (men > spec_.max_men) {
            add(FaultCode::WrongType, "max_men",
                fmt::format("max_men is {}, but the spec needs {} men, kings included", spec_.max_men, men));
        }
        for (std::size_t face = 1; face < spec_.faces.size(); ++face) {
            if (!spec_.faces[face]) continue;
            if (!has_die<P>)
                add(FaultCode::BadKeyFace, "key",
                    fmt::format("the key names face {}, but the game has no die, expected \"-\"", face));
            if (has_die<P> && spec_.faces[0])
                add(FaultCode::BadKeyFace, "key",
                    fmt::format("the key names face {} and \"-\": a position is in check or it is not",
                                face));
        }
    }

    const std::vector<std::string>& games_;
    Spec<P> spec_;
    Faults faults_;
};

/// Reads a spec, one JSON object:
/// `{"variant", "turn", "men": {"d1": "K"}, "empty": ["e4"], "key": {"2": ["Rb6-b7#"], "5": "any"},
/// "max_men": 10, "at_most": {"q": 0}, "taste": {"economy": 1}, "themes": ["cascade"]}`, whose variant, if it
/// names one of the games, is that of P. Faults name the field: BadJson, NotAnObject, WrongType,
/// UnknownVariant, BadSquare, BadMan, BadKeyFace, NotAMove.
template <Composable P>
Expected<Spec<P>, Faults> read_spec(const P& start, std::string_view text,
                                    const std::vector<std::string>& games) {
    return SpecReader<P>(start, games).read(text);
}

}  // namespace octomate::make
