#include <fmt/core.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/types.hpp"
#include "formats/formats.hpp"
#include "formats/problem.hpp"
#include "json/text.hpp"
#include "json/tree.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// How the comment begins that gives a position for which YAML has no diagram.
constexpr std::string_view position_start = "FEN: ";

// ---- documents as trees of bounded size ------------------------------------------------------------------

/// A value of a document. An alias is the value that it names: nodes are shared, never copied.
struct YamlNode {
    enum class Kind : std::uint8_t { Null, Scalar, List, Map };

    Kind kind = Kind::Null;
    bool plain = false;  ///< a scalar with neither quotes nor a tag
    std::size_t line = 0, column = 0;
    std::string text{};  ///< of a scalar, in UTF-8
    std::vector<const YamlNode*> items{};
    std::vector<std::pair<const YamlNode*, const YamlNode*>> members{};  ///< names and values
    std::size_t size = 1;  ///< bytes of text and number of nodes below this one, aliases expanded

    bool is_null() const { return kind == Kind::Null; }
    bool is_scalar() const { return kind == Kind::Scalar; }
    bool is_list() const { return kind == Kind::List; }
    bool is_map() const { return kind == Kind::Map; }
};

/// Why a text is not read as YAML, and where.
struct YamlFault {
    std::string message;
    std::size_t line = 0, column = 0;
};

/// The nodes of a document, and the one at its top.
struct YamlDocument {
    std::deque<YamlNode> nodes;
    const YamlNode* root = nullptr;  ///< never null
};

const char* const too_large = "the record is too large, expected at most 1 MiB with all aliases expanded";

/// Returns `text` as UTF-8. The library makes \_ and \N a byte of Latin-1 instead of U+00A0 and U+0085;
/// nothing else of a well-formed text becomes ill-formed.
std::string in_utf8(std::string_view text) {
    std::string result;
    while (const auto bad = first_bad_utf8(text)) {
        const char byte = text[*bad];
        result.append(text.substr(0, *bad)).append({'\xC2', byte});
        text.remove_prefix(*bad + 1);
    }
    return result.append(text);
}

/// Builds the tree of a document from the events of the library's parser.
class TreeBuilder : public YAML::EventHandler {
  public:
    YamlDocument document;

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        add(make(YamlNode::Kind::Null, mark, anchor));
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        YamlNode& node = make(YamlNode::Kind::Scalar, mark, anchor);
        node.plain = tag == "?";
        node.text = in_utf8(value);
        node.size += node.text.size();
        count(node.text.size(), mark);
        add(node);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const YamlNode* const node = anchors_.at(anchor);
        if (std::any_of(open_.begin(), open_.end(), [&](const Open& one) { return one.node == node; }))
            throw YAML::Exception(mark, "an alias stands within the value that it names");
        count(node->size, mark);
        add(*node);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open_.push_back({&make(YamlNode::Kind::List, mark, anchor)});
    }
    void OnSequenceEnd() override { close(); }

    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open_.push_back({&make(YamlNode::Kind::Map, mark, anchor)});
    }
    void OnMapEnd() override { close(); }

  private:
    /// A list or map whose end has not been read.
    struct Open {
        YamlNode* node;
        const YamlNode* name = nullptr;  ///< of a map: the name whose value comes next
    };

    YamlNode& make(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
        count(1, mark);
        YamlNode& node = document.nodes.emplace_back();
        node.kind = kind;
        node.line = static_cast<std::size_t>(mark.line);
        node.column = static_cast<std::size_t>(mark.column);
        if (anchor != 0) anchors_[anchor] = &node;
        return node;
    }

    /// Counts `size` of what comes at `mark`, so that no document is built that is too large.
    void count(std::size_t size, const YAML::Mark& mark) {
        size_ += size;
        if (size_ > largest_yaml) throw YAML::Exception(mark, too_large);
    }

    /// Adds a complete value to the list or map around it.
    void add(const YamlNode& node) {
        if (open_.empty()) return void(document.root = &node);
        auto& [parent, name] = open_.back();
        parent->size += node.size;
        if (parent->is_list()) {
            parent->items.push_back(&node);
        } else if (name) {
            parent->members.emplace_back(std::exchange(name, nullptr), &node);
        } else {
            name = &node;
        }
    }

    void close() {
        const YamlNode& node = *open_.back().node;
        open_.pop_back();
        add(node);
    }

    std::unordered_map<YAML::anchor_t, const YamlNode*> anchors_;
    std::vector<Open> open_;
    std::size_t size_ = 0;
};

