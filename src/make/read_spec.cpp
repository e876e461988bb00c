#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "core/types.hpp"
#include "json/text.hpp"
#include "json/tree.hpp"
#include "make/maker.hpp"
#include "make/spec.hpp"
#include "text/text.hpp"

namespace octomate::make {

namespace {

using records::Json;

/// Returns the reason why a spec, or a face of it, cannot require a theme.
std::string_view reason_excluded(const ThemeDefinition& theme) {
    switch (theme.shown_by) {
        case ShownBy::LongerMates:
        case ShownBy::FirstMoves: return "only mates in more moves than one show it";
        case ShownBy::Others: return "only puzzles that show no other theme show it";
        default: return "no face shows it alone";
    }
}

/// Parses the spec of a composition, and collects all its faults.
class SpecReader {
  public:
    /// `games` are the values that "variant" may have.
    SpecReader(PlainSpec& spec, const std::vector<std::string>& games)
        : games_(games),
          spec_(spec),
          game_(spec.game),
          required_counts_(game_.pieces.size()),
          limits_(game_.pieces.size()) {}

    Status read(std::string_view text) {
        json_ = records::parsed(text);
        if (json_.is_discarded()) {
            add_json_fault(text);
        } else if (!json_.is_object()) {
            fault(FaultCode::NotAnObject, "line", "the spec is not an object, expected {…}");
        } else {
            read_fields();
        }
        if (faults_.empty()) find_contradictions();
        for (Fault& fault : faults_) {
            if (fault.field != "line") fault.line = lines_before(text, offset_of(fault.field, text));
        }
        return status_of(std::move(faults_));
    }

  private:
    /// Adds the fault of a text that is not JSON, with its line and offset.
    void add_json_fault(std::string_view text) {
        records::JsonReader reader(text);
        reader.parse_value();
        reader.finish();
        const records::JsonFault why = reader.fault().value_or(records::JsonFault{0, "expected UTF-8"});
        const std::string_view before = text.substr(0, why.offset);
        fault(FaultCode::BadJson, "line", "the spec is not JSON: " + why.message,
              before.size() - (before.rfind('\n') + 1));
        faults_.back().line = lines_before(text, why.offset);
    }

    static std::size_t lines_before(std::string_view text, std::size_t offset) {
        return static_cast<std::size_t>(
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
    }

    /// Returns the offset of a field such as "on.R", or of the innermost name in it that the text contains.
    static std::size_t offset_of(std::string_view field, std::string_view text) {
        std::size_t offset = 0;
        for (const std::string_view name : words_between(field, '.'))
            if (const auto found = text.find(fmt::format("\"{}\"", name), offset); found != text.npos)
                offset = found;
        return offset;
    }

    /// A field of the spec, and the function that parses its value.
    struct Field {
        const char* name;
        void (SpecReader::*read)(const std::string& field, const Json& value);
    };

    void read_fields() {
        // The order matters: the parsers of some fields use the values of earlier fields.
        static constexpr Field fields[] = {
            {"variant", &SpecReader::read_variant},
            {"turn", &SpecReader::read_turn},
            {"men", &SpecReader::read_pieces},
            {"empty", &SpecReader::read_empty},
            {"at_most", &SpecReader::read_at_most},
            {"picture", &SpecReader::read_picture},
            {"has", &SpecReader::read_has},
            {"material", &SpecReader::read_material},
            {"exact", &SpecReader::read_exact},
            {"on", &SpecReader::read_on},
            {"symmetry", &SpecReader::read_symmetry},
            {"max_men", &SpecReader::read_max_pieces},
            {"taste", &SpecReader::read_taste},
            {"moves", &SpecReader::read_moves},
            {"stipulation", &SpecReader::read_stipulation},
            {"solutions", &SpecReader::read_solutions},
            {"roll", &SpecReader::read_roll},
            {"themes", &SpecReader::read_themes},
            {"not_themes", &SpecReader::read_themes},
            {"economical", &SpecReader::read_flag},
            {"promotions_as_one", &SpecReader::read_flag},
            {"mates", &SpecReader::read_mates},
            {"key", &SpecReader::read_faces},
            {"faces", &SpecReader::read_faces},
            {"tries", &SpecReader::read_tries},
            {"twins", &SpecReader::read_twins},
        };
        std::vector<std::string> names;
        for (const Field& field : fields) names.emplace_back(field.name);
        reject_unknown("", json_, "a spec", names);
        for (const Field& field : fields) {
            if (const auto found = json_.find(field.name); found != json_.end())
                (this->*field.read)(field.name, *found);
        }
        complete_faces();
        for (const char* field : {"has", "material", "exact", "on", "picture"})
            spec_.limits_pieces = spec_.limits_pieces || json_.contains(field);
        if (!json_.contains("max_men")) spec_.max_pieces = std::max(spec_.max_pieces, spec_.least_pieces());
    }

    // Functions that report faults, and parse values that occur in several fields.

    void fault(FaultCode code, std::string field, std::string message, std::size_t offset = 0) {
        faults_.push_back({code, std::move(field), offset, std::move(message)});
    }

    void wrong_type(const std::string& field, std::string_view expected) {
        fault(FaultCode::WrongType, field,
              fmt::format("{} has the wrong type, expected {}", field, expected));
    }

    /// Adds a fault for each member of `object` that is not in `known`.
    void reject_unknown(const std::string& field, const Json& object, std::string_view owner,
                        const std::vector<std::string>& known) {
        for (const auto& entry : object.items()) {
            if (std::find(known.begin(), known.end(), entry.key()) != known.end()) continue;
            fault(FaultCode::WrongType, field.empty() ? entry.key() : field + "." + entry.key(),
                  fmt::format("\"{}\" is not a field of {}, expected one of {}", entry.key(), owner,
                              joined(known, ", ")));
        }
    }

    /// Calls `use(name, value)` for each member of an object.
    template <class Use>
    void for_each_member(const std::string& field, const Json& object, std::string_view expected, Use use) {
        if (!object.is_object()) return wrong_type(field, expected);
        for (const auto& entry : object.items()) use(entry.key(), entry.value());
    }

    /// Calls `use(text)` for each element of an array of strings, up to the first that is not a string.
    template <class Use>
    void for_each_text(const std::string& field, const Json& array, std::string_view expected, Use use) {
        if (!array.is_array()) return wrong_type(field, expected);
        for (const Json& value : array) {
            if (!value.is_string()) return wrong_type(field, expected);
            use(value.get<std::string>());
        }
    }

    static std::optional<int> whole_number(const Json& value, int least, int most) {
        const bool fits =
            value.is_number_integer() && value.get<long>() >= least && value.get<long>() <= most;
        return fits ? std::optional(value.get<int>()) : std::nullopt;
    }

    std::optional<bool> flag(const std::string& field, const Json& value) {
        if (value.is_boolean()) return value.get<bool>();
        wrong_type(field, "true or false");
        return std::nullopt;
    }

    /// Parses 2, "2", "1-3" or "2+"; adds WrongType if it is not a range of numbers from 0 to `most`.
    std::optional<Span> read_span(const std::string& field, const Json& value, int most) {
        if (const auto number = whole_number(value, 0, most)) return Span{*number, *number};
        std::size_t offset = 0;
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
                offset = static_cast<std::size_t>(read.ptr - text.data());
            }
        }
        fault(FaultCode::WrongType, field,
              fmt::format("{} is not a number, expected one from 0 to {}, a range such as \"1-2\" or \"2+\"",
                          records::dump(value), most),
              offset);
        return std::nullopt;
    }

