#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/fault.hpp"
#include "formats/formats.hpp"
#include "formats/problem.hpp"
#include "json/tree.hpp"
#include "puzzle/fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// The longest shift of a twin, in files or ranks: no board is larger.
constexpr int longest_shift = 15;

/// Returns a puzzle with the fields of the diagram that its twins inherit, and its id and title. Leaves out
/// all other fields: copies of the list of twins would take quadratic space.
Puzzle inherited_by_twins(const Puzzle& diagram) {
    Puzzle inherited = question_of(diagram);
    inherited.id = diagram.id;
    inherited.title = diagram.title;
    return inherited;
}

/// Reads one twin, the item `number` (from 0) of the field "twins", and appends its faults to `faults`.
class TwinReader {
  public:
    TwinReader(const Puzzle& inherited, const Variants& variants, const Json& json, std::size_t number,
               Faults& faults)
        : inherited_(inherited), variants_(variants), json_(json), number_(number), faults_(faults) {}

    Twin read() {
        Twin twin;
        twin.name = std::string(1, static_cast<char>('b' + number_ % 25));
        if (!json_.is_object()) {
            report("an object such as {\"move\": [\"e4\", \"e5\"]}");
            return twin;
        }
        if (const Json* name = field("name")) {
            name->is_string() ? void(twin.name = name->get<std::string>()) : report("a string as name");
        }
        report_unknown_members();
        read_edit(twin.edit);
        read_puzzle(twin.puzzle);
        return twin;
    }

  private:
    /// Returns the member `name`, or null if it is absent or null.
    const Json* field(const char* name) const {
        const auto found = json_.find(name);
        return found == json_.end() || found->is_null() ? nullptr : &*found;
    }

    void report_unknown_members() {
        static const std::vector<std::string> known_names = {
            "name", "move", "remove", "add", "shift", "key", "roll", "moves", "stipulation", "solutions"};
        for (const auto& member : json_.items()) {
            if (std::find(known_names.begin(), known_names.end(), member.key()) != known_names.end())
                continue;
            add_fault(faults_, {FaultCode::WrongType, "twins", 0,
                                fmt::format("twin {} has a member {}, expected one of {}", number_ + 1,
                                            quote(member.key()), octomate::joined(known_names, ", "))});
        }
    }

    /// Reports that the twin is malformed and what was expected.
    void report(std::string_view expected) {
        add_fault(faults_, {FaultCode::WrongType, "twins", 0,
                            fmt::format("twin {} is {}, expected {}", number_ + 1, dump(json_), expected)});
    }

    static bool is_pair_of_texts(const Json& json) {
        return json.is_array() && json.size() == 2 && json[0].is_string() && json[1].is_string();
    }

    /// Calls `visit` for `json` if it satisfies `is_value`, or for each item if `json` is an array whose
    /// items all satisfy it. Returns false, without a call, in other cases.
    template <class IsValue, class Visit>
    static bool for_one_or_each(const Json& json, IsValue is_value, Visit visit) {
        if (is_value(json)) return visit(json), true;
        if (!json.is_array() || !std::all_of(json.begin(), json.end(), is_value)) return false;
        std::for_each(json.begin(), json.end(), visit);
        return true;
    }

    /// Parses the number of files or ranks of a shift; returns nullopt if it is not whole or too large.
    static std::optional<int> parse_shift(const Json& json) {
        const double number = json.is_number_integer() ? json.get<double>() : 2 * longest_shift;
        return std::abs(number) <= longest_shift ? std::optional(static_cast<int>(number)) : std::nullopt;
    }

    void read_edit(Edit& edit) {
        if (const Json* shift = field("shift")) {
            const bool pair = shift->is_array() && shift->size() == 2;
            const auto files = pair ? parse_shift((*shift)[0]) : std::nullopt;
            const auto ranks = pair ? parse_shift((*shift)[1]) : std::nullopt;
            if (!files || !ranks) return report("files and ranks to shift by, such as [1, 0]");
            edit.files = *files;
            edit.ranks = *ranks;
        }
        if (const Json* move = field("move")) {
            const auto add_move = [&](const Json& value) {
                edit.moved.emplace_back(value[0].get<std::string>(), value[1].get<std::string>());
            };
            if (!for_one_or_each(*move, is_pair_of_texts, add_move))
                return report("two squares to move between");
        }
        if (const Json* remove = field("remove")) {
            const auto is_text = [](const Json& value) { return value.is_string(); };
            const auto add_square = [&](const Json& value) {
                edit.removed.push_back(value.get<std::string>());
            };
            if (!for_one_or_each(*remove, is_text, add_square)) return report("a square to remove from");
        }
        if (const Json* add = field("add")) {
            if (!add->is_object()) return report("pieces to add, such as {\"h1\": \"R\"}");
            for (const auto& [square, piece] : add->items()) {
                if (!piece.is_string() || piece.get_ref<const std::string&>().size() != 1)
                    return report("the letter of a piece to add");
                edit.added.emplace_back(square, piece.get_ref<const std::string&>().front());
            }
        }
    }