/// Parses the first document of a text. Fails if the document is larger than `largest_yaml`.
Expected<YamlDocument, YamlFault> read_yaml_document(std::string_view text) {
    if (text.size() > largest_yaml) return Unexpected{YamlFault{too_large}};
    TreeBuilder builder;
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser(stream).HandleNextDocument(builder);
    } catch (const YAML::Exception& e) {
        const bool known = e.mark.line >= 0;
        const std::string what = e.msg == too_large ? e.msg : "this is not YAML: " + e.msg;
        return Unexpected{YamlFault{what, known ? static_cast<std::size_t>(e.mark.line) : 0,
                                    known ? static_cast<std::size_t>(e.mark.column) : 0}};
    }
    YamlDocument& document = builder.document;
    if (!document.root) document.root = &document.nodes.emplace_back();
    return std::move(document);
}

// ---- twins in the words of Popeye: "Move e4 e5", "Add White Rh1 Remove a2" -------------------------------

constexpr std::string_view fen_letters = "KQRBNP", own_letters = "KQRBSP";

/// Reads words one by one; what is not there is empty.
class Words {
  public:
    explicit Words(std::string_view text) : words_(split_words(text)) {}

    bool any() const { return at_ < words_.size(); }
    std::string_view next() { return any() ? words_[at_++].text : std::string_view(); }
    /// The next word if it is a square, else an empty one.
    std::string square() {
        const std::string_view word = next();
        return std::string(square_named(word) ? word : std::string_view());
    }

  private:
    const std::vector<Word> words_;
    std::size_t at_ = 0;
};

/// The place of a change in the order in which an edit makes them.
std::size_t place_of(std::string_view word) {
    constexpr std::string_view in_order[] = {"shift", "move", "remove", "exchange"};
    return static_cast<std::size_t>(std::find(std::begin(in_order), std::end(in_order), word) - in_order);
}

/// "White Rh1", "black Sa3".
bool read_added(Words& words, Edit& edit) {
    const std::string side = lower(words.next());
    const std::string_view piece = words.next();
    const std::size_t kind = piece.size() == 3 ? own_letters.find(piece[0]) : std::string_view::npos;
    if ((side != "white" && side != "black") || kind == std::string_view::npos ||
        !square_named(piece.substr(1)))
        return false;
    const char letter = fen_letters[kind];
    edit.added.emplace_back(piece.substr(1), side == "black" ? static_cast<char>(letter | 0x20) : letter);
    return true;
}

/// Both pieces change places.
bool read_exchange(Words& words, const Diagram& board, Edit& edit) {
    const std::string a = words.square(), b = words.square();
    const char on_a = board.letter_at(a), on_b = board.letter_at(b);
    if (on_a == 0 || on_b == 0) return false;
    edit.removed.insert(edit.removed.end(), {a, b});
    edit.added.insert(edit.added.end(), {{a, on_b}, {b, on_a}});
    return true;
}

bool read_shift(Words& words, Edit& edit) {
    const std::string from = words.square(), to = words.square();
    if (from.empty() || to.empty()) return false;
    edit.files = to[0] - from[0];
    edit.ranks = to[1] - from[1];
    return true;
}

bool read_stipulation_of(Words& words, Puzzle& puzzle) {
    const auto stipulation = read_stipulation(words.next());
    if (!stipulation) return false;
    puzzle.moves = stipulation->is_plain() ? stipulation->moves() : 1;
    puzzle.stipulation = stipulation->is_plain() ? std::nullopt : std::optional(*stipulation);
    return true;
}

