#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/names.hpp"
#include "json/tree.hpp"
#include "make/maker.hpp"
#include "make/read_men.hpp"
#include "text/words.hpp"

namespace octomate::make {

namespace {

/// Reads what faces are to do: `{"4": ["Ra1-a8#", "R?-*"], "5": "any", "6": "single", "7": {"wins": "1-2",
/// "moves": […], "themes": […]}, "others": "any"}`. Faults: BadKeyFace, NotAMove, WrongType.
class FaceReader {
  public:
    FaceReader(PlainSpec& spec, SpecFaults& faults) : spec_(spec), game_(spec.game), faults_(faults) {}

    /// Reads "key" and "faces" of an object, whose path is `prefix`; faces that are not named do what
    /// "others" says. `of_key`: each move that must win says something about the board.
    void read(const std::string& prefix, const SpecJson& json, FaceSpecs& faces, bool of_key) {
        of_key_ = of_key;
        for (const char* field : {"key", "faces"}) {
            if (json.contains(field)) read_field(prefix + field, json[field], faces);
        }
        if (!others_ || faces[0]) return;
        for (std::size_t face = game_.die ? 1 : 0; face < (game_.die ? faces.size() : 1); ++face) {
            if (!faces[face]) faces[face] = others_;
        }
    }

    /// Reads what is asked of last moves as if of a face.
    void read_last_moves(const std::string& field, const SpecJson& value, FaceSpec& asked) {
        read_object(field, value, asked, "mates", {"wins", "moves", "themes", "check_by"});
    }

    /// The number that text gives a face, "-" being 0; BadKeyFace if there is none.
    std::optional<std::size_t> face_named(const std::string& field, const std::string& name) {
        if (const auto face = game_.face_named(name)) return static_cast<std::size_t>(*face);
        faults_.add(FaultCode::BadKeyFace, field,
                    game_.die
                        ? fmt::format("\"{}\" is not a face, expected \"1\" to \"{}\" or \"-\"", name,
                                      game_.greatest_face)
                        : fmt::format("\"{}\" is not a face: the game has no die, expected \"-\"", name));
        return std::nullopt;
    }

  private:
    static constexpr int most_wins = 200;
    static constexpr std::string_view expected_moves = "arrays of moves, \"any\", \"single\", or objects";

    void read_field(const std::string& field, const SpecJson& value, FaceSpecs& faces) {
        if (!value.is_object()) return faults_.wrong_type(field, "an object of faces and moves");
        for (const auto& entry : value.items()) {
            const std::string& name = entry.key();
            const bool of_others = name == "others";
            const auto face = of_others ? 0 : face_named(field, name);
            if (!face) continue;
            if (!of_others && faces[*face])
                faults_.add(FaultCode::BadKeyFace, field,
                            fmt::format("face \"{}\" stands in \"key\" and in \"faces\"", name));
            FaceSpec asked;
            read_face(field, entry.value(), asked);
            if (of_others && asked.lists_moves())
                faults_.add(FaultCode::BadKeyFace, field,
                            "moves are listed for \"others\", expected what any face can do");
            (of_others ? others_ : faces[*face]) = std::move(asked);
        }
    }

    void read_face(const std::string& field, const SpecJson& value, FaceSpec& asked) {
        if (value == "any") {
            asked.any = true;
        } else if (value == "single") {
            asked.wins = {1, 1};
        } else if (value.is_array()) {
            read_moves(field, value, asked);
        } else if (value.is_object()) {
            read_object(field, value, asked);
        } else {
            faults_.wrong_type(field, expected_moves);
        }
    }

