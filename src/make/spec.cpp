#include "make/spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "board8/attacks.hpp"
#include "games/superpermutation/rules.hpp"

namespace octomate::make {

namespace {

using Json = nlohmann::ordered_json;
using board8::Bitboard;
using board8::Kind;
using board8::Man;
using board8::Square;

std::optional<Square> square_named(std::string_view name) {
    if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8')
        return std::nullopt;
    return board8::square_at(name[0] - 'a', name[1] - '1');
}

class SpecReader {
  public:
    explicit SpecReader(std::string_view default_variant) {
        spec_.variant = default_variant;
        for (auto& kinds : spec_.at_most) kinds = {8, 2, 2, 2, 1, 1};  // what a set has
    }

    Expected<Spec, Faults> read(std::string_view text) {
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
        spec_.variant = value.get<std::string>();
        if (spec_.variant == superpermutation::D8::name || spec_.variant == superpermutation::Parent::name)
            return;
        add(FaultCode::UnknownVariant, "variant",
            fmt::format("\"{}\" is no game, expected {} or {}", spec_.variant, superpermutation::D8::name,
                        superpermutation::Parent::name));
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

    std::optional<Square> read_square(const char* field, const std::string& name) {
        const auto square = square_named(name);
        if (!square)
            add(FaultCode::BadSquare, field, fmt::format("\"{}\" is no square, expected a1 to h8", name));
        return square;
    }

    void read_men(const Json& value) {
        if (!value.is_object()) return wrong_type("men", "an object of squares and letters");
        for (const auto& [name, letter] : value.items()) {
            const auto square = read_square("men", name);
            const std::string text = letter.is_string() ? letter.get<std::string>() : letter.dump();
            const auto man = text.size() == 1 ? board8::man_of(text[0]) : std::nullopt;
            if (!man) {
                add(FaultCode::BadMan, "men",
                    fmt::format("\"{}\" on {} is no man, expected a letter of PNBRQKpnbrqk", text, name));
            } else if (square) {
                spec_.men[static_cast<std::size_t>(*square)] = *man;
            }
        }
    }

    void read_empty(const Json& value) {
        if (!value.is_array()) return wrong_type("empty", "an array of squares");
        for (const Json& name : value) {
            if (!name.is_string()) return wrong_type("empty", "an array of squares");
            if (const auto square = read_square("empty", name.get<std::string>()))
                spec_.empty |= board8::bit(*square);
        }
    }

    void read_max_men(const Json& value) {
        if (!value.is_number_integer() || value.get<long>() < 2 || value.get<long>() > 32) {
            return wrong_type("max_men", "a whole number from 2 to 32");
        }
        spec_.max_men = value.get<int>();
    }

    void read_at_most(const Json& value) {
        if (!value.is_object()) return wrong_type("at_most", "an object of letters and numbers");
        for (const auto& [letter, number] : value.items()) {
            const auto man = letter.size() == 1 ? board8::man_of(letter[0]) : std::nullopt;
            if (!man || man->kind == Kind::King) {
                add(FaultCode::BadMan, "at_most",
                    fmt::format("\"{}\" is no man to be limited, expected a letter of PNBRQpnbrq", letter));
            } else if (!number.is_number_integer() || number.get<long>() < 0 || number.get<long>() > 32) {
                wrong_type("at_most", "numbers from 0 to 32");
            } else {
                spec_.at_most[index(man->color)][static_cast<std::size_t>(man->kind)] = number.get<int>();
            }
        }
    }

    void read_taste(const Json& value) {
        if (!value.is_object()) return wrong_type("taste", "an object of weights");
        const std::pair<const char*, double*> weights[] = {{"economy", &spec_.taste.economy},
                                                           {"kings", &spec_.taste.kings},
                                                           {"promoted", &spec_.taste.promoted}};
        for (const auto& [name, number] : value.items()) {
            const auto known =
                std::find_if(std::begin(weights), std::end(weights),
                             [&, &text = name](const auto& weight) { return text == weight.first; });
            if (known == std::end(weights) || !number.is_number())
                return wrong_type("taste", "the weights economy, kings and promoted");
            *known->second = number.get<double>();
        }
    }

    void read_themes(const Json& value) {
        if (!value.is_array()) return wrong_type("themes", "an array of names");
        for (const Json& theme : value) {
            const auto named =
                theme.is_string() ? themes::theme_named(theme.get<std::string>()) : std::nullopt;
            if (!named || !themes::of_mates_in_one.contains(*named)) {
                const auto names = themes::of_mates_in_one.names();
                return wrong_type("themes", fmt::format("names of {}", fmt::join(names, ", ")));
            }
            spec_.themes.insert(*named);
        }
    }

    void read_key(const Json& value) {
        if (!value.is_object()) return wrong_type("key", "an object of faces and moves");
        for (const auto& [name, moves] : value.items()) {
            const bool none = name == "-";
            const bool face = name.size() == 1 && name[0] >= '1' && name[0] <= '8';
            if (!none && !face) {
                add(FaultCode::BadKeyFace, "key",
                    fmt::format("\"{}\" is no face, expected \"1\" to \"8\" or \"-\"", name));
                continue;
            }
            read_wish(spec_.faces[none ? 0 : static_cast<std::size_t>(name[0] - '0')].emplace(), moves);
        }
    }

    void read_wish(FaceWish& wish, const Json& moves) {
        if (moves == "any") {
            wish.any = true;
            return;
        }
        if (!moves.is_array()) return wrong_type("key", "arrays of moves, or \"any\"");
        for (const Json& move : moves) {
            if (!move.is_string()) return wrong_type("key", "arrays of moves, or \"any\"");
            const auto text = superpermutation::read_move_text(move.get<std::string>());
            if (!text) {
                add(FaultCode::NotAMove, "key", text.error().message);
                continue;
            }
            wish.mates.push_back({move.get<std::string>(), *text});
            draw_conclusions(*text);
        }
    }

    /// The man whom a move of the key names stands where it begins; `men` must not say otherwise.
    void put_mover(Square square, Man man) {
        auto& there = spec_.men[static_cast<std::size_t>(square)];
        if (there && *there != man) {
            add(FaultCode::BadMan, "men",
                fmt::format("{} is to stand on {}, but a move of the key needs {} there",
                            board8::fen_letter(*there), board8::name(square), board8::fen_letter(man)));
        }
        there = man;
    }

    /// What a wanted move tells about the board before it.
    void draw_conclusions(const superpermutation::MoveText& text) {
        const bool king = text.piece == Kind::King;
        const bool teleport = king && !board8::contains(board8::king_attacks(text.from), text.to);
        if (text.piece) put_mover(text.from, {*text.piece, spec_.turn});
        if (teleport) {
            spec_.partners |= board8::bit(text.to);
            return;
        }
        if (!king)
            spec_.empty |=
                board8::bit(text.to);  // nobody else captures; a king may mean a neighbouring partner
        spec_.empty |= board8::between(text.from, text.to);
        if (text.end && board8::file_of(*text.end) == board8::file_of(text.to)) {
            const int step = board8::forward(spec_.turn);
            for (Square square = text.to + step; square >= 0 && square < 64; square += step) {
                spec_.occupied |= board8::bit(square);
                if (square == *text.end) break;
            }
        }
    }

    /// What no position can be, whatever else stands on the board.
    void validate() {
        const bool has_die = spec_.variant == superpermutation::D8::name;
        int men = 0;
        std::array<int, 2> kings{};
        for (Square square = 0; square < 64; ++square) {
            const auto& man = spec_.men[static_cast<std::size_t>(square)];
            if (!man) continue;
            ++men;
            if (board8::contains(spec_.empty, square)) {
                add(FaultCode::BadMan, "men",
                    fmt::format("a man is to stand on {}, which must be empty (\"empty\", or a move of the "
                                "key passes it)",
                                board8::name(square)));
            }
            if (man->kind == Kind::King) ++kings[index(man->color)];
            if (man->kind == Kind::Pawn && board8::rank_of(square) == board8::relative_rank(man->color, 7)) {
                add(FaultCode::PawnOnLastRank, "men",
                    fmt::format("a pawn is to stand on {}, its last rank", board8::name(square)));
            }
        }
        for (const Color color : {Color::White, Color::Black}) {
            if (kings[index(color)] > 1) {
                add(FaultCode::TooManyKings, "men",
                    fmt::format("{} is to have {} kings, expected one", name(color), kings[index(color)]));
            }
            if (kings[index(color)] == 0) ++men;
        }
        if (men > spec_.max_men) {
            add(FaultCode::WrongType, "max_men",
                fmt::format("max_men is {}, but the spec needs {} men, kings included", spec_.max_men, men));
        }
        for (std::size_t face = 1; face < spec_.faces.size(); ++face) {
            if (!spec_.faces[face]) continue;
            if (!has_die)
                add(FaultCode::BadKeyFace, "key",
                    fmt::format("the key names face {}, but the game has no die, expected \"-\"", face));
            if (has_die && spec_.faces[0])
                add(FaultCode::BadKeyFace, "key",
                    fmt::format("the key names face {} and \"-\": a position is in check or it is not",
                                face));
        }
    }

    Spec spec_;
    Faults faults_;
};

}  // namespace

Expected<Spec, Faults> read_spec(std::string_view text, std::string_view default_variant) {
    return SpecReader(default_variant).read(text);
}

}  // namespace octomate::make
