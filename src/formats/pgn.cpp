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

/// The field that keeps the move text of a game if it has more than the key.
constexpr std::string_view solution_field = "solution";

/// Checks whether PGN has a tag for the field, named like its CSV column. It has none for the comment, which
/// is written before the moves, nor for a field with the same name as its column.
constexpr bool is_tag(const Spelling& spelling) {
    return spelling.field != spelling.column && spelling.field != "comment";
}

/// Returns the spelling of the field that the tag holds, or null if the tag is unknown.
const Spelling* spelling_of_tag(std::string_view tag) {
    const auto* const found =
        std::find_if(std::begin(spellings), std::end(spellings),
                     [&](const Spelling& spelling) { return spelling.column == tag && is_tag(spelling); });
    return found == std::end(spellings) ? nullptr : found;
}

/// Returns the name of the tag that holds `field`; empty if there is none.
std::string_view tag_of_field(std::string_view field) {
    const Spelling* const spelling = spelling_of(field);
    return spelling && is_tag(*spelling) ? spelling->column : std::string_view();
}

/// Checks whether a tag is required by PGN but holds no information about a puzzle.
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
        if (reader.next()) {
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
            draft_.prepend_fault(FaultCode::MissingFen, "fen", 0, "the game has no FEN tag");
        draft_.puzzle.comment = std::move(game.comment);
        parse_key(game);
        const Puzzle& puzzle = draft_.puzzle;
        if (!puzzle.variant && !puzzle.roll && !has_rolls_) draft_.note_open_game();
    }

    /// Adds a fault of the text to the record; adds only a note for a wrong result.
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
            const auto index = index_in_roster(tag.name);
            if (is_formal_tag(tag.name) || (index && tag.value == roster[*index].unknown)) return;
            draft_.parse_extra_field(tag.name, json_text_of(tag.value));
        } else if (const Field field = field_named(spelling->field); field == Field::Unknown) {
            draft_.parse_extra_field(spelling->field, number_or_text(tag.value));
        } else {
            if (field == Field::Fen) draft_.puzzle.fen_line = tag.line - 1;
            draft_.parse_field(field, tag.name, std::move(tag.value));
        }
    }

    /// Removes the Event tag if the writer would add it anyway.
    void drop_default_event() {
        const UnknownField event = {"Event", json_text_of(default_event(draft_.puzzle.title.value_or("")))};
        std::erase(draft_.puzzle.unknown, event);
    }

    /// Sets the key from the first moves of the solving lines, unless a tag gave it. Keeps the move text as
    /// the field "solution" if it has more than the key.
    void parse_key(const GameScore& game) {
        const auto lines = solving_lines(game);
        bool has_more_than_key = game.annotated || lines.size() < 1 + game.variations.size();
        for (const auto* line : lines) has_more_than_key = has_more_than_key || line->size() > 1;
        if (game.plies.empty()) return;
        if (lines.empty())
            draft_.notes.emplace_back(
                "all first moves are marked as mistakes, so that the puzzle has no key");
        if (!draft_.puzzle.key) {
            for (const auto* line : lines) parse_move(line->front());
        }
        if (!lines.empty()) parse_length(own_moves(*lines.front()));
        if (has_more_than_key && !unknown_field(draft_.puzzle, solution_field))
            draft_.parse_extra_field(solution_field, json_text_of(game.text));
    }

    /// Sets the length of the mate to `moves`, that of the main line, unless a tag gives it. The length in a
    /// MateIn tag or a stipulation may be greater than `moves`, but not less.
    void parse_length(int moves) {
        const Puzzle& puzzle = draft_.puzzle;
        if (puzzle.other_stipulation()) return;
        const std::string moves_text = std::to_string(moves);
        const int length = puzzle.stipulation ? puzzle.stipulation->moves() : puzzle.moves;
        if (!puzzle.stipulation && !draft_.has_moves) {
            draft_.parse_moves("line", moves_text, fmt::format("a solution of {} moves", moves_text));
        } else if (length < moves) {
            draft_.fault(
                FaultCode::BadMoves, "MateIn", 0,
                fmt::format("the puzzle is a mate in {}, but its main line has {} moves of the side to "
                            "move, expected at most {}",
                            length, moves_text, length));
        }
    }

    /// Adds a move to the key: for the roll of the ply, else for the puzzle's roll, else for 0 (no die).
    void parse_move(const Ply& ply) {
        for (const TextFault& text_fault : ply.faults) report(text_fault);
        has_rolls_ = has_rolls_ || ply.no_die || ply.roll;
        const int face = ply.no_die ? 0 : ply.roll.value_or(draft_.puzzle.roll.value_or(0));
        if (!draft_.puzzle.key) draft_.puzzle.key.emplace();
        const std::size_t end = ply.move.find_last_not_of("!?");
        (*draft_.puzzle.key)[face].push_back(ply.move.substr(0, end == std::string::npos ? end : end + 1));
    }

    bool has_rolls_ = false;  ///< whether a move of the key has a roll or "-"
    Draft draft_;
};

