#pragma once

#include <optional>
#include <string>
#include <string_view>

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
inline constexpr std::string_view popeye_rest_mark = "octomate: ";

/// Whether a remark is read as something else than a comment: as fields, as the rules, or as a key.
bool is_told_remark(std::string_view remark);

/// The text as one line, its control characters as blanks.
std::string one_line(std::string_view text);

/// The upper and lower edge of a board in Popeye's output.
inline constexpr std::string_view popeye_edge = "+---a---b---c---d---e---f---g---h---+";

/// Whether a line is the upper or lower edge of a board in Popeye's output.
bool is_popeye_edge(std::string_view line);

}  // namespace octomate::records
