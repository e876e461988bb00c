#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "formats/game_score.hpp"
#include "formats/pgn.hpp"
#include "formats/read.hpp"
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

/// Checks whether a game can show the key as its moves; else a tag holds it.
bool is_shown(const Key& key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](const auto& entry) {
        return !entry.second.empty() && std::all_of(entry.second.begin(), entry.second.end(), is_move_token);
    });
}

/// Returns the moves of the key, if a game can show it, the one of the main line first.
std::vector<KeyMove> moves_to_show(const Puzzle& puzzle) {
    std::vector<KeyMove> moves;
    if (!puzzle.key || !is_shown(*puzzle.key)) return moves;
    for (const auto& [face, names] : *puzzle.key) {
        for (const std::string& name : names) moves.push_back({face, &name});
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

bool black_moves(std::string_view fen) {
    fen = trim(fen);
    const std::size_t blank = std::min(fen.find(' '), fen.size());
    return trim(fen.substr(blank)).starts_with('b');
}

/// Returns the value of the tag that carries a further field, or nullopt if no tag does.
std::optional<std::string> carried_value(const Puzzle& puzzle, const std::string& name,
                                         std::string_view json) {
    if (!tag_of_field(name).empty()) {
        auto text = number_or_text_of_json(json);
        return text && !has_control(*text) ? text : std::nullopt;
    }
    const bool ours = !field_of_tag(name).empty() || is_formal_tag(name) || name == rest_tag;
    if (ours || !is_identifier(name)) return std::nullopt;
    const auto text = text_of_json(json);
    const std::optional<std::size_t> place = place_in_roster(name);
    if (!text || has_control(*text) || (place && *text == roster[*place].unknown)) return std::nullopt;
    if (place && *place == 0 && *text == default_event(on_one_line(puzzle.title.value_or(""))))
        return std::nullopt;
    return text;
}

/// Formats the moves of the key, one on a line, with what follows them if the solution was worked out.
std::string moves_text(const Puzzle& puzzle, const Die* die) {
    const std::vector<KeyMove> moves = moves_to_show(puzzle);
    std::vector<std::string> games;
    std::string main_play;
    for (const KeyMove& shown : moves) {
        games.push_back(fmt::format("{} {} {{{}}}", black_moves(puzzle.fen) ? "1..." : "1.", *shown.move,
                                    die_command(die, shown.face)));
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
    std::string text;
    for (const std::string& one : games)
        text += &one == games.data() ? fmt::format("{}\n", one) : fmt::format("({})\n", one);
    if (!main_play.empty()) text.append(trim(main_play)).append("\n");
    if (puzzle.printed && !puzzle.printed->remark.empty()) {
        // Before the first move, braces would be read as the comment of the puzzle.
        text.append(games.empty() ? "; " + on_one_line(puzzle.printed->remark)
                                  : comment_text(puzzle.printed->remark));
        text += '\n';
    }
    return text;
}

/// Returns the result of a game whose last move mates.
std::string_view result_of(const std::vector<Ply>& plies, bool black) {
    if (plies.empty() || !plies.back().move.ends_with('#')) return "*";
    return black == (plies.size() % 2 == 1) ? "0-1" : "1-0";
}

/// Formats the game with these `moves`.
std::string game_text(const Puzzle& puzzle, const Variants& variants, const std::string& moves) {
    const GameScore score = GameReader(moves, variants).next().value_or(GameScore());
    const auto lines = solving_lines(score);
    const std::vector<UnknownField> further = further_fields(puzzle);
    std::string game;
    const auto put = [&](std::string_view field, const std::optional<std::string>& text) {
        if (text) append_tag(game, tag_of_field(field), *text);
    };

    for (const auto& [tag, nothing] : roster) {
        std::string value(nothing);
        if (tag == "Event") value = default_event(puzzle.title ? std::string_view(*puzzle.title) : "");
        if (tag == "Result") value = result_of(score.plies, black_moves(puzzle.fen));
        if (const UnknownField* own = unknown_field(puzzle, tag))
            value = carried_value(puzzle, own->name, own->json).value_or(value);
        append_tag(game, tag, value);
    }
    put("id", puzzle.id);
    const std::string variant = puzzle.variant.value_or(std::string(variants.fallback));
    if (!variant.empty()) put("variant", variant);
    append_tag(game, "SetUp", "1");
    put("fen", puzzle.fen);
    if (puzzle.roll) put("roll", std::to_string(*puzzle.roll));
    if (puzzle.key && !is_shown(*puzzle.key)) put("key", key_text(*puzzle.key));
    if (puzzle.moves != 1 && (lines.empty() || own_moves(*lines.front()) != puzzle.moves))
        put("moves", std::to_string(puzzle.moves));
    put("title", puzzle.title);
    put("author", puzzle.author);
    put("source", puzzle.source);
    if (!puzzle.themes.empty()) put("themes", themes_text(puzzle.themes));
    for (const UnknownField& field : further) {
        const auto value = carried_value(puzzle, field.name, field.json);
        if (!value || place_in_roster(field.name) || (field.name == solution_field && *value == moves))
            continue;
        const std::string_view ours = tag_of_field(field.name);
        append_tag(game, ours.empty() ? field.name : ours, *value);
    }

    game += '\n';
    if (puzzle.comment && !trim(*puzzle.comment).empty())
        game.append(comment_text(*puzzle.comment)).append("\n");
    game += moves;
    if (!moves.empty() && !moves.ends_with('\n')) game += '\n';
    return game.append(result_of(score.plies, black_moves(puzzle.fen))).append("\n");
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
    const UnknownField* const own = unknown_field(puzzle, solution_field);
    const auto solution = own && !puzzle.printed ? text_of_json(own->json) : std::nullopt;
    if (solution) {
        std::string game = game_text(puzzle, variants, *solution);
        const auto back = read_pgn(game, variants);
        const bool same = back && back->value.key == puzzle.key && back->value.moves == puzzle.moves &&
                          back->value.comment == puzzle.comment && unknown_field(back->value, solution_field);
        // Else it is no text of moves, or not of this key.
        if (same && unknown_field(back->value, solution_field)->json == own->json) return game;
    }
    return game_text(puzzle, variants, moves_text(puzzle, variants.die(puzzle.variant)));
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
