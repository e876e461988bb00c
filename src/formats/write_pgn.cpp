#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "formats/game_score.hpp"
#include "formats/pgn.hpp"
#include "formats/write.hpp"
#include "formats/writing.hpp"
#include "json/text.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// What JSON escapes, so that no tag has it.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

bool has_control(std::string_view text) { return std::any_of(text.begin(), text.end(), is_control); }

/// How a tag says a text.
std::string on_one_line(std::string text) {
    std::replace_if(text.begin(), text.end(), is_control, ' ');
    return text;
}

/// Whether the text comes back from a comment in braces.
bool comment_is_exact(std::string_view text) {
    return !text.empty() && !has_control(text) && !is_blank(text.front()) && !is_blank(text.back()) &&
           text.find('}') == std::string_view::npos && text.find("[%") == std::string_view::npos;
}

/// A comment that is not a command either.
std::string comment_text(std::string_view text) {
    std::string comment = "{";
    for (const char c : trim(text)) {
        const bool command = c == '%' && comment.ends_with('[');
        if (!command) comment += is_control(c) ? ' ' : c == '}' ? ')' : c;
    }
    return comment += '}';
}

/// Whether the text stands for itself among the moves of a game.
bool is_move_token(std::string_view text) {
    static constexpr std::string_view marks = "-=+#";
    return !text.empty() && is_name_start(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
        return is_name_start(c) || is_digit(c) || marks.find(c) != std::string_view::npos;
    });
}

struct KeyMove {
    int face;
    const std::string* move;
};

/// The moves of the key that a game can show: first the one of the main line.
std::vector<KeyMove> moves_to_show(const Puzzle& puzzle) {
    std::vector<KeyMove> moves;
    if (!puzzle.key) return moves;
    for (const auto& [face, names] : *puzzle.key) {
        for (const std::string& name : names) {
            if (is_move_token(name)) moves.push_back({face, &name});
        }
    }
    const auto rolled = std::find_if(moves.begin(), moves.end(),
                                     [&](const KeyMove& move) { return move.face == puzzle.roll; });
    if (rolled != moves.end()) std::rotate(moves.begin(), rolled, rolled + 1);
    return moves;
}

/// Whether the same move was shown before, on another face.
bool is_earlier(const std::vector<KeyMove>& moves, const KeyMove& shown) {
    return std::any_of(moves.data(), &shown, [&](const KeyMove& one) { return *one.move == *shown.move; });
}

/// The moves that follow a first one, behind a blank; empty if nobody worked them out.
std::string play_after(const Puzzle& puzzle, std::string_view move) {
    if (!puzzle.printed) return {};
    const auto& games = puzzle.printed->games;
    const auto found =
        std::find_if(games.begin(), games.end(), [&](const auto& one) { return one.move == move; });
    return found == games.end() || found->moves.empty() ? std::string() : " " + found->moves;
}

/// Whether reading the moves gives the key.
bool key_is_shown(const Key& key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](const auto& entry) {
        return !entry.second.empty() && std::all_of(entry.second.begin(), entry.second.end(), is_move_token);
    });
}

bool black_moves(std::string_view fen) {
    fen = trim(fen);
    const std::size_t blank = std::min(fen.find(' '), fen.size());
    return trim(fen.substr(blank)).starts_with('b');
}

std::string_view result_of(const Puzzle& puzzle, const std::vector<KeyMove>& moves, bool black) {
    const bool mates = !moves.empty() && puzzle.moves == 1 && moves.front().move->ends_with('#');
    return !mates ? "*" : black ? "0-1" : "1-0";
}

/// The value of a tag for an unknown field that it brings back exactly; none if none does.
std::optional<std::string> carried_value(const Puzzle& puzzle, const std::string& name,
                                         std::string_view json) {
    if (!tag_of_field(name).empty()) return is_number(json) ? std::optional(std::string(json)) : std::nullopt;
    const bool ours = !field_of_tag(name).empty() || is_formal_tag(name) || name == rest_tag;
    if (ours || !is_identifier(name)) return std::nullopt;
    const auto text = text_of_json(json);
    const std::optional<std::size_t> place = place_in_roster(name);
    if (!text || has_control(*text) || (place && *text == roster[*place].unknown)) return std::nullopt;
    if (place && *place == 0 && *text == default_event(on_one_line(puzzle.title.value_or(""))))
        return std::nullopt;
    return text;
}

