// Reader and writer of chess problems in YAML, as YACPDB and Olive exchange them.
//
// The reader builds its own tree from the events of yaml-cpp's parser instead of using the library's nodes.
// Nodes are shared by aliases, never copied, and the expanded size is limited while the tree grows, so that a
// small file with nested aliases ("billion laughs") cannot exhaust memory.

#include <fmt/core.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
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

/// The start of the comment with the FEN of a position that a YAML diagram cannot show.
constexpr std::string_view position_start = "FEN: ";

// ---- reading documents into trees of bounded size --------------------------------------------------------

/// A value of a document. An alias points to the node that it names.
struct YamlNode {
    enum class Kind : std::uint8_t { Null, Scalar, List, Map };

    Kind kind = Kind::Null;
    bool plain = false;                ///< whether it is a scalar without quotes and tag
    std::size_t line = 0, column = 0;  ///< where the value begins, from 0
    std::string text{};                ///< the text of a scalar, in UTF-8
    std::vector<const YamlNode*> items{};
    std::vector<std::pair<const YamlNode*, const YamlNode*>> members{};  ///< names and values
    std::size_t size = 1;  ///< number of bytes of text and of nodes in this value, with aliases expanded

    bool is_null() const { return kind == Kind::Null; }
    bool is_scalar() const { return kind == Kind::Scalar; }
    bool is_list() const { return kind == Kind::List; }
    bool is_map() const { return kind == Kind::Map; }
};

/// A fault in a YAML text. Line and column count from 0.
struct YamlFault {
    std::string message;
    std::size_t line = 0, column = 0;
};

/// The tree of a document: all nodes and the root.
struct YamlDocument {
    std::deque<YamlNode> nodes;
    const YamlNode* root = nullptr;  ///< never null
};

const char* const too_large = "the record is too large, expected at most 1 MiB with all aliases expanded";

/// Returns `text` as UTF-8. The library turns the escapes \_ and \N into one byte of Latin-1 instead of
/// U+00A0 and U+0085; this corrects them. Nothing else in a well-formed text becomes invalid.
std::string in_utf8(std::string_view text) {
    std::string result;
    while (const auto bad = first_bad_utf8(text)) {
        const char byte = text[*bad];
        result.append(text.substr(0, *bad)).append({'\xC2', byte});
        text.remove_prefix(*bad + 1);
    }
    return result.append(text);
}

/// Builds the tree of a document from the events of yaml-cpp's parser. Throws YAML::Exception if it is too
/// large.
class TreeBuilder : public YAML::EventHandler {
  public:
    YamlDocument document;

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        append(add_node(YamlNode::Kind::Null, mark, anchor));
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        YamlNode& node = add_node(YamlNode::Kind::Scalar, mark, anchor);
        node.plain = tag == "?";
        node.text = in_utf8(value);
        node.size += node.text.size();
        add_size(node.text.size(), mark);
        append(node);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const YamlNode* const node = anchors_.at(anchor);
        if (std::any_of(open_.begin(), open_.end(), [&](const Open& open) { return open.node == node; }))
            throw YAML::Exception(mark, "an alias refers to a value that contains it");
        add_size(node->size, mark);
        append(*node);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open_.push_back({&add_node(YamlNode::Kind::List, mark, anchor)});
    }
    void OnSequenceEnd() override { close_innermost(); }

    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open_.push_back({&add_node(YamlNode::Kind::Map, mark, anchor)});
    }
    void OnMapEnd() override { close_innermost(); }

  private:
    /// A list or map whose end has not been reached.
    struct Open {
        YamlNode* node;
        const YamlNode* name = nullptr;  ///< in a map: the name whose value comes next; else null
    };

    YamlNode& add_node(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
        add_size(1, mark);
        YamlNode& node = document.nodes.emplace_back();
        node.kind = kind;
        node.line = static_cast<std::size_t>(mark.line);
        node.column = static_cast<std::size_t>(mark.column);
        if (anchor != 0) anchors_[anchor] = &node;
        return node;
    }

    /// Adds `size` to the size of the document; throws at `mark` if it exceeds `largest_yaml`.
    void add_size(std::size_t size, const YAML::Mark& mark) {
        size_ += size;
        if (size_ > largest_yaml) throw YAML::Exception(mark, too_large);
    }

    /// Appends a complete value to the innermost open list or map, or makes it the root.
    void append(const YamlNode& node) {
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

    /// Completes the innermost open list or map.
    void close_innermost() {
        const YamlNode& node = *open_.back().node;
        open_.pop_back();
        append(node);
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
        const bool has_mark = e.mark.line >= 0;
        const std::string message = e.msg == too_large ? e.msg : "this is not YAML: " + e.msg;
        return Unexpected{YamlFault{message, has_mark ? static_cast<std::size_t>(e.mark.line) : 0,
                                    has_mark ? static_cast<std::size_t>(e.mark.column) : 0}};
    }
    YamlDocument& document = builder.document;
    if (!document.root) document.root = &document.nodes.emplace_back();
    return std::move(document);
}