/// Returns the words for a twin, or nullopt if there are none for what it changes.
std::optional<std::string> twin_words(const Puzzle& diagram, const Twin& twin) {
    const Edit& edit = twin.edit;
    std::vector<std::string> words;
    if (edit.files != 0 || edit.ranks != 0) {
        const auto [from, to] = squares_of_shift(edit);
        words.push_back(fmt::format("Shift {} {}", from, to));
    }
    for (const auto& [from, to] : edit.moved) words.push_back(fmt::format("Move {} {}", from, to));
    for (const std::string& square : edit.removed) words.push_back("Remove " + square);
    for (const auto& [square, piece] : edit.added) {
        const bool black = piece >= 'a';
        const std::size_t kind = fen_letters.find(black ? static_cast<char>(piece & ~0x20) : piece);
        if (kind == std::string_view::npos) return std::nullopt;
        words.push_back(fmt::format("Add {} {}{}", black ? "Black" : "White", own_letters[kind], square));
    }
    if (asks_otherwise(diagram, twin)) words.push_back("Stipulation " + stipulation_text(twin.puzzle));
    if (twin.puzzle.roll && twin.puzzle.roll != diagram.roll)
        words.push_back(fmt::format("Roll {}", *twin.puzzle.roll));
    if (words.empty()) return std::nullopt;
    return joined(words, " ");
}

/// Reads the words into a twin of a diagram, whose puzzle has what the diagram asks for. Returns false if
/// they say something that no twin of ours can.
bool read_twin_words(std::string_view text, const Diagram& board, Twin& twin) {
    Words words(text);
    bool good = words.any();
    std::size_t last = 0;  // an edit has its changes in one order
    while (good && words.any()) {
        const std::string word = lower(words.next());
        const std::size_t place = place_of(word);
        if (place < std::exchange(last, place)) return false;
        if (word == "move") {
            const std::string from = words.square(), to = words.square();
            good = !from.empty() && !to.empty();
            twin.edit.moved.emplace_back(from, to);
        } else if (word == "remove") {
            twin.edit.removed.push_back(words.square());
            good = !twin.edit.removed.back().empty();
        } else if (word == "roll") {
            twin.puzzle.roll = number_between(words.next(), 1, 99);
            good = twin.puzzle.roll.has_value();
        } else {
            good = (word == "add" && read_added(words, twin.edit)) ||
                   (word == "exchange" && read_exchange(words, board, twin.edit)) ||
                   (word == "shift" && read_shift(words, twin.edit)) ||
                   (word == "stipulation" && read_stipulation_of(words, twin.puzzle));
        }
    }
    return good;
}

// ---- reading ---------------------------------------------------------------------------------------------

/// A value may be as deep as JSON has it within a record.
constexpr int deepest_value = 99;

/// The text with all white space as single blanks.
std::string squeezed(std::string_view text) {
    std::string result;
    for (const std::string_view line : words_between(text, '\n')) {
        for (const Word& word : split_words(trim(line)))
            result.append(result.empty() ? "" : " ").append(word.text);
    }
    return result;
}

class YamlReader {
  public:
    YamlReader(std::string_view text, const Variants& variants) : text_(text), draft_(variants) {}

    ReadPuzzle read() {
        const auto document = read_yaml_document(text_);
        if (!document) {
            const YamlFault& bad = document.error();
            draft_.fault(FaultCode::BadYaml, "line", bad.column, bad.message, bad.line);
            return draft_.finish();
        }
        const YamlNode* root = document->root;
        if (root->is_list() && root->items.size() == 1)
            root = root->items[0];  // an item of a list of problems
        if (root->is_map()) {
            parse_members(*root);
        } else {
            fault(FaultCode::BadYaml, *root, "this is not a problem, expected fields such as \"algebraic:\"");
        }
        if (!draft_.good()) return draft_.finish();  // what is left of the pieces is not a position to judge
        if (begins_black(puzzle()) != half_duplex_) diagram_.let_black_move(true);
        puzzle().fen = position_;
        if (position_.empty() && !diagram_.empty()) puzzle().fen = diagram_.fen();
        if (!names_game_) draft_.note_open_game();
        if (puzzle().fen.empty())
            draft_.first_fault(FaultCode::MissingFen, "fen", 0, "the problem has no pieces");
        return draft_.finish();
    }

  private:
    Puzzle& puzzle() { return draft_.puzzle; }

    /// `offset`: further on the same line.
    void fault(FaultCode code, const YamlNode& node, std::string message, std::size_t offset = 0) {
        draft_.fault(code, "line", node.column + offset, std::move(message), node.line);
    }

