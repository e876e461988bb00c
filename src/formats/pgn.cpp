#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/formats.hpp"
#include "formats/game_score.hpp"
#include "json/text.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// The field that keeps the moves of a game if they say more than the key.
constexpr std::string_view solution_field = "solution";

/// Checks whether PGN has a tag for the field, named like its CSV column. The comment is written among the
/// moves; a field with the same name as its column is not special in PGN.
constexpr bool is_tag(const Spelling& spelling) {
    return spelling.field != spelling.column && spelling.field != "comment";
}

/// Returns the spelling of the field that the tag carries, or null if the tag is unknown.
const Spelling* spelling_of_tag(std::string_view tag) {
    const auto* const found =
        std::find_if(std::begin(spellings), std::end(spellings),
                     [&](const Spelling& one) { return one.column == tag && is_tag(one); });
    return found == std::end(spellings) ? nullptr : found;
}

/// Returns the name of the tag that carries `field`; empty if there is none.
std::string_view tag_of_field(std::string_view field) {
    const Spelling* const spelling = spelling_of(field);
    return spelling && is_tag(*spelling) ? spelling->column : std::string_view();
}

/// Checks whether a tag says nothing about the puzzle.
constexpr bool is_formal_tag(std::string_view tag) { return tag == "SetUp" || tag == "Result"; }

/// Returns the Event tag of a puzzle without an event: its title, or "Puzzle" if it has none.
constexpr std::string_view default_event(std::string_view title) {
    return title.empty() ? roster[0].unknown : title;
}

/// Reads one game into a record.
class PgnReader {
  public:
    explicit PgnReader(const Variants& variants) : draft_(variants) {}

    ReadPuzzle read(std::string_view text) {
        GameReader reader(text, draft_.variants());
        GameScore game = reader.next().value_or(GameScore());
        read_game(game);
        const std::size_t end_line = reader.line();
        if (const auto more = reader.next()) {
            draft_.fault(FaultCode::BadTag, "line", 0,
                         "there is text after the end of the game, expected a blank line", end_line - 1);
        }
        return draft_.finish();
    }

  private:
    void read_game(GameScore& game) {
        for (const TextFault& text_fault : game.faults) report(text_fault);
        for (Tag& tag : game.tags) parse_tag(std::move(tag));
        drop_default_event();
        if (draft_.puzzle.fen.empty())
            draft_.first_fault(FaultCode::MissingFen, "fen", 0, "the game has no FEN tag");
        draft_.puzzle.comment = std::move(game.comment);
        parse_key(game);
        const Puzzle& puzzle = draft_.puzzle;
        if (!puzzle.variant && !puzzle.roll && !rolls_) draft_.note_open_game();
    }

    void report(const TextFault& text_fault) {
        const Fault& fault = text_fault.fault;
        if (fault.code == FaultCode::WrongResult) {
            draft_.notes.push_back(fault.message);
        } else {
            draft_.fault(fault.code, fault.field, fault.offset, fault.message, text_fault.line - 1);
        }
    }

    void parse_tag(Tag&& tag) {
        const Spelling* const spelling = spelling_of_tag(tag.name);
        if (!spelling) {
            const auto place = index_in_roster(tag.name);
            if (is_formal_tag(tag.name) || (place && tag.value == roster[*place].unknown)) return;
            draft_.parse_extra_field(tag.name, json_text_of(tag.value));
        } else if (const Field known = field_named(spelling->field); known == Field::Unknown) {
            draft_.parse_extra_field(spelling->field, number_or_text(tag.value));
        } else {
            if (known == Field::Fen) draft_.puzzle.fen_line = tag.line - 1;
            draft_.parse_field(known, tag.name, std::move(tag.value));
        }
    }

    void drop_default_event() {
        const UnknownField event = {"Event", json_text_of(default_event(draft_.puzzle.title.value_or("")))};
        std::erase(draft_.puzzle.unknown, event);
    }