// ---- twins in the notation of Popeye: "Move e4 e5", "Add White Rh1 Remove a2" ----------------------------

/// The letters of the pieces in a FEN and in chess problems, in the same order.
constexpr std::string_view fen_letters = "KQRBNP", problem_letters = "KQRBSP";

/// Reads words one by one. Returns empty words at the end.
class Words {
  public:
    explicit Words(std::string_view text) : words_(split_words(text)) {}

    bool has_next() const { return index_ < words_.size(); }
    std::string_view next() { return has_next() ? words_[index_++].text : std::string_view(); }
    /// Reads a word and returns it if it is a square; otherwise returns an empty text.
    std::string square() {
        const std::string_view word = next();
        return std::string(square_named(word) ? word : std::string_view());
    }

  private:
    const std::vector<Word> words_;
    std::size_t index_ = 0;
};

/// Returns the rank of the change that begins with `word` in the order in which `Edit` applies changes. All
/// unlisted words have the last rank.
std::size_t order_of(std::string_view word) {
    constexpr std::string_view ordered[] = {"shift", "move", "remove", "exchange"};
    return static_cast<std::size_t>(std::find(std::begin(ordered), std::end(ordered), word) - ordered);
}

/// Reads a piece to add, such as "White Rh1" or "black Sa3"; returns false if it is malformed.
bool read_added(Words& words, Edit& edit) {
    const std::string side = lower(words.next());
    const std::string_view piece = words.next();
    const std::size_t kind = piece.size() == 3 ? problem_letters.find(piece[0]) : std::string_view::npos;
    if ((side != "white" && side != "black") || kind == std::string_view::npos ||
        !square_named(piece.substr(1)))
        return false;
    const char letter = fen_letters[kind];
    edit.added.emplace_back(piece.substr(1), side == "black" ? static_cast<char>(letter | 0x20) : letter);
    return true;
}

/// Reads two squares and exchanges their pieces; returns false if one of them is empty.
bool read_exchange(Words& words, const Diagram& board, Edit& edit) {
    const std::string a = words.square(), b = words.square();
    const char on_a = board.letter_at(a), on_b = board.letter_at(b);
    if (on_a == 0 || on_b == 0) return false;
    edit.removed.insert(edit.removed.end(), {a, b});
    edit.added.insert(edit.added.end(), {{a, on_b}, {b, on_a}});
    return true;
}

/// Reads a square and the square to which a shift of the board moves it; returns false if one is malformed.
bool read_shift(Words& words, Edit& edit) {
    const std::string from = words.square(), to = words.square();
    if (from.empty() || to.empty()) return false;
    edit.files = to[0] - from[0];
    edit.ranks = to[1] - from[1];
    return true;
}

/// Reads a stipulation into `puzzle`; returns false if it is unknown.
bool read_stipulation_of(Words& words, Puzzle& puzzle) {
    const auto stipulation = read_stipulation(words.next());
    if (!stipulation) return false;
    puzzle.moves = stipulation->is_plain() ? stipulation->moves() : 1;
    puzzle.stipulation = stipulation->is_plain() ? std::nullopt : std::optional(*stipulation);
    return true;
}

/// Returns the changes of a twin in Popeye's words, or nullopt if there are no words for them.
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
        words.push_back(fmt::format("Add {} {}{}", black ? "Black" : "White", problem_letters[kind], square));
    }
    if (has_other_stipulation(diagram, twin)) words.push_back("Stipulation " + stipulation_text(twin.puzzle));
    if (twin.puzzle.roll && twin.puzzle.roll != diagram.roll)
        words.push_back(fmt::format("Roll {}", *twin.puzzle.roll));
    if (words.empty()) return std::nullopt;
    return joined(words, " ");
}