    /// Adds the themes that an array names to `themes`.
    void add_themes(const std::string& field, const Json& value, ThemeSet allowed, ThemeSet& themes) {
        const ThemeCatalogue catalogue = game_.themes;
        for_each_text(field, value, "an array of names", [&](const std::string& name) {
            const auto theme = catalogue.named(name);
            if (!theme) {
                const auto suggestion = nearest(name, catalogue.names(allowed));
                fault(FaultCode::WrongType, field,
                      fmt::format("{} is not a theme{}, expected one of {}", quote(name),
                                  suggestion ? " (did you mean " + *suggestion + "?)" : "",
                                  joined(catalogue.names(allowed), ", ")));
            } else if (!allowed.contains(*theme)) {
                fault(
                    FaultCode::WrongType, field,
                    fmt::format("{} cannot be required here: {}", name, reason_excluded(catalogue[*theme])));
            } else {
                themes.insert(*theme);
            }
        });
    }

    std::optional<int> square_named(const std::string& field, const std::string& name) {
        const auto square = game_.board.square_named(name);
        if (!square)
            fault(FaultCode::BadSquare, field,
                  fmt::format("\"{}\" is not a square, expected {}", name, game_.square_range));
        return square;
    }

    /// Returns the piece with this letter; adds UnsuitablePiece, with `location` and `alternatives` in its
    /// message, if there is none.
    std::optional<int> piece_named(const std::string& field, std::string_view letter,
                                   std::string_view location = "", std::string_view alternatives = "",
                                   std::size_t offset = 0) {
        const auto piece = letter.size() == 1 ? game_.piece_of(letter[0]) : std::nullopt;
        if (!piece)
            fault(FaultCode::UnsuitablePiece, field,
                  fmt::format("'{}'{} is not a piece, expected {}a letter of {}", letter, location,
                              alternatives, game_.letters),
                  offset);
        return piece;
    }

    /// Returns the piece whose letter is the name of a field, a king only if `royal`. If there is none, adds
    /// the fault that the letter cannot be `purpose`, such as "limited", and returns nullopt.
    std::optional<int> piece_of_field(const std::string& field, const std::string& letter,
                                      std::string_view purpose, bool royal = false) {
        const auto piece = letter.size() == 1 ? game_.piece_of(letter[0]) : std::nullopt;
        if (piece && (royal || !game_.piece(*piece).royal)) return piece;
        std::string letters(game_.letters);
        if (!royal) std::erase_if(letters, [&](char c) { return game_.piece(*game_.piece_of(c)).royal; });
        fault(FaultCode::UnsuitablePiece, field,
              fmt::format("\"{}\" cannot be {}, expected a letter of {}", letter, purpose, letters));
        return std::nullopt;
    }

