#include "make/pattern.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/types.hpp"
#include "json/tree.hpp"
#include "make/maker.hpp"

namespace octomate::make {

namespace {

using records::Json;

class PatternReader {
  public:
    Expected<Pattern, Faults> read(std::string_view text) {
        const Json root = records::parsed(text);
        if (!root.is_object()) {
            fault(FaultCode::BadJson, "line",
                  "the pattern is not a JSON object, expected one such as {\"themes\": [\"teleport\"]}");
        } else {
            for (const auto& [name, value] : root.items()) take(name, value);
        }
        if (pattern_.differs > 0 && !pattern_.like) wrong("differs", "this goes with \"like\"");
        if (!faults_.empty()) return Unexpected{std::move(faults_)};
        return std::move(pattern_);
    }

  private:
    void fault(FaultCode code, const std::string& field, std::string message) {
        faults_.push_back({code, field, 0, std::move(message)});
    }
    void wrong(const std::string& field, std::string_view expected) {
        fault(FaultCode::WrongType, field, std::string(expected));
    }

    void take(const std::string& name, const Json& value) {
        if (name == "variant") {
            take_text(name, value, pattern_.variant);
        } else if (name == "key") {
            take_key(value);
        } else if (name == "material") {
            take_text(name, value, pattern_.material);
        } else if (name == "themes") {
            take_texts(name, value, pattern_.themes);
        } else if (name == "board") {
            take_board(name, value, pattern_.board);
        } else if (name == "picture") {
            take_board(name, value, pattern_.picture);
        } else if (name == "like") {
            take_text(name, value, pattern_.like);
        } else if (name == "differs") {
            if (!value.is_number_integer() || (value != 0 && value != 1))
                return wrong(name, "the value is not 0 or 1");
            pattern_.differs = value.get<int>();
        } else if (name == "symmetric") {
            if (!value.is_boolean()) return wrong(name, "the value is not true or false");
            pattern_.symmetric = value.get<bool>();
        } else {
            wrong(name,
                  "this is not part of a pattern, expected key, material, themes, board, picture, like, "
                  "differs, symmetric or variant");
        }
    }

    void take_text(const std::string& name, const Json& value, std::optional<std::string>& into) {
        if (!value.is_string()) return wrong(name, "the value is not a string");
        into = value.get<std::string>();
    }

    /// One text or several.
    void take_texts(const std::string& name, const Json& value, std::vector<std::string>& into) {
        if (value.is_string()) {
            into.push_back(value.get<std::string>());
        } else if (value.is_array()) {
            for (const Json& item : value) {
                if (!item.is_string()) return wrong(name, "the value is not a string or an array of strings");
                into.push_back(item.get<std::string>());
            }
        } else {
            wrong(name, "the value is not a string or an array of strings");
        }
    }

    void take_key(const Json& value) {
        if (!value.is_object()) return take_texts("key", value, pattern_.moves);
        for (const auto& [face, moves] : value.items()) take_texts("key", moves, pattern_.key[face]);
    }

    void take_board(const std::string& name, const Json& value, std::map<std::string, char>& into) {
        if (!value.is_object())
            return wrong(name, "the value is not an object from squares to piece letters");
        for (const auto& [square, man] : value.items()) {
            const std::string letter = man.is_string() ? man.get<std::string>() : "";
            if (letter.size() != 1) {
                fault(
                    FaultCode::BadMan, name,
                    fmt::format(
                        "{}: there is no letter on {}, expected one of a FEN, ? for any piece or . for none",
                        name, square));
            } else {
                into[square] = letter.front();
            }
        }
    }

    Pattern pattern_;
    Faults faults_;
};

/// Whom to expect on a square.
struct Demand {
    int square = 0;
    char who = '?';
    std::optional<int> man;

