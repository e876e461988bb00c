#pragma once

#include <array>
#include <string>
#include <vector>

#include "json/tree.hpp"
#include "make/game_terms.hpp"
#include "make/plain_spec.hpp"
#include "make/spec_faults.hpp"
#include "text/words.hpp"

namespace octomate::make {

/// Reads which men a spec wants, and where: "men", "empty", "at_most", "has", "exact", "material", "on",
/// "picture", "symmetry". Faults: WrongType, BadSquare, BadMan.
class MenReader {
  public:
    MenReader(PlainSpec& spec, SpecFaults& faults)
        : spec_(spec),
          game_(spec.game),
          faults_(faults),
          counted_(game_.men.size()),
          limited_(game_.men.size()) {}

    void read(const SpecJson& json) {
        if (json.contains("men")) read_men(json["men"]);
        if (json.contains("empty")) read_empty(json["empty"]);
        if (json.contains("at_most")) read_at_most(json["at_most"]);
        if (json.contains("picture")) read_picture(json["picture"]);
        if (json.contains("has")) read_has(json["has"]);
        if (json.contains("material")) read_material(json["material"]);
        if (json.contains("exact")) read_exact(json["exact"]);
        if (json.contains("on")) read_on(json["on"], json.contains("has") ? json["has"] : SpecJson());
        if (json.contains("symmetry")) read_symmetry(json["symmetry"]);
        for (const char* field : {"has", "material", "exact", "on", "picture"})
            spec_.limits_men = spec_.limits_men || json.contains(field);
    }

    /// Reports men on given squares, those of the key too, that are more than there are to be, and men that
    /// are to stand somewhere though there are to be none.
    void check_numbers() {
        for (int man = 0; man < game_.kinds_of_men(); ++man) {
            const char letter = game_.man(man).letter;
            const int standing = spec_.fixed_men(man), most = counted(man).most;
            if (standing > most)
                faults_.add(
                    FaultCode::BadMan, counted_by_,
                    fmt::format("{} {} {} on given squares (\"men\", the picture, or moves of the key), but "
                                "there must be "
                                "{}",
                                standing, letter, standing == 1 ? "stands" : "stand", most));
            const int least = spec_.at_least[place(man)];
            const bool asked_by_on = least > counted(man).least;
            if (asked_by_on && least > std::max(spec_.at_most[place(man)], standing))
                faults_.add(FaultCode::BadMan, fmt::format("on.{}", letter),
                            fmt::format("a {} must stand there, but there must be none (\"material\", "
                                        "\"exact\" or \"at_most\")",
                                        letter));
        }
    }

  private:
    static std::size_t place(int man) { return static_cast<std::size_t>(man); }
    Span counted(int man) const { return counted_[place(man)].value_or(Span{0, Span::no_end}); }

    /// Royal men are to be had only if `royal`.
    std::optional<int> man_named(const std::string& field, const std::string& letter, bool royal) {
        const auto man = letter.size() == 1 ? game_.man_of(letter[0]) : std::nullopt;
        if (man && (royal || !game_.man(*man).royal)) return man;
        std::string letters(game_.letters);
        if (!royal) std::erase_if(letters, [&](char one) { return game_.man(*game_.man_of(one)).royal; });
        faults_.add(FaultCode::BadMan, field,
                    fmt::format("\"{}\" is not a piece to be {}, expected a letter of {}", letter,
                                field == "on"    ? "placed"
                                : field == "has" ? "counted"
                                                 : "limited",
                                letters));
        return std::nullopt;
    }

    std::optional<int> read_square(const char* field, const std::string& name) {
        const auto square = game_.board.square_named(name);
        if (!square)
            faults_.add(FaultCode::BadSquare, field,
                        fmt::format("\"{}\" is not a square, expected {}", name, game_.square_range));
        return square;
    }

    void read_men(const SpecJson& value) {
        if (!value.is_object()) return faults_.wrong_type("men", "an object of squares and letters");
        for (const auto& entry : value.items()) {
            const std::string& name = entry.key();
            const SpecJson& letter = entry.value();
            const auto square = read_square("men", name);
            const std::string text = letter.is_string() ? letter.get<std::string>() : records::dump(letter);
            const auto man = text.size() == 1 ? game_.man_of(text[0]) : std::nullopt;
            if (!man) {
                faults_.add(FaultCode::BadMan, "men",
                            fmt::format("\"{}\" on {} is not a piece, expected a letter of {}", text, name,
                                        game_.letters));
            } else if (square) {
                spec_.put(*man, *square);
            }
        }
    }