/// Parses Popeye's words into `twin`, whose puzzle already has the roll and stipulation of the diagram.
/// Returns false if the words are unknown or cannot be expressed as an `Edit`.
bool read_twin_words(std::string_view text, const Diagram& board, Twin& twin) {
    Words words(text);
    bool good = words.has_next();
    std::size_t last_order = 0;  // changes must come in the order in which `Edit` applies them
    while (good && words.has_next()) {
        const std::string word = lower(words.next());
        const std::size_t order = order_of(word);
        if (order < std::exchange(last_order, order)) return false;
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

// ---- reading problems ------------------------------------------------------------------------------------

/// The deepest nesting of a value: one less than JSON allows, because the record itself is a level.
constexpr int deepest_value = 99;

/// Returns the text with each run of white space replaced by one blank.
std::string with_single_blanks(std::string_view text) {
    std::string result;
    for (const std::string_view line : words_between(text, '\n')) {
        for (const Word& word : split_words(trim(line)))
            result.append(result.empty() ? "" : " ").append(word.text);
    }
    return result;
}

/// Reads one document, or the only item of a list, into a record.
class YamlReader {
  public:
    YamlReader(std::string_view text, const Variants& variants) : text_(text), draft_(variants) {}

    ReadPuzzle read() {
        const auto document = read_yaml_document(text_);
        if (!document) {
            const YamlFault& fault = document.error();
            draft_.fault(FaultCode::BadYaml, "line", fault.column, fault.message, fault.line);
            return draft_.finish();
        }
        const YamlNode* root = document->root;
        if (root->is_list() && root->items.size() == 1)
            root = root->items[0];  // the problem may be a list of one item
        if (root->is_map()) {
            parse_members(*root);
        } else {
            report(FaultCode::BadYaml, *root,
                   "this is not a problem, expected fields such as \"algebraic:\"");
        }
        if (!draft_.good()) return draft_.finish();  // the board is incomplete, so its FEN is not used
        if (black_begins(puzzle()) != half_duplex_) diagram_.set_black_moves(true);
        puzzle().fen = position_;
        if (position_.empty() && !diagram_.empty()) puzzle().fen = diagram_.fen();
        if (!names_game_) draft_.note_open_game();
        if (puzzle().fen.empty())
            draft_.prepend_fault(FaultCode::MissingFen, "fen", 0, "the problem has no pieces");
        return draft_.finish();
    }

  private:
    Puzzle& puzzle() { return draft_.puzzle; }

    /// Reports a fault `offset` bytes after the beginning of `node`, on the same line.
    void report(FaultCode code, const YamlNode& node, std::string message, std::size_t offset = 0) {
        draft_.fault(code, "line", node.column + offset, std::move(message), node.line);
    }

    void report_duplicate(const YamlNode& name, std::string_view text) {
        report(FaultCode::DuplicateField, name, fmt::format("{} appears twice, expected once", quote(text)));
    }

    /// Calls `visit(name, value)` for the members of a map. Reports names that are repeated or not scalars.
    template <class Visit>
    void for_each_member(const YamlNode& map, const Visit& visit) {
        std::set<std::string_view> seen;
        for (const auto& [name, value] : map.members) {
            if (!name->is_scalar()) {
                report(FaultCode::BadYaml, *name, "a field has no name, expected a word before the colon");
            } else if (!seen.insert(name->text).second) {
                report_duplicate(*name, name->text);
            } else {
                visit(name->text, *value);
            }
        }
    }

    void parse_members(const YamlNode& root) {
        std::string solution;
        for_each_member(root, [&](const std::string& name, const YamlNode& value) {
            if (name == "solution" && value.is_scalar()) {
                solution = value.text;
            } else {
                parse_member(name, value);
            }
        });
        if (twins_node_) parse_twins(solution);
        if (!trim(solution).empty() && trim(solution) != no_solution) parse_solution(solution);
    }

    void parse_member(const std::string& name, const YamlNode& value) {
        if (value.is_null()) return;  // Olive writes fields without values, too
        if (name == "algebraic") return parse_pieces(value);
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
        if (name == "twins") return void(twins_node_ = &value);
        parse_extra_field(name, value);
    }

    /// Parses the twins. Leaves out all twins if one cannot be expressed as a `Twin`.
    void parse_twins(std::string_view solution) {
        std::vector<Twin> twins;
        bool good = twins_node_->is_map();
        for (const auto& [name, words] : twins_node_->members) {
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
            return void(parsed_twins_ = std::move(twins));
        }
        draft_.notes.emplace_back(
            "the twins have changes that this program does not know; they are left out");
    }

    /// Keeps a field as JSON. Leaves it out if records have a field of that name with another meaning.
    void parse_extra_field(const std::string& name, const YamlNode& value) {
        std::string json = json_of(value);
        if (field_named(name) == Field::Unknown) return draft_.parse_extra_field(name, json);
        draft_.notes.push_back(fmt::format("{} has another meaning in records; it is left out", quote(name)));
    }

    /// Parses a stipulation such as "#2" or "h#2"; leaves out an unknown one, with a note.
    void parse_stipulation(std::string_view text) {
        std::string joined;
        for (const Word& word : split_words(trim(text))) joined += word.text;
        if (joined.empty()) return;
        if (const auto stipulation = read_stipulation(joined)) {
            if (!stipulation->is_plain()) puzzle().stipulation = *stipulation;
            puzzle().moves = stipulation->is_plain() ? stipulation->moves() : 1;
            return;
        }
        draft_.notes.push_back(fmt::format(
            "the stipulation {} is unknown, expected one such as #2 or h#2; it is left out", quote(joined)));
    }

    /// Parses the key from lines such as those of `solution_text`; keeps a longer text in the field
    /// "solution".
    void parse_solution(std::string_view text) {
        Puzzle with_key_only;
        if (Key key = key_of_solution(text, puzzle().roll.value_or(0)); !key.empty())
            with_key_only.key = puzzle().key = std::move(key);
        with_key_only.fen = diagram_.fen();
        if (with_single_blanks(solution_text(with_key_only, parsed_twins_)) != with_single_blanks(text))
            draft_.parse_extra_field("solution", json_text_of(text));
    }

    void parse_pieces(const YamlNode& sides) {
        puzzle().fen_line = sides.line;
        if (!sides.is_map())
            return report(FaultCode::BadYaml, sides, "algebraic is not a map, expected white and black");
        for (const auto& [side, pieces] : sides.members) {
            const std::string& colour = side->text;
            if (colour != "white" && colour != "black") {
                report(FaultCode::UnsuitablePiece, *side,
                       fmt::format("{} is not a side, expected white or black", quote(colour)));
                continue;
            }
            if (!pieces->is_list()) {
                report(FaultCode::BadYaml, *pieces,
                       fmt::format("{} is not a list, expected pieces such as [Kc1, Sd4]", colour));
                continue;
            }
            for (const YamlNode* piece : pieces->items) place_piece(*piece, colour == "black");
        }
    }

    /// Places a piece such as "Sd4", or several such as "Pd4e5", on the board.
    void place_piece(const YamlNode& node, bool black) {
        constexpr std::string_view letters = "KQRBSPkqrbsp";
        const std::string& word = node.text;
        const std::size_t kind = word.empty() ? std::string::npos : letters.find(word.front());
        const bool is_fairy_piece = word.find(' ') != std::string::npos;  // "kamikaze Ka1"
        if (kind == std::string::npos || is_fairy_piece)
            return report(
                FaultCode::UnsuitablePiece, node,
                fmt::format("{} is not a piece of this program, expected one of {} followed by squares",
                            quote(word), letters.substr(0, 6)));
        if (word.size() == 1)
            report(FaultCode::BadSquare, node,
                   fmt::format("{} has no square, expected one such as e4", quote(word)), 1);
        const char piece = fen_letters[kind % 6];
        for (std::size_t start = 1; start < word.size(); start += 2) {
            const std::string name = word.substr(start, 2);
            const auto square = square_named(name);
            if (!square)
                return report(FaultCode::BadSquare, node,
                              fmt::format("{} is not a square, expected one such as e4", quote(name)), start);
            if (!diagram_.put(black ? static_cast<char>(piece | 0x20) : piece, *square))
                report(FaultCode::BadSquare, node, fmt::format("two pieces stand on {}, expected one", name),
                       start);
        }
    }

    /// Parses the game and the roll from a sentence of `game_sentence`; returns false if `text` is something
    /// else.
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

    /// Parses a source: a text, or a map with a name and a date. Appends the date's year to a name without
    /// one.
    void parse_source(const YamlNode& value) {
        if (value.is_scalar()) return void(puzzle().source = value.text);
        std::string year;
        for (const auto& [name, member] : value.members) {
            if (name->text == "name" && member->is_scalar()) puzzle().source = member->text;
            if (name->text == "date") year = year_in(json_of(*member));
        }
        if (puzzle().source && !year.empty() && year_in(*puzzle().source).empty())
            puzzle().source->append(", ").append(year);
        const std::string_view source = puzzle().source ? std::string_view(*puzzle().source) : "";
        if (json_of(value) != source_json(source))
            draft_.notes.push_back(fmt::format("the source is shortened to {}", quote(source)));
    }

    /// Parses the comments. The writer adds two: the sentence about the game, and the FEN of a position that
    /// the diagram cannot show.
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
        if (!comments.empty()) puzzle().comment = octomate::joined(comments, "\n");
    }

    void parse_options(const YamlNode& options) {
        std::vector<std::string> others;
        for (const YamlNode* option : options.items) {
            const std::string text = text_of(*option);
            same_name(text, "HalfDuplex") ? void(half_duplex_ = true) : others.push_back(text);
        }
        if (!others.empty()) draft_.parse_extra_field("options", texts_json(others));
    }

    /// Returns the text of a scalar, or another value as JSON.
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

    /// Appends a value as JSON; reports a value that is nested too deeply.
    void append_json(const YamlNode& node, std::string& json, int depth = 0) {
        if (depth == deepest_value && (node.is_list() || node.is_map())) {
            if (draft_.good())
                report(FaultCode::BadYaml, node,
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
            const bool is_boolean = node.text == "true" || node.text == "false";
            json += !node.plain  ? json_text_of(node.text)
                    : is_boolean ? node.text
                                 : number_or_text(node.text);
        } else {
            json += "null";
        }
    }

    std::string_view text_;
    Draft draft_;
    Diagram diagram_;
    bool half_duplex_ = false;              ///< whether the option HalfDuplex is set
    const YamlNode* twins_node_ = nullptr;  ///< the value of the field "twins", or null
    std::vector<Twin> parsed_twins_;
    bool names_game_ = false;  ///< whether a comment names the game, as `game_sentence` does
    std::string position_;     ///< the FEN from a comment; empty if the diagram gives the position
};

// ---- writing problems ------------------------------------------------------------------------------------

/// Checks whether a name has YACPDB's form: "Family" or "Family, Given names".
bool is_person(std::string_view name) {
    const std::vector<std::string_view> parts = words_between(name, ',');
    return parts.size() == 1 ||
           (parts.size() == 2 && !parts[0].empty() && parts[1].size() > 1 && parts[1].front() == ' ');
}

/// Checks whether a text needs no quotes in YAML. Texts of up to 5 characters are quoted: some, such as "yes"
/// or "false", are not read as text.
bool is_plain(std::string_view text) {
    return !text.empty() && is_name_start(text.front()) && text.size() > 5 &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return is_name_start(c) || is_digit(c) || c == '-'; });
}