    void duplicate(const YamlNode& name, std::string_view text) {
        fault(FaultCode::DuplicateField, name, fmt::format("{} appears twice, expected once", quote(text)));
    }

    /// Calls `take(name, value)` for the members of a map. Faults: names that are no scalars or repeated.
    template <class Take>
    void for_each_member(const YamlNode& map, const Take& take) {
        std::set<std::string_view> seen;
        for (const auto& [name, value] : map.members) {
            if (!name->is_scalar()) {
                fault(FaultCode::BadYaml, *name, "a field has no name, expected a word before the colon");
            } else if (!seen.insert(name->text).second) {
                duplicate(*name, name->text);
            } else {
                take(name->text, *value);
            }
        }
    }

    void parse_members(const YamlNode& root) {
        std::string solution;
        for_each_member(root, [&](const std::string& name, const YamlNode& value) {
            if (name == "solution" && value.is_scalar()) {
                solution = value.text;
            } else {
                take(name, value);
            }
        });
        if (twins_) parse_twins(solution);
        if (!trim(solution).empty() && trim(solution) != no_solution) parse_solution(solution);
    }

    void take(const std::string& name, const YamlNode& value) {
        if (value.is_null()) return;  // Olive leaves fields empty
        if (name == "algebraic") return take_pieces(value);
        if (name == "stipulation" && value.is_scalar()) return parse_stipulation(value.text);
        if (name == "id" && value.is_scalar()) return void(puzzle().id = value.text);
        if (name == "title" && value.is_scalar()) return void(puzzle().title = value.text);
        if (name == "source") return parse_source(value);
        if (name == "authors" && value.is_list()) return void(puzzle().author = joined(value, "; "));
        if (name == "comments" && value.is_list()) return parse_comments(value);
        if (name == "keywords" && value.is_list()) {
            for (const YamlNode* word : value.items) puzzle().themes.push_back(text_of(*word));
            return;
        }
        if (name == "options" && value.is_list()) return parse_options(value);
        if (name == "twins") return void(twins_ = &value);
        parse_extra_field(name, value);
    }

    /// Twins of which one says what ours cannot are kept as they are.
    void parse_twins(std::string_view solution) {
        std::vector<Twin> twins;
        bool good = twins_->is_map();
        for (const auto& [name, words] : twins_->members) {
            Twin& twin = twins.emplace_back();
            twin.puzzle.roll = puzzle().roll;
            twin.puzzle.moves = puzzle().moves;
            twin.puzzle.stipulation = puzzle().stipulation;
            good = good && name->is_scalar() && words->is_scalar() &&
                   read_twin_words(words->text, diagram_, twin);
            if (!good) break;
            twin.name = name->text;
            if (Key key = key_of_solution(solution, twin.puzzle.roll.value_or(0), twin.name); !key.empty())
                twin.puzzle.key = std::move(key);
        }
        if (good) {
            draft_.parse_extra_field("twins", twins_json(puzzle(), twins));
            return void(read_twins_ = std::move(twins));
        }
        parse_extra_field("twins", *twins_);
        draft_.notes.emplace_back("the twins say more than this program reads; they are kept as yaml-twins");
    }

    /// Words of ours mean nothing here.
    void parse_extra_field(const std::string& name, const YamlNode& value) {
        const bool ours = field_named(name) != Field::Unknown || name == "twins" ||
                          name == other_stipulation || name.starts_with("yaml-");
        draft_.parse_extra_field(ours ? "yaml-" + name : name, json_of(value));
    }

    /// "#2", "h#2"; anything else is kept, with a note.
    void parse_stipulation(std::string_view text) {
        std::string joined;
        for (const Word& word : split_words(trim(text))) joined += word.text;
        if (joined.empty()) return;
        if (const auto stipulation = read_stipulation(joined)) {
            if (!stipulation->is_plain()) puzzle().stipulation = *stipulation;
            puzzle().moves = stipulation->is_plain() ? stipulation->moves() : 1;
            return;
        }
        draft_.parse_extra_field(other_stipulation, json_text_of(trim(text)));
        draft_.notes.push_back(
            fmt::format("the stipulation {} is unknown, expected one such as #2 or h#2; it is kept as {}",
                        quote(joined), other_stipulation));
    }

