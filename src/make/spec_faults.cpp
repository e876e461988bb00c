#include "make/spec_faults.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "json/tree.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::make {

namespace {

/// Why a theme cannot be asked of a spec or of a face.
std::string_view why_not(const ThemeDefinition& theme) {
    switch (theme.shown_by) {
        case ShownBy::LongerMates:
        case ShownBy::FirstMoves: return "only mates in more moves than one show it";
        case ShownBy::Others: return "only puzzles that show no other theme show it";
        default: return "no face shows it alone";
    }
}

std::string expected_span(const SpecJson& value, int most) {
    return fmt::format("{} is not a number, expected one from 0 to {}, a range such as \"1-2\" or \"2+\"",
                       records::dump(value), most);
}

/// Checks that hold whatever else stands on the board. They miss what only a search could show.
class Contradictions {
  public:
    Contradictions(const PlainSpec& spec, SpecFaults& faults)
        : spec_(spec), game_(spec.game), faults_(faults) {}

    void find() {
        check_squares();
        check_numbers();
        check_stipulation();
        check_faces();
        check_themes();
        if (faults_.empty() && !spec_.has_lines()) check_moves();
    }

  private:
    static std::size_t place(int number) { return static_cast<std::size_t>(number); }

    void bad_man(std::string field, std::string message) {
        faults_.add(FaultCode::BadMan, std::move(field), std::move(message));
    }

    void check_squares() {
        const Squares fixed = spec_.fixed_squares(), empty = spec_.empty_squares();
        for_each_square(fixed, [&](int square) {
            const int man = *spec_.man_on(square);
            const char letter = game_.man(man).letter;
            const std::string& name = game_.board.name(square);
            if (empty[place(square)])
                bad_man("men",
                        fmt::format("a piece must stand on {}, which must be empty (\"empty\", the picture, "
                                    "a twin, or a move of the key passes it)",
                                    name));
            if (!spec_.room[place(man)][place(square)])
                bad_man(fmt::format("on.{}", letter),
                        fmt::format("{} is to stand on {}, which is none of these squares", letter, name));
            if (auto place = spec_.check_place(man, square); !place) faults_.add(std::move(place.error()));
        });
        for_each_square(spec_.needed_squares() & empty & ~fixed, [&](int square) {
            bad_man("men",
                    fmt::format("{} must have a piece, and must be empty (\"empty\", the picture, a twin, or "
                                "a move of the key)",
                                game_.board.name(square)));
        });
    }

    /// Checks whether there are squares for the men that must be there, and whether their number is allowed.
    void check_numbers() {
        std::vector<int> all;
        for (int man = 0; man < game_.kinds_of_men(); ++man) {
            const GameTerms::Man& kind = game_.man(man);
            if (kind.royal && spec_.fixed_men(man) > 1)
                faults_.add(FaultCode::TooManyKings, "men",
                            fmt::format("{} is to have {} kings, expected one", name(kind.side),
                                        spec_.fixed_men(man)));
            const int least = kind.royal ? 1 : spec_.at_least[place(man)];
            int squares = 0;
            for_each_square(
                spec_.room[place(man)] & kind.may_stand & ~spec_.empty_squares(),
                [&](int square) { squares += spec_.man_on(square).value_or(man) == man ? 1 : 0; });
            if (squares < least)
                bad_man(
                    fmt::format("on.{}", kind.letter),
                    fmt::format("there must be {} {}, but squares for {} only", least, kind.letter, squares));
            if (!kind.royal) all.insert(all.end(), place(least), man);
        }
        if (auto numbers = game_.check_numbers(all); !numbers) bad_man("has", std::move(numbers.error()));
        if (const int least = spec_.least_men(); least > spec_.max_men)
            faults_.add(FaultCode::WrongType, "max_men",
                        fmt::format("max_men is {}, but the spec needs {} men, kings included", spec_.max_men,
                                    least));
    }

    /// Checks for fields that the stipulation leaves without a meaning.
    void check_stipulation() {
        if (spec_.mates && !(spec_.other ? spec_.other->ends_in_mates() : spec_.moves > 1))
            faults_.add(FaultCode::WrongType, "mates",
                        "mates are the last moves of a mate in two, or of a help or series stipulation that "
                        "ends in mate");
        if (!spec_.other) return;
        const auto any = [](const auto& faces, auto given) {
            return std::any_of(faces.begin(), faces.end(),
                               [&](const auto& asked) { return asked && given(*asked); });
        };
        const bool themes = !spec_.themes.empty() || !spec_.without.empty() ||
                            any(spec_.faces, [](const FaceSpec& asked) { return !asked.themes.empty(); });
        const bool twins =
            spec_.has_lines() && std::any_of(spec_.twins.begin(), spec_.twins.end(),
                                             [](const TwinSpec& twin) { return twin.faces.has_value(); });
        const std::pair<const char*, bool> meaningless[] = {
            {"themes", themes && !spec_.other->ends_in_mates()},
            {"tries", any(spec_.tries, [](const auto&) { return true; })},
            {"promotions_as_one", spec_.promotions_as_one},
            {"faces", any(spec_.faces, [](const FaceSpec& asked) { return asked.check_by.has_value(); })},
            {"twins", twins}};
        for (const auto& [field, given] : meaningless) {
            if (given)
                faults_.add(FaultCode::WrongType, field,
                            fmt::format("{} says nothing of {}", field, records::text_of(*spec_.other)));
        }
    }

    void check_faces() {
        check_names(spec_.faces, "key");
        for (const TwinSpec& twin : spec_.twins) {
            if (twin.faces) check_names(*twin.faces, "twins");
        }
        if (spec_.roll && spec_.faces[0])
            faults_.add(FaultCode::BadRoll, "roll",
                        "there is a roll, but the key is for a position in check (\"-\")");
    }