    void read_empty(const SpecJson& value) {
        if (!value.is_array()) return faults_.wrong_type("empty", "an array of squares");
        for (const SpecJson& name : value) {
            if (!name.is_string()) return faults_.wrong_type("empty", "an array of squares");
            if (const auto square = read_square("empty", name.get<std::string>())) spec_.keep_empty(*square);
        }
    }

    void read_at_most(const SpecJson& value) {
        if (!value.is_object()) return faults_.wrong_type("at_most", "an object of letters and numbers");
        for (const auto& entry : value.items()) {
            const SpecJson& number = entry.value();
            const auto man = man_named("at_most", entry.key(), false);
            if (!man) continue;
            if (!number.is_number_integer() || number.get<long>() < 0 ||
                number.get<long>() > game_.usual_men) {
                faults_.wrong_type("at_most", fmt::format("numbers from 0 to {}", game_.usual_men));
            } else {
                spec_.at_most[place(*man)] = number.get<int>();
                limited_[place(*man)] = number.get<int>();
            }
        }
    }

    void read_has(const SpecJson& value) {
        if (!value.is_object()) return faults_.wrong_type("has", "an object of letters and numbers");
        for (const auto& entry : value.items()) {
            const auto man = man_named("has", entry.key(), false);
            if (!man) continue;
            const auto span = faults_.read_span("has." + entry.key(), entry.value(), game_.usual_men);
            if (!span) continue;
            if (const auto most = limited_[place(*man)]; most && span->least > *most)
                faults_.add(FaultCode::WrongType, "has." + entry.key(),
                            fmt::format("there must be {} {} at least, but at_most says {}", span->least,
                                        entry.key(), *most));
            count(*man, *span, "has");
        }
    }

    void count(int man, Span span, const char* field) {
        counted_[place(man)] = span;
        counted_by_ = field;
        spec_.at_least[place(man)] = span.least;
        int& most = spec_.at_most[place(man)];
        most = std::min(span.most, limited_[place(man)].value_or(game_.usual_men));
    }