    /// Lines such as those of `solution_text` become the key; a solution that says more is kept as well.
    void parse_solution(std::string_view text) {
        Puzzle claimed;
        if (Key key = key_of_solution(text, puzzle().roll.value_or(0)); !key.empty())
            claimed.key = puzzle().key = std::move(key);
        claimed.fen = diagram_.fen();
        if (squeezed(solution_text(claimed, read_twins_)) != squeezed(text))
            draft_.parse_extra_field("solution", json_text_of(text));
    }

    void take_pieces(const YamlNode& sides) {
        puzzle().fen_line = sides.line;
        if (!sides.is_map())
            return fault(FaultCode::BadYaml, sides, "algebraic is not a map, expected white and black");
        for (const auto& [side, pieces] : sides.members) {
            const std::string& colour = side->text;
            if (colour != "white" && colour != "black") {
                fault(FaultCode::UnsuitablePiece, *side,
                      fmt::format("{} is not a side, expected white or black", quote(colour)));
                continue;
            }
            if (!pieces->is_list()) {
                fault(FaultCode::BadYaml, *pieces,
                      fmt::format("{} is not a list, expected pieces such as [Kc1, Sd4]", colour));
                continue;
            }
            for (const YamlNode* piece : pieces->items) put_piece(*piece, colour == "black");
        }
    }

    /// Puts a piece such as "Sd4", or several such as "Pd4e5", on the board.
    void put_piece(const YamlNode& node, bool black) {
        constexpr std::string_view letters = "KQRBSPkqrbsp", fen_letters = "KQRBNP";
        const std::string& word = node.text;
        const std::size_t kind = word.empty() ? std::string::npos : letters.find(word.front());
        const bool attribute = word.find(' ') != std::string::npos;  // of a piece of another game
        if (kind == std::string::npos || attribute)
            return fault(
                FaultCode::UnsuitablePiece, node,
                fmt::format("{} is not a piece of this program, expected one of {} followed by squares",
                            quote(word), letters.substr(0, 6)));
        if (word.size() == 1)
            fault(FaultCode::BadSquare, node,
                  fmt::format("{} has no square, expected one such as e4", quote(word)), 1);
        const char piece = fen_letters[kind % 6];
        for (std::size_t at = 1; at < word.size(); at += 2) {
            const std::string name = word.substr(at, 2);
            const auto square = square_named(name);
            if (!square)
                return fault(FaultCode::BadSquare, node,
                             fmt::format("{} is not a square, expected one such as e4", quote(name)), at);
            if (!diagram_.put(black ? static_cast<char>(piece | 0x20) : piece, *square))
                fault(FaultCode::BadSquare, node, fmt::format("two pieces stand on {}, expected one", name),
                      at);
        }
    }

    /// Takes the game and the roll from the sentence that `game_sentence` writes; returns false if the text
    /// is another one.
    bool parse_sentence(std::string_view text) {
        const std::size_t end = text.find(game_end);
        if (!text.starts_with(sentence_start) || end == std::string_view::npos) return false;
        names_game_ = true;
        const std::string_view game = text.substr(0, end).substr(sentence_start.size());
        if (game.find(' ') == std::string_view::npos) puzzle().variant = game;
        if (const std::size_t roll = text.rfind(roll_start); roll != std::string_view::npos) {
            const std::string_view face = text.substr(roll + roll_start.size());
            draft_.parse_roll("roll", face.substr(0, face.find('.')), quote(face));
        }
        return true;
    }

    /// Takes a text, or a map with a name. A map that says more than the writer makes of the name is kept.
    void parse_source(const YamlNode& value) {
        if (value.is_scalar()) return void(puzzle().source = value.text);
        for (const auto& [name, text] : value.members) {
            if (name->text == "name" && text->is_scalar()) puzzle().source = text->text;
        }
        std::string json = json_of(value);
        if (!puzzle().source || json != source_json(*puzzle().source))
            draft_.parse_extra_field("yaml-source", std::move(json));
    }

