#include "records/further_fields.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <optional>

#include "records/fields.hpp"
#include "records/json_text.hpp"
#include "records/stipulation.hpp"

namespace octomate::records {

namespace {

// ---- from JSON: each is false if the value is not of the type --------------------------------------------

bool read(std::string_view json, bool& value) {
    value = json == "true";
    return value || json == "false";
}

template <std::integral T>
bool read(std::string_view json, T& value) {
    const char* end = json.data() + json.size();
    const auto [stop, error] = std::from_chars(json.data(), end, value);
    return error == std::errc() && stop == end;
}

bool read(std::string_view json, std::optional<Number>& value) {
    if (is_number(json)) value = Number::of_json(std::string(json));
    return is_number(json);
}

bool read(std::string_view json, std::optional<std::string>& value) {
    value = text_of_json(json);
    return value.has_value();
}

bool read(std::string_view json, std::vector<std::string>& texts) {
    return for_each_item(json, [&](std::string_view item) {
        const auto text = text_of_json(item);
        if (text) texts.push_back(*text);
        return text.has_value();
    });
}

bool read(std::string_view json, Stipulation& value) {
    const auto text = text_of_json(json);
    const auto stipulation = read_stipulation(text.value_or(""));
    if (stipulation) value = *stipulation;
    return stipulation.has_value();
}

bool read(std::string_view json, Generated& value);
bool read(std::string_view json, Composed& value);

template <class T>
bool read(std::string_view json, std::optional<T>& value) {
    if (read(json, value.emplace())) return true;
    value.reset();
    return false;
}

bool read(std::string_view json, Generated& value) {
    return for_each_member(json, [&](const std::string& name, std::string_view member) {
        if (name == "from") return read(member, value.from);
        if (name == "seed") return read(member, value.seed);
        if (name == "unit") return read(member, value.unit);
        if (name == "n") return read(member, value.n);
        if (name == "game") return read(member, value.game);
        if (name == "reachable") return read(member, value.reachable);
        value.unknown.push_back({name, std::string(member)});
        return true;
    });
}

bool read(std::string_view json, Composed& value) {
    return for_each_member(json, [&](const std::string& name, std::string_view member) {
        if (name == "seed") return read(member, value.seed);
        if (name == "unit") return read(member, value.unit);
        if (name == "exhaustive") return read(member, value.exhaustive);
        value.unknown.push_back({name, std::string(member)});
        return true;
    });
}

// ---- to JSON ---------------------------------------------------------------------------------------------

template <std::integral T>
void append(T number, std::string& out) {
    append_number(number, out);
}

void append(bool truth, std::string& out) { out += truth ? "true" : "false"; }

void append(const Number& number, std::string& out) { out += number.json(); }

void append(const std::string& text, std::string& out) { append_quoted(text, out); }

void append(const std::vector<std::string>& texts, std::string& out) { append_texts(texts, out); }

void append(const Stipulation& stipulation, std::string& out) { append_quoted(text_of(stipulation), out); }

/// Writes the members of an object.
class ObjectWriter {
  public:
    explicit ObjectWriter(std::string& out) : out_(out) { out_ += '{'; }

    template <class T>
    void put(std::string_view name, const std::optional<T>& value) {
        if (!value) return;
        begin(name);
        append(*value, out_);
    }

    void put(const std::vector<UnknownField>& unknown) {
        for (const UnknownField& field : unknown) {
            begin(field.name);
            out_ += field.json;
        }
    }

    void end() { out_ += '}'; }

  private:
    void begin(std::string_view name) {
        if (!out_.ends_with('{')) out_ += ',';
        append_quoted(name, out_);
        out_ += ':';
    }

