#include "make/maker.hpp"

#include <fmt/core.h>

#include "json/tree.hpp"
#include "make/solutions.hpp"
#include "text/text.hpp"

namespace octomate::make {

namespace {

/// Returns the squares for which `is_member(file, rank)` is true.
template <class Belongs>
Squares squares_where(const Geometry& board, Belongs is_member) {
    Squares set;
    for (int square = 0; square < board.squares(); ++square)
        set[static_cast<std::size_t>(square)] = is_member(board.file_of(square), board.rank_of(square));
    return set;
}

/// Parses one part of a set of squares, such as "e4", "a1-h2" or "edge"; returns nullopt if it is invalid.
std::optional<Squares> parse_part(std::string_view part, const Geometry& board) {
    if (part == "light")
        return squares_where(board, [](int file, int rank) { return (file + rank) % 2 != 0; });
    if (part == "dark")
        return squares_where(board, [](int file, int rank) { return (file + rank) % 2 == 0; });
    if (part == "edge") {
        return squares_where(board, [&](int file, int rank) {
            return file == 0 || rank == 0 || file + 1 == board.files() || rank + 1 == board.ranks();
        });
    }
    if (const auto square = board.square_named(part)) return Squares().set(static_cast<std::size_t>(*square));
    const std::size_t dash = part.find('-');
    if (dash == part.npos) return std::nullopt;
    const std::string_view left = part.substr(0, dash), right = part.substr(dash + 1);
    if (right == "file" && left.size() == 1 && left[0] >= 'a' && left[0] - 'a' < board.files())
        return squares_where(board, [&](int file, int) { return file == left[0] - 'a'; });
    if (right == "rank" && left.size() == 1 && left[0] >= '1' && left[0] - '1' < board.ranks())
        return squares_where(board, [&](int, int rank) { return rank == left[0] - '1'; });
    const auto a = board.square_named(left), b = board.square_named(right);
    if (!a || !b) return std::nullopt;
    const auto files = std::minmax({board.file_of(*a), board.file_of(*b)});
    const auto ranks = std::minmax({board.rank_of(*a), board.rank_of(*b)});
    return squares_where(board, [&](int file, int rank) {
        return files.first <= file && file <= files.second && ranks.first <= rank && rank <= ranks.second;
    });
}

/// Returns the name of the chapter of a stipulation, such as "help-mate-in-2".
std::string chapter_of(const Stipulation& stipulation) {
    std::string words = records::words_of(stipulation);  // "h#2, a help mate in 2"
    words.erase(0, words.find(", a ") + 4);
    std::replace(words.begin(), words.end(), ' ', '-');
    return words;
}

}  // namespace

Geometry::Geometry(std::vector<std::string> names) : names_(std::move(names)) {
    for (const std::string& name : names_) {
        ranks_of_.push_back(std::stoi(name.substr(1)) - 1);
        files_ = std::max(files_, name.front() - 'a' + 1);
        ranks_ = std::max(ranks_, ranks_of_.back() + 1);
    }
    squares_.resize(names_.size());
    for (int square = 0; square < squares(); ++square)
        squares_[static_cast<std::size_t>(file_of(square) * ranks_ + rank_of(square))] = square;
}

std::optional<int> Geometry::square_named(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<int>(found - names_.begin());
}

std::optional<int> Geometry::square_at(int file, int rank) const {
    if (file < 0 || rank < 0 || file >= files_ || rank >= ranks_) return std::nullopt;
    return squares_[static_cast<std::size_t>(file * ranks_ + rank)];
}

std::optional<int> GameTerms::piece_of(char letter) const {
    for (int number = 0; number < kinds_of_pieces(); ++number) {
        if (piece(number).letter == letter && piece(number).has_own_letter) return number;
    }
    return std::nullopt;
}

std::optional<int> GameTerms::face_named(std::string_view text) const {
    if (text == "-") return 0;
    for (int face = 1; face <= greatest_face; ++face) {
        if (text == std::to_string(face)) return face;
    }
    return std::nullopt;
}

Expected<Squares, Fault> read_squares(std::string_view text, const GameTerms& game) {
    Squares set;
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view part = trim(text.substr(begin, end - begin));
        const auto squares = parse_part(part, game.board);
        if (!squares) {
            return Unexpected{Fault{
                FaultCode::BadSquare, "", static_cast<std::size_t>(part.data() - text.data()),
                fmt::format(
                    "\"{}\" names no squares, expected squares such as e4, a1-h2, e-file, 4-rank, light, "
                    "dark or edge, with commas between ({})",
                    part, game.square_range)}};
        }
        set |= *squares;
        if (end == text.size()) return set;
        begin = end + 1;
    }
}

