"""The answers, field by field. Written by scripts/generate-interfaces."""

from typing import Any, Literal, NotRequired, TypedDict, Union


# A legal move. The facts about it depend on the game.
MoveRecord = TypedDict(
    "MoveRecord",
    {
        "move": str,
        "uci": str,  # The move in the machine form.
        "faces": Union[list[int], None],  # The faces on which it may be played; null where no die is used.
        "cascade": NotRequired[int],
        "teleport": NotRequired[bool],
        "capture": NotRequired[bool],
        "swap": NotRequired[bool],
        "promotion": NotRequired[bool],
        "pair": NotRequired[bool],
        "cruelty": NotRequired[bool],
        "hop": NotRequired[bool],
        "split": NotRequired[bool],
        "castling": NotRequired[bool],
        "turned_over": NotRequired[bool],
        "travel": NotRequired[bool],
        "check": bool,  # Whether it gives check.
        "mate": bool,  # Whether it mates.
        "outcome": Literal['white', 'black', 'draw', None],  # The result after the move; null: the game goes on.
        "fen": str,  # The position after the move.
        "from": NotRequired[str],  # The square that the piece leaves. Only the server writes this and the following fields.
        "to": NotRequired[str],  # The square where it arrives.
        "becomes": NotRequired[str],  # The letter of the piece to which a pawn promotes.
        "part": NotRequired[str],  # What a stack does, unless it moves as a whole: slide the rook out.
        "state": NotRequired[int],  # The index of the earlier state to which the move leads back; 0 is the oldest.
        "then": NotRequired[dict[str, Any]],  # A second piece moves as well.
    },
)


# Which rolls mate.
Solved = TypedDict(
    "Solved",
    {
        "id": Union[str, None],  # The id of the record.
        "fen": str,  # The position.
        "variant": str,  # The game.
        "turn": Literal['white', 'black'],  # The side to move.
        "check": bool,  # Whether the side to move is in check.
        "roll": Union[int, None],  # The face that was rolled.
        "faces": list["FaceRow"],  # The faces; a single one with `face` null where no die is used.
        "winning": list[Union[int, None]],  # The faces with a mate; [null] where no die is used and a move mates.
        "answer": Union[list[str], None],  # The mates on the roll; null without one.
        "notes": NotRequired[list[str]],  # Notes, such as what was ignored in the record.
        "odds": NotRequired["Odds"],  # The value from the endgame tables.
        "scene": NotRequired[Union["Scene", None]],  # The drawn board. Only the server writes this and the following fields.
        "outcome": NotRequired[Literal['white', 'black', 'draw', None]],  # The result of the game; null if it goes on.
        "words": NotRequired["Words"],  # The sentences of the text report about the position.
        "solution": NotRequired["Solution"],  # With `solution`.
    },
)


# A face, its number of moves and its mates.
FaceRow = TypedDict(
    "FaceRow",
    {
        "face": Union[int, None],
        "file": Union[str, None],  # The file or files on which a move must land; null without a die.
        "moves": int,  # The number of legal moves on the face.
        "free": bool,  # Whether any move may be played, because none lands on the file of the face.
        "mates": list[str],  # The moves that win.
        "wins": NotRequired[list["Win"]],  # The winning moves and how each wins, in games with several ways to win.
        "list": NotRequired[list[str]],  # All moves; only with the option `list`.
    },
)


# A move that wins, and how.
Win = TypedDict(
    "Win",
    {
        "move": str,
        "by": Literal['mate', 'high_ground'],  # How it wins.
    },
)


# A value from the endgame tables: P(win) - P(loss), between proven bounds.
Odds = TypedDict(
    "Odds",
    {
        "material": str,  # The pieces: KQK.
        "lower": float,  # The lower bound of the value.
        "upper": float,  # The upper bound of the value.
        "value": float,  # The middle of the bounds.
        "plies": NotRequired[int],  # The plies to the mate, in a game without chance.
        "faces": list["RollOdds"],
    },
)