    /// Takes the comments: those of people, the sentence about the game, and a position without a diagram.
    void parse_comments(const YamlNode& list) {
        std::vector<std::string> comments;
        for (const YamlNode* item : list.items) {
            std::string text = text_of(*item);
            if (parse_sentence(text)) continue;
            if (names_game_ && text.starts_with(position_start)) {
                position_ = text.substr(position_start.size());
            } else {
                comments.push_back(std::move(text));
            }
        }
        if (comments.empty()) return;
        puzzle().comment = octomate::joined(comments, "\n");
        if (entry_comments(*puzzle().comment) != comments)
            draft_.parse_extra_field(other_comments, texts_json(comments));
    }

    void parse_options(const YamlNode& options) {
        std::vector<std::string> others;
        for (const YamlNode* option : options.items) {
            const std::string text = text_of(*option);
            same_name(text, half_duplex) ? void(half_duplex_ = true) : others.push_back(text);
        }
        if (!others.empty()) draft_.parse_extra_field("options", texts_json(others));
    }

    std::string text_of(const YamlNode& node) { return node.is_scalar() ? node.text : json_of(node); }

    std::string joined(const YamlNode& list, std::string_view separator) {
        std::string text;
        for (const YamlNode* item : list.items)
            text.append(text.empty() ? "" : separator).append(text_of(*item));
        return text;
    }

    std::string json_of(const YamlNode& node) {
        std::string json;
        append_json(node, json);
        return json;
    }

    void append_json(const YamlNode& node, std::string& json, int depth = 0) {
        if (depth == deepest_value && (node.is_list() || node.is_map())) {
            if (draft_.good())
                fault(FaultCode::BadYaml, node,
                      fmt::format("the value is more than {} levels deep", deepest_value));
        } else if (node.is_list()) {
            append_array(node.items, json,
                         [&](const YamlNode* item) { append_json(*item, json, depth + 1); });
        } else if (node.is_map()) {
            char separator = '{';
            for_each_member(node, [&](const std::string& name, const YamlNode& value) {
                json += std::exchange(separator, ',');
                append_quoted(name, json);
                json += ':';
                append_json(value, json, depth + 1);
            });
            json += separator == '{' ? "{}" : "}";
        } else if (node.is_scalar()) {
            const bool word = node.text == "true" || node.text == "false";
            json += !node.plain ? json_text_of(node.text) : word ? node.text : number_or_text(node.text);
        } else {
            json += "null";
        }
    }

    std::string_view text_;
    Draft draft_;
    Diagram diagram_;
    bool half_duplex_ = false;  ///< the side begins that does not as a rule
    const YamlNode* twins_ = nullptr;
    std::vector<Twin> read_twins_;
    bool names_game_ = false;  ///< in a sentence of ours
    std::string position_;     ///< for which there is no diagram
};

// ---- writing ---------------------------------------------------------------------------------------------

/// A field of YACPDB that a record keeps unchanged, and the character with which its JSON must begin (0:
/// any).
struct KeptField {
    std::string_view name;
    char begins;
};
constexpr KeptField kept_fields[] = {
    {"foreignids", '['}, {"versionists", '['}, {"correctors", '['},       {"award", '{'},
    {"reprints", '['},   {"glyphs", '{'},      {"intended-solutions", 0}, {"non-standard-stipulation", '"'},
    {"after", 0},        {"version-of", 0},    {"correction-of", 0},      {"anticipated-by", 0}};

/// Checks whether a name is one of YACPDB's: "Family" or "Family, Given names".
bool is_person(std::string_view name) {
    const std::vector<std::string_view> parts = words_between(name, ',');
    return parts.size() == 1 ||
           (parts.size() == 2 && !parts[0].empty() && parts[1].size() > 1 && parts[1].front() == ' ');
}

/// Words that need no quotes for any reader of YAML.
bool is_plain(std::string_view text) {
    return !text.empty() && is_name_start(text.front()) && text.size() > 5 &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return is_name_start(c) || is_digit(c) || c == '-'; });
}

/// A value of JSON, which YAML understands, but for the byte order mark, which it wants escaped.
std::string yaml_of_json(std::string yaml) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    for (std::size_t at = 0; (at = yaml.find(mark, at)) != std::string::npos;)
        yaml.replace(at, mark.size(), "\\ufeff");
    return yaml;
}

