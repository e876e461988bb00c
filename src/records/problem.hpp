#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "records/diagram.hpp"
#include "records/fields.hpp"
#include "records/puzzle.hpp"

/// What the formats of chess problems share: YAML, Popeye's input and output, LaTeX.
namespace octomate::records {

/// The name under which such a file carries what its format has no words for.
inline constexpr std::string_view problem_rest = "octomate";

/// The further fields that these formats may have and puzzles of ours have not.
inline constexpr std::string_view solution_field = "solution";
inline constexpr std::string_view stipulation_field = "stipulation";
/// Where one that this program does not know is kept.
inline constexpr std::string_view other_stipulation_field = "other-stipulation";

/// "#2".
std::string stipulation_text(const Puzzle& puzzle);

/// Whether Black begins where nothing else is said: in help mates of whole moves. Elsewhere White does.
bool begins_black(const Puzzle& puzzle);

/// A sentence for people that names the game, its die and the roll, of at most 255 bytes. `default_variant`
/// is the game that a record means which names none.
std::string game_sentence(const Puzzle& puzzle, std::string_view default_variant);

/// A line for each move of the key: `(5) 1.Qa8-e4-e7 # !`, with S for knights; "(-)" where no die is used.
std::string solution_text(const Puzzle& puzzle);

/// Whether the line is one of those.
bool is_key_line(std::string_view line);

/// A problem in the making: what its words mean for the record.
class ProblemDraft {
  public:
    Draft draft;
    Diagram diagram;

    /// "#2", "h#2"; what asks for anything else is kept, with a note.
    void take_stipulation(std::string_view text);

    /// Lines such as those of `solution_text` and of Popeye become the key; what says more is kept as well.
    void take_solution(std::string_view text);

    /// The side begins that does not as a rule.
    void swap_sides() { sides_swapped_ = true; }

    /// A FEN in place of the men, which may lack the side to move.
    void take_fen(std::string_view fen);

    /// What goes along as JSON.
    void take_rest(std::string_view json) { rest_ += json; }

    /// The record, or its faults.
    Expected<Read<Puzzle>, BadPuzzle> finish();

  private:
    std::string fen_;
    std::string rest_;
    bool sides_swapped_ = false;
};

/// The object of all that a record has and a reader did not get: its fields replace those that were read.
/// Empty if nothing is missing.
std::string missing_fields(const Puzzle& puzzle, const Puzzle& read);

/// What is written of a problem without a rest, read back, tells its rest: `write(rest)` gives the text for a
/// rest that may be empty, `read(text)` what comes of it.
std::string with_rest(const Puzzle& puzzle, const std::function<std::string(std::string_view rest)>& write,
                      const std::function<Expected<Read<Puzzle>, BadPuzzle>(std::string_view)>& read);

}  // namespace octomate::records