# The value of a roll to the side to move.
RollOdds = TypedDict(
    "RollOdds",
    {
        "face": Union[int, None],
        "free": bool,  # Whether any move may be played, because none lands on the file of the face.
        "lower": float,  # The lower bound of the value.
        "upper": float,  # The upper bound of the value.
        "value": float,  # The middle of the bounds.
        "plies": NotRequired[int],  # The plies to the mate, in a game without chance.
        "best": list[str],  # The best moves.
        "moves": list["MoveOdds"],  # All moves, the best first.
    },
)


# The value of a move to the side that plays it.
MoveOdds = TypedDict(
    "MoveOdds",
    {
        "move": str,
        "lower": float,  # The lower bound of the value.
        "upper": float,  # The upper bound of the value.
        "value": float,  # The middle of the bounds.
        "plies": NotRequired[int],  # The plies to the mate, in a game without chance.
    },
)


# The contents of a drawn board.
Scene = TypedDict(
    "Scene",
    {
        "files": int,  # The number of files.
        "ranks": int,  # The number of ranks.
        "cells": list[list[str]],  # The pieces by square, a1 first, the lowest first.
        "turn": Literal['white', 'black'],  # The side to move.
        "flip": bool,  # Whether Black's side is at the bottom.
        "title": str,  # A caption.
        "words": str,  # The picture in words.
        "labels": list[str],  # The labels below the files, from the a-file; may be empty.
        "rolled": list[int],  # The files, from 0, whose labels are highlighted.
        "dice": list["Die"],  # The dice beside the board.
        "panel": list[str],  # Further lines beside the board.
        "shelves": list["Shelf"],  # Pieces beside the board.
        "men": dict[str, "Piece"],  # All kinds of pieces, by letter.
        "marks": list[Union[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]],  # The arrows and other marks of a move.
    },
)


# A die beside the board.
Die = TypedDict(
    "Die",
    {
        "label": str,  # The text on the front of the die.
        "idle": bool,  # Whether the die is drawn pale, because it is not rolled yet or not used.
    },
)


# Pieces beside the board.
Shelf = TypedDict(
    "Shelf",
    {
        "label": str,  # The label of the row, such as White reserve.
        "men": list[str],  # The letters of the pieces.
    },
)


# A kind of piece.
Piece = TypedDict(
    "Piece",
    {
        "word": str,  # The name of the piece, such as king.
        "white": bool,  # Whether the piece is White's.
        "id": str,  # The id of the drawing of the piece.
        "symbol": str,  # The Unicode character of the piece.
    },
)


# The sentences of the text report about a position.
Words = TypedDict(
    "Words",
    {
        "state": str,  # The state: White to move, in check: no die
        "mates": list[str],  # The mates of each face: Qa8-e4-e7# (cascade of 3)
        "summary": str,  # The answer as a sentence: Only 5 mates.
        "named": list[Union[str, None]],  # The files of each face in words: the e-file
        "die": Union["DieWords", None],  # The words for the die; null in a game without one.
    },
)


# The words for the die.
DieWords = TypedDict(
    "DieWords",
    {
        "names": str,  # file
        "serve": str,  # land on
        "serves": str,  # lands on
        "free": str,  # no move lands on that file
    },
)


# Set play, tries, keys and variations.
Solution = TypedDict(
    "Solution",
    {
        "moves": int,  # The number of moves within which to mate.
        "faces": list["SolvedFace"],
        "set_play": Union["SetPlay", None],  # The set play; null in check.
        "tries": list["FirstMove"],  # The tries, the best first.
        "keys": list["FirstMove"],
        "complete": bool,  # Whether no limit was hit.
        "strict": bool,  # Whether it is complete, without duals or shorter wins.
        "tested_by": str,  # The program and its version.
        "stipulation": NotRequired[str],  # The stipulation, if not mate by force.
        "lines": NotRequired[list[str]],  # The lines of a help or series problem.
        "twin": NotRequired[str],  # The name of the twin.
        "change": NotRequired[str],  # The change that makes the twin.
        "fen": NotRequired[str],  # The position of the twin.
        "missing": NotRequired[list[str]],  # The parts that a limit cut short.
        "twins": NotRequired[list["Solution"]],  # The solutions of the twins.
    },
)