std::string double_quoted(std::string_view text) { return yaml_of_json(json_text_of(text)); }

std::string scalar(std::string_view text) { return is_plain(text) ? std::string(text) : double_quoted(text); }

std::string list_of(const std::vector<std::string>& texts) {
    std::string list = "[";
    for (const std::string& text : texts) list.append(list.size() > 1 ? ", " : "").append(scalar(text));
    return list + ']';
}

std::vector<std::string> parts_of(std::string_view text, std::string_view separator) {
    std::vector<std::string> parts;
    for (std::size_t end; (end = text.find(separator)) != std::string_view::npos;
         text.remove_prefix(end + separator.size()))
        parts.emplace_back(text.substr(0, end));
    parts.emplace_back(text);
    return parts;
}

/// Writes the pieces in YACPDB's order: by kind, then from h8 to a1 along the files.
void append_pieces(std::string& yaml, const std::optional<Diagram>& diagram) {
    yaml += diagram ? "algebraic:\n" : "algebraic: {}\n";
    for (const bool black : {false, true}) {
        std::string pieces;
        const auto append = [&](char kind, std::vector<std::string> squares) {
            std::sort(squares.rbegin(), squares.rend());
            for (const std::string& square : squares)
                pieces += fmt::format("{}{}{}", pieces.empty() ? "" : ", ", kind == 'N' ? 'S' : kind, square);
        };
        if (diagram) diagram->for_each_kind(black, append);
        if (!pieces.empty()) yaml += fmt::format("  {}: [{}]\n", black ? "black" : "white", pieces);
    }
}

/// Writes the solution as a block, which is easy to read, unless it has characters that need escapes.
void append_solution(std::string& yaml, std::string_view solution) {
    if (trim(solution).empty()) solution = no_solution;
    const std::string escaped = double_quoted(solution);
    const bool escapes = std::any_of(std::begin("bfru"), std::end("bfru") - 1, [&](char c) {
        return escaped.find({'\\', c}) != std::string::npos;
    });
    yaml += "solution: ";
    if (escapes || is_blank(solution.front()) || solution.ends_with("\n\n")) {
        yaml.append(escaped).append("\n");
        return;
    }
    const bool newline = solution.ends_with('\n');
    yaml += newline ? "|\n" : "|-\n";
    if (newline) solution.remove_suffix(1);
    for (const std::string_view line : words_between(solution, '\n'))
        yaml.append("  ").append(line).append("\n");
}

/// Returns the texts of a further field; empty if it is not a list of texts.
std::vector<std::string> texts_of(const Puzzle& puzzle, std::string_view name) {
    std::vector<std::string> texts;
    const UnknownField* const field = unknown_field(puzzle, name);
    if (!field) return texts;
    const bool good = for_each_item(field->json, [&](std::string_view item) {
        auto text = text_of_json(item);
        if (text) texts.push_back(*std::move(text));
        return text.has_value();
    });
    return good ? texts : std::vector<std::string>();
}

/// Checks whether twins are an object by YACPDB's schema: the names are letters, "b" is among them, and the
/// changes are short texts.
bool are_twins(const Json& twins) {
    if (!twins.is_object() || !twins.contains("b")) return false;
    const auto items = twins.items();
    return std::all_of(items.begin(), items.end(), [](const auto& twin) {
        return twin.key().size() == 1 && twin.key()[0] >= 'a' && twin.key()[0] <= 'z' &&
               twin.value().is_string() &&
               twin.value().template get_ref<const std::string&>().size() <= longest_label;
    });
}

/// Writes the twins by their names, in the words of Popeye, if it has words for all of them.
void append_twins(std::string& yaml, const Puzzle& puzzle, const std::vector<Twin>& twins) {
    Json json = Json::object();
    for (const Twin& twin : twins) {
        const auto words = twin_words(puzzle, twin);
        if (!words) return;
        json[twin.name] = *words;
    }
    if (const UnknownField* const foreign = unknown_field(puzzle, "yaml-twins"); foreign && twins.empty())
        json = parsed(foreign->json);
    if (!are_twins(json)) return;
    yaml += "twins:\n";
    for (const auto& [name, words] : json.items())
        yaml += fmt::format("  {}: {}\n", double_quoted(name), double_quoted(words.get<std::string>()));
}