    void read_object(const std::string& field, const SpecJson& value, FaceSpec& asked,
                     std::string_view of = "a face",
                     const std::vector<std::string>& known = {"any", "wins", "moves", "themes", "check_by",
                                                              "free"}) {
        faults_.refuse_unknown(field, value, of, known);
        if (value.contains("any")) {
            if (value["any"] != true) return faults_.wrong_type(field + ".any", "true");
            if (value.size() > 1)
                return faults_.add(FaultCode::WrongType, field + ".any",
                                   "a face may do anything, so nothing else can be asked of it");
            asked.any = true;
        }
        if (value.contains("moves")) {
            if (!value["moves"].is_array()) return faults_.wrong_type(field + ".moves", "an array of moves");
            read_moves(field + ".moves", value["moves"], asked);
        }
        if (value.contains("check_by")) read_check_by(field + ".check_by", value["check_by"], asked);
        if (value.contains("free")) {
            if (!value["free"].is_boolean()) return faults_.wrong_type(field + ".free", "true or false");
            asked.free = value["free"].get<bool>();
        }
        if (value.contains("wins")) read_wins(field + ".wins", value["wins"], asked);
        if (value.contains("themes")) {
            const ThemeCatalogue catalogue = game_.themes;
            ThemeSet allowed = catalogue.of_mates_in_one() - catalogue.shown_by(ShownBy::AllFaces);
            catalogue.of_mates_in_one().for_each([&](ThemeNumber theme) {
                if (catalogue[theme].least_moves > 1) allowed = allowed - ThemeSet{theme};
            });
            faults_.read_themes(field + ".themes", value["themes"], catalogue, allowed, asked.themes);
            if (!asked.may_win())
                faults_.add(FaultCode::WrongType, field + ".themes",
                            "a face that does not win shows no themes");
        }
    }

    /// "R", "R discovered", "? moved", …
    void read_check_by(const std::string& field, const SpecJson& value, FaceSpec& asked) {
        constexpr std::array<std::pair<std::string_view, CheckBy::How>, 4> ways = {
            {{"", CheckBy::How::Any},
             {" moved", CheckBy::How::Moved},
             {" displaced", CheckBy::How::Displaced},
             {" discovered", CheckBy::How::Discovered}}};
        const std::string text = value.is_string() ? value.get<std::string>() : "";
        const char letter = text.empty() ? '\0' : text.front();
        const auto man = game_.man_of(letter);
        const bool piece =
            letter == '?' || (man && game_.man(*man).side == Color::White && !game_.man(*man).royal);
        const auto* const way = std::find_if(
            ways.begin(), ways.end(), [&](const auto& one) { return piece && text.substr(1) == one.first; });
        if (!spec_.knows_checkers())
            return faults_.wrong_type(field, "nothing: it is not available in this game");
        if (way == ways.end())
            return faults_.wrong_type(field,
                                      "a piece letter or ?, alone or with \" moved\", \" displaced\" or "
                                      "\" discovered\" behind it");
        asked.check_by = CheckBy{letter, way->second};
    }

    void read_wins(const std::string& field, const SpecJson& value, FaceSpec& asked) {
        const auto span = value == "single" ? Span{1, 1} : faults_.read_span(field, value, most_wins);
        if (!span) return;
        asked.wins = *span;
        const auto named = static_cast<int>(asked.mates.size());
        const bool names_all = asked.lists_moves() && asked.patterns.empty();
        if (span->most < named || (names_all && span->least > named))
            faults_.add(FaultCode::WrongType, field,
                        fmt::format("{} moves are to win, but {}", records::dump(value),
                                    span->most < named ? fmt::format("{} are named that must", named)
                                                       : fmt::format("only the {} named may", named)));
    }

    void read_moves(const std::string& field, const SpecJson& moves, FaceSpec& asked) {
        for (const SpecJson& move : moves) {
            if (!move.is_string()) return faults_.wrong_type(field, expected_moves);
            const auto text = move.get<std::string>();
            if (auto wanted = spec_.read_move(text)) {
                if (of_key_) conclude(*wanted);
                if (!asked.names(*wanted)) asked.mates.push_back(*std::move(wanted));
            } else if (!MovePattern::has_wildcard(text)) {
                not_a_move(field, wanted.error());
            } else if (auto pattern = MovePattern::read(text)) {
                asked.patterns.push_back(*std::move(pattern));
            } else {
                not_a_move(field, pattern.error());
            }
        }
        const auto number = static_cast<int>(asked.mates.size() + asked.patterns.size());
        asked.wins = {number, number};
    }

    void not_a_move(const std::string& field, const Fault& fault) {
        faults_.add(FaultCode::NotAMove, field, fault.message, fault.offset);
    }

    void conclude(const KeyMove& wanted) {
        if (auto concluded = spec_.conclude(wanted); !concluded)
            faults_.add(FaultCode::BadMan, "men", std::move(concluded.error()));
    }

    PlainSpec& spec_;
    const GameTerms& game_;
    SpecFaults& faults_;
    bool of_key_ = false;
    std::optional<FaceSpec> others_;
};

/// Reads the spec of a composition.
class SpecReader {
  public:
    /// `games`: the names that "variant" may be.
    SpecReader(PlainSpec& spec, const std::vector<std::string>& games)
        : games_(games), spec_(spec), game_(spec.game) {}