# The keys of a face.
SolvedFace = TypedDict(
    "SolvedFace",
    {
        "face": Union[int, None],
        "free": bool,  # Whether any move may be played, because none lands on the file of the face.
        "keys": list[str],
        "in": Union[int, None],  # The number of moves of the quickest key.
        "dual": bool,  # Whether the face is not free and there are several keys.
    },
)


# The play if it were the opponent's turn.
SetPlay = TypedDict(
    "SetPlay",
    {
        "lines": NotRequired[list[str]],  # The lines of a help problem.
        "mates": NotRequired[list["Continuation"]],  # The opponent's mates, in a mate in one.
        "variations": NotRequired[list["Variation"]],  # The answers of the winning side to each reply.
    },
)


# The next moves of the winning side by force.
Continuation = TypedDict(
    "Continuation",
    {
        "rolls": Union[list[int], None],  # The rolls; null where no die is used.
        "moves": list[str],  # The moves that win equally quickly.
        "in": int,  # The number of moves in which they win.
        "dual": NotRequired[Literal[True]],  # There are several moves, on a face that is not free.
        "short": NotRequired[Literal[True]],  # The win takes fewer moves than the variation.
        "then": NotRequired[Literal['over', 'check', 'threat', 'zugzwang', 'our_turn']],  # Why the opponent has to reply.
        "moves_on": NotRequired[list["Continuation"]],  # The next moves of the winning side.
        "threats": NotRequired[list["Continuation"]],  # The threats of the winning side.
        "variations": NotRequired[list["Variation"]],  # The opponent's replies and the answers to them.
    },
)


# Replies that are answered in the same way.
Variation = TypedDict(
    "Variation",
    {
        "replies": list["Reply"],
        "loses": NotRequired[Literal[True]],  # The replies lose at once.
        "then": NotRequired[Literal['over', 'check', 'threat', 'zugzwang', 'our_turn']],  # Why the opponent has to reply.
        "moves_on": NotRequired[list["Continuation"]],  # The next moves of the winning side.
        "threats": NotRequired[list["Continuation"]],  # The threats of the winning side.
        "variations": NotRequired[list["Variation"]],  # The opponent's replies and the answers to them.
        "answers": NotRequired[list["Continuation"]],  # The answers of the winning side.
        "threatened": NotRequired[Literal[True]],  # The answers are the threatened moves.
        "certain": NotRequired[Literal[False]],  # The win is not certain.
    },
)


# A reply of the opponent.
Reply = TypedDict(
    "Reply",
    {
        "rolls": Union[list[int], None],  # The rolls; null where no die is used.
        "move": str,
    },
)


# A key or a try.
FirstMove = TypedDict(
    "FirstMove",
    {
        "move": str,
        "rolls": Union[list[int], None],  # The rolls; null where no die is used.
        "mark": Literal['!', '?'],  # ! for a key, ? for a try.
        "in": NotRequired[int],  # The number of moves in which a key wins.
        "dual": NotRequired[Literal[True]],  # There is another key on a face that is not free.
        "short": NotRequired[Literal[True]],  # The key wins in fewer moves than the stipulation.
        "odds": NotRequired[str],  # The chance of mate after a try.
        "then": NotRequired[Literal['over', 'check', 'threat', 'zugzwang', 'our_turn']],  # Why the opponent has to reply.
        "moves_on": NotRequired[list["Continuation"]],  # The next moves of the winning side.
        "threats": NotRequired[list["Continuation"]],  # The threats of the winning side.
        "variations": NotRequired[list["Variation"]],  # The opponent's replies and the answers to them.
        "refutations": NotRequired[list["Refutation"]],  # The refutations of a try.
    },
)


# The opponent's best reply to a try.
Refutation = TypedDict(
    "Refutation",
    {
        "rolls": Union[list[int], None],  # The rolls; null where no die is used.
        "moves": list[str],
        "leaves": str,  # The chance of mate after these moves.
    },
)