    /// Whether a position can have the faces that are named.
    void check_names(const FaceSpecs& faces, const char* field) {
        std::vector<std::string> wrong;
        for (std::size_t face = 1; face < faces.size(); ++face) {
            if (!faces[face]) continue;
            const bool counts = spec_.judges(static_cast<int>(face)) || faces[face]->any;
            if (faces[0] || !counts) wrong.push_back(std::to_string(face));
        }
        if (wrong.empty()) return;
        const std::string why =
            faces[0] ? " and \"-\": a position is in check or it is not"
                     : fmt::format(", but the roll is {}, and no other face counts", *spec_.roll);
        faults_.add(
            FaultCode::BadKeyFace, field,
            fmt::format("the key names face{} {}{}", wrong.size() == 1 ? "" : "s", enumerate(wrong), why));
    }

    void check_themes() {
        ThemeSet wanted = spec_.themes;
        for (const auto& asked : spec_.faces) {
            if (asked) wanted |= asked->themes;
        }
        if (spec_.mates && spec_.has_lines()) wanted |= spec_.mates->themes;
        if (const ThemeSet both = wanted & spec_.without; !both.empty())
            faults_.add(FaultCode::WrongType, "not_themes",
                        fmt::format("{} must be shown, and must not be",
                                    joined(ThemeCatalogue(game_.themes).names(both), ", ")));
    }

    /// Checks that each move of the key goes as a piece does, and is asked for on the face that it serves,
    /// where it wins as well.
    void check_moves() {
        const auto no_move = [&](std::string message) {
            faults_.add(FaultCode::IllegalMove, "key", std::move(message));
        };
        for (const auto& asked : spec_.faces) {
            if (!asked) continue;
            for (const KeyMove& wanted : asked->mates) {
                if (!wanted.playable)
                    no_move(fmt::format("{} cannot be played: {}", wanted.written, wanted.playable.error()));
                if ((spec_.moves > 1 || spec_.other) && wanted.written.find('#') != std::string::npos)
                    no_move(fmt::format("{} mates at once, which is not asked for", wanted.written));
                if (!game_.die || spec_.faces[0] || !spec_.judges(wanted.own_face)) continue;
                const auto& own = spec_.faces[place(wanted.own_face)];
                if (!own || (own->names_all() && !own->names(wanted)))
                    no_move(
                        fmt::format("{} also wins on face {}, for it {} that {}: name it there, or leave "
                                    "that face open (\"any\")",
                                    wanted.written, wanted.own_face, game_.die->serves, game_.die->names));
            }
        }
    }

    const PlainSpec& spec_;
    const GameTerms& game_;
    SpecFaults& faults_;
};

}  // namespace

void SpecFaults::wrong_type(const std::string& field, std::string_view expected) {
    add(FaultCode::WrongType, field, fmt::format("{} has the wrong type, expected {}", field, expected));
}

std::optional<Span> SpecFaults::read_span(const std::string& field, const SpecJson& value, int most) {
    if (value.is_number_integer() && value.get<long>() >= 0 && value.get<long>() <= most)
        return Span{value.get<int>(), value.get<int>()};
    if (value.is_string()) {
        const std::string text = value.get<std::string>();
        const char* const end = text.data() + text.size();
        Span span;
        auto read = std::from_chars(text.data(), end, span.least);
        if (read.ec == std::errc() && span.least >= 0 && span.least <= most) {
            span.most = span.least;
            if (read.ptr == end) return span;
            if (*read.ptr == '+' && read.ptr + 1 == end) return Span{span.least, Span::no_end};
            if (*read.ptr == '-') read = std::from_chars(read.ptr + 1, end, span.most);
            if (read.ptr == end && span.least <= span.most && span.most <= most) return span;
            add(FaultCode::WrongType, field, expected_span(value, most),
                static_cast<std::size_t>(read.ptr - text.data()));
            return std::nullopt;
        }
    }
    add(FaultCode::WrongType, field, expected_span(value, most));
    return std::nullopt;
}

void SpecFaults::read_themes(const std::string& field, const SpecJson& value, const ThemeCatalogue& catalogue,
                             ThemeSet allowed, ThemeSet& themes) {
    if (!value.is_array()) return wrong_type(field, "an array of names");
    for (const SpecJson& theme : value) {
        if (!theme.is_string()) return wrong_type(field, "an array of names");
        const auto name = theme.get<std::string>();
        const auto named = catalogue.named(name);
        if (!named) {
            const auto meant = nearest(name, catalogue.names(allowed));
            add(FaultCode::WrongType, field,
                fmt::format("{} is not a theme{}, expected one of {}", quote(name),
                            meant ? " (did you mean " + *meant + "?)" : "",
                            joined(catalogue.names(allowed), ", ")));
        } else if (!allowed.contains(*named)) {
            add(FaultCode::WrongType, field,
                fmt::format("{} cannot be asked for here: {}", name, why_not(catalogue[*named])));
        } else {
            themes.insert(*named);
        }
    }
}

void SpecFaults::refuse_unknown(const std::string& field, const SpecJson& object, std::string_view of,
                                const std::vector<std::string>& known) {
    for (const auto& entry : object.items()) {
        if (std::find(known.begin(), known.end(), entry.key()) != known.end()) continue;
        add(FaultCode::WrongType, field.empty() ? entry.key() : field + "." + entry.key(),
            fmt::format("\"{}\" is not a field of {}, expected one of {}", entry.key(), of,
                        joined(known, ", ")));
    }
}

void find_contradictions(const PlainSpec& spec, SpecFaults& faults) { Contradictions(spec, faults).find(); }

}  // namespace octomate::make