    /// Returns the number of a face, 0 for "-"; adds BadKeyFace if there is no such face.
    std::optional<std::size_t> face_named(const std::string& field, const std::string& name) {
        if (const auto face = game_.face_named(name)) return static_cast<std::size_t>(*face);
        fault(FaultCode::BadKeyFace, field,
              game_.die ? fmt::format("\"{}\" is not a face, expected \"1\" to \"{}\" or \"-\"", name,
                                      game_.greatest_face)
                        : fmt::format("\"{}\" is not a face: the game has no die, expected \"-\"", name));
        return std::nullopt;
    }

    // Readers of the fields for the game, the side to move, limits, the stipulation and themes.

    void read_variant(const std::string& field, const Json& value) {
        if (!value.is_string()) return wrong_type(field, "a string");
        const auto name = value.get<std::string>();
        const bool known = same_name(name, spec_.variant());
        if (known || std::any_of(games_.begin(), games_.end(),
                                 [&](const std::string& game) { return same_name(game, name); }))
            return;
        fault(FaultCode::UnknownVariant, field,
              fmt::format("\"{}\" is not a game, expected {}", name, enumerate(games_, " or ")));
    }

    void read_turn(const std::string& field, const Json& value) {
        if (value != "white" && value != "black")
            fault(FaultCode::BadSide, field,
                  fmt::format("turn is {}, expected \"white\" or \"black\"", records::dump(value)));
        spec_.turn = value == "black" ? Color::Black : Color::White;
    }

    void read_max_pieces(const std::string& field, const Json& value) {
        const auto number = whole_number(value, 2, game_.initial_pieces);
        if (!number)
            return wrong_type(field, fmt::format("a whole number from 2 to {}", game_.initial_pieces));
        spec_.max_pieces = *number;
    }

    void read_taste(const std::string& field, const Json& value) {
        if (!value.is_object()) return wrong_type(field, "an object of weights");
        const std::vector<std::string> known(game_.tastes.begin(), game_.tastes.end());
        constexpr int most = 1'000'000;
        for (const auto& [name, weight] : value.items()) {
            const auto found = std::find(known.begin(), known.end(), name);
            if (found == known.end() || !weight.is_number() || std::abs(weight.template get<double>()) > most)
                return wrong_type(field, fmt::format("the weights {}, from {} to {}",
                                                     enumerate(known, " and "), -most, most));
            spec_.taste[static_cast<std::size_t>(found - known.begin())] = weight.template get<double>();
        }
    }

    void read_moves(const std::string& field, const Json& value) {
        if (value != 1 && value != 2)
            return fault(FaultCode::BadMoves, field,
                         fmt::format("moves is {}, expected 1 or 2", records::dump(value)));
        spec_.moves = value.get<int>();
    }

    void read_roll(const std::string& field, const Json& value) {
        spec_.roll = whole_number(value, 1, game_.greatest_face);
        if (!spec_.roll)
            fault(FaultCode::BadRoll, field,
                  game_.die
                      ? fmt::format("roll is {}, expected 1 to {}", records::dump(value), game_.greatest_face)
                      : "there is a roll, but the game has no die");
    }

    /// Parses a stipulation such as "h#2"; "#2" means two moves.
    void read_stipulation(const std::string& field, const Json& value) {
        const auto read =
            value.is_string()
                ? records::read_stipulation(value.get<std::string>())
                : Unexpected{Fault{FaultCode::BadStipulation, field, 0,
                                   "stipulation is not a string, expected one such as \"h#2\""}};
        stipulation_is_valid_ = false;
        if (!read) return faults_.push_back(read.error());
        const int moves = read->moves();
        if (json_.contains("moves") && spec_.moves != moves)
            return fault(FaultCode::BadStipulation, field,
                         fmt::format("{} takes {} moves, but moves is {}", records::text_of(*read), moves,
                                     spec_.moves));
        if (const auto reason = make::why_too_long(*read))
            return fault(FaultCode::BadStipulation, field, *reason);
        stipulation_is_valid_ = true;
        spec_.moves = moves;
        if (!read->is_plain()) spec_.other_stipulation = *read;
        if (!json_.contains("turn")) spec_.turn = make::first_mover(*read).value_or(spec_.turn);
    }

    void read_solutions(const std::string& field, const Json& value) {
        constexpr int most = 100;
        if (!spec_.has_lines())
            return fault(FaultCode::WrongType, field,
                         "solutions are counted only for help and series stipulations; \"faces\" says how "
                         "many moves win");
        const auto number = whole_number(value, 1, most);
        if (!number) return wrong_type(field, fmt::format("a whole number from 1 to {}", most));
        spec_.solutions = *number;
    }

    void read_themes(const std::string& field, const Json& value) {
        const ThemeCatalogue catalogue = game_.themes;
        ThemeSet allowed = catalogue.of_mates_in_one();
        if (spec_.has_lines()) allowed = catalogue.shown_by(ShownBy::Any);
        if (spec_.moves > 1 && !spec_.other_stipulation) allowed |= catalogue.shown_by(ShownBy::FirstMoves);
        add_themes(field, value, allowed, field == "themes" ? spec_.themes : spec_.excluded_themes);
    }