# The chance of mate within a number of moves.
Mate = TypedDict(
    "Mate",
    {
        "id": Union[str, None],  # The id of the record.
        "fen": str,  # The position.
        "variant": str,  # The game.
        "stipulation": NotRequired[str],  # The stipulation, if not mate by force.
        "moves": int,  # The number of moves within which to mate.
        "dice": Literal['mean', 'every', 'some'],  # How rolls are valued.
        "defence": NotRequired[Literal['best', 'help']],  # The opponent's aim.
        "total": Union[str, None],  # The value over all faces; null if only bounds are known.
        "lower": NotRequired[str],  # The lower bound of the value.
        "upper": NotRequired[str],  # The upper bound of the value.
        "faces": list["MateRow"],
        "solutions": NotRequired[list[str]],  # The first lines that solve the stipulation.
        "solution_count": NotRequired[int],  # The number of all solutions.
        "set_play": NotRequired[list[str]],  # The first lines of set play.
        "set_play_count": NotRequired[int],  # The number of lines of set play.
        "wanted": NotRequired[int],  # The number of solutions that the record states.
        "complete": NotRequired[Literal[False]],  # A limit ended the search.
        "notes": NotRequired[list[str]],  # Notes, such as what was ignored in the record.
        "nodes": NotRequired[int],  # The number of positions searched, which varies with several threads.
        "seconds": NotRequired[float],  # The time of the search.
        "odds": NotRequired[Union["Odds", None]],  # The value from the endgame tables.
        "solution": NotRequired["Solution"],  # With `solution`.
    },
)


# A face, and the value of its best moves.
MateRow = TypedDict(
    "MateRow",
    {
        "face": Union[int, None],
        "value": Union[str, None],  # The value; null if only bounds are known.
        "lower": NotRequired[str],  # The lower bound of the value.
        "upper": NotRequired[str],  # The upper bound of the value.
        "forced": Union[bool, None],  # Whether mate is certain whatever is rolled.
        "best": list[str],  # The moves that reach the value.
    },
)


# The verdict on the key of a puzzle.
Checked = TypedDict(
    "Checked",
    {
        "id": Union[str, None],  # The id of the record.
        "fen": str,  # The position.
        "variant": str,  # The game.
        "verdict": Literal['no_key', 'unsolvable', 'cooked', 'short', 'dual', 'sound', None],  # The first verdict that applies; null if a limit ended the search.
        "complete": NotRequired[Literal[False]],  # A limit ended the search.
        "missing": NotRequired[dict[str, list[str]]],  # Moves of the key that solve nothing.
        "extra": NotRequired[dict[str, list[str]]],  # Solutions that the key does not name.
        "short": NotRequired[dict[str, list[str]]],  # Moves that win sooner.
        "duals": NotRequired[dict[str, list[str]]],  # Two or more solutions on a face that is not free.
        "short_in": NotRequired[dict[str, int]],  # The number of moves of the shorter wins.
        "duals_later": NotRequired[list["LaterFlaw"]],  # The first duals in variations.
        "later_duals": NotRequired[int],  # The number of duals in variations.
        "shorts_later": NotRequired[list["LaterFlaw"]],  # The first shorter wins in variations.
        "later_shorts": NotRequired[int],  # The number of shorter wins in variations.
        "stipulation": NotRequired[Union[str, None]],
        "superfluous": NotRequired[list[str]],  # Pieces that the puzzle does not need.
        "twin": NotRequired[str],  # The name of the twin.
        "legal": NotRequired[Union[bool, None]],  # Whether a game leads to the position; null if that is undecided.
        "legal_why": NotRequired[Union[str, None]],  # Why no game leads to the position, or why that is undecided.
        "superfluous_by_uci": NotRequired[list[str]],  # Pieces without which only the notation of the moves changes.
        "notes": list[str],  # Notes, such as what was ignored in the record.
    },
)


# A dual or a shorter win in a variation.
LaterFlaw = TypedDict(
    "LaterFlaw",
    {
        "line": list[str],  # The moves of both sides up to it.
        "face": Union[int, None],
        "moves": list[str],  # The moves that win.
    },
)