void set_tags(records::Puzzle& puzzle, ThemeCatalogue catalogue, int pieces, ThemeSet shown, Scores scores) {
    std::vector<std::string> names = catalogue.names(shown);
    for (std::string& word : puzzle.themes) {
        if (!catalogue.named(word)) names.push_back(std::move(word));
    }
    puzzle.themes = std::move(names);
    puzzle.pieces = pieces;
    const auto stipulation = puzzle.other_stipulation();
    if (!stipulation) puzzle.difficulty = records::Number(scores.difficulty);
    if (!stipulation || stipulation->ends_in_mates()) puzzle.quality = records::Number(scores.quality);
}

std::optional<std::string> why_too_long(const Stipulation& stipulation) {
    const auto max_half_moves = [&] {
        switch (stipulation.kind) {
            case StipulationKind::Help: return 6;
            case StipulationKind::Series: return 8;
            case StipulationKind::SeriesHelp: return 6;
            default: return 4;
        }
    }();
    if (stipulation.half_moves <= max_half_moves) return std::nullopt;
    Stipulation longest_allowed = stipulation;
    longest_allowed.half_moves = max_half_moves;
    return fmt::format("{} is too long to search, expected at most {}", records::text_of(stipulation),
                       records::text_of(longest_allowed));
}

void set_origin(records::Puzzle& puzzle, const Task& task, const Find& find, std::string_view variant,
                ThemeCatalogue catalogue, std::vector<std::string> removed) {
    puzzle.id = fmt::format("{:016x}", find.fingerprint);
    if (task.writes_variant) puzzle.variant = variant;
    puzzle.moves = task.wanted.moves;
    records::Generated& generated = puzzle.generated.emplace();
    generated.from = task.from;
    generated.seed = task.seed;
    generated.unit = find.unit;
    generated.n = find.number;
    if (task.source == Source::Play) {
        generated.game = find.origin;
        if (removed.empty()) generated.reachable = true;
    }
    if (task.chapters)
        puzzle.chapter = task.wanted.other_stipulation ? chapter_of(*task.wanted.other_stipulation)
                                                       : std::string(chapter_name(catalogue, find.group));
    if (!removed.empty()) puzzle.removed = std::move(removed);
}

Expected<std::string, std::string> Maker::material(std::string_view letters) const {
    const GameTerms& game = terms();
    std::string letters_without_royals;
    std::vector<int> pieces;
    for (const char letter : letters) {
        const auto piece = game.piece_of(letter);
        if (!piece)
            return Unexpected{
                fmt::format("'{}' is not a piece: expected letters of a FEN, such as QRRpp", letter)};
        if (game.piece(*piece).royal) continue;
        letters_without_royals += letter;
        pieces.push_back(*piece);
    }
    if (static_cast<int>(pieces.size()) + 2 > game.initial_pieces)
        return Unexpected{fmt::format("there are more than {} pieces, kings included", game.initial_pieces)};
    if (auto numbers = game.check_numbers(pieces); !numbers) return Unexpected{std::move(numbers.error())};
    return letters_without_royals;
}

namespace {

using records::Json;

/// Parses a pattern, and collects its faults.
class PatternReader {
  public:
    Expected<Pattern, Faults> read(std::string_view text) {
        const Json root = records::parsed(text);
        if (!root.is_object()) {
            fault(FaultCode::BadJson, "line",
                  "the pattern is not a JSON object, expected one such as {\"themes\": [\"teleport\"]}");
        } else {
            for (const auto& [name, value] : root.items()) read_field(name, value);
        }
        if (pattern_.differs > 0 && !pattern_.like) wrong_type("differs", "expected \"like\" as well");
        if (!faults_.empty()) return Unexpected{std::move(faults_)};
        return std::move(pattern_);
    }

  private:
    void fault(FaultCode code, const std::string& field, std::string message) {
        faults_.push_back({code, field, 0, std::move(message)});
    }
    void wrong_type(const std::string& field, std::string_view message) {
        fault(FaultCode::WrongType, field, std::string(message));
    }

    void read_field(const std::string& name, const Json& value) {
        if (name == "variant") {
            parse_text(name, value, pattern_.variant);
        } else if (name == "material") {
            parse_text(name, value, pattern_.material);
        } else if (name == "like") {
            parse_text(name, value, pattern_.like);
        } else if (name == "key" && value.is_object()) {
            for (const auto& [face, moves] : value.items()) parse_texts(name, moves, pattern_.key[face]);
        } else if (name == "key" || name == "themes") {
            parse_texts(name, value, name == "key" ? pattern_.moves : pattern_.themes);
        } else if (name == "board" || name == "picture") {
            parse_board(name, value, name == "board" ? pattern_.board : pattern_.picture);
        } else if (name == "differs" && value.is_number_integer() && (value == 0 || value == 1)) {
            pattern_.differs = value.get<int>();
        } else if (name == "differs") {
            wrong_type(name, "the value is not 0 or 1");
        } else if (name == "symmetric" && value.is_boolean()) {
            pattern_.symmetric = value.get<bool>();
        } else if (name == "symmetric") {
            wrong_type(name, "the value is not true or false");
        } else {
            wrong_type(name,
                       "this is not part of a pattern, expected key, material, themes, board, picture, like, "
                       "differs, symmetric or variant");
        }
    }