    bool met_by(const Setup& setup) const {
        const int there = setup[static_cast<std::size_t>(square)];
        if (who == '?') return there != empty_square;
        return there == man.value_or(empty_square);
    }
};

struct KeyHash {
    std::size_t operator()(const PositionKey& key) const { return static_cast<std::size_t>(key.first); }
};

/// How many men of each kind there are.
using Material = std::vector<int>;

class PatternSeeker : public Seeker {
  public:
    PatternSeeker(const Maker& maker, const Pattern& pattern)
        : maker_(maker), game_(maker.terms()), pattern_(pattern) {
        board_ = demands("board", pattern.board);
        picture_ = demands("picture", pattern.picture);
        for (const auto& [name, moves] : pattern.key) {
            const auto face = game_.face_named(name);
            if (face) {
                key_[*face] = moves;
            } else {
                fault(FaultCode::BadKeyFace, "key",
                      fmt::format("the face is \"{}\", expected {}-", name,
                                  game_.die ? fmt::format("1 to {} or ", game_.greatest_face) : ""));
            }
        }
        if (pattern.material) take_material(*pattern.material);
        if (pattern.like) take_like(*pattern.like);
    }

    Status status() const { return status_of(faults_); }

    Expected<bool, Faults> finds(const records::Puzzle& puzzle) const override {
        if (!has_themes(puzzle) || !may_have_key(puzzle)) return false;
        const auto read = maker_.read(puzzle.fen);
        if (!read) return Unexpected{read.error()};
        return has_place(**read) && has_key(puzzle, **read);
    }

  private:
    void fault(FaultCode code, std::string field, std::string message) {
        faults_.push_back({code, std::move(field), 0, std::move(message)});
    }

    std::vector<Demand> demands(const std::string& field, const std::map<std::string, char>& squares) {
        std::vector<Demand> all;
        for (const auto& [name, who] : squares) {
            const auto square = game_.board.square_named(name);
            const auto man = game_.man_of(who);
            if (!square)
                fault(FaultCode::BadSquare, field, fmt::format("\"{}\" is not a square of the game", name));
            else if (!man && who != '?' && who != '.')
                fault(FaultCode::BadMan, field, fmt::format("'{}' is not a piece of the game", who));
            else
                all.push_back({*square, who, man});
        }
        return all;
    }

    void take_material(const std::string& text) {
        Material wanted(game_.men.size()), swapped = wanted;
        const std::size_t slash = text.find('/');
        if (slash == std::string::npos)
            return fault(FaultCode::BadMan, "material",
                         fmt::format("\"{}\" has no /, expected White's pieces, / and Black's", text));
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (at == slash) continue;
            // Both sides may be written in capital letters.
            const char capital = static_cast<char>(text[at] & ~0x20),
                       small = static_cast<char>(text[at] | 0x20);
            const auto own = game_.man_of(at < slash ? capital : small),
                       other = game_.man_of(at < slash ? small : capital);
            if (!own || !other)
                return fault(FaultCode::BadMan, "material",
                             fmt::format("'{}' is not a piece of the game", text[at]));
            ++wanted[static_cast<std::size_t>(*own)];
            ++swapped[static_cast<std::size_t>(*other)];
        }
        materials_.push_back(std::move(wanted));
        if (pattern_.symmetric) materials_.push_back(std::move(swapped));
    }

    /// All positions that will do; a puzzle's need only be one of them.
    void take_like(const std::string& fen) {
        const auto read = maker_.read(fen);
        if (!read) {
            faults_.insert(faults_.end(), read.error().begin(), read.error().end());
            for (Fault& fault : faults_) fault.field = fault.field == "fen" ? "like" : fault.field;
            return;
        }
        const PlainPosition& position = **read;
        like_ = position.setup();
        turn_ = position.turn();
        keys_.insert(position.key());
        if (pattern_.differs == 0 || !pattern_.symmetric) return;
        const auto take = [&](const Setup& setup) {
            if (const auto key = position.key_with(setup)) keys_.insert(*key);
        };
        const auto take_with_one_more = [&](const Setup& setup) {
            for (std::size_t square = 0; square < setup.size(); ++square) {
                if (setup[square] != empty_square) continue;
                for (int man = 0; man < game_.kinds_of_men(); ++man) {
                    if (!game_.man(man).may_stand[square]) continue;
                    Setup more = setup;
                    more[square] = man;
                    take(more);
                }
            }
        };
        take_with_one_more(*like_);
        for (std::size_t square = 0; square < like_->size(); ++square) {
            if ((*like_)[square] == empty_square) continue;
            Setup fewer = *like_;
            fewer[square] = empty_square;
            take(fewer);
            take_with_one_more(fewer);
        }
    }