# An analysis of a position.
Analysis = TypedDict(
    "Analysis",
    {
        "fen": str,  # The position.
        "variant": str,  # The game.
        "turn": Literal['white', 'black'],  # The side to move.
        "check": bool,  # Whether the side to move is in check.
        "faces": list["FaceRow"],
        "mate": list["Mate"],  # Mate within two moves, within three, and so on.
        "threats": Union[list["FaceRow"], None],  # The opponent's winning moves if the side to move passed; null if it cannot pass.
        "outlook": NotRequired["Outlook"],  # The expected score by a search.
        "rollout": NotRequired["Rollout"],  # The expected score by the results of played games.
        "odds": NotRequired["Odds"],  # The value from the endgame tables.
    },
)


# The expected score by a search to two depths.
Outlook = TypedDict(
    "Outlook",
    {
        "depths": list[int],  # The depths in plies, the deeper one last.
        "chance": float,  # The expected score by the deeper search.
        "shallow": float,  # The expected score by the shallower search.
        "faces": list["OutlookFace"],
    },
)


# A face, and its moves evaluated by a search.
OutlookFace = TypedDict(
    "OutlookFace",
    {
        "face": Union[int, None],
        "file": Union[str, None],  # The file or files on which a move must land; null without a die.
        "free": bool,  # Whether any move may be played, because none lands on the file of the face.
        "chance": float,  # The expected score by the deeper search.
        "shallow": float,  # The expected score by the shallower search.
        "moves": list["OutlookMove"],  # The moves, the best first.
    },
)


# A move, and the expected score of its side after it.
OutlookMove = TypedDict(
    "OutlookMove",
    {
        "move": str,
        "uci": str,  # The move in the machine form.
        "chance": float,  # The expected score by the deeper search.
        "shallow": float,  # The expected score by the shallower search.
        "loses": float,  # How much lower its expected score is than that of the best move.
    },
)


# The expected score by the results of played games.
Rollout = TypedDict(
    "Rollout",
    {
        "games": int,  # The number of games from each move.
        "seed": int,  # The seed of the dice.
        "depth": int,  # The search depth of both sides in plies.
        "candidates": int,  # The number of moves of each face from which games are played.
        "plies": int,  # The maximum length of a game in plies.
        "chance": float,  # The mean result, corrected for luck.
        "error": float,  # The standard error of `chance`.
        "plain": float,  # The mean result.
        "plain_error": float,  # The standard error of `plain`.
        "faces": list["RolloutFace"],
    },
)


# A face, and its moves from which games were played.
RolloutFace = TypedDict(
    "RolloutFace",
    {
        "face": Union[int, None],
        "file": Union[str, None],  # The file or files on which a move must land; null without a die.
        "free": bool,  # Whether any move may be played, because none lands on the file of the face.
        "chance": float,  # The mean result of the best move, corrected for luck.
        "error": float,  # The standard error of `chance`.
        "moves": list["RolloutMove"],  # The moves, the best first.
    },
)


# A move from which games were played, and the expected score of its side.
RolloutMove = TypedDict(
    "RolloutMove",
    {
        "move": str,
        "uci": str,  # The move in the machine form.
        "guess": float,  # The expected score by the search that chose the move.
        "chance": float,  # The mean result, corrected for luck.
        "error": float,  # The standard error of `chance`.
        "plain": float,  # The mean result.
        "plain_error": float,  # The standard error of `plain`.
        "behind": float,  # How much lower its expected score is than that of the best move.
        "behind_error": float,  # The standard error of `behind`.
        "won": int,  # Games won.
        "drawn": int,  # Games drawn.
        "lost": int,  # Games lost.
        "known": int,  # Games that an endgame table ended.
        "cut_off": int,  # The number of games that reached the limit of plies.
    },
)


# The number of lines of legal moves.
Perft = TypedDict(
    "Perft",
    {
        "fen": str,  # The position.
        "depth": int,  # The plies of each line.
        "rolls": Literal['none', 'sum'],  # How rolls are valued.
        "nodes": int,  # The number of lines.
        "seconds": float,  # The wall time of the count.
        "divide": NotRequired[dict[str, int]],  # The count of each first move.
    },
)