// ---- writing puzzles as PGN ------------------------------------------------------------------------------

/// Checks for a control character, which a tag cannot contain.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

bool has_control(std::string_view text) { return std::any_of(text.begin(), text.end(), is_control); }

/// Formats a comment in braces. Replaces "}" by ")" and removes the "%" of "[%", which begins a command.
std::string comment_text(std::string_view text) {
    std::string comment = "{";
    for (const char c : trim(text)) {
        const bool begins_command = c == '%' && comment.ends_with('[');
        if (!begins_command) comment += is_control(c) ? ' ' : c == '}' ? ')' : c;
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

/// Checks whether the key can be written as the moves of a game. Otherwise it is written as a tag.
bool is_writable_as_moves(const Key& key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](const auto& entry) {
        return !entry.second.empty() && std::all_of(entry.second.begin(), entry.second.end(), is_move_token);
    });
}

/// Returns the moves of the key, that of the main line first; empty if they cannot be written as moves.
std::vector<KeyMove> writable_moves(const Puzzle& puzzle) {
    std::vector<KeyMove> moves;
    if (!puzzle.key || !is_writable_as_moves(*puzzle.key)) return moves;
    for (const auto& [face, names] : *puzzle.key) {
        for (const std::string& name : names) moves.push_back({face, &name});
    }
    const auto rolled = std::find_if(moves.begin(), moves.end(),
                                     [&](const KeyMove& move) { return move.face == puzzle.roll; });
    if (rolled != moves.end()) std::rotate(moves.begin(), rolled, rolled + 1);
    return moves;
}

/// Checks whether an element before `key_move`, itself an element of `moves`, has the same move.
bool occurs_earlier(const std::vector<KeyMove>& moves, const KeyMove& key_move) {
    return std::any_of(moves.data(), &key_move,
                       [&](const KeyMove& earlier) { return *earlier.move == *key_move.move; });
}

/// Returns the computed moves that follow the first move `move`, after a blank; empty if there are none.
std::string continuation_of(const Puzzle& puzzle, std::string_view move) {
    if (!puzzle.printed) return {};
    const auto& games = puzzle.printed->games;
    const auto found =
        std::find_if(games.begin(), games.end(), [&](const auto& game) { return game.move == move; });
    return found == games.end() || found->moves.empty() ? std::string() : " " + found->moves;
}

/// Checks whether Black is to move in a FEN, which may be malformed.
bool black_moves(std::string_view fen) {
    fen = trim(fen);
    const std::size_t blank = std::min(fen.find(' '), fen.size());
    return trim(fen.substr(blank)).starts_with('b');
}

/// Returns the value of the tag that holds the further field `name` with the value `json`, or nullopt if the
/// field cannot be written as a tag.
std::optional<std::string> tag_value_of(const Puzzle& puzzle, const std::string& name,
                                        std::string_view json) {
    if (!tag_of_field(name).empty()) {
        auto text = number_or_text_of_json(json);
        return text && !has_control(*text) ? text : std::nullopt;
    }
    const bool is_reserved = spelling_of_tag(name) || is_formal_tag(name);
    if (is_reserved || !is_identifier(name)) return std::nullopt;
    auto text = text_of_json(json);
    const std::optional<std::size_t> index = index_in_roster(name);
    if (!text || has_control(*text) || (index && *text == roster[*index].unknown)) return std::nullopt;
    if (index && *index == 0 && *text == default_event(on_one_line(puzzle.title.value_or(""))))
        return std::nullopt;
    return text;
}

