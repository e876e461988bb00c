#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "json/text.hpp"
#include "make/contradictions.hpp"
#include "make/read_men.hpp"
#include "make/read_twins.hpp"
#include "make/read_wishes.hpp"
#include "make/spec.hpp"
#include "make/spec_faults.hpp"
#include "text/words.hpp"

namespace octomate::make {

/// Reads the spec of a composition.
template <Composable P>
class SpecReader {
  public:
    /// `start`: where the game begins; `games`: the names that "variant" may be.
    SpecReader(const P& start, const std::vector<std::string>& games) : games_(games), spec_(start) {}

    Expected<Spec<P>, Faults> read(std::string_view text) {
        // What is too deep for those who recurse through it is none.
        const SpecJson json =
            SpecJson::parse(records::is_json(text) ? text : std::string_view(), nullptr, false);
        if (json.is_discarded()) {
            faults_.add(FaultCode::BadJson, "line", "the spec is no JSON, expected one object");
        } else if (!json.is_object()) {
            faults_.add(FaultCode::NotAnObject, "line", "the spec is no object, expected {…}");
        } else {
            read_object(json);
        }
        if (faults_.empty()) Contradictions<P>(spec_, faults_).find();
        if (!faults_.empty()) return Unexpected{faults_.take()};
        return std::move(spec_);
    }

  private:
    using Men = typename P::Arrangement;
    using Wanted = typename Men::WantedMove;

    void read_object(const SpecJson& json) {
        constexpr std::string_view known[] = {
            "variant", "turn",       "men",     "empty",   "has",        "exact", "material", "on",
            "picture", "symmetry",   "max_men", "at_most", "key",        "faces", "roll",     "moves",
            "themes",  "not_themes", "tries",   "twins",   "economical", "taste"};
        faults_.refuse_unknown("", json, "a spec", known);
        if (json.contains("variant")) read_variant(json["variant"]);
        if (json.contains("turn")) read_turn(json["turn"]);
        MenReader<P> men(spec_, faults_);
        men.read(json);
        if (json.contains("max_men")) read_max_men(json["max_men"]);
        if (json.contains("taste")) read_taste(json["taste"]);
        if (json.contains("moves")) read_moves(json["moves"]);
        if (json.contains("roll")) read_roll(json["roll"]);
        if (json.contains("themes")) read_themes("themes", json["themes"], spec_.themes);
        if (json.contains("not_themes")) read_themes("not_themes", json["not_themes"], spec_.without);
        if (json.contains("economical")) read_economical(json["economical"]);
        read_faces(json);
        if (json.contains("tries")) read_tries(json["tries"]);
        if (json.contains("twins")) TwinReader<P>(spec_, faults_).read(json["twins"]);
        men.check_numbers();
        if (!json.contains("max_men"))
            spec_.max_men = std::max(spec_.max_men, Contradictions<P>::least_men(spec_));
    }

    void read_variant(const SpecJson& value) {
        if (!value.is_string()) return faults_.wrong_type("variant", "a string");
        const auto name = value.get<std::string>();
        const bool known = name == spec_.start.variant();  // the name of an option is in no list
        if (known || std::find(games_.begin(), games_.end(), name) != games_.end()) return;
        faults_.add(FaultCode::UnknownVariant, "variant",
                    fmt::format("\"{}\" is no game, expected {}", name, enumerate(games_, " or ")));
    }

    void read_turn(const SpecJson& value) {
        if (value == "white") {
            spec_.turn = Color::White;
        } else if (value == "black") {
            spec_.turn = Color::Black;
        } else {
            faults_.add(FaultCode::BadSide, "turn",
                        fmt::format("turn is {}, expected \"white\" or \"black\"", value.dump()));
        }
    }

    void read_max_men(const SpecJson& value) {
        if (!value.is_number_integer() || value.get<long>() < 2 || value.get<long>() > Men::usual_men)
            return faults_.wrong_type("max_men", fmt::format("a whole number from 2 to {}", Men::usual_men));
        spec_.max_men = value.get<int>();
    }

    void read_taste(const SpecJson& value) {
        if (!value.is_object()) return faults_.wrong_type("taste", "an object of weights");
        const auto& weights = Men::Taste::weights;
        for (const auto& entry : value.items()) {
            const std::string& name = entry.key();
            const SpecJson& number = entry.value();
            const auto known = std::find_if(weights.begin(), weights.end(),
                                            [&](const auto& weight) { return name == weight.name; });
            if (known == weights.end() || !number.is_number()) {
                std::vector<std::string> names;
                for (const auto& weight : weights) names.emplace_back(weight.name);
                return faults_.wrong_type("taste", fmt::format("the weights {}", enumerate(names, " and ")));
            }
            spec_.taste.*known->value = number.get<double>();
        }
    }