    void read_flag(const std::string& field, const Json& value) {
        bool& target = field == "economical" ? spec_.economical : spec_.promotions_as_one;
        target = flag(field, value).value_or(target);
    }

    static std::size_t index(int piece) { return static_cast<std::size_t>(piece); }
    /// Returns the number of a piece that "has" or "material" requires; any number if neither mentions it.
    Span required_count(int piece) const {
        return required_counts_[index(piece)].value_or(Span{0, Span::no_end});
    }

    void read_pieces(const std::string& field, const Json& value) {
        for_each_member(field, value, "an object of squares and letters",
                        [&](const std::string& name, const Json& entry) {
                            const auto square = square_named(field, name);
                            const std::string letter =
                                entry.is_string() ? entry.get<std::string>() : records::dump(entry);
                            const auto piece = piece_named(field, letter, " on " + name);
                            if (piece && square) spec_.fix_piece(*piece, *square);
                        });
    }

    void read_empty(const std::string& field, const Json& value) {
        for_each_text(field, value, "an array of squares", [&](const std::string& name) {
            if (const auto square = square_named(field, name)) spec_.keep_empty(*square);
        });
    }

    void read_at_most(const std::string& field, const Json& value) {
        for_each_member(field, value, "an object of letters and numbers",
                        [&](const std::string& letter, const Json& entry) {
                            const auto piece = piece_of_field(field, letter, "limited");
                            if (!piece) return;
                            const auto number = whole_number(entry, 0, game_.initial_pieces);
                            if (!number)
                                return wrong_type(field,
                                                  fmt::format("numbers from 0 to {}", game_.initial_pieces));
                            spec_.at_most[index(*piece)] = *number;
                            limits_[index(*piece)] = number;
                        });
    }

    void read_has(const std::string& field, const Json& value) {
        for_each_member(field, value, "an object of letters and numbers",
                        [&](const std::string& letter, const Json& entry) {
                            const auto piece = piece_of_field(field, letter, "counted");
                            const auto span = piece ? read_span("has." + letter, entry, game_.initial_pieces)
                                                    : std::nullopt;
                            if (!span) return;
                            if (const auto most = limits_[index(*piece)]; most && span->least > *most)
                                fault(FaultCode::WrongType, "has." + letter,
                                      fmt::format("there must be {} {} at least, but at_most says {}",
                                                  span->least, letter, *most));
                            count(*piece, *span, "has");
                        });
    }

    /// Sets the least and greatest number of a piece to `span`, which `field` requires.
    void count(int piece, Span span, const char* field) {
        required_counts_[index(piece)] = span;
        counting_field_ = field;
        spec_.at_least[index(piece)] = span.least;
        int& most = spec_.at_most[index(piece)];
        most = std::min(span.most, limits_[index(piece)].value_or(game_.initial_pieces));
    }

    void read_material(const std::string& field, const Json& value) {
        if (!value.is_string()) return wrong_type(field, "piece letters, such as KQN/kp");
        const auto text = value.get<std::string>();
        std::vector<int> numbers(game_.pieces.size());
        for (std::size_t offset = 0; offset < text.size(); ++offset) {
            if (text[offset] == '/') continue;
            const auto piece =
                piece_named(field, text.substr(offset, 1), "", "/ between the sides or ", offset);
            if (!piece) return;
            if (++numbers[index(*piece)] > 1 && game_.piece(*piece).royal)
                return fault(FaultCode::TooManyKings, field,
                             fmt::format("{} appears twice, expected it at most once", text[offset]), offset);
        }
        for (int piece = 0; piece < game_.kinds_of_pieces(); ++piece) {
            const int number = numbers[index(piece)];
            if (game_.piece(piece).royal) continue;
            if (!required_count(piece).contains(number))
                fault(FaultCode::UnsuitablePiece, field,
                      fmt::format("the material has {} {}, but \"has\" says otherwise", number,
                                  game_.piece(piece).letter));
            count(piece, {number, number}, "material");
        }
    }

    void read_exact(const std::string& field, const Json& value) {
        if (!flag(field, value).value_or(false)) return;
        for (int piece = 0; piece < game_.kinds_of_pieces(); ++piece) {
            if (!required_counts_[index(piece)]) spec_.at_most[index(piece)] = 0;
        }
    }

    /// Parses "on", the squares on which a piece may stand. At least one such piece is required, unless "has"
    /// gives its number.
    void read_on(const std::string& field, const Json& value) {
        const Json has = json_.value("has", Json());
        for_each_member(field, value, "an object of letters and squares",
                        [&](const std::string& letter, const Json& entry) {
                            const auto piece = piece_of_field(field, letter, "placed", true);
                            if (!piece) return;
                            const std::string subfield = "on." + letter;
                            constexpr const char* expected = "squares such as \"a1-h1\", or an array of them";
                            const Json texts = entry.is_string() ? Json::array({entry}) : entry;
                            if (texts.empty()) return wrong_type(subfield, expected);
                            Squares& squares = spec_.piece_squares[index(*piece)];
                            squares.reset();
                            for_each_text(subfield, texts, expected, [&](const std::string& text) {
                                const auto set = read_squares(text, game_);
                                if (set) {
                                    squares |= *set;
                                } else {
                                    fault(set.error().code, subfield, set.error().message,
                                          set.error().offset);
                                }
                            });
                            int& least = spec_.at_least[index(*piece)];
                            if (!game_.piece(*piece).royal && !(has.is_object() && has.contains(letter)))
                                least = std::max(least, 1);
                        });
    }