    void parse_text(const std::string& name, const Json& value, std::optional<std::string>& into) {
        if (!value.is_string()) return wrong_type(name, "the value is not a string");
        into = value.get<std::string>();
    }

    /// Parses a string or an array of strings.
    void parse_texts(const std::string& name, const Json& value, std::vector<std::string>& into) {
        for (const Json& text : value.is_array() ? value : Json::array({value})) {
            if (!text.is_string())
                return wrong_type(name, "the value is not a string or an array of strings");
            into.push_back(text.get<std::string>());
        }
    }

    void parse_board(const std::string& name, const Json& value, std::map<std::string, char>& into) {
        if (!value.is_object())
            return wrong_type(name, "the value is not an object from squares to piece letters");
        for (const auto& [square, piece] : value.items()) {
            const std::string letter = piece.is_string() ? piece.get<std::string>() : "";
            if (letter.size() != 1) {
                fault(FaultCode::UnsuitablePiece, name,
                      fmt::format("{}: there is no letter on {}, expected a letter as in a FEN, ? for any "
                                  "piece or . for an empty square",
                                  name, square));
            } else {
                into[square] = letter.front();
            }
        }
    }

    Pattern pattern_;
    Faults faults_;
};

/// A condition on one square of a pattern.
struct SquareCondition {
    int square = 0;
    char letter = '?';         ///< '?': any piece, '.': no piece, else a FEN letter
    std::optional<int> piece;  ///< the piece of that letter

    bool is_met_by(const Setup& setup) const {
        const int piece_there = setup[static_cast<std::size_t>(square)];
        if (letter == '?') return piece_there != empty_square;
        return piece_there == piece.value_or(empty_square);
    }
};

/// The number of pieces of each kind, indexed by the number of the piece.
using Material = std::vector<int>;

/// Tests puzzles for a pattern. The constructor checks the pattern against the game; `status` returns its
/// faults.
class PatternMatcher {
  public:
    PatternMatcher(const Maker& maker, const Pattern& pattern)
        : maker_(maker), game_(maker.terms()), pattern_(pattern) {
        board_ = square_conditions("board", pattern.board);
        picture_ = square_conditions("picture", pattern.picture);
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
        if (pattern.material) parse_material(*pattern.material);
        if (pattern.like) parse_like(*pattern.like);
    }

    Status status() const { return status_of(faults_); }

    /// Returns whether the puzzle meets the pattern; fails with the faults of its position. Makes the cheap
    /// tests first.
    Expected<bool, Faults> matches(const records::Puzzle& puzzle) const {
        if (!has_themes(puzzle) || !may_have_key(puzzle)) return false;
        const auto read = maker_.read(puzzle.fen);
        if (!read) return Unexpected{read.error()};
        return matches_position(**read) && has_key(puzzle, **read);
    }

  private:
    void fault(FaultCode code, std::string field, std::string message) {
        faults_.push_back({code, std::move(field), 0, std::move(message)});
    }

    std::vector<SquareCondition> square_conditions(const std::string& field,
                                                   const std::map<std::string, char>& squares) {
        std::vector<SquareCondition> conditions;
        for (const auto& [name, c] : squares) {
            const auto square = game_.board.square_named(name);
            const auto piece = game_.piece_of(c);
            if (!square)
                fault(FaultCode::BadSquare, field, fmt::format("\"{}\" is not a square of the game", name));
            else if (!piece && c != '?' && c != '.')
                fault(FaultCode::UnsuitablePiece, field, fmt::format("'{}' is not a piece of the game", c));
            else
                conditions.push_back({*square, c, piece});
        }
        return conditions;
    }