/// Turns a JSON value into valid YAML by escaping byte order marks.
std::string yaml_of_json(std::string yaml) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    for (std::size_t found = 0; (found = yaml.find(mark, found)) != std::string::npos;)
        yaml.replace(found, mark.size(), "\\ufeff");
    return yaml;
}

std::string double_quoted(std::string_view text) { return yaml_of_json(json_text_of(text)); }

std::string scalar(std::string_view text) { return is_plain(text) ? std::string(text) : double_quoted(text); }

std::string list_of(const std::vector<std::string>& texts) {
    std::string list = "[";
    for (const std::string& text : texts) list.append(list.size() > 1 ? ", " : "").append(scalar(text));
    return list + ']';
}

/// Splits a text at each `separator`.
std::vector<std::string> parts_of(std::string_view text, std::string_view separator) {
    std::vector<std::string> parts;
    for (std::size_t end; (end = text.find(separator)) != std::string_view::npos;
         text.remove_prefix(end + separator.size()))
        parts.emplace_back(text.substr(0, end));
    parts.emplace_back(text);
    return parts;
}

/// Appends the pieces in YACPDB's order: by kind, then from h8 to a1 along the files.
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

/// Appends the solution as a block of lines, which is easy to read, or in quotes if it needs escapes.
void append_solution(std::string& yaml, std::string_view solution) {
    if (trim(solution).empty()) solution = no_solution;
    const std::string escaped = double_quoted(solution);
    const bool needs_escapes = std::any_of(std::begin("bfru"), std::end("bfru") - 1, [&](char c) {
        return escaped.find({'\\', c}) != std::string::npos;
    });
    yaml += "solution: ";
    if (needs_escapes || is_blank(solution.front()) || solution.ends_with("\n\n")) {
        yaml.append(escaped).append("\n");
        return;
    }
    const bool ends_line = solution.ends_with('\n');
    yaml += ends_line ? "|\n" : "|-\n";
    if (ends_line) solution.remove_suffix(1);
    for (const std::string_view line : words_between(solution, '\n'))
        yaml.append("  ").append(line).append("\n");
}