    void read_material(const SpecJson& value) {
        if (!value.is_string()) return faults_.wrong_type("material", "piece letters, such as KQN/kp");
        const auto text = value.get<std::string>();
        std::vector<int> numbers(game_.men.size());
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] == '/') continue;
            const auto man = game_.man_of(text[at]);
            if (!man)
                return faults_.add(
                    FaultCode::BadMan, "material",
                    fmt::format("'{}' is not a piece, expected a letter of {}, or / between the sides",
                                text[at], game_.letters),
                    at);
            if (++numbers[place(*man)] > 1 && game_.man(*man).royal)
                return faults_.add(FaultCode::TooManyKings, "material",
                                   fmt::format("{} stands twice, expected it once or not at all", text[at]),
                                   at);
        }
        for (int man = 0; man < game_.kinds_of_men(); ++man) {
            const int number = numbers[place(man)];
            if (game_.man(man).royal) continue;
            if (counted_[place(man)] && !counted_[place(man)]->contains(number))
                faults_.add(FaultCode::BadMan, "material",
                            fmt::format("the material has {} {}, but \"has\" says otherwise", number,
                                        game_.man(man).letter));
            count(man, {number, number}, "material");
        }
    }

    void read_exact(const SpecJson& value) {
        if (!value.is_boolean()) return faults_.wrong_type("exact", "true or false");
        if (!value.get<bool>()) return;
        for (int man = 0; man < game_.kinds_of_men(); ++man) {
            if (!counted_[place(man)]) spec_.at_most[place(man)] = 0;
        }
    }

    /// A man that is to stand somewhere is to be there, unless "has" says how many.
    void read_on(const SpecJson& value, const SpecJson& has) {
        if (!value.is_object()) return faults_.wrong_type("on", "an object of letters and squares");
        for (const auto& entry : value.items()) {
            const auto man = man_named("on", entry.key(), true);
            if (!man) continue;
            const std::string field = "on." + entry.key();
            const SpecJson all = entry.value().is_string() ? SpecJson::array({entry.value()}) : entry.value();
            if (!all.is_array() || all.empty()) {
                faults_.wrong_type(field, "squares such as \"a1-h1\", or an array of them");
                continue;
            }
            auto& room = spec_.room[place(*man)];
            room.reset();
            for (const SpecJson& one : all) {
                if (!one.is_string()) {
                    faults_.wrong_type(field, "squares such as \"a1-h1\", or an array of them");
                    break;
                }
                const auto set = read_squares(one.get<std::string>(), game_);
                if (set) {
                    room |= *set;
                } else {
                    faults_.add(set.error().code, field, set.error().message, set.error().offset);
                }
            }
            int& least = spec_.at_least[place(*man)];
            if (!game_.man(*man).royal && !(has.is_object() && has.contains(entry.key())))
                least = std::max(least, 1);
        }
    }

    void read_picture(const SpecJson& value) {
        const auto ranks = static_cast<std::size_t>(game_.board.ranks());
        if (!value.is_array() || value.size() != ranks)
            return faults_.wrong_type("picture", fmt::format("{} texts, the last rank first", ranks));
        for (std::size_t row = 0; row < ranks; ++row) {
            const std::string field = fmt::format("picture[{}]", row);
            const std::string text = value[row].is_string() ? value[row].get<std::string>() : "";
            if (text.size() != static_cast<std::size_t>(game_.board.files())) {
                faults_.wrong_type(field,
                                   fmt::format("a text of {} squares: x for a piece, . for none, ? for "
                                               "either, or a letter of {}",
                                               game_.board.files(), game_.letters));
                continue;
            }
            for (std::size_t file = 0; file < text.size(); ++file) {
                const int square =
                    game_.board.square_at(static_cast<int>(file), static_cast<int>(ranks - 1 - row)).value();
                read_cell(field, file, text[file], square);
            }
        }
    }

    void read_cell(const std::string& field, std::size_t offset, char cell, int square) {
        if (cell == '?') return;
        if (cell == '.') return spec_.keep_empty(square);
        spec_.filled.set(static_cast<std::size_t>(square));
        if (cell == 'x') return;
        const auto man = game_.man_of(cell);
        if (!man)
            return faults_.add(FaultCode::BadMan, field,
                               fmt::format("'{}' on {} is not a piece, expected x, ., ? or a letter of {}",
                                           cell, game_.board.name(square), game_.letters),
                               offset);
        if (const auto there = spec_.man_on(square); there && *there != *man)
            return faults_.add(FaultCode::BadMan, field,
                               fmt::format("the picture has {} on {}, but \"men\" has {}", cell,
                                           game_.board.name(square), game_.man(*there).letter),
                               offset);
        spec_.put(*man, square);
    }

    /// "vertical", {"squares": …}, {"men": …}, or an array of these.
    void read_symmetry(const SpecJson& value) {
        if (value.is_array()) {
            for (const SpecJson& one : value) read_symmetry(one);
        } else if (value.is_string()) {
            add_symmetry(value, false);
        } else if (value.is_object() && value.size() == 1 && value.contains("squares")) {
            add_symmetry(value["squares"], false);
        } else if (value.is_object() && value.size() == 1 && value.contains("men")) {
            add_symmetry(value["men"], true);
        } else {
            faults_.wrong_type("symmetry", "a name, {\"squares\": name} or {\"men\": name}");
        }
    }

    void add_symmetry(const SpecJson& value, bool of_men) {
        const std::string name = value.is_string() ? value.get<std::string>() : records::dump(value);
        const auto& names = Symmetry::names;
        auto wish = Symmetry::named(name, of_men, game_.board);
        if (wish) {
            spec_.symmetries.push_back(*std::move(wish));
        } else if (std::find(names.begin(), names.end(), name) != names.end()) {
            faults_.wrong_type("symmetry",
                               fmt::format("one that the board has, which is not square: not {}", name));
        } else {
            std::vector<std::string> all(names.begin(), names.end());
            faults_.wrong_type("symmetry", enumerate(all, " or "));
        }
    }

    PlainSpec& spec_;
    const GameTerms& game_;
    SpecFaults& faults_;
    std::vector<std::optional<Span>> counted_;  // by "has" or "material"
    std::vector<std::optional<int>> limited_;   // by "at_most"
    const char* counted_by_ = "has";
};

}  // namespace octomate::make