    void read_picture(const std::string& field, const Json& value) {
        const auto ranks = static_cast<std::size_t>(game_.board.ranks());
        if (!value.is_array() || value.size() != ranks)
            return wrong_type(field, fmt::format("{} texts, the last rank first", ranks));
        for (std::size_t row = 0; row < ranks; ++row) {
            const std::string row_field = fmt::format("picture[{}]", row);
            const std::string text = value[row].is_string() ? value[row].get<std::string>() : "";
            if (text.size() != static_cast<std::size_t>(game_.board.files())) {
                wrong_type(row_field,
                           fmt::format("a text of {} squares: x for a piece, . for an empty square, ? for "
                                       "either, or a letter of {}",
                                       game_.board.files(), game_.letters));
                continue;
            }
            for (std::size_t file = 0; file < text.size(); ++file) {
                const int square =
                    game_.board.square_at(static_cast<int>(file), static_cast<int>(ranks - 1 - row)).value();
                read_cell(row_field, file, text[file], square);
            }
        }
    }

    void read_cell(const std::string& field, std::size_t offset, char cell, int square) {
        if (cell == '?') return;
        if (cell == '.') return spec_.keep_empty(square);
        spec_.filled.set(static_cast<std::size_t>(square));
        if (cell == 'x') return;
        const std::string& name = game_.board.name(square);
        const auto piece = piece_named(field, {&cell, 1}, " on " + name, "x, ., ? or ", offset);
        if (!piece) return;
        if (const auto fixed_piece = spec_.piece_on(square); fixed_piece && *fixed_piece != *piece)
            return fault(FaultCode::UnsuitablePiece, field,
                         fmt::format("the picture has {} on {}, but \"men\" has {}", cell, name,
                                     game_.piece(*fixed_piece).letter),
                         offset);
        spec_.fix_piece(*piece, square);
    }

    /// Parses "vertical", {"squares": …}, {"men": …}, or an array of these.
    void read_symmetry(const std::string& field, const Json& value) {
        if (value.is_array()) {
            for (const Json& element : value) read_symmetry(field, element);
            return;
        }
        const bool of_pieces = value.is_object() && value.contains("men");
        const Json name = value.is_object() && value.size() == 1
                              ? value.value("squares", value.value("men", Json()))
                              : value;
        if (!name.is_string()) return wrong_type(field, "a name, {\"squares\": name} or {\"men\": name}");
        const auto& names = Symmetry::names;
        auto symmetry = Symmetry::named(name.get<std::string>(), of_pieces, game_.board);
        if (symmetry) {
            spec_.symmetries.push_back(*std::move(symmetry));
        } else if (std::find(names.begin(), names.end(), name.get<std::string>()) != names.end()) {
            wrong_type(field, fmt::format("one that the board has, which is not square: not {}",
                                          name.get<std::string>()));
        } else {
            wrong_type(field, enumerate({names.begin(), names.end()}, " or "));
        }
    }

    /// Adds faults for contradictions that are found without a search. For others, the tally of the search
    /// shows which conditions no position met.
    void find_contradictions() {
        for_each_square(spec_.fixed_squares(), [&](int square) {
            const GameTerms::Piece& piece = game_.piece(*spec_.piece_on(square));
            if (!piece.may_stand[index(square)])
                fault(FaultCode::UnsuitablePiece, "men",
                      fmt::format("{} cannot stand on {}", piece.letter, game_.board.name(square)));
        });
        if (game_.die && spec_.faces[0] &&
            std::any_of(spec_.faces.begin() + 1, spec_.faces.end(),
                        [](const auto& face) { return face.has_value(); }))
            fault(FaultCode::BadKeyFace, "key",
                  "\"-\" asks for a position in check, where no die is used: expected no other face");
        for_each_square(spec_.fixed_squares() & spec_.empty_squares(), [&](int square) {
            fault(FaultCode::UnsuitablePiece, "men",
                  fmt::format("a piece must stand on {}, which must be empty (\"empty\", the picture, a "
                              "twin, or a move of the key passes it)",
                              game_.board.name(square)));
        });
        for (int piece = 0; piece < game_.kinds_of_pieces(); ++piece) {
            const GameTerms::Piece& kind = game_.piece(piece);
            const int fixed_count = spec_.fixed_pieces(piece), most = required_count(piece).most;
            if (kind.royal && fixed_count > 1)
                fault(FaultCode::TooManyKings, "men",
                      fmt::format("{} has {} kings, expected one", name(kind.side), fixed_count));
            if (fixed_count > most)
                fault(FaultCode::UnsuitablePiece, counting_field_,
                      fmt::format("{} {} must stand on given squares (\"men\", the picture, or moves of "
                                  "the key), but only {} may be there",
                                  fixed_count, kind.letter, most));
        }
        if (const int least = spec_.least_pieces(); least > spec_.max_pieces)
            fault(FaultCode::WrongType, "max_men",
                  fmt::format("max_men is {}, but the spec needs {} men, kings included", spec_.max_pieces,
                              least));
        const bool plain = !spec_.other_stipulation,
                   mates = plain || spec_.other_stipulation->ends_in_mates();
        const std::pair<const char*, bool> meaningful[] = {{"tries", plain},
                                                           {"promotions_as_one", plain},
                                                           {"themes", mates},
                                                           {"not_themes", mates},
                                                           {"mates", mates && (!plain || spec_.moves > 1)}};
        for (const auto& [field, says_something] : meaningful) {
            if (!says_something && json_.contains(field))
                fault(FaultCode::WrongType, field,
                      fmt::format("{} does not apply to {}", field,
                                  plain ? "a mate in one" : records::text_of(*spec_.other_stipulation)));
        }
        if (game_.die && !spec_.faces[0] && !spec_.has_lines()) check_own_faces();
    }

