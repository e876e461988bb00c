#include "make/read_spec.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "json/tree.hpp"
#include "make/contradictions.hpp"
#include "make/read_men.hpp"
#include "make/read_twins.hpp"
#include "make/read_wishes.hpp"
#include "make/spec_faults.hpp"
#include "text/words.hpp"

namespace octomate::make {

namespace {

/// Reads the spec of a composition.
class SpecReader {
  public:
    /// `games`: the names that "variant" may be.
    SpecReader(PlainSpec& spec, const std::vector<std::string>& games)
        : games_(games), spec_(spec), game_(spec.game) {}

    Faults read(std::string_view text) {
        const SpecJson json = records::parsed(text);
        if (json.is_discarded()) {
            faults_.add(FaultCode::BadJson, "line", "the spec is no JSON, expected one object");
        } else if (!json.is_object()) {
            faults_.add(FaultCode::NotAnObject, "line", "the spec is no object, expected {…}");
        } else {
            read_object(json);
        }
        if (faults_.empty()) Contradictions(spec_, faults_).find();
        return faults_.take();
    }

  private:
    void read_object(const SpecJson& json) {
        const std::vector<std::string> known = {
            "variant", "turn",       "men",     "empty",   "has",        "exact", "material", "on",
            "picture", "symmetry",   "max_men", "at_most", "key",        "faces", "roll",     "moves",
            "themes",  "not_themes", "tries",   "twins",   "economical", "taste"};
        faults_.refuse_unknown("", json, "a spec", known);
        if (json.contains("variant")) read_variant(json["variant"]);
        if (json.contains("turn")) read_turn(json["turn"]);
        MenReader men(spec_, faults_);
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
        if (json.contains("twins")) TwinReader(spec_, faults_).read(json["twins"]);
        men.check_numbers();
        if (!json.contains("max_men")) spec_.max_men = std::max(spec_.max_men, spec_.least_men());
    }

    void read_variant(const SpecJson& value) {
        if (!value.is_string()) return faults_.wrong_type("variant", "a string");
        const auto name = value.get<std::string>();
        const bool known = name == spec_.variant();  // the name of an option is in no list
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
                        fmt::format("turn is {}, expected \"white\" or \"black\"", records::dump(value)));
        }
    }

    void read_max_men(const SpecJson& value) {
        if (!value.is_number_integer() || value.get<long>() < 2 || value.get<long>() > game_.usual_men)
            return faults_.wrong_type("max_men", fmt::format("a whole number from 2 to {}", game_.usual_men));
        spec_.max_men = value.get<int>();
    }

    void read_taste(const SpecJson& value) {
        if (!value.is_object()) return faults_.wrong_type("taste", "an object of weights");
        const std::vector<std::string> known = spec_.tastes();
        for (const auto& [name, weight] : value.items()) {
            if (std::find(known.begin(), known.end(), name) == known.end() || !weight.is_number())
                return faults_.wrong_type("taste", fmt::format("the weights {}", enumerate(known, " and ")));
            spec_.set_taste(name, weight.template get<double>());
        }
    }

    void read_moves(const SpecJson& value) {
        if (value != 1 && value != 2)
            return faults_.add(FaultCode::BadMoves, "moves",
                               fmt::format("moves is {}, expected 1 or 2", records::dump(value)));
        spec_.moves = value.get<int>();
    }

    void read_roll(const SpecJson& value) {
        if (!value.is_number_integer() || value.get<long>() < 1 || value.get<long>() > game_.greatest_face)
            return faults_.add(
                FaultCode::BadRoll, "roll",
                game_.greatest_face == 0
                    ? "there is a roll, but the game has no die"
                    : fmt::format("roll is {}, expected 1 to {}", records::dump(value), game_.greatest_face));
        spec_.roll = value.get<int>();
    }

    void read_themes(const char* field, const SpecJson& value, ThemeSet& themes) {
        const ThemeCatalogue& catalogue = game_.themes;
        faults_.read_themes(field, value, catalogue, catalogue.of_mates_in_one(), themes);
    }

    void read_economical(const SpecJson& value) {
        if (!value.is_boolean()) return faults_.wrong_type("economical", "true or false");
        spec_.economical = value.get<bool>();
    }

    /// What faces are to do. Without a word of them, themes may be shown on any.
    void read_faces(const SpecJson& json) {
        WishReader wishes(spec_, faults_);
        for (const char* field : {"key", "faces"}) {
            if (json.contains(field)) wishes.read(field, json[field], spec_.faces, true);
        }
        wishes.settle(spec_.faces);
        FaceWish open;
        open.any = true;
        if (spec_.roll && game_.die && !spec_.faces[0] && !spec_.faces[static_cast<std::size_t>(*spec_.roll)])
            spec_.faces[static_cast<std::size_t>(*spec_.roll)].emplace();  // it must win
        if (json.contains("key") || json.contains("faces") || spec_.roll) return;
        if (!json.contains("themes") || json["themes"].empty())
            return faults_.wrong_type("key",
                                      "an object of faces and moves, unless \"faces\" or \"themes\" stand");
        for (std::size_t face = game_.die ? 1 : 0; face < (game_.die ? spec_.faces.size() : 1); ++face)
            spec_.faces[face] = open;
    }

    /// `{"3": {"refutations": 1}}`
    void read_tries(const SpecJson& value) {
        if (!value.is_object()) return faults_.wrong_type("tries", "an object of faces");
        for (const auto& entry : value.items()) {
            const auto face = WishReader(spec_, faults_).face_named("tries", entry.key());
            if (!face) continue;
            const SpecJson& wish = entry.value();
            const std::string field = "tries." + entry.key();
            if (!wish.is_object()) {
                faults_.wrong_type(field, "an object such as {\"refutations\": 1}");
                continue;
            }
            const std::vector<std::string> known = {"refutations"};
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
    PlainSpec& spec_;
    const GameTerms& game_;
    SpecFaults faults_;
};

}  // namespace

Faults read_spec(PlainSpec& spec, std::string_view text, const std::vector<std::string>& games) {
    return SpecReader(spec, games).read(text);
}

}  // namespace octomate::make