/// Formats the moves of the key, one a line, each followed by its continuation if the solution was computed.
std::string moves_text(const Puzzle& puzzle, const Die* die) {
    const std::vector<KeyMove> moves = writable_moves(puzzle);
    std::vector<std::string> lines;
    std::string main_continuation;
    for (const KeyMove& key_move : moves) {
        lines.push_back(fmt::format("{} {} {{{}}}", black_moves(puzzle.fen) ? "1..." : "1.", *key_move.move,
                                    die_command(die, key_move.face)));
        const std::string continuation = continuation_of(puzzle, *key_move.move);
        if (lines.size() == 1) {
            main_continuation = continuation;
        } else if (!occurs_earlier(moves, key_move)) {
            lines.back() += continuation;
        }
    }
    if (moves.empty() && puzzle.printed) {
        for (const auto& game : puzzle.printed->games) lines.push_back(game.moves);
    }
    std::string text;
    for (const std::string& line : lines)
        text += &line == lines.data() ? fmt::format("{}\n", line) : fmt::format("({})\n", line);
    if (!main_continuation.empty()) text.append(trim(main_continuation)).append("\n");
    if (puzzle.printed && !puzzle.printed->remark.empty()) {
        // Before the first move, a comment in braces would be read as the comment of the puzzle.
        text.append(lines.empty() ? "; " + on_one_line(puzzle.printed->remark)
                                  : comment_text(puzzle.printed->remark));
        text += '\n';
    }
    return text;
}

/// Returns the result of a game: a win if its last move mates, else "*". `black`: Black moves first.
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
        if (const UnknownField* field = unknown_field(puzzle, tag))
            value = tag_value_of(puzzle, field->name, field->json).value_or(value);
        append_tag(game, tag, value);
    }
    append_field("id", puzzle.id);
    const std::string variant = puzzle.variant.value_or(std::string(variants.fallback));
    if (!variant.empty()) append_field("variant", variant);
    append_tag(game, "SetUp", "1");
    append_field("fen", puzzle.fen);
    const bool shows_key = puzzle.key && is_writable_as_moves(*puzzle.key);
    const bool shows_moves = !lines.empty() && own_moves(*lines.front()) == puzzle.moves;
    for_each_present_field(puzzle, [&](std::string_view name, const auto& value) {
        const bool written = name == "id" || name == "variant" || name == "fen" || name == "comment" ||
                             (name == "key" && shows_key) || (name == "moves" && shows_moves);
        if (!written) append_field(name, field_text(value));
    });
    for (const UnknownField& field : further) {
        const auto value = tag_value_of(puzzle, field.name, field.json);
        if (!value || index_in_roster(field.name) || (field.name == solution_field && *value == moves))
            continue;
        const std::string_view tag = tag_of_field(field.name);
        append_tag(game, tag.empty() ? field.name : tag, *value);
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
    const UnknownField* const field = unknown_field(puzzle, solution_field);
    const auto solution = field && !puzzle.printed ? text_of_json(field->json) : std::nullopt;
    if (solution) {
        std::string game = game_text(puzzle, variants, *solution);
        const auto reread = read_pgn(game, variants);
        const bool is_same = reread && reread->value.key == puzzle.key &&
                             reread->value.moves == puzzle.moves && reread->value.comment == puzzle.comment &&
                             unknown_field(reread->value, solution_field);
        // The recorded solution is used only if it is the move text of a game and agrees with the key.
        if (is_same && unknown_field(reread->value, solution_field)->json == field->json) return game;
    }
    return game_text(puzzle, variants, moves_text(puzzle, variants.die(puzzle.variant)));
}

}  // namespace octomate::records