    /// Takes the key from a tag, or else from the first moves of the solving lines. Keeps the move text as
    /// the field "solution" if it says more than the key.
    void parse_key(const GameScore& game) {
        const auto lines = solving_lines(game);
        bool says_more = game.annotated || lines.size() < 1 + game.variations.size();
        for (const auto* line : lines) says_more = says_more || line->size() > 1;
        if (game.plies.empty()) return;
        if (lines.empty())
            draft_.notes.emplace_back(
                "all first moves are marked as mistakes, so that the puzzle has no key");
        if (!draft_.puzzle.key) {
            for (const auto* line : lines) parse_move(line->front());
        }
        if (!lines.empty()) parse_length(own_moves(*lines.front()));
        if (says_more && !unknown_field(draft_.puzzle, solution_field))
            draft_.parse_extra_field(solution_field, json_text_of(game.text));
    }

    /// Sets the length of the mate to `moves` (the main line's), unless a tag gives it. A MateIn tag or a
    /// stipulation may ask for more moves than the game shows, but not for fewer.
    void parse_length(int moves) {
        const Puzzle& puzzle = draft_.puzzle;
        if (puzzle.other_stipulation()) return;
        const std::string shown = std::to_string(moves);
        const int asked = puzzle.stipulation ? puzzle.stipulation->moves() : puzzle.moves;
        if (!puzzle.stipulation && !draft_.has_moves) {
            draft_.parse_moves("line", shown, fmt::format("a solution of {} moves", shown));
        } else if (asked < moves) {
            draft_.fault(
                FaultCode::BadMoves, "MateIn", 0,
                fmt::format("the puzzle is a mate in {}, but its main line has {} moves of the side to "
                            "move, expected at most {}",
                            asked, shown, asked));
        }
    }

    /// Adds a move to the key, under its own roll, else the puzzle's roll, else 0 (no die).
    void parse_move(const Ply& ply) {
        for (const TextFault& text_fault : ply.faults) report(text_fault);
        rolls_ = rolls_ || ply.no_die || ply.roll;
        const int face = ply.no_die ? 0 : ply.roll.value_or(draft_.puzzle.roll.value_or(0));
        if (!draft_.puzzle.key) draft_.puzzle.key.emplace();
        const std::size_t end = ply.move.find_last_not_of("!?");
        (*draft_.puzzle.key)[face].push_back(ply.move.substr(0, end == std::string::npos ? end : end + 1));
    }

    bool rolls_ = false;  ///< a move of the key has a roll or "-"
    Draft draft_;
};

// ---- writing ---------------------------------------------------------------------------------------------

/// Checks for a control character, which a tag cannot contain.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

bool has_control(std::string_view text) { return std::any_of(text.begin(), text.end(), is_control); }

/// Formats a comment in braces. Removes what would end the comment or begin a command `[%…]`.
std::string comment_text(std::string_view text) {
    std::string comment = "{";
    for (const char c : trim(text)) {
        const bool command = c == '%' && comment.ends_with('[');
        if (!command) comment += is_control(c) ? ' ' : c == '}' ? ')' : c;
    }
    return comment += '}';
}

/// Checks whether the text is read as one move when it is written among the moves of a game.
bool is_move_token(std::string_view text) {
    static constexpr std::string_view marks = "-=+#";
    return !text.empty() && is_name_start(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
        return is_name_start(c) || is_digit(c) || marks.find(c) != std::string_view::npos;
    });
}

/// A move of the key, and the face it belongs to (0: no die).
struct KeyMove {
    int face;
    const std::string* move;
};

/// Checks whether a game can show the key as moves. Otherwise it is written as a tag.
bool is_shown(const Key& key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](const auto& entry) {
        return !entry.second.empty() && std::all_of(entry.second.begin(), entry.second.end(), is_move_token);
    });
}

/// Returns the moves of the key, first that of the main line, or nothing if a game cannot show the key.
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

/// Checks whether the move of `shown`, an element of `moves`, also comes earlier in `moves`, for another
/// face.
bool is_earlier(const std::vector<KeyMove>& moves, const KeyMove& shown) {
    return std::any_of(moves.data(), &shown, [&](const KeyMove& one) { return *one.move == *shown.move; });
}