    /// Adds a fault for each key move that fits a face on which the spec does not allow it to win.
    void check_own_faces() {
        for (const auto& face_spec : spec_.faces) {
            if (!face_spec) continue;
            for (const KeyMove& move : face_spec->mates) {
                const auto& own_face_spec = spec_.faces[index(move.own_face)];
                if (!spec_.counts_face(move.own_face) ||
                    (own_face_spec && (!own_face_spec->lists_all_wins() || own_face_spec->lists(move))))
                    continue;
                fault(FaultCode::IllegalMove, "key",
                      fmt::format("{} also wins on face {}, for it {} that {}: name it there, or leave "
                                  "that face open (\"any\")",
                                  move.text, move.own_face, game_.die->singular_verb, game_.die->noun));
            }
        }
    }

    // Faces: {"4": ["Ra1-a8#", "R?-*"], "5": "any", "6": "single", "7": {"wins": "1-2", "moves": […],
    // "themes": […]}, "others": "any"}.

    static constexpr const char* expected_moves = "arrays of moves, \"any\", \"single\", or objects";

    /// Reads "key" or "faces" of the spec.
    void read_faces(const std::string& field, const Json& value) {
        read_faces(field, value, spec_.faces, others_, true);
    }

    /// Parses what the faces of the diagram or a twin must do. With `adds_requirements`, each move that must
    /// win adds requirements for the board.
    void read_faces(const std::string& field, const Json& value, FaceSpecs& faces,
                    std::optional<FaceSpec>& others, bool adds_requirements) {
        if (spec_.has_lines())
            return fault(FaultCode::WrongType, field,
                         fmt::format("{} does not apply to {}, whose solutions are whole lines; \"mates\" "
                                     "says what their last moves do",
                                     field, records::text_of(*spec_.other_stipulation)));
        for_each_member(field, value, "an object of faces and moves",
                        [&](const std::string& name, const Json& entry) {
                            const bool is_others = name == "others";
                            const auto face = is_others ? 0 : face_named(field, name);
                            if (!face) return;
                            if (!is_others && faces[*face])
                                fault(FaultCode::BadKeyFace, field,
                                      fmt::format("face \"{}\" is in both \"key\" and \"faces\"", name));
                            FaceSpec face_spec;
                            read_face(field, entry, face_spec, adds_requirements);
                            if (is_others && face_spec.lists_moves())
                                fault(FaultCode::BadKeyFace, field,
                                      "moves are listed for \"others\", expected what any face can do");
                            (is_others ? others : faces[*face]) = std::move(face_spec);
                        });
    }

    /// Sets the faces of the die that the spec does not name to `others`.
    void set_unnamed_faces(FaceSpecs& faces, const std::optional<FaceSpec>& others) const {
        if (!others || faces[0]) return;
        for (std::size_t face = game_.die ? 1 : 0; face < (game_.die ? faces.size() : 1); ++face) {
            if (!faces[face]) faces[face] = others;
        }
    }

    /// Sets all faces that the spec does not name. If it names no face, any face may win and show themes.
    void complete_faces() {
        if (spec_.has_lines()) return;
        set_unnamed_faces(spec_.faces, others_);
        if (spec_.roll && game_.die && !spec_.faces[0] && !spec_.faces[index(*spec_.roll)])
            spec_.faces[index(*spec_.roll)].emplace();  // the face of "roll" must win
        if (json_.contains("key") || json_.contains("faces") || json_.contains("roll") ||
            !stipulation_is_valid_)
            return;
        if (!spec_.other_stipulation && !spec_.mates &&
            (!json_.contains("themes") || json_["themes"].empty()))
            return fault(FaultCode::WrongType, "key",
                         "key is missing, expected \"key\", \"faces\", \"themes\" or \"mates\"");
        FaceSpec default_face;
        default_face.any = !spec_.other_stipulation;
        if (spec_.other_stipulation) default_face.wins = {0, 1};
        set_unnamed_faces(spec_.faces, default_face);
    }