    bool has_themes(const records::Puzzle& puzzle) const {
        return std::all_of(pattern_.themes.begin(), pattern_.themes.end(), [&](const std::string& theme) {
            return std::any_of(puzzle.themes.begin(), puzzle.themes.end(),
                               [&](const std::string& shown) { return same_name(shown, theme); });
        });
    }

    bool wants_key() const { return !key_.empty() || !pattern_.moves.empty() || !picture_.empty(); }

    bool may_have_key(const records::Puzzle& puzzle) const {
        return !wants_key() || (puzzle.key && std::all_of(key_.begin(), key_.end(), [&](const auto& face) {
                                    return puzzle.key->count(face.first) > 0;
                                }));
    }

    bool has_place(const PlainPosition& position) const {
        if (board_.empty() && materials_.empty() && !like_) return true;
        const Setup setup = position.setup();
        if (!meets(board_, setup)) return false;
        if (!materials_.empty() &&
            std::find(materials_.begin(), materials_.end(), material_of(setup)) == materials_.end())
            return false;
        if (!like_) return true;
        if (pattern_.symmetric) return keys_.count(position.key()) > 0;
        return position.turn() == turn_ && differ_by_one_at_most(setup);
    }

    static bool meets(const std::vector<Demand>& demands, const Setup& setup) {
        return std::all_of(demands.begin(), demands.end(),
                           [&](const Demand& demand) { return demand.met_by(setup); });
    }

    Material material_of(const Setup& setup) const {
        Material material(game_.men.size());
        for (const int man : setup) {
            if (man != empty_square) ++material[static_cast<std::size_t>(man)];
        }
        return material;
    }

    /// A man more, fewer, elsewhere or of another kind; none, if nothing may differ.
    bool differ_by_one_at_most(const Setup& setup) const {
        int missing = 0, added = 0;
        for (std::size_t square = 0; square < setup.size(); ++square) {
            const int before = (*like_)[square], after = setup[square];
            if (before == after) continue;
            missing += before != empty_square;
            added += after != empty_square;
        }
        return missing <= pattern_.differs && added <= pattern_.differs;
    }

    bool has_key(const records::Puzzle& puzzle, const PlainPosition& position) const {
        if (!wants_key()) return true;
        std::map<int, std::vector<std::string>> key;
        std::vector<std::string> moves;
        for (const auto& [face, texts] : *puzzle.key) {
            for (const std::string& text : texts) {
                const auto move = position.move(text);
                if (!move) continue;
                key[face].push_back(*move);
                moves.push_back(*move);
            }
        }
        const auto all_in = [&](const std::vector<std::string>& texts, const auto& among) {
            return std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
                const auto move = position.move(text);
                return move && std::find(among.begin(), among.end(), *move) != among.end();
            });
        };
        for (const auto& [face, texts] : key_) {
            if (!all_in(texts, key[face])) return false;
        }
        if (!all_in(pattern_.moves, moves)) return false;
        return picture_.empty() || std::any_of(moves.begin(), moves.end(), [&](const std::string& move) {
                   return meets(picture_, position.setup_after(move));
               });
    }

    const Maker& maker_;
    const GameTerms& game_;
    const Pattern pattern_;
    std::map<int, std::vector<std::string>> key_;  // of the pattern, by faces
    std::vector<Demand> board_, picture_;
    std::vector<Material> materials_;
    std::optional<Setup> like_;
    Color turn_ = Color::White;
    std::unordered_set<PositionKey, KeyHash> keys_;
    Faults faults_;
};

}  // namespace

Expected<Pattern, Faults> read_pattern(std::string_view json) { return PatternReader().read(json); }

Expected<std::unique_ptr<Seeker>, Faults> Maker::seeker(const Pattern& pattern) const {
    auto seeker = std::make_unique<PatternSeeker>(*this, pattern);
    if (Status status = seeker->status(); !status) return Unexpected{std::move(status.error())};
    return std::unique_ptr<Seeker>(std::move(seeker));
}

}  // namespace octomate::make
