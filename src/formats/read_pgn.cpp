#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "formats/game_score.hpp"
#include "formats/pgn.hpp"
#include "formats/read.hpp"
#include "json/text.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

class PgnReader {
  public:
    explicit PgnReader(const Variants& variants) : draft_(variants) {}

    ReadPuzzle read(std::string_view text) {
        GameReader reader(text, draft_.variants());
        GameScore game = reader.next().value_or(GameScore());
        take(game);
        const std::size_t behind = reader.line();
        if (const auto more = reader.next()) {
            draft_.fault(FaultCode::BadTag, "line", 0,
                         "there is text behind the end of the game, expected a blank line", behind - 1);
        }
        return draft_.finish();
    }

  private:
    void take(GameScore& game) {
        for (const TextFault& told : game.faults) tell(told);
        for (Tag& tag : game.tags) take_tag(std::move(tag));
        drop_default_event();
        if (draft_.puzzle.fen.empty())
            draft_.first_fault(FaultCode::MissingFen, "fen", 0, "the game has no FEN tag");
        draft_.puzzle.comment = std::move(game.comment);
        take_key(game);
        const Puzzle& puzzle = draft_.puzzle;
        if (!puzzle.variant && !puzzle.roll && !rolls_ && rest_.empty()) draft_.note_open_game();
        if (!rest_.empty()) merge_json(draft_, rest_tag, rest_, given_fields(puzzle));
    }

    void tell(const TextFault& told) {
        const Fault& fault = told.fault;
        if (fault.code == FaultCode::WrongResult) {
            draft_.notes.push_back(fault.message);
        } else {
            draft_.fault(fault.code, fault.field, fault.offset, fault.message, told.line - 1);
        }
    }

    void take_tag(Tag&& tag) {
        const std::string_view field = field_of_tag(tag.name);
        if (tag.name == rest_tag) {
            rest_ = std::move(tag.value);
        } else if (field.empty()) {
            const auto place = place_in_roster(tag.name);
            if (is_formal_tag(tag.name) || (place && tag.value == roster[*place].unknown)) return;
            draft_.take_further(tag.name, json_text_of(tag.value));
        } else if (const Field known = field_named(field); known == Field::Unknown) {
            draft_.take_further(field, number_or_text(tag.value));
        } else {
            if (known == Field::Fen) draft_.puzzle.fen_line = tag.line - 1;
            draft_.take(known, tag.name, std::move(tag.value));
        }
    }

    void drop_default_event() {
        const UnknownField event = {"Event", json_text_of(default_event(draft_.puzzle.title.value_or("")))};
        std::erase(draft_.puzzle.unknown, event);
    }

    /// The key is in the first moves of the solving lines, unless a tag gives it.
    void take_key(const GameScore& game) {
        const auto lines = solving_lines(game);
        bool says_more = game.annotated || lines.size() < 1 + game.variations.size();
        for (const auto* line : lines) says_more = says_more || line->size() > 1;
        if (game.plies.empty()) return;
        if (lines.empty())
            draft_.notes.emplace_back(
                "all first moves are marked as mistakes, so that the puzzle has no key");
        if (!draft_.puzzle.key) {
            for (const auto* line : lines) take_move(line->front());
        }
        if (!lines.empty()) take_length(own_moves(*lines.front()));
        if (says_more && !unknown_field(draft_.puzzle, solution_field))
            draft_.take_further(solution_field, json_text_of(game.text));
    }

    /// A MateIn tag or a stipulation may ask for more moves than the game shows, but not for fewer.
    void take_length(int moves) {
        const Puzzle& puzzle = draft_.puzzle;
        if (puzzle.other_stipulation()) return;
        const std::string shown = std::to_string(moves);
        const int asked = puzzle.stipulation ? puzzle.stipulation->moves() : puzzle.moves;
        if (!puzzle.stipulation && !draft_.has_moves) {
            draft_.take_moves("line", shown, fmt::format("a solution of {} moves", shown));
        } else if (asked < moves) {
            draft_.fault(
                FaultCode::BadMoves, "MateIn", 0,
                fmt::format("the puzzle is a mate in {}, but its main line has {} moves of the side to "
                            "move, expected at most {}",
                            asked, shown, asked));
        }
    }

    /// A move without a die counts for the roll of the puzzle, or is one without a die.
    void take_move(const Ply& ply) {
        for (const TextFault& told : ply.faults) tell(told);
        rolls_ = rolls_ || ply.no_die || ply.roll;
        const int face = ply.no_die ? 0 : ply.roll.value_or(draft_.puzzle.roll.value_or(0));
        if (!draft_.puzzle.key) draft_.puzzle.key.emplace();
        const std::size_t end = ply.move.find_last_not_of("!?");
        (*draft_.puzzle.key)[face].push_back(ply.move.substr(0, end == std::string::npos ? end : end + 1));
    }

    std::string rest_;
    bool rolls_ = false;  ///< a move of the key says its roll
    Draft draft_;
};

}  // namespace

ReadPuzzle read_pgn(std::string_view game, const Variants& variants) {
    return PgnReader(variants).read(game);
}

}  // namespace octomate::records