    Status read(std::string_view text) {
        const SpecJson json = records::parsed(text);
        if (json.is_discarded()) {
            faults_.add(FaultCode::BadJson, "line", "the spec is not JSON, expected one object");
        } else if (!json.is_object()) {
            faults_.add(FaultCode::NotAnObject, "line", "the spec is not an object, expected {…}");
        } else {
            read_object(json);
        }
        if (faults_.empty()) find_contradictions(spec_, faults_);
        return faults_.status();
    }

  private:
    void read_object(const SpecJson& json) {
        faults_.refuse_unknown("", json, "a spec", {"variant",    "turn",
                                                    "men",        "empty",
                                                    "has",        "exact",
                                                    "material",   "on",
                                                    "picture",    "symmetry",
                                                    "max_men",    "at_most",
                                                    "key",        "faces",
                                                    "roll",       "moves",
                                                    "mates",      "themes",
                                                    "not_themes", "tries",
                                                    "twins",      "economical",
                                                    "taste",      "stipulation",
                                                    "solutions",  "promotions_as_one"});
        read_if(json, "variant", &SpecReader::read_variant);
        read_if(json, "turn", &SpecReader::read_turn);
        MenReader men(spec_, faults_);
        men.read(json);
        read_if(json, "max_men", &SpecReader::read_max_men);
        read_if(json, "taste", &SpecReader::read_taste);
        read_if(json, "moves", &SpecReader::read_moves);
        read_stipulation(json);
        read_if(json, "roll", &SpecReader::read_roll);
        read_themes(json, "themes", spec_.themes);
        read_themes(json, "not_themes", spec_.without);
        read_flag(json, "economical", spec_.economical);
        read_flag(json, "promotions_as_one", spec_.promotions_as_one);
        read_if(json, "mates", &SpecReader::read_mates);
        read_faces(json);
        read_if(json, "tries", &SpecReader::read_tries);
        read_if(json, "twins", &SpecReader::read_twins);
        men.check_numbers();
        if (!json.contains("max_men")) spec_.max_men = std::max(spec_.max_men, spec_.least_men());
    }

    void read_if(const SpecJson& json, const char* field, void (SpecReader::*reader)(const SpecJson&)) {
        if (const auto found = json.find(field); found != json.end()) (this->*reader)(*found);
    }

    void read_variant(const SpecJson& value) {
        if (!value.is_string()) return faults_.wrong_type("variant", "a string");
        const auto name = value.get<std::string>();
        const bool known = same_name(name, spec_.variant());  // the name of an option is in no list
        if (known || std::any_of(games_.begin(), games_.end(),
                                 [&](const std::string& game) { return same_name(game, name); }))
            return;
        faults_.add(FaultCode::UnknownVariant, "variant",
                    fmt::format("\"{}\" is not a game, expected {}", name, enumerate(games_, " or ")));
    }

    void read_turn(const SpecJson& value) {
        if (value != "white" && value != "black")
            faults_.add(FaultCode::BadSide, "turn",
                        fmt::format("turn is {}, expected \"white\" or \"black\"", records::dump(value)));
        spec_.turn = value == "black" ? Color::Black : Color::White;
    }

    void read_max_men(const SpecJson& value) {
        if (!value.is_number_integer() || value.get<long>() < 2 || value.get<long>() > game_.usual_men)
            return faults_.wrong_type("max_men", fmt::format("a whole number from 2 to {}", game_.usual_men));
        spec_.max_men = value.get<int>();
    }