    /// Reads key, roll, moves and stipulation as if they were a record, with "-" as its FEN.
    void read_puzzle(Puzzle& puzzle) {
        Json record = {{"fen", "-"}};
        for (const char* name : {"key", "roll", "moves", "stipulation", "solutions"}) {
            if (const Json* value = field(name)) record[name] = *value;
        }
        auto read = records::read_puzzle(dump(record), variants_);
        if (!read) {
            for (Fault& fault : read.error().faults) {
                fault.message = fmt::format("twin {}: {}", number_ + 1, fault.message);
                fault.field = "twins";
                fault.offset = 0;
                add_fault(faults_, std::move(fault));
            }
            return;
        }
        puzzle = inherited_;
        puzzle.key = std::move(read->value.key);
        if (field("roll")) puzzle.roll = read->value.roll;
        if (field("moves") || field("stipulation")) {
            puzzle.moves = read->value.moves;
            puzzle.stipulation = read->value.stipulation;
        }
        if (field("solutions")) puzzle.solutions = read->value.solutions;
    }

    const Puzzle& inherited_;
    const Variants& variants_;
    const Json& json_;
    const std::size_t number_;
    Faults& faults_;
};

}  // namespace

Expected<std::vector<Twin>, Faults> twins_of(const Puzzle& puzzle, const Variants& variants) {
    const UnknownField* const field = unknown_field(puzzle, "twins");
    std::vector<Twin> twins;
    if (!field || field->json == "null") return twins;
    const Json json = parsed(field->json);
    Faults faults;
    if (!json.is_array()) {
        add_fault(faults, {FaultCode::WrongType, "twins", 0,
                           fmt::format("twins is {}, expected an array of twins", field->json)});
        return Unexpected{std::move(faults)};
    }
    const Puzzle inherited = inherited_by_twins(puzzle);
    Variants diagram_variants = variants;
    if (puzzle.variant) diagram_variants.fallback = *puzzle.variant;
    for (const Json& item : json)
        twins.push_back(TwinReader(inherited, diagram_variants, item, twins.size(), faults).read());
    if (!faults.empty()) return Unexpected{std::move(faults)};
    return twins;
}

namespace {

/// Returns the members of the field "twins" that describe the edit.
Json json_of(const Edit& edit) {
    Json json = Json::object();
    if (edit.files != 0 || edit.ranks != 0) json["shift"] = {edit.files, edit.ranks};
    if (edit.moved.size() == 1) json["move"] = {edit.moved[0].first, edit.moved[0].second};
    if (edit.moved.size() > 1) json["move"] = edit.moved;
    if (edit.removed.size() == 1) json["remove"] = edit.removed[0];
    if (edit.removed.size() > 1) json["remove"] = edit.removed;
    for (const auto& [square, piece] : edit.added) json["add"][square] = std::string(1, piece);
    return json;
}

/// Returns the name of a square after the letter of its piece, such as "Ke4"; without one if it is empty.
std::string piece_on(const std::optional<Diagram>& board, const std::string& square) {
    return (board ? board->piece_name_at(square) : std::string()) + square;
}

}  // namespace

std::vector<Twin> twins_or_none(const Puzzle& puzzle, const Variants& variants) {
    auto twins = twins_of(puzzle, variants);
    return twins ? *std::move(twins) : std::vector<Twin>();
}

std::string edit_json(const Edit& edit) { return dump(json_of(edit)); }

std::string twins_json(const Puzzle& diagram, const std::vector<Twin>& twins) {
    Json list = Json::array();
    for (const Twin& twin : twins) {
        Json json{{"name", twin.name}};
        json.update(json_of(twin.edit));
        if (twin.puzzle.roll && twin.puzzle.roll != diagram.roll) json["roll"] = *twin.puzzle.roll;
        if (has_other_stipulation(diagram, twin)) json["stipulation"] = stipulation_text(twin.puzzle);
        if (twin.puzzle.key) json["key"] = parsed(key_json(*twin.puzzle.key));
        list.push_back(std::move(json));
    }
    return dump(list);
}

bool has_other_stipulation(const Puzzle& diagram, const Twin& twin) {
    return stipulation_text(twin.puzzle) != stipulation_text(diagram);
}

std::string change_text(const Puzzle& diagram, const Twin& twin) {
    const auto board = Diagram::of_fen(diagram.fen);
    std::vector<std::string> changes;
    const Edit& edit = twin.edit;
    if (edit.files != 0 || edit.ranks != 0) {
        const auto [from, to] = squares_of_shift(edit);
        changes.push_back(fmt::format("shift {}→{}", from, to));
    }
    for (const auto& [from, to] : edit.moved)
        changes.push_back(fmt::format("{}→{}", piece_on(board, from), to));
    for (const std::string& square : edit.removed) changes.push_back("−" + piece_on(board, square));
    for (const auto& [square, piece] : edit.added) {
        const bool black = piece >= 'a';
        changes.push_back(
            fmt::format("+{}{}{}", black ? 'b' : 'w', static_cast<char>(piece & ~0x20), square));
    }
    if (twin.puzzle.roll && twin.puzzle.roll != diagram.roll)
        changes.push_back(fmt::format("roll {}", *twin.puzzle.roll));
    if (has_other_stipulation(diagram, twin)) changes.push_back(stipulation_text(twin.puzzle));
    return joined(changes, ", ");
}

std::pair<std::string, std::string> squares_of_shift(const Edit& edit) {
    const auto name = [](int file, int rank) {
        return std::string{static_cast<char>('a' + file), static_cast<char>('1' + rank)};
    };
    const int file = std::max(0, -edit.files), rank = std::max(0, -edit.ranks);
    return {name(file, rank), name(file + edit.files, rank + edit.ranks)};
}

}  // namespace octomate::records