    std::string& out_;
};

void append(const Generated& value, std::string& out) {
    ObjectWriter object(out);
    object.put("from", value.from);
    object.put("seed", value.seed);
    object.put("unit", value.unit);
    object.put("n", value.n);
    object.put("game", value.game);
    object.put("reachable", value.reachable);
    object.put(value.unknown);
    object.end();
}

void append(const Composed& value, std::string& out) {
    ObjectWriter object(out);
    object.put("seed", value.seed);
    object.put("unit", value.unit);
    object.put("exhaustive", value.exhaustive);
    object.put(value.unknown);
    object.end();
}

// ---- the list of them ------------------------------------------------------------------------------------

/// One of the fields: its place in a puzzle, by functions.
struct FurtherField {
    std::string_view name;
    std::string_view type;
    bool (*take)(Puzzle& puzzle, std::string_view json);
    bool (*has)(const Puzzle& puzzle);
    void (*put)(const Puzzle& puzzle, std::string& out);
    void (*forget)(Puzzle& puzzle);
};

template <auto member>
constexpr FurtherField further_field(std::string_view name, std::string_view type) {
    return {
        .name = name,
        .type = type,
        .take = [](Puzzle& puzzle, std::string_view json) { return read(json, puzzle.*member); },
        .has = [](const Puzzle& puzzle) { return (puzzle.*member).has_value(); },
        .put = [](const Puzzle& puzzle, std::string& out) { append(*(puzzle.*member), out); },
        .forget = [](Puzzle& puzzle) { (puzzle.*member).reset(); },
    };
}

/// In the order in which they are written.
constexpr std::array<FurtherField, 11> further = {
    further_field<&Puzzle::stipulation>("stipulation", "a text such as h#2"),
    further_field<&Puzzle::solutions>("solutions", "a whole number"),
    further_field<&Puzzle::men>("men", "a whole number"),
    further_field<&Puzzle::difficulty>("difficulty", "a number"),
    further_field<&Puzzle::quality>("quality", "a number"),
    further_field<&Puzzle::chapter>("chapter", "a string"),
    further_field<&Puzzle::generated>("generated",
                                      "an object of numbers, but for from, a string, and reachable, a truth"),
    further_field<&Puzzle::removed>("removed", "an array of strings"),
    further_field<&Puzzle::plies>("plies", "a string"),
    further_field<&Puzzle::mutated>("mutated", "a string"),
    further_field<&Puzzle::composed>("composed", "an object of numbers"),
};

const FurtherField* find(std::string_view name) {
    const auto found = std::find_if(further.begin(), further.end(),
                                    [&](const FurtherField& field) { return field.name == name; });
    return found == further.end() ? nullptr : &*found;
}

/// Whether an unknown field has the name of one that is written already.
bool is_hidden(const Puzzle& puzzle, const UnknownField& unknown) {
    if (field_named(unknown.name) != Field::Unknown) return true;
    const FurtherField* field = find(unknown.name);
    return field && field->has(puzzle);
}

}  // namespace

Taken take_further(Puzzle& puzzle, std::string_view name, std::string_view json) {
    const FurtherField* field = find(name);
    if (!field) return Taken::Unknown;
    return field->take(puzzle, json) ? Taken::Yes : Taken::WrongType;
}

std::string_view type_of_further(std::string_view name) { return find(name)->type; }

void reset_further(Puzzle& puzzle, std::string_view name) {
    if (const FurtherField* field = find(name)) field->forget(puzzle);
}

void forget_further(Puzzle& puzzle, std::string_view name) {
    reset_further(puzzle, name);
    std::erase_if(puzzle.unknown, [&](const UnknownField& field) { return field.name == name; });
}

std::vector<UnknownField> further_fields(const Puzzle& puzzle) {
    std::vector<UnknownField> fields;
    for (const FurtherField& field : further) {
        if (!field.has(puzzle)) continue;
        UnknownField& written = fields.emplace_back();
        written.name = field.name;
        field.put(puzzle, written.json);
    }
    for (const UnknownField& unknown : puzzle.unknown) {
        if (!is_hidden(puzzle, unknown)) fields.push_back(unknown);
    }
    return fields;
}

void append_further(const Puzzle& puzzle, std::string& line) {
    for (const FurtherField& field : further) {
        if (!field.has(puzzle)) continue;
        line.append(",\"").append(field.name).append("\":");
        field.put(puzzle, line);
    }
    for (const UnknownField& unknown : puzzle.unknown) {
        if (is_hidden(puzzle, unknown)) continue;
        line += ',';
        append_quoted(unknown.name, line);
        line += ':';
        line += unknown.json;
    }
}

}  // namespace octomate::records