/// Returns the computed moves that follow the first move `move`, after a blank; empty if there are none.
std::string play_after(const Puzzle& puzzle, std::string_view move) {
    if (!puzzle.printed) return {};
    const auto& games = puzzle.printed->games;
    const auto found =
        std::find_if(games.begin(), games.end(), [&](const auto& one) { return one.move == move; });
    return found == games.end() || found->moves.empty() ? std::string() : " " + found->moves;
}

/// Checks whether Black is to move in a FEN, which may be malformed.
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
    const bool ours = spelling_of_tag(name) || is_formal_tag(name);
    if (ours || !is_identifier(name)) return std::nullopt;
    auto text = text_of_json(json);
    const std::optional<std::size_t> place = index_in_roster(name);
    if (!text || has_control(*text) || (place && *text == roster[*place].unknown)) return std::nullopt;
    if (place && *place == 0 && *text == default_event(on_one_line(puzzle.title.value_or(""))))
        return std::nullopt;
    return text;
}

/// Formats the moves of the key, one a line, each followed by its continuation if the solution was computed.
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
        // Before the first move, a comment in braces would be read as the comment of the puzzle.
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

/// Formats the game with `moves` as its move text.
std::string game_text(const Puzzle& puzzle, const Variants& variants, const std::string& moves) {
    const GameScore score = GameReader(moves, variants).next().value_or(GameScore());
    const auto lines = solving_lines(score);
    const std::vector<UnknownField> further = further_fields(puzzle);
    std::string game;
    const auto append_field = [&](std::string_view field, const std::optional<std::string>& text) {
        if (text) append_tag(game, tag_of_field(field), *text);
    };

    for (const auto& [tag, unknown_value] : roster) {
        std::string value(unknown_value);
        if (tag == "Event") value = default_event(puzzle.title ? std::string_view(*puzzle.title) : "");
        if (tag == "Result") value = result_of(score.plies, black_moves(puzzle.fen));
        if (const UnknownField* own = unknown_field(puzzle, tag))
            value = carried_value(puzzle, own->name, own->json).value_or(value);
        append_tag(game, tag, value);
    }
    append_field("id", puzzle.id);
    const std::string variant = puzzle.variant.value_or(std::string(variants.fallback));
    if (!variant.empty()) append_field("variant", variant);
    append_tag(game, "SetUp", "1");
    append_field("fen", puzzle.fen);
    const bool shows_key = puzzle.key && is_shown(*puzzle.key);
    const bool shows_moves = !lines.empty() && own_moves(*lines.front()) == puzzle.moves;
    for_each_given(puzzle, [&](std::string_view name, const auto& value) {
        const bool written = name == "id" || name == "variant" || name == "fen" || name == "comment" ||
                             (name == "key" && shows_key) || (name == "moves" && shows_moves);
        if (!written) append_field(name, field_text(value));
    });
    for (const UnknownField& field : further) {
        const auto value = carried_value(puzzle, field.name, field.json);
        if (!value || index_in_roster(field.name) || (field.name == solution_field && *value == moves))
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

ReadPuzzle read_pgn(std::string_view game, const Variants& variants) {
    return PgnReader(variants).read(game);
}

std::string to_pgn(const Puzzle& puzzle, const Variants& variants) {
    const UnknownField* const own = unknown_field(puzzle, solution_field);
    const auto solution = own && !puzzle.printed ? text_of_json(own->json) : std::nullopt;
    if (solution) {
        std::string game = game_text(puzzle, variants, *solution);
        const auto back = read_pgn(game, variants);
        const bool same = back && back->value.key == puzzle.key && back->value.moves == puzzle.moves &&
                          back->value.comment == puzzle.comment && unknown_field(back->value, solution_field);
        // Otherwise the solution is no move text, or contradicts the key.
        if (same && unknown_field(back->value, solution_field)->json == own->json) return game;
    }
    return game_text(puzzle, variants, moves_text(puzzle, variants.die(puzzle.variant)));
}

}  // namespace octomate::records