/// The seven first, then numbers, then all else.
std::size_t rank_of(const std::string& name) {
    if (const auto place = place_in_roster(name)) return *place;
    return tag_of_field(name).empty() ? roster.size() + 1 : roster.size();
}

}  // namespace

void append_tag(std::string& game, std::string_view name, std::string_view value) {
    game.append("[").append(name).append(" \"");
    for (const char c : on_one_line(std::string(value))) {
        if (c == '"' || c == '\\') game += '\\';
        game += c;
    }
    game += "\"]\n";
}

std::string die_command(const Die* die, int face) {
    return "[%d" + (die ? std::to_string(die->faces) : std::string()) + ' ' + face_name(face) + ']';
}

std::string to_pgn(const Puzzle& puzzle, const Variants& variants) {
    Rest rest;
    std::string tags;
    const auto put_text = [&](std::string_view field, const std::optional<std::string>& text) {
        if (!text) return;
        append_tag(tags, tag_of_field(field), *text);
        if (has_control(*text)) rest.put(field, json_text_of(*text));
    };
    const auto put_number = [&](std::string_view field, int number) {
        append_tag(tags, tag_of_field(field), std::to_string(number));
    };
    const std::vector<KeyMove> moves = moves_to_show(puzzle);
    const bool black = black_moves(puzzle.fen);
    const std::string_view result = result_of(puzzle, moves, black);

    // The fields of the record, in tags that stand behind the seven.
    put_text("id", puzzle.id);
    if (puzzle.variant || variants.fallback.empty()) {
        put_text("variant", puzzle.variant);
    } else {
        append_tag(tags, tag_of_field("variant"), variants.fallback);
        rest.put("variant", "null");
    }
    append_tag(tags, "SetUp", "1");
    append_tag(tags, tag_of_field("fen"), puzzle.fen);
    if (puzzle.roll) put_number("roll", *puzzle.roll);
    if (puzzle.key && !key_is_shown(*puzzle.key)) rest.put("key", key_json(*puzzle.key));
    if (puzzle.moves != 1) put_number("moves", puzzle.moves);
    put_text("title", puzzle.title);
    put_text("author", puzzle.author);
    put_text("source", puzzle.source);
    if (puzzle.comment && !comment_is_exact(*puzzle.comment))
        rest.put("comment", json_text_of(*puzzle.comment));
    if (!puzzle.themes.empty()) {
        const std::string text = themes_text(puzzle.themes);
        append_tag(tags, tag_of_field("themes"), text);
        if (!themes_are_exact(puzzle.themes) || has_control(text))
            rest.put("themes", texts_json(puzzle.themes));
    }

    const DividedFields further = divide_further(
        puzzle, [&](const std::string& name, std::string_view json) -> std::optional<std::size_t> {
            if (!carried_value(puzzle, name, json)) return std::nullopt;
            return rank_of(name);
        });
    std::string game;
    const auto find_carried = [&](std::string_view name) {
        return std::find_if(further.carried.begin(), further.carried.end(),
                            [&](const UnknownField& field) { return field.name == name; });
    };
    for (const auto& [tag, nothing] : roster) {
        std::string value(nothing);
        if (tag == "Event") value = default_event(puzzle.title ? std::string_view(*puzzle.title) : "");
        if (tag == "Result") value = result;
        if (const auto named = find_carried(tag); named != further.carried.end())
            value = *text_of_json(named->json);
        append_tag(game, tag, value);
    }
    game += tags;
    for (const UnknownField& field : further.carried) {
        if (place_in_roster(field.name)) continue;
        const std::string_view ours = tag_of_field(field.name);
        append_tag(game, ours.empty() ? field.name : ours, *carried_value(puzzle, field.name, field.json));
    }
    rest.put(further.rest);
    if (!rest.empty()) append_tag(game, rest_tag, rest.text());

    const Die* const die = variants.die(puzzle.variant);
    game += '\n';
    if (puzzle.comment && !trim(*puzzle.comment).empty())
        game.append(comment_text(*puzzle.comment)).append("\n");
    std::vector<std::string> games;
    std::string main_play;
    for (const KeyMove& shown : moves) {
        games.push_back(
            fmt::format("{} {} {{{}}}", black ? "1..." : "1.", *shown.move, die_command(die, shown.face)));
        const std::string play = play_after(puzzle, *shown.move);
        if (games.size() == 1) {
            main_play = play;
        } else if (!is_earlier(moves, shown)) {
            games.back() += play;
        }
    }
    if (moves.empty() && puzzle.printed) {
        for (const auto& line : puzzle.printed->games) games.push_back(line.moves);
    }
    for (const std::string& one : games)
        game += &one == games.data() ? fmt::format("{}\n", one) : fmt::format("({})\n", one);
    if (!main_play.empty()) game.append(trim(main_play)).append("\n");
    if (puzzle.printed && !puzzle.printed->remark.empty()) {
        // In front of all moves braces would hold the comment of the puzzle.
        game.append(games.empty() ? "; " + on_one_line(puzzle.printed->remark)
                                  : comment_text(puzzle.printed->remark));
        game += '\n';
    }
    return game.append(result).append("\n");
}

