#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "records/problem.hpp"

/// What the readers and the writer of Popeye's texts share.
namespace octomate::records {

/// The words of Popeye's input that can stand for something else than a man.
enum class PopeyeWord {
    Begin,
    Next,
    End,
    Author,
    Origin,
    Award,
    Title,
    Remark,
    Protocol,
    Stipulation,
    Condition,
    Option,
    Pieces,
    Forsyth,
    Twin,
    ZeroPosition,
};

/// The word that is meant, in capital or small letters and cut short as far as it stays clear; none for
/// others.
std::optional<PopeyeWord> popeye_word(std::string_view text);

/// Whether a line begins a problem of Popeye's input: BeginProblem, or NextProblem behind another.
bool begins_popeye_input(std::string_view line);

/// What a line begins with that holds fields which Popeye has no word for.
inline const std::string popeye_rest_mark = std::string(problem_rest) + ": ";

/// What a remark holds: a comment, fields of ours, the sentence about the rules, or a line of the key.
enum class PopeyeRemark { Comment, Rest, Rules, Key };
PopeyeRemark popeye_remark(std::string_view text);

/// The text as one line, its control characters as blanks.
std::string one_line(std::string_view text);

/// The upper and lower edge of a board in Popeye's output.
inline constexpr std::string_view popeye_edge = "+---a---b---c---d---e---f---g---h---+";

/// Whether a line is the upper or lower edge of a board in Popeye's output.
bool is_popeye_edge(std::string_view line);

}  // namespace octomate::records