    void read_face(const std::string& field, const Json& value, FaceSpec& face_spec, bool adds_requirements) {
        if (value == "any") {
            face_spec.any = true;
        } else if (value == "single") {
            face_spec.wins = {1, 1};
        } else if (value.is_array()) {
            read_move_list(field, value, face_spec, adds_requirements);
        } else if (value.is_object()) {
            read_face_object(field, value, face_spec, adds_requirements, "a face",
                             {"any", "wins", "moves", "themes", "check_by", "free"});
        } else {
            wrong_type(field, expected_moves);
        }
    }

    void read_face_object(const std::string& field, const Json& value, FaceSpec& face_spec,
                          bool adds_requirements, std::string_view owner,
                          const std::vector<std::string>& known) {
        reject_unknown(field, value, owner, known);
        if (value.contains("any")) {
            if (value["any"] != true) return wrong_type(field + ".any", "true");
            if (value.size() > 1)
                return fault(FaultCode::WrongType, field + ".any",
                             "a face may do anything, so nothing else can be asked of it");
            face_spec.any = true;
        }
        if (value.contains("moves")) {
            if (!value["moves"].is_array()) return wrong_type(field + ".moves", "an array of moves");
            read_move_list(field + ".moves", value["moves"], face_spec, adds_requirements);
        }
        if (value.contains("check_by")) read_check_by(field + ".check_by", value["check_by"], face_spec);
        if (value.contains("free")) face_spec.free = flag(field + ".free", value["free"]);
        if (value.contains("wins")) read_wins(field + ".wins", value["wins"], face_spec);
        if (value.contains("themes")) {
            const ThemeCatalogue catalogue = game_.themes;
            ThemeSet allowed = catalogue.of_mates_in_one() - catalogue.shown_by(ShownBy::AllFaces);
            catalogue.of_mates_in_one().for_each([&](ThemeNumber theme) {
                if (catalogue[theme].min_moves > 1) allowed = allowed - ThemeSet{theme};
            });
            add_themes(field + ".themes", value["themes"], allowed, face_spec.themes);
            if (!face_spec.may_win())
                fault(FaultCode::WrongType, field + ".themes", "a face that does not win shows no themes");
        }
    }

    /// Parses the piece by which every winning move gives check: "R", "R discovered", "? moved", and so on.
    void read_check_by(const std::string& field, const Json& value, FaceSpec& face_spec) {
        constexpr std::string_view roles[] = {"", " moved", " displaced",
                                              " discovered"};  // in the order of CheckBy::Role
        const std::string text = value.is_string() ? value.get<std::string>() : "";
        const char letter = text.empty() ? '\0' : text.front();
        const auto piece = game_.piece_of(letter);
        const bool names_piece = letter == '?' || (piece && game_.piece(*piece).side == Color::White &&
                                                   !game_.piece(*piece).royal);
        const auto* const role =
            std::find(std::begin(roles), std::end(roles), text.substr(names_piece ? 1 : 0));
        if (!spec_.finds_checkers()) return wrong_type(field, "nothing: it is not available in this game");
        if (!names_piece || role == std::end(roles))
            return wrong_type(field,
                              "a piece letter or ?, alone or with \" moved\", \" displaced\" or "
                              "\" discovered\" behind it");
        face_spec.check_by = CheckBy{letter, static_cast<CheckBy::Role>(role - roles)};
    }

    void read_wins(const std::string& field, const Json& value, FaceSpec& face_spec) {
        constexpr int most_wins = 200;
        const auto span = value == "single" ? Span{1, 1} : read_span(field, value, most_wins);
        if (!span) return;
        face_spec.wins = *span;
        const auto named = static_cast<int>(face_spec.mates.size());
        const bool lists_all_wins = face_spec.lists_moves() && face_spec.patterns.empty();
        if (span->most < named || (lists_all_wins && span->least > named))
            fault(FaultCode::WrongType, field,
                  fmt::format("wins is {}, but {}", records::dump(value),
                              span->most < named ? fmt::format("{} listed moves must win", named)
                                                 : fmt::format("only the {} listed moves may win", named)));
    }

    void read_move_list(const std::string& field, const Json& moves, FaceSpec& face_spec,
                        bool adds_requirements) {
        for_each_text(field, moves, expected_moves, [&](const std::string& text) {
            auto move = spec_.read_move(text);
            if (move) {
                if (auto result =
                        adds_requirements ? spec_.add_requirements(*move) : Expected<void, std::string>();
                    !result)
                    fault(FaultCode::UnsuitablePiece, "men", std::move(result.error()));
                if (!face_spec.lists(*move)) face_spec.mates.push_back(*std::move(move));
                return;
            }
            auto pattern = MovePattern::has_wildcard(text)
                               ? MovePattern::read(text)
                               : Expected<MovePattern, Fault>(Unexpected{move.error()});
            if (pattern) return face_spec.patterns.push_back(*std::move(pattern));
            fault(FaultCode::NotAMove, field, pattern.error().message, pattern.error().offset);
        });
        const auto number = static_cast<int>(face_spec.mates.size() + face_spec.patterns.size());
        face_spec.wins = {number, number};
    }