    void parse_material(const std::string& text) {
        Material wanted(game_.pieces.size()), swapped = wanted;
        const std::size_t slash = text.find('/');
        if (slash == std::string::npos)
            return fault(FaultCode::UnsuitablePiece, "material",
                         fmt::format("\"{}\" has no /, expected White's pieces, / and Black's", text));
        for (std::size_t offset = 0; offset < text.size(); ++offset) {
            if (offset == slash) continue;
            // Letters may be capital or small, since the slash separates White's pieces from Black's.
            const char capital = static_cast<char>(text[offset] & ~0x20),
                       small = static_cast<char>(text[offset] | 0x20);
            const auto piece = game_.piece_of(offset < slash ? capital : small),
                       swapped_piece = game_.piece_of(offset < slash ? small : capital);
            if (!piece || !swapped_piece)
                return fault(FaultCode::UnsuitablePiece, "material",
                             fmt::format("'{}' is not a piece of the game", text[offset]));
            ++wanted[static_cast<std::size_t>(*piece)];
            ++swapped[static_cast<std::size_t>(*swapped_piece)];
        }
        materials_.push_back(std::move(wanted));
        if (pattern_.symmetric) materials_.push_back(std::move(swapped));
    }

    /// Parses the position that puzzles must resemble. If one piece may differ and symmetric images count,
    /// computes the keys of all positions that are accepted.
    void parse_like(const std::string& fen) {
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
        const auto add_key = [&](const Setup& setup) {
            if (const auto key = position.key_with(setup)) keys_.insert(*key);
        };
        const auto add_with_one_more = [&](const Setup& setup) {
            for (std::size_t square = 0; square < setup.size(); ++square) {
                if (setup[square] != empty_square) continue;
                for (int piece = 0; piece < game_.kinds_of_pieces(); ++piece) {
                    if (!game_.piece(piece).may_stand[square]) continue;
                    Setup extended = setup;
                    extended[square] = piece;
                    add_key(extended);
                }
            }
        };
        add_with_one_more(*like_);
        for (std::size_t square = 0; square < like_->size(); ++square) {
            if ((*like_)[square] == empty_square) continue;
            Setup reduced = *like_;
            reduced[square] = empty_square;
            add_key(reduced);
            add_with_one_more(reduced);
        }
    }

    bool has_themes(const records::Puzzle& puzzle) const {
        return std::all_of(pattern_.themes.begin(), pattern_.themes.end(), [&](const std::string& theme) {
            return std::any_of(puzzle.themes.begin(), puzzle.themes.end(),
                               [&](const std::string& shown) { return same_name(shown, theme); });
        });
    }

    bool needs_key() const { return !key_.empty() || !pattern_.moves.empty() || !picture_.empty(); }

    bool may_have_key(const records::Puzzle& puzzle) const {
        return !needs_key() || (puzzle.key && std::all_of(key_.begin(), key_.end(), [&](const auto& face) {
                                    return puzzle.key->count(face.first) > 0;
                                }));
    }

    bool matches_position(const PlainPosition& position) const {
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

    static bool meets(const std::vector<SquareCondition>& conditions, const Setup& setup) {
        return std::all_of(conditions.begin(), conditions.end(),
                           [&](const SquareCondition& condition) { return condition.is_met_by(setup); });
    }

    Material material_of(const Setup& setup) const {
        Material material(game_.pieces.size());
        for (const int piece : setup) {
            if (piece != empty_square) ++material[static_cast<std::size_t>(piece)];
        }
        return material;
    }

    /// True if at most `differs` pieces of `like` are missing and at most `differs` are new. A piece that
    /// moved or was replaced counts as both.
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
        if (!needs_key()) return true;
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
        const auto contains_all = [&](const std::vector<std::string>& texts, const auto& among) {
            return std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
                const auto move = position.move(text);
                return move && std::find(among.begin(), among.end(), *move) != among.end();
            });
        };
        for (const auto& [face, texts] : key_) {
            if (!contains_all(texts, key[face])) return false;
        }
        if (!contains_all(pattern_.moves, moves)) return false;
        return picture_.empty() || std::any_of(moves.begin(), moves.end(), [&](const std::string& move) {
                   return meets(picture_, position.setup_after(move));
               });
    }

    const Maker& maker_;
    const GameTerms& game_;
    const Pattern pattern_;
    std::map<int, std::vector<std::string>> key_;  // moves that the key must contain, by face
    std::vector<SquareCondition> board_, picture_;
    std::vector<Material> materials_;
    std::optional<Setup> like_;
    Color turn_ = Color::White;
    KeySet keys_;
    Faults faults_;
};

}  // namespace

Expected<Pattern, Faults> read_pattern(std::string_view json) { return PatternReader().read(json); }

Expected<PatternTest, Faults> Maker::pattern_test(const Pattern& pattern) const {
    const auto matcher = std::make_shared<const PatternMatcher>(*this, pattern);
    if (Status status = matcher->status(); !status) return Unexpected{std::move(status.error())};
    return PatternTest([matcher](const records::Puzzle& puzzle) { return matcher->matches(puzzle); });
}

}  // namespace octomate::make
