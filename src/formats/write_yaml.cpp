#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/problem.hpp"
#include "formats/read.hpp"
#include "formats/write.hpp"
#include "formats/yaml_twins.hpp"
#include "json/text.hpp"
#include "json/tree.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::records {

namespace {

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
void append_men(std::string& yaml, const std::optional<Diagram>& diagram) {
    yaml += diagram ? "algebraic:\n" : "algebraic: {}\n";
    for (const bool black : {false, true}) {
        std::string men;
        const auto append = [&](char kind, std::vector<std::string> squares) {
            std::sort(squares.rbegin(), squares.rend());
            for (const std::string& square : squares)
                men += fmt::format("{}{}{}", men.empty() ? "" : ", ", kind == 'N' ? 'S' : kind, square);
        };
        if (diagram) diagram->for_each_kind(black, append);
        if (!men.empty()) yaml += fmt::format("  {}: [{}]\n", black ? "black" : "white", men);
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

/// Returns the comments: those of the record, the sentence that names its game, and `rest`.
std::vector<std::string> comments_of(const Puzzle& puzzle, const Variants& variants, std::string_view rest) {
    std::vector<std::string> comments = texts_of(puzzle, other_comments);
    if (puzzle.comment && joined(comments, "\n") != *puzzle.comment)
        comments = entry_comments(*puzzle.comment);
    // A problem of chess that another program wrote names no game.
    const bool foreign =
        !puzzle.variant && !uses_die(puzzle) && !puzzle.printed && unknown_field(puzzle, "solution");
    if (!foreign) comments.push_back(game_sentence(puzzle, variants));
    if (!rest.empty()) comments.push_back(fmt::format("{}{}", rest_start, rest));
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

std::string document(const Puzzle& puzzle, const Variants& variants, std::string_view rest) {
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
    append_men(yaml, diagram);
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
    append_solution(yaml, solution_text(puzzle, twins));
    if (is_entry_list(puzzle.themes)) put("keywords", list_of(puzzle.themes));
    const std::vector<std::string> comments = comments_of(puzzle, variants, rest);
    if (!comments.empty()) put("comments", list_of(comments));
    return yaml + "...";
}

/// Whether reading finds a field that the record does not have: what was kept of another format's text means
/// more here. A solution that was worked out is such a field by right.
bool adds_fields(const Puzzle& back, const Puzzle& puzzle) {
    return std::any_of(back.unknown.begin(), back.unknown.end(), [&](const UnknownField& field) {
        return !unknown_field(puzzle, field.name) && !(puzzle.printed && field.name == "solution");
    });
}

}  // namespace

std::string to_yaml(const Puzzle& puzzle, const Variants& variants) {
    Puzzle shown = puzzle;
    const auto write = [&](std::string_view rest) { return document(shown, variants, rest); };
    std::string text = write({});
    auto back = read_yaml(text, variants);
    if (back && adds_fields(back->value, puzzle)) {
        shown.unknown.clear();
        text = write({});
        back = read_yaml(text, variants);
    }
    if (!back) {
        // There is no diagram of it. What is read beside one shows only where the position stands.
        back = read_yaml(write(fmt::format("{{\"fen\":{}}}", json_text_of(puzzle.fen))), variants);
        if (back) back->value.fen.clear();
    }
    // The order of fields says nothing in YAML.
    if (back && std::is_permutation(back->value.unknown.begin(), back->value.unknown.end(),
                                    puzzle.unknown.begin(), puzzle.unknown.end()))
        back->value.unknown = puzzle.unknown;
    const std::string rest = difference(back ? back->value : Puzzle(), puzzle);
    return rest.empty() ? text : write(rest);
}

}  // namespace octomate::records