/// Appends the twins in Popeye's words. Appends nothing if a twin cannot be expressed, or YACPDB's schema
/// does not allow the twins: it requires a twin "b", single letters as names, and short texts.
void append_twins(std::string& yaml, const Puzzle& puzzle, const std::vector<Twin>& twins) {
    std::map<std::string, std::string> words_by_name;
    for (const Twin& twin : twins) {
        const auto words = twin_words(puzzle, twin);
        const bool is_letter = twin.name.size() == 1 && twin.name[0] >= 'a' && twin.name[0] <= 'z';
        if (!words || words->size() > longest_label || !is_letter) return;
        words_by_name[twin.name] = *words;
    }
    if (!words_by_name.contains("b")) return;
    yaml += "twins:\n";
    for (const auto& [name, words] : words_by_name)
        yaml += fmt::format("  {}: {}\n", double_quoted(name), double_quoted(words));
}

/// Returns the comments: those of the record, the sentence that names its game, and the FEN of the position
/// if the diagram does not show it.
std::vector<std::string> comments_of(const Puzzle& puzzle, const Variants& variants, bool shows_position) {
    std::vector<std::string> comments = entry_comments(puzzle.comment.value_or(""));
    // A chess problem that was written by another program gets no sentence that names its game.
    const bool is_foreign =
        !puzzle.variant && !uses_die(puzzle) && !puzzle.printed && unknown_field(puzzle, "solution");
    if (!is_foreign || !shows_position) comments.push_back(game_sentence(puzzle, variants));
    if (!shows_position) comments.push_back(fmt::format("{}{}", position_start, puzzle.fen));
    return comments;
}

}  // namespace