    void read_moves(const SpecJson& value) {
        if (value != 1 && value != 2)
            return faults_.add(FaultCode::BadMoves, "moves",
                               fmt::format("moves is {}, expected 1 or 2", value.dump()));
        spec_.moves = value.get<int>();
    }

    void read_roll(const SpecJson& value) {
        if (!value.is_number_integer() || value.get<long>() < 1 || value.get<long>() > Men::greatest_face)
            return faults_.add(FaultCode::BadRoll, "roll",
                               Men::greatest_face == 0 ? "there is a roll, but the game has no die"
                                                       : fmt::format("roll is {}, expected 1 to {}",
                                                                     value.dump(), Men::greatest_face));
        spec_.roll = value.get<int>();
    }

    void read_themes(const char* field, const SpecJson& value, ThemeSet& themes) {
        const ThemeCatalogue catalogue = P::themes;
        faults_.read_themes(field, value, catalogue, catalogue.of_mates_in_one(), themes);
    }

    void read_economical(const SpecJson& value) {
        if (!value.is_boolean()) return faults_.wrong_type("economical", "true or false");
        spec_.economical = value.get<bool>();
    }

    /// What faces are to do. Without a word of them, themes may be shown on any.
    void read_faces(const SpecJson& json) {
        WishReader<P> wishes(faults_);
        const auto conclude = [&](const Wanted& wanted) {
            if (auto contradiction = spec_.demands.conclude(wanted, spec_.turn, spec_.men))
                faults_.add(FaultCode::BadMan, "men", *std::move(contradiction));
        };
        for (const char* field : {"key", "faces"}) {
            if (json.contains(field)) wishes.read(field, json[field], spec_.faces, conclude);
        }
        wishes.settle(spec_.faces);
        FaceWish<P> open;
        open.any = true;
        if (spec_.roll && has_die<P> && !spec_.faces[0] &&
            !spec_.faces[static_cast<std::size_t>(*spec_.roll)])
            spec_.faces[static_cast<std::size_t>(*spec_.roll)].emplace();  // it must win
        if (json.contains("key") || json.contains("faces") || spec_.roll) return;
        if (!json.contains("themes") || json["themes"].empty())
            return faults_.wrong_type("key",
                                      "an object of faces and moves, unless \"faces\" or \"themes\" stand");
        for (std::size_t face = has_die<P> ? 1 : 0; face < (has_die<P> ? spec_.faces.size() : 1); ++face)
            spec_.faces[face] = open;
    }

    /// `{"3": {"refutations": 1}}`
    void read_tries(const SpecJson& value) {
        if (!value.is_object()) return faults_.wrong_type("tries", "an object of faces");
        for (const auto& entry : value.items()) {
            const auto face = WishReader<P>(faults_).face_named("tries", entry.key());
            if (!face) continue;
            const SpecJson& wish = entry.value();
            const std::string field = "tries." + entry.key();
            if (!wish.is_object()) {
                faults_.wrong_type(field, "an object such as {\"refutations\": 1}");
                continue;
            }
            constexpr std::string_view known[] = {"refutations"};
            faults_.refuse_unknown(field, wish, "a try", known);
            Span answers{1, 1};
            if (wish.contains("refutations")) {
                const auto span = faults_.read_span(field, wish["refutations"], 100);
                if (!span) continue;
                answers = *span;
                if (answers.least == 0)
                    faults_.wrong_type(field, "one refutation at least: a move without any mates");
            }
            spec_.tries[*face] = answers;
        }
    }

    const std::vector<std::string>& games_;
    Spec<P> spec_;
    SpecFaults faults_;
};

/// Reads a spec, one JSON object, whose variant, if it names one of the games, is that of P; `octomate
/// compose --help` tells the fields. Faults name the field, within a text the character: BadJson,
/// NotAnObject, WrongType, UnknownVariant, BadSquare, BadMan, BadKeyFace, BadRoll, BadMoves, NotAMove,
/// IllegalMove and others of men.
template <Composable P>
Expected<Spec<P>, Faults> read_spec(const P& start, std::string_view text,
                                    const std::vector<std::string>& games) {
    return SpecReader<P>(start, games).read(text);
}

}  // namespace octomate::make