    void read_taste(const SpecJson& value) {
        if (!value.is_object()) return faults_.wrong_type("taste", "an object of weights");
        const std::vector<std::string> known = spec_.tastes();
        constexpr int most = 1'000'000;
        for (const auto& [name, weight] : value.items()) {
            if (std::find(known.begin(), known.end(), name) == known.end() || !weight.is_number() ||
                std::abs(weight.template get<double>()) > most)
                return faults_.wrong_type("taste", fmt::format("the weights {}, from {} to {}",
                                                               enumerate(known, " and "), -most, most));
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
            return faults_.add(FaultCode::BadRoll, "roll",
                               game_.die ? fmt::format("roll is {}, expected 1 to {}", records::dump(value),
                                                       game_.greatest_face)
                                         : "there is a roll, but the game has no die");
        spec_.roll = value.get<int>();
    }

    /// "h#2", with the number of its "solutions"; "#2" is the same as two moves.
    void read_stipulation(const SpecJson& json) {
        if (const auto value = json.find("stipulation"); value != json.end()) {
            const auto read = value->is_string()
                                  ? records::read_stipulation(value->get<std::string>())
                                  : Unexpected{Fault{FaultCode::BadStipulation, "stipulation", 0,
                                                     "stipulation is no text, expected one such as \"h#2\""}};
            knows_stipulation_ = false;
            if (!read) return faults_.add(read.error());
            const auto refuse = [&](std::string message) {
                faults_.add(FaultCode::BadStipulation, "stipulation", std::move(message));
            };
            const int moves = read->moves();
            if (json.contains("moves") && spec_.moves != moves)
                return refuse(fmt::format("{} takes {} moves, but moves is {}", records::text_of(*read),
                                          moves, spec_.moves));
            if (const auto too_long = make::too_long(*read)) return refuse(*too_long);
            knows_stipulation_ = true;
            spec_.moves = moves;
            if (!read->is_plain()) spec_.other = *read;
            if (!json.contains("turn")) spec_.turn = make::first_mover(*read).value_or(spec_.turn);
        }
        const auto solutions = json.find("solutions");
        if (solutions == json.end()) return;
        constexpr int most = 100;
        if (!spec_.has_lines())
            return faults_.add(
                FaultCode::WrongType, "solutions",
                "solutions are counted of help and series stipulations only; \"faces\" says how "
                "many moves win");
        if (!solutions->is_number_integer() || solutions->get<long>() < 1 || solutions->get<long>() > most)
            return faults_.wrong_type("solutions", fmt::format("a whole number from 1 to {}", most));
        spec_.solutions = solutions->get<int>();
    }

    void read_themes(const SpecJson& json, const char* field, ThemeSet& themes) {
        const ThemeCatalogue catalogue = game_.themes;
        ThemeSet allowed = catalogue.of_mates_in_one();
        if (spec_.has_lines()) allowed = catalogue.shown_by(ShownBy::Any);
        if (spec_.moves > 1 && !spec_.other) allowed |= catalogue.shown_by(ShownBy::FirstMoves);
        if (json.contains(field)) faults_.read_themes(field, json[field], catalogue, allowed, themes);
    }

    void read_flag(const SpecJson& json, const char* field, bool& flag) {
        const auto value = json.find(field);
        if (value == json.end()) return;
        if (!value->is_boolean()) return faults_.wrong_type(field, "true or false");
        flag = value->get<bool>();
    }

    /// What the last moves do, as of a face.
    void read_mates(const SpecJson& value) {
        if (!value.is_object()) return faults_.wrong_type("mates", "an object such as {\"wins\": \"2+\"}");
        FaceReader(spec_, faults_).read_last_moves("mates", value, spec_.mates.emplace());
    }

    /// What faces are to do. If it is not said at all, themes may be shown on any.
    void read_faces(const SpecJson& json) {
        if (spec_.has_lines()) {
            for (const char* field : {"key", "faces"}) {
                if (json.contains(field))
                    faults_.add(
                        FaultCode::WrongType, field,
                        fmt::format("{} says nothing of {}, whose solutions are whole lines; \"mates\" "
                                    "says what their last moves do",
                                    field, records::text_of(*spec_.other)));
            }
            return;
        }
        FaceReader(spec_, faults_).read("", json, spec_.faces, true);
        if (spec_.roll && game_.die && !spec_.faces[0] && !spec_.faces[static_cast<std::size_t>(*spec_.roll)])
            spec_.faces[static_cast<std::size_t>(*spec_.roll)].emplace();  // it must win
        if (json.contains("key") || json.contains("faces") || spec_.roll) return;
        if (!knows_stipulation_) return;
        if (!spec_.other && !spec_.mates && (!json.contains("themes") || json["themes"].empty()))
            return faults_.wrong_type(
                "key", "an object of faces and moves, unless there are \"faces\", \"themes\" or \"mates\"");
        for (std::size_t face = game_.die ? 1 : 0; face < (game_.die ? spec_.faces.size() : 1); ++face) {
            FaceSpec& open = spec_.faces[face].emplace();
            if (spec_.other) {
                open.wins = {0, 1};
            } else {
                open.any = true;
            }
        }
    }

    /// `{"3": {"refutations": 1}}`
    void read_tries(const SpecJson& value) {
        if (!value.is_object()) return faults_.wrong_type("tries", "an object of faces");
        for (const auto& entry : value.items()) {
            const auto face = FaceReader(spec_, faults_).face_named("tries", entry.key());
            if (!face) continue;
            const SpecJson& one = entry.value();
            const std::string field = "tries." + entry.key();
            if (!one.is_object()) {
                faults_.wrong_type(field, "an object such as {\"refutations\": 1}");
                continue;
            }
            faults_.refuse_unknown(field, one, "a try", {"refutations"});
            Span answers{1, 1};
            if (one.contains("refutations")) {
                const auto span = faults_.read_span(field, one["refutations"], 100);
                if (!span) continue;
                answers = *span;
                if (answers.least == 0)
                    faults_.wrong_type(field, "at least one refutation: a move without any mates");
            }
            spec_.tries[*face] = answers;
        }
    }

    /// Edits as in a record, each with a key of its own or, without one, sound with another key than the
    /// diagram's.
    void read_twins(const SpecJson& value) {
        if (!value.is_array()) return faults_.wrong_type("twins", "an array of twins");
        SpecJson edits = SpecJson::array();
        for (const SpecJson& twin : value) {
            if (!twin.is_object())
                return faults_.wrong_type("twins", "objects such as {\"move\": [\"e4\", \"e5\"]}");
            faults_.refuse_unknown("twins", twin, "a twin",
                                   {"name", "shift", "move", "remove", "add", "key", "faces"});
            SpecJson edit = twin;
            edit.erase("key");
            edit.erase("faces");
            edits.push_back(std::move(edit));
        }
        records::Puzzle puzzle;
        puzzle.unknown.push_back({"twins", records::dump(edits)});
        auto read = records::twins_of(puzzle);
        if (!read) {
            for (Fault& fault : read.error()) faults_.add(std::move(fault));
            return;
        }
        for (std::size_t at = 0; at < read->size(); ++at) add_twin((*read)[at], value[at]);
    }

    void add_twin(const records::Twin& read, const SpecJson& json) {
        const records::Edit& edit = read.edit;
        TwinSpec twin{read.name, edit, std::nullopt};
        if (json.contains("key") || json.contains("faces"))
            FaceReader(spec_, faults_).read("twins.", json, twin.faces.emplace(spec_.faces.size()), false);
        const bool shifted = edit.files != 0 || edit.ranks != 0;
        const std::size_t changes = edit.moved.size() + edit.removed.size() + edit.added.size();
        const bool alone = !shifted && changes == 1;
        for (const auto& [from, to] : edit.moved) demand(from, to, alone);
        for (const std::string& square : edit.removed) demand(square, {}, alone);
        for (const auto& [square, man] : edit.added) {
            demand({}, square, alone);
            if (!game_.man_of(man))
                faults_.add(FaultCode::BadMan, "twins",
                            fmt::format("'{}' is not a piece, expected a letter of {}", man, game_.letters));
        }
        if (!shifted && changes == 0)
            faults_.wrong_type("twins", "something to change: \"move\", \"remove\", \"add\" or \"shift\"");
        spec_.twins.push_back(std::move(twin));
    }

    /// A change that stands alone needs a man on the one square of the diagram, and none on the other.
    void demand(const std::string& occupied, const std::string& empty, bool alone) {
        for (const std::string* name : {&occupied, &empty}) {
            if (name->empty()) continue;
            const auto square = game_.board.square_named(*name);
            if (!square) {
                faults_.add(FaultCode::BadSquare, "twins",
                            fmt::format("\"{}\" is not a square, expected {}", *name, game_.square_range));
            } else if (alone && name == &occupied) {
                spec_.filled.set(static_cast<std::size_t>(*square));
                spec_.limits_men = true;
            } else if (alone) {
                spec_.keep_empty(*square);
            }
        }
    }

    const std::vector<std::string>& games_;
    PlainSpec& spec_;
    const GameTerms& game_;
    SpecFaults faults_;
    bool knows_stipulation_ = true;  // false: it is faulty
};

}  // namespace

Status read_spec(PlainSpec& spec, std::string_view text, const std::vector<std::string>& games) {
    return SpecReader(spec, games).read(text);
}

std::optional<std::string> variant_of_spec(std::string_view spec) {
    const records::Json json = records::parsed(spec);
    if (!json.is_object()) return std::nullopt;
    const auto found = json.find("variant");
    if (found == json.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

}  // namespace octomate::make