# A ply of a game.
PlyRecord = TypedDict(
    "PlyRecord",
    {
        "game": int,  # The number of the game, from 1.
        "ply": int,  # The number of the ply, from 1.
        "turn": Literal['white', 'black'],  # The side to move.
        "roll": Union[int, None],  # The roll as written.
        "move": str,  # The move in full notation; the text as written if it was not played.
        "fen": str,  # The position after the ply.
        "fault": Union["Fault", None],  # The first fault of the ply; an illegal move comes first.
        "odds": NotRequired["PlyOdds"],  # The values from the endgame tables that cover the position.
        "chances": NotRequired["PlyChances"],  # The expected scores; only with the option `analyse`.
    },
)


# A fault of a ply.
Fault = TypedDict(
    "Fault",
    {
        "code": Literal['bad_utf8', 'bad_json', 'not_an_object', 'unknown_format', 'no_puzzles', 'duplicate_field', 'missing_fen', 'wrong_type', 'unknown_variant', 'bad_roll', 'bad_moves', 'bad_stipulation', 'bad_key_face', 'bad_csv', 'bad_yaml', 'bad_opcode', 'unterminated_string', 'missing_semicolon', 'empty_fen', 'bad_piece', 'bad_digit', 'rank_too_long', 'rank_too_short', 'too_many_ranks', 'too_few_ranks', 'missing_side', 'bad_side', 'bad_castling', 'bad_en_passant', 'bad_unmoved', 'bad_reserve', 'bad_stack', 'bad_memory', 'bad_used', 'bad_clock', 'extra_fields', 'no_king', 'too_many_kings', 'pawn_on_last_rank', 'opponent_in_check', 'not_a_move', 'illegal_move', 'ambiguous_move', 'missing_promotion', 'wrong_face', 'wrong_die', 'wrong_suffix', 'wrong_cascade', 'wrong_piece', 'game_over', 'no_table', 'bad_tag', 'unterminated_comment', 'wrong_result', 'bad_square', 'bad_man'],  # The code of the fault.
        "message": str,  # What was found and what was expected.
        "line": int,  # The line of the file.
        "offset": int,  # The offset of the fault in bytes from the start of the text.
        "more": NotRequired[list["Fault"]],  # Further faults.
    },
)


# The values of a ply to its side, from the endgame tables.
PlyOdds = TypedDict(
    "PlyOdds",
    {
        "before": float,  # The value before the roll.
        "rolled": float,  # The value with the best move on the roll.
        "after": float,  # The value after the move.
        "luck": float,  # The gain by the roll.
        "error": float,  # The loss by the move.
    },
)


# The expected score of the side that moves, before and after its ply; null if unknown.
PlyChances = TypedDict(
    "PlyChances",
    {
        "before": float,  # The expected score before the roll.
        "rolled": Union[float, None],  # The expected score with the best move on the roll.
        "played": float,  # The expected score after the move.
        "luck": Union[float, None],  # The gain by the roll.
        "error": Union[float, None],  # The loss by the move.
        "sign": Literal['?!', '?', '??', None],  # The sign of a dubious move, a mistake or a blunder.
        "best": Union[str, None],  # The best move.
        "choice": Union[bool, None],  # Whether more than one move could be played.
        "exact": bool,  # Whether the numbers come from endgame tables.
    },
)


# A game that was replayed.
GameRecord = TypedDict(
    "GameRecord",
    {
        "game": int,  # The number of the game, from 1.
        "plies": int,  # The number of plies.
        "faults": int,  # The number of faults.
        "result": Literal['1-0', '0-1', '1/2-1/2', '*'],
        "fen": Union[str, None],  # The last position.
        "fault": NotRequired[Union["Fault", None]],  # The faults that belong to no ply.
        "error": NotRequired["RecordFault"],  # Why it was not replayed.
        "notes": NotRequired[list[str]],  # Notes, such as what was ignored in the record.
        "chances": NotRequired["GameChances"],  # The expected scores; only with the option `analyse`.
    },
)


