#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "formats/problem.hpp"
#include "formats/read.hpp"
#include "formats/write.hpp"
#include "formats/yaml_twins.hpp"
#include "json/text.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Fields of YACPDB and Olive that the record has as it got them.
constexpr std::string_view kept_fields[] = {"date",     "distinction", "award",     "judge",
                                            "judges",   "reprints",    "source-id", "intended-solutions",
                                            "published"};

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

void append_men(std::string& yaml, const Diagram& diagram) {
    yaml += "algebraic:\n";
    for (const bool black : {false, true}) {
        std::string men;
        diagram.for_each_kind(black, [&](char kind, const std::vector<std::string>& squares) {
            for (const std::string& square : squares)
                men += fmt::format("{}{}{}", men.empty() ? "" : ", ", kind == 'N' ? 'S' : kind, square);
        });
        if (!men.empty()) yaml += fmt::format("  {}: [{}]\n", black ? "black" : "white", men);
    }
}

/// As a block, which is easy to read; but a block knows no escapes.
void append_solution(std::string& yaml, std::string_view solution) {
    if (solution.empty()) return;
    const std::string_view lines = trim(solution);
    const std::string escaped = double_quoted(lines);
    yaml += "solution: ";
    if (escaped.find("\\u") != std::string::npos) {
        yaml.append(escaped).append("\n");
        return;
    }
    yaml += "|\n";
    for (const std::string& line : parts_of(lines, "\n")) yaml.append("  ").append(line).append("\n");
}

/// The options that other programs gave, if they are a list of words.
std::vector<std::string> options_of(const Puzzle& puzzle) {
    std::vector<std::string> options;
    const UnknownField* const field = unknown_field(puzzle, "options");
    if (!field) return options;
    const bool words = for_each_item(field->json, [&](std::string_view item) {
        const auto word = text_of_json(item);
        if (word) options.push_back(*word);
        return word.has_value();
    });
    return words ? options : std::vector<std::string>();
}

/// By their names, in the words of Popeye; nothing if it has none for one of them.
void append_twins(std::string& yaml, const Puzzle& puzzle, const std::vector<Twin>& twins) {
    std::string lines;
    for (const Twin& twin : twins) {
        const auto words = twin_words(puzzle, twin);
        if (!words) return;
        lines += fmt::format("  {}: {}\n", double_quoted(twin.name), double_quoted(*words));
    }
    if (const UnknownField* const foreign = unknown_field(puzzle, "yaml-twins"); foreign && twins.empty()) {
        yaml += fmt::format("twins: {}\n", yaml_of_json(foreign->json));
    } else if (!lines.empty()) {
        yaml.append("twins:\n").append(lines);
    }
}

std::string document(const Puzzle& puzzle, const Variants& variants, std::string_view rest) {
    std::string yaml = "---\n";
    const auto put = [&](std::string_view name, std::string_view value) {
        yaml += fmt::format("{}: {}\n", name, value);
    };
    if (puzzle.id && !puzzle.id->empty() && std::all_of(puzzle.id->begin(), puzzle.id->end(), is_digit))
        put("id", *puzzle.id);
    if (puzzle.author) put("authors", list_of(parts_of(*puzzle.author, "; ")));
    const UnknownField* const source = unknown_field(puzzle, "yaml-source");
    if (source) put("source", yaml_of_json(source->json));
    if (puzzle.source && !source) put("source", scalar(*puzzle.source));
    for (const UnknownField& field : puzzle.unknown) {
        if (std::find(std::begin(kept_fields), std::end(kept_fields), field.name) != std::end(kept_fields))
            put(field.name, yaml_of_json(field.json));
    }
    std::vector<std::string> options = options_of(puzzle);
    if (const auto diagram = Diagram::of_fen(puzzle.fen)) {
        append_men(yaml, *diagram);
        if (diagram->black_moves() != begins_black(puzzle)) options.emplace_back(half_duplex);
    }
    if (!options.empty()) put("options", list_of(options));
    const UnknownField* const other = unknown_field(puzzle, other_stipulation);
    const auto foreign = other ? text_of_json(other->json) : std::nullopt;
    const bool is_foreign = foreign && !trim(*foreign).empty() && !read_stipulation(*foreign);
    put("stipulation", double_quoted(is_foreign ? *foreign : stipulation_text(puzzle)));
    put("non-standard-stipulation", double_quoted(game_sentence(puzzle, variants)));
    const std::vector<Twin> twins = good_twins(puzzle, variants);
    append_twins(yaml, puzzle, twins);
    append_solution(yaml, solution_text(puzzle, twins));
    if (!puzzle.themes.empty()) put("keywords", list_of(puzzle.themes));
    if (puzzle.comment) put("comments", list_of(parts_of(*puzzle.comment, "\n")));
    if (!rest.empty()) put(problem_rest, double_quoted(rest));
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
    const std::string rest = difference(back ? back->value : Puzzle(), puzzle);
    return rest.empty() ? text : write(rest);
}

}  // namespace octomate::records