/// Returns the comments: those of the record, the sentence that names its game, and the position if the
/// diagram does not show it.
std::vector<std::string> comments_of(const Puzzle& puzzle, const Variants& variants, bool shows_position) {
    std::vector<std::string> comments = texts_of(puzzle, other_comments);
    if (puzzle.comment && joined(comments, "\n") != *puzzle.comment)
        comments = entry_comments(*puzzle.comment);
    // A problem of chess that another program wrote names no game.
    const bool foreign =
        !puzzle.variant && !uses_die(puzzle) && !puzzle.printed && unknown_field(puzzle, "solution");
    if (!foreign || !shows_position) comments.push_back(game_sentence(puzzle, variants));
    if (!shows_position) comments.push_back(fmt::format("{}{}", position_start, puzzle.fen));
    return comments;
}

/// Returns the source as YACPDB's object, which must name a date; empty if there is none.
std::string source_of(const Puzzle& puzzle) {
    if (const UnknownField* const field = unknown_field(puzzle, "yaml-source")) {
        const Json source = parsed(field->json);
        const bool whole = source.is_object() && source.contains("name") && source.contains("date");
        return whole ? yaml_of_json(field->json) : std::string();
    }
    return puzzle.source ? yaml_of_json(source_json(*puzzle.source)) : std::string();
}

}  // namespace

ReadPuzzle read_yaml(std::string_view text, const Variants& variants) {
    return YamlReader(text, variants).read();
}

std::string to_yaml(const Puzzle& puzzle, const Variants& variants) {
    std::string yaml = "---\n";
    const auto put = [&](std::string_view name, std::string_view value) {
        yaml += fmt::format("{}: {}\n", name, value);
    };
    if (puzzle.author) {
        const std::vector<std::string> authors = parts_of(*puzzle.author, "; ");
        if (is_entry_list(authors) && std::all_of(authors.begin(), authors.end(), is_person))
            put("authors", list_of(authors));
    }
    const std::string source = source_of(puzzle);
    if (!source.empty()) put("source", source);
    for (const UnknownField& field : puzzle.unknown) {
        const auto* const kept = std::find_if(std::begin(kept_fields), std::end(kept_fields),
                                              [&](const KeptField& one) { return one.name == field.name; });
        const bool fits = kept != std::end(kept_fields) &&
                          (kept->begins == 0 || field.json.front() == kept->begins) && field.json != "[]" &&
                          (field.name != "award" || !source.empty());
        if (fits) put(field.name, yaml_of_json(field.json));
    }
    const auto diagram = Diagram::of_fen(puzzle.fen);
    append_pieces(yaml, diagram);
    std::vector<std::string> options = texts_of(puzzle, "options");
    if (!is_entry_list(options)) options.clear();
    if (diagram && diagram->black_moves() != begins_black(puzzle)) options.emplace_back(half_duplex);
    if (!options.empty()) put("options", list_of(options));
    const UnknownField* const other = unknown_field(puzzle, other_stipulation);
    const auto foreign = other ? text_of_json(other->json) : std::nullopt;
    const bool is_foreign =
        foreign && !trim(*foreign).empty() && foreign->size() <= longest_label && !read_stipulation(*foreign);
    put("stipulation", double_quoted(is_foreign ? *foreign : stipulation_text(puzzle)));
    const std::vector<Twin> twins = good_twins(puzzle, variants);
    append_twins(yaml, puzzle, twins);
    std::string solution = solution_text(puzzle, twins);
    // A solution that names no key, such as the moves of PGN, stands behind it.
    if (puzzle.key && !puzzle.printed && key_of_solution(solution, 0).empty())
        solution.insert(0, key_text_of_solution(*puzzle.key));
    append_solution(yaml, solution);
    if (is_entry_list(puzzle.themes)) put("keywords", list_of(puzzle.themes));
    const std::vector<std::string> comments =
        comments_of(puzzle, variants, diagram && diagram->fen() == puzzle.fen);
    if (!comments.empty()) put("comments", list_of(comments));
    return yaml + "...";
}

}  // namespace octomate::records
