#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "formats/diagram.hpp"
#include "puzzle/puzzle.hpp"

/// The words of problemists, which YAML and LaTeX share.
namespace octomate::records {

/// The field of YAML that carries what the format has no words for.
inline constexpr std::string_view problem_rest = "octomate";

/// The option that lets the side begin that does not as a rule.
inline constexpr std::string_view half_duplex = "HalfDuplex";

/// "#2".
std::string stipulation_text(const Puzzle& puzzle);

/// Whether Black begins where nothing else is said: in help mates of whole moves. Elsewhere White does.
bool begins_black(const Puzzle& puzzle);

/// How the sentence about the game begins.
inline constexpr std::string_view sentence_start = "The game is ";

/// A sentence for people that names the game, its die and the roll, of at most 255 bytes. `default_variant`
/// is the game of a record that names none.
std::string game_sentence(const Puzzle& puzzle, std::string_view default_variant);

/// A line for each move of the key: `(5) 1.Qa8-e4-e7 # !`, with S for knights; "(-)" where no die is used.
std::string solution_text(const Puzzle& puzzle);

/// The key that the lines of a solution claim; a line without a face counts for `face`. Empty if no line is
/// of that kind.
Key key_of_solution(std::string_view solution, int face);

/// Calls the function with each line of the text.
void for_each_line(std::string_view text, const std::function<void(std::string_view)>& take);

}  // namespace octomate::records
