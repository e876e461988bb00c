#pragma once

#include <string>
#include <vector>

#include "core/color.hpp"
#include "draw/scene.hpp"
#include "reports/check_report.hpp"
#include "reports/mate_report.hpp"
#include "reports/moves_report.hpp"
#include "reports/perft_report.hpp"
#include "reports/replay.hpp"
#include "reports/solution_report.hpp"
#include "reports/solve_report.hpp"
#include "reports/subject.hpp"

/// The records of the contract and what the page reads: each function gives one as a compact line of JSON,
/// without a newline.
namespace octomate::reports {

/// null, "draw", "white" or "black".
std::string json(Outcome outcome);

std::string json(const SolveReport& report);

std::string json(const MoveRecord& record);

std::string json(const PerftReport& report);

/// Where a limit left a value open it is null, with `lower` and `upper` beside it. Other stipulations than #n
/// have "stipulation" and no "defence", and the lines that fulfil them: "solutions" with "solution_count",
/// and "set_play" with "set_play_count" if it was asked for; "wanted" is what the record says.
std::string json(const MateReport& report);

/// With `variant` behind the FEN. A report that is not complete has the verdict null and `"complete": false`.
std::string json(const CheckReport& report);

/// `{"fen", "variant", "turn", "check", "faces": [{"face", "file", "moves", "free", "mates"}], "mate": [the
/// records of `octomate mate`], "threats": null | [{"face", "file", "mates"}]}`.
std::string json(const Analysis& analysis);

/// What stands in the field `solution` of a record: `{"moves", "faces": [{"face", "free", "keys", "in",
/// "dual"}], "set_play": null | {"mates"} | {"variations"}, "tries": [{"move", "rolls", "mark": "?", "odds",
/// "then", "threats", "variations", "refutations": [{"rolls", "moves", "leaves"}]}], "keys": [{"move",
/// "rolls", "mark":
/// "!", "in", "then", "threats", "variations"}], "complete", "strict", "tested_by"}`. A variation is
/// `{"replies":
/// [{"rolls", "move"}], "answers"}`; answers and threats are `{"rolls", "moves", "in"}`, with what follows in
/// longer puzzles. Flags such as `dual` and `short` stand where they are true. Rolls are null where no die is
/// used; `missing` names what a limit cut off.
std::string json(const SolutionReport& report);

/// That of a diagram, with those of its twins in `twins`, each with its `twin`, `change` and `fen`.
std::string json(const std::vector<SolutionReport>& diagram_and_twins);

/// One record for each ply, with `"odds": {"before", "rolled", "after", "luck", "error"}` where tables know
/// it, then the one of the game, which counts from 1. A fault is `{"code", "message", "line", "offset"}`, the
/// worst of its ply, with `more` if there are others. In the game's record `faults` counts all of them;
/// `fault` stands there only for what belongs to no ply, `error` only if the game was refused.
///
/// Where chances were asked for a ply has `"chances": {"before", "rolled", "played", "luck", "error", "sign":
/// null | "?!" | "?" | "??", "best", "choice", "exact"}`, chances to win from 0 to 1 of who moves (see
/// luck.hpp); what depends on an unknown roll is null. The game has `"chances": {"depth", "start",
/// "end", "drift", "luckier", "luck", "better", "white": {"luck", "error", "decisions", "mean_error",
/// "blunders", "mistakes", "dubious", "unjudged"}, "black": {…}}`, start and end being White's; `luck` is by
/// how much the luckier side had more of it.
std::vector<std::string> json(const Replay& replay, std::size_t game);

/// The scene as JSON in one line, for the page:
///
///     {"files": 8, "ranks": 8,
///      "cells": [["R"], ["N"], …, []],  by square a1, b1, …: letters of "men", from bottom to top
///      "turn": "white", "flip": false, "title": "…",
///      "words": "White: king e1, …",    the description above
///      "labels": ["1", …, "8"],         below the files, from the a-file; [] if there are none
///      "rolled": [4],                   the files (0 is the a-file) whose labels are set off
///      "dice": [{"label": "5", "idle": false}],
///      "panel": [],                     further lines beside the board
///      "shelves": [{"label": "White reserve", "men": ["Q"]}],
///      "men": {"K": {"word": "king", "white": true, "id": "wk", "symbol": "♔"}, …},  the whole set
///      "marks": [{"mark": "highlight", "square": "e2"},
///                {"mark": "arrow", "from": "e2", "to": "e4"},
///                {"mark": "jump", "from": "e1", "to": "a1"},
///                {"mark": "cross", "square": "e4"},
///                {"mark": "ghost", "man": "Q", "square": "e4"},
///                {"mark": "curve", "from": "e4", "to": "e5", "drop": false, "origin": "e2", "badge": ""},
///                {"mark": "medal", "man": "Q", "square": "e8"}]}
std::string json(const draw::Scene& scene);

/// Its men alone: `{"cells", "turn", "words"}`.
std::string men_json(const draw::Scene& scene);

/// Appends `"lower", "upper", "value"` and, in a game without chance, `"plies"`, without braces. Bounds are
/// rounded outwards.
void append_bounds(const tables::Bounds& bounds, std::string& out);

/// `{"material", "lower", "upper", "value", "faces": [{"face", "free", "lower", "upper", "value", "best":
/// [moves], "moves": [{"move", "lower", "upper", "value"}, …]}]}`, the best moves first.
std::string json(const tables::Odds& odds);

/// Adds `odds` to the end of a record, if its subject has them.
std::string with_odds(const Subject& subject, std::string record);

}  // namespace octomate::reports