// Games that were played.

namespace {

constexpr std::size_t line_width = 80;

/// Appends the tags: the seven, those of the game, and further ones that it has not.
void append_tags(std::string& text, const GameScore& game, std::string_view result,
                 const std::vector<Tag>& further) {
    for (const auto& [name, unknown] : roster) {
        const Tag* own = game.tag(name);
        append_tag(text, name,
                   name == "Result"  ? result
                   : own             ? std::string_view(own->value)
                   : name == "Event" ? "?"
                                     : unknown);
    }
    for (const Tag& tag : game.tags) {
        if (!place_in_roster(tag.name)) append_tag(text, tag.name, tag.value);
    }
    for (const Tag& tag : further) {
        if (!game.tag(tag.name)) append_tag(text, tag.name, tag.value);
    }
}

/// The number of a move, and whose it is.
struct MoveNumber {
    std::size_t move = 1;
    Color turn = Color::White;

    MoveNumber before(Color next) const { return {move + (next == Color::White ? 1 : 0), next}; }
};

/// "12. Ke8-b8 $2 {[%d8 7] why}". Every move has its number, so that no line begins with anything else.
std::string ply_text(const Ply& ply, MoveNumber place, const WrittenPly& written, const Die* die) {
    std::string text =
        fmt::format("{}{} {}", place.move, place.turn == Color::White ? "." : "...", written.move);
    if (written.nag > 0) text += fmt::format(" ${}", written.nag);
    std::string comment = ply.roll || ply.no_die ? die_command(die, ply.roll.value_or(0)) : "";
    if (!comment.empty() && !written.comment.empty()) comment += ' ';
    comment += written.comment;
    return comment.empty() ? text : fmt::format("{} {{{}}}", text, comment);
}

std::string variation_text(const Variation& variation, MoveNumber place, const Die* die) {
    std::string text;
    for (const Ply& ply : variation.plies) {
        if (!text.empty()) place = place.before(!place.turn);
        text.append(text.empty() ? "(" : " ").append(ply_text(ply, place, {place.turn, ply.move}, die));
    }
    return text + ')';
}

/// Puts units of text into lines, none of which is broken.
class PgnLines {
  public:
    explicit PgnLines(std::string& text) : text_(text) {}

    void add(std::string_view unit) {
        const bool fits = width_ + 1 + unit.size() <= line_width;
        if (width_ > 0) text_ += fits ? ' ' : '\n';
        width_ = unit.size() + (width_ > 0 && fits ? width_ + 1 : 0);
        text_ += unit;
    }

  private:
    std::string& text_;
    std::size_t width_ = 0;
};

}  // namespace

std::string to_pgn(const GameScore& game, const std::vector<WrittenPly>& plies, std::string_view result,
                   const Die* die, const std::vector<Tag>& further) {
    std::string text;
    append_tags(text, game, result, further);
    text += '\n';
    if (game.comment) text.append("{").append(*game.comment).append("}\n");
    PgnLines lines(text);
    MoveNumber place{1, plies.empty() ? Color::White : plies.front().turn};
    auto variation = game.variations.begin();
    for (std::size_t at = 0; at < game.plies.size(); ++at) {
        const bool written = at < plies.size();
        if (at > 0) place = place.before(written ? plies[at].turn : !place.turn);
        const Ply& ply = game.plies[at];
        lines.add(ply_text(ply, place, written ? plies[at] : WrittenPly{place.turn, ply.move}, die));
        for (; variation != game.variations.end() && variation->ply == at; ++variation) {
            if (!variation->plies.empty()) lines.add(variation_text(*variation, place, die));
        }
    }
    lines.add(result);
    return text + "\n\n";
}

}  // namespace octomate::records