# What is wrong with a record.
RecordFault = TypedDict(
    "RecordFault",
    {
        "code": Literal['bad_utf8', 'bad_json', 'not_an_object', 'unknown_format', 'no_puzzles', 'duplicate_field', 'missing_fen', 'wrong_type', 'unknown_variant', 'bad_roll', 'bad_moves', 'bad_stipulation', 'bad_key_face', 'bad_csv', 'bad_yaml', 'bad_opcode', 'unterminated_string', 'missing_semicolon', 'empty_fen', 'bad_piece', 'bad_digit', 'rank_too_long', 'rank_too_short', 'too_many_ranks', 'too_few_ranks', 'missing_side', 'bad_side', 'bad_castling', 'bad_en_passant', 'bad_unmoved', 'bad_reserve', 'bad_stack', 'bad_memory', 'bad_used', 'bad_clock', 'extra_fields', 'no_king', 'too_many_kings', 'pawn_on_last_rank', 'opponent_in_check', 'not_a_move', 'illegal_move', 'ambiguous_move', 'missing_promotion', 'wrong_face', 'wrong_die', 'wrong_suffix', 'wrong_cascade', 'wrong_piece', 'game_over', 'no_table', 'bad_tag', 'unterminated_comment', 'wrong_result', 'bad_square', 'bad_man'],  # The code of the fault, on which scripts may rely.
        "field": str,  # The field of the record, or `line` for the text as a whole.
        "offset": int,  # Bytes from the start of the field.
        "message": str,  # What was found and what was expected.
        "more": list["FurtherFault"],  # Further faults of the same record.
        "line": NotRequired[int],  # In games: the line of the fault.
    },
)


# A further fault of a record.
FurtherFault = TypedDict(
    "FurtherFault",
    {
        "code": Literal['bad_utf8', 'bad_json', 'not_an_object', 'unknown_format', 'no_puzzles', 'duplicate_field', 'missing_fen', 'wrong_type', 'unknown_variant', 'bad_roll', 'bad_moves', 'bad_stipulation', 'bad_key_face', 'bad_csv', 'bad_yaml', 'bad_opcode', 'unterminated_string', 'missing_semicolon', 'empty_fen', 'bad_piece', 'bad_digit', 'rank_too_long', 'rank_too_short', 'too_many_ranks', 'too_few_ranks', 'missing_side', 'bad_side', 'bad_castling', 'bad_en_passant', 'bad_unmoved', 'bad_reserve', 'bad_stack', 'bad_memory', 'bad_used', 'bad_clock', 'extra_fields', 'no_king', 'too_many_kings', 'pawn_on_last_rank', 'opponent_in_check', 'not_a_move', 'illegal_move', 'ambiguous_move', 'missing_promotion', 'wrong_face', 'wrong_die', 'wrong_suffix', 'wrong_cascade', 'wrong_piece', 'game_over', 'no_table', 'bad_tag', 'unterminated_comment', 'wrong_result', 'bad_square', 'bad_man'],  # The code of the fault, on which scripts may rely.
        "field": str,  # The field of the record, or `line` for the text as a whole.
        "offset": int,  # Bytes from the start of the field.
        "message": str,  # What was found and what was expected.
        "line": NotRequired[int],  # The line, if it is another one.
    },
)


# The expected scores, luck and errors of a game.
GameChances = TypedDict(
    "GameChances",
    {
        "depth": int,  # The search depth in plies.
        "start": float,  # White's expected score before the first roll.
        "end": float,  # White's expected score after the last move.
        "drift": float,  # The sum of the changes that are neither luck nor error.
        "luckier": Literal['white', 'black', None],  # The side with the better rolls.
        "luck": float,  # The difference of the sides' luck.
        "better": Literal['white', 'black', None],  # The side with the better decisions.
        "white": "SideChances",  # The sums over White's plies.
        "black": "SideChances",  # The sums over Black's plies.
    },
)


# The sums over the plies of a side.
SideChances = TypedDict(
    "SideChances",
    {
        "luck": float,  # The sum of the gains by the rolls.
        "error": float,  # The sum of the losses by the moves.
        "decisions": int,  # The number of plies with a choice.
        "mean_error": float,  # The mean loss of a ply with a choice.
        "blunders": int,  # The number of blunders.
        "mistakes": int,  # The number of mistakes.
        "dubious": int,  # The number of dubious moves.
        "unjudged": int,  # The number of plies whose roll is unknown.
    },
)