    /// Parses "mates", the requirements for last moves; its fields are those of a face.
    void read_mates(const std::string& field, const Json& value) {
        if (!value.is_object()) return wrong_type(field, "an object such as {\"wins\": \"2+\"}");
        read_face_object(field, value, spec_.mates.emplace(), false, "mates",
                         {"wins", "moves", "themes", "check_by"});
    }

    /// Parses "tries": `{"3": {"refutations": 1}}`.
    void read_tries(const std::string& field, const Json& value) {
        for_each_member(
            field, value, "an object of faces", [&](const std::string& name, const Json& attempt) {
                const auto face = face_named(field, name);
                if (!face) return;
                const std::string face_field = "tries." + name;
                if (!attempt.is_object())
                    return wrong_type(face_field, "an object such as {\"refutations\": 1}");
                reject_unknown(face_field, attempt, "a try", {"refutations"});
                const auto answers = read_span(face_field, attempt.value("refutations", Json(1)), 100);
                if (!answers) return;
                if (answers->least == 0)
                    wrong_type(face_field, "at least one refutation: a move without any mates");
                spec_.tries[*face] = answers;
            });
    }

    /// Parses "twins": edits as in a record, each with the key that the twin must have. Without a key, the
    /// twin must be sound and have another key than the diagram.
    void read_twins(const std::string& field, const Json& value) {
        if (!value.is_array()) return wrong_type(field, "an array of twins");
        Json edits = Json::array();
        for (const Json& twin : value) {
            if (!twin.is_object()) return wrong_type(field, "objects such as {\"move\": [\"e4\", \"e5\"]}");
            reject_unknown(field, twin, "a twin", {"name", "shift", "move", "remove", "add", "key", "faces"});
            Json& edit = edits.emplace_back(twin);
            edit.erase("key");
            edit.erase("faces");
        }
        records::Puzzle puzzle;
        puzzle.unknown.push_back({field, records::dump(edits)});
        auto read = records::twins_of(puzzle);
        if (!read) {
            std::move(read.error().begin(), read.error().end(), std::back_inserter(faults_));
            return;
        }
        for (std::size_t index = 0; index < read->size(); ++index) add_twin((*read)[index], value[index]);
    }

    void add_twin(const records::Twin& parsed, const Json& json) {
        const records::Edit& edit = parsed.edit;
        TwinSpec twin{parsed.name, edit, std::nullopt};
        std::optional<FaceSpec> others;
        for (const char* field : {"key", "faces"}) {
            if (!json.contains(field)) continue;
            if (!twin.faces) twin.faces.emplace(spec_.faces.size());
            read_faces(std::string("twins.") + field, json[field], *twin.faces, others, false);
        }
        if (twin.faces) set_unnamed_faces(*twin.faces, others);
        const bool shifted = edit.files != 0 || edit.ranks != 0;
        const std::size_t changes = edit.moved.size() + edit.removed.size() + edit.added.size();
        const bool is_only_change = !shifted && changes == 1;
        for (const auto& [from, to] : edit.moved) {
            check_twin_square(from, true, is_only_change);
            check_twin_square(to, false, is_only_change);
        }
        for (const std::string& square : edit.removed) check_twin_square(square, true, is_only_change);
        for (const auto& [square, piece] : edit.added) {
            check_twin_square(square, false, is_only_change);
            piece_named("twins", {&piece, 1});
        }
        if (!shifted && changes == 0)
            wrong_type("twins", "something to change: \"move\", \"remove\", \"add\" or \"shift\"");
        spec_.twins.push_back(std::move(twin));
    }

    /// Validates a square that a twin changes. If that is its only change (`is_only_change`), requires of the
    /// diagram that the square is occupied or, unless `occupied`, empty.
    void check_twin_square(const std::string& name, bool occupied, bool is_only_change) {
        const auto square = square_named("twins", name);
        if (!square || !is_only_change) return;
        if (!occupied) return spec_.keep_empty(*square);
        spec_.filled.set(static_cast<std::size_t>(*square));
        spec_.limits_pieces = true;
    }

    const std::vector<std::string>& games_;
    PlainSpec& spec_;
    const GameTerms& game_;
    Json json_;
    Faults faults_;
    // Indexed by piece: the number that "has" or "material" requires, and the maximum of "at_most".
    std::vector<std::optional<Span>> required_counts_;
    std::vector<std::optional<int>> limits_;
    const char* counting_field_ = "has";  // the field that set `required_counts_` last
    std::optional<FaceSpec> others_;      // the field "others": the spec of the faces that are not named
    bool stipulation_is_valid_ = true;    // false if the stipulation has a fault
};

}  // namespace

Status read_spec(PlainSpec& spec, std::string_view text, const std::vector<std::string>& games) {
    return SpecReader(spec, games).read(text);
}

std::optional<std::string> variant_of_spec(std::string_view spec) {
    const Json json = records::parsed(spec);
    if (!json.is_object()) return std::nullopt;
    const auto found = json.find("variant");
    if (found == json.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

}  // namespace octomate::make