ReadPuzzle read_yaml(std::string_view text, const Variants& variants) {
    return YamlReader(text, variants).read();
}

std::string to_yaml(const Puzzle& puzzle, const Variants& variants) {
    std::string yaml = "---\n";
    const auto add_field = [&](std::string_view name, std::string_view value) {
        yaml += fmt::format("{}: {}\n", name, value);
    };
    if (puzzle.author) {
        const std::vector<std::string> authors = parts_of(*puzzle.author, "; ");
        if (is_entry_list(authors) && std::all_of(authors.begin(), authors.end(), is_person))
            add_field("authors", list_of(authors));
    }
    if (const std::string source = source_json(puzzle.source.value_or("")); !source.empty())
        add_field("source", yaml_of_json(source));
    const auto diagram = Diagram::of_fen(puzzle.fen);
    append_pieces(yaml, diagram);
    if (diagram && diagram->black_moves() != black_begins(puzzle)) add_field("options", "[HalfDuplex]");
    add_field("stipulation", double_quoted(stipulation_text(puzzle)));
    const std::vector<Twin> twins = twins_or_none(puzzle, variants);
    append_twins(yaml, puzzle, twins);
    std::string solution = solution_text(puzzle, twins);
    // A solution from which no key can be read, such as the moves of PGN, comes after the key's lines.
    if (puzzle.key && !puzzle.printed && key_of_solution(solution, 0).empty())
        solution.insert(0, key_text_of_solution(*puzzle.key));
    append_solution(yaml, solution);
    if (is_entry_list(puzzle.themes)) add_field("keywords", list_of(puzzle.themes));
    const std::vector<std::string> comments =
        comments_of(puzzle, variants, diagram && diagram->fen() == puzzle.fen);
    if (!comments.empty()) add_field("comments", list_of(comments));
    return yaml + "...";
}

}  // namespace octomate::records