# A position from which a legal move leads to the given one.
Earlier = TypedDict(
    "Earlier",
    {
        "fen": str,  # The earlier position.
        "move": str,
        "uci": str,  # The move in the machine form.
        "faces": Union[list[int], None],  # The faces that allow it; null where no die is used.
        "after": str,  # The given position.
    },
)


# Whether a game leads to a position.
Proof = TypedDict(
    "Proof",
    {
        "id": Union[str, None],  # The id of the record.
        "fen": str,  # The position.
        "variant": str,  # The game.
        "verdict": Literal['proven', 'illegal', 'undecided'],  # Whether a game leads to the position.
        "plies": Union[str, None],  # The game with its rolls: (4) d2d4 (3) f7f6.
        "why": Union[str, None],  # Why the position is illegal or undecided.
        "length": Union[int, None],  # The number of plies of the game.
        "shortest": Union[bool, None],  # Whether no game is shorter.
        "least": Union[int, None],  # A lower bound of the number of plies of any game.
        "nodes": int,  # The number of positions visited.
        "certificate": Union["Certificate", None],  # A proof that the position is illegal.
        "notes": NotRequired[list[str]],  # Notes, such as what was ignored in the record.
    },
)


# A proof that no game leads to a position.
Certificate = TypedDict(
    "Certificate",
    {
        "kind": Literal['doubled_pawns', 'promotions', 'ancestors'],  # The kind of certificate.
        "side": NotRequired[Literal['white', 'black']],  # The side with two pawns on a file, or with too many pawns and promoted pieces.
        "file": NotRequired[str],  # The file with two pawns.
        "pawns": NotRequired[int],  # The number of the side's pawns.
        "promoted": NotRequired[int],  # The minimum number of promoted pieces.
        "positions": NotRequired[list[str]],  # A set of positions that no legal move enters from outside; the given one is first.
    },
)


# A game, and the commands that support it.
GameAbout = TypedDict(
    "GameAbout",
    {
        "name": str,  # The name of the game.
        "title": str,  # The title of the game.
        "board": Union[list[int], None],  # The numbers of files and ranks.
        "die": Union[int, None],  # The number of faces of the die.
        "options": list[str],  # The options of the rules, written after the name and a colon.
        "option_titles": list[str],  # The title of the game with each option.
        "can": list[str],  # The commands that support the game.
        "stipulations": list[str],  # The stipulations that the game supports.
    },
)


# A game, with what the page needs to show it.
GameOnPage = TypedDict(
    "GameOnPage",
    {
        "name": str,  # The name of the game.
        "title": str,  # The title of the game.
        "board": Union[list[int], None],  # The numbers of files and ranks.
        "die": Union[int, None],  # The number of faces of the die.
        "options": list[str],  # The options of the rules, written after the name and a colon.
        "option_titles": list[str],  # The title of the game with each option.
        "can": list[str],  # The commands that support the game.
        "stipulations": list[str],  # The stipulations that the game supports.
        "stack": int,  # The maximum number of pieces on a square.
        "past": bool,  # Whether positions contain earlier states of the game.
        "start": str,  # The initial position.
        "scene": "Scene",  # The board with the initial position.
        "palette": list[str],  # The letters of the pieces that can be placed on the board.
        "scores": list[dict[str, Any]],  # The built-in game scores.
        "rules": Union["Rules", None],  # The rules; null if the game has no text.
    },
)


# The rules of a game, in short.
Rules = TypedDict(
    "Rules",
    {
        "intro": str,  # A description of the game.
        "parts": list[dict[str, Any]],  # The parts, one rule each.
        "end": str,  # How the game ends.
    },
)


# An earlier state of the game, to which a move may lead back.
Past = TypedDict(
    "Past",
    {
        "cells": list[list[str]],  # The pieces by square, a1 first.
        "turn": Literal['white', 'black'],  # The side to move.
        "words": str,  # The position in words.
    },
)


# A record that cannot be used.
BadRecord = TypedDict(
    "BadRecord",
    {
        "line": int,  # The line of the file.
        "file": str,  # The file as named on the command line; - is standard input, FEN a position given there.
        "id": Union[str, None],  # The id of the record.
        "error": "RecordFault",  # The faults of the record.
    },
)
