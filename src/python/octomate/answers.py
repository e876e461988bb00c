"""The answers, field by field. Written by scripts/generate-interfaces."""

from typing import Any, Literal, NotRequired, TypedDict, Union


# A legal move. Which facts about it are there depends on the game.
MoveRecord = TypedDict(
    "MoveRecord",
    {
        "move": str,  # The move.
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
        "from": NotRequired[str],  # The square that the piece leaves. Only the server tells this and what follows.
        "to": NotRequired[str],  # The square where it arrives.
        "becomes": NotRequired[str],  # The letter of what a pawn promotes to.
        "part": NotRequired[str],  # Which pieces of a stack move, or what else is done.
        "state": NotRequired[int],  # The earlier state that the move leads back to, 0 being the oldest.
        "then": NotRequired[dict[str, Any]],  # A second piece moves as well.
    },
)


# Which rolls mate.
Solved = TypedDict(
    "Solved",
    {
        "id": Union[str, None],  # The record's own id.
        "fen": str,  # The position.
        "variant": str,  # The game.
        "turn": Literal['white', 'black'],  # The side to move.
        "check": bool,  # Whether the side to move is in check.
        "roll": Union[int, None],  # The face that was rolled.
        "faces": list["FaceRow"],  # The faces; one without a number where no die is used.
        "winning": list[Union[int, None]],  # The faces with a mate; [null] where no die is used and a move mates.
        "answer": Union[list[str], None],  # The mates on the roll; null without one.
        "notes": NotRequired[list[str]],  # What was ignored, and other notes.
        "odds": NotRequired["Odds"],  # What the endgame tables say.
        "scene": NotRequired[Union["Scene", None]],  # What the board shows. Only the server tells this and what follows.
        "outcome": NotRequired[Literal['white', 'black', 'draw', None]],  # Null: the game goes on.
        "words": NotRequired["Words"],  # What the command says of the position in text.
        "solution": NotRequired["Solution"],  # With `solution`.
    },
)


# A face, and what may be played on it.
FaceRow = TypedDict(
    "FaceRow",
    {
        "face": Union[int, None],  # The face.
        "file": Union[str, None],  # What the face asks for; null without a die.
        "moves": int,  # The number of legal moves on the face.
        "free": bool,  # Whether no move serves the face, so that any may be played.
        "mates": list[str],  # The moves that win.
        "wins": NotRequired[list["Win"]],  # How each wins, in games with several ways to win.
        "list": NotRequired[list[str]],  # All moves, with `list`.
    },
)


# A move that wins, and how.
Win = TypedDict(
    "Win",
    {
        "move": str,  # The move.
        "by": Literal['mate', 'high_ground'],  # How it wins.
    },
)


# What the endgame tables say: P(win) - P(loss), between proven bounds.
Odds = TypedDict(
    "Odds",
    {
        "material": str,  # The pieces: KQK.
        "lower": float,  # Not less than this.
        "upper": float,  # Not more than this.
        "value": float,  # The middle of the bounds.
        "plies": NotRequired[int],  # To the mate, in a game without chance.
        "faces": list["RollOdds"],  # The faces.
    },
)


# What a roll is worth to the side to move.
RollOdds = TypedDict(
    "RollOdds",
    {
        "face": Union[int, None],  # The face.
        "free": bool,  # Whether no move serves the face, so that any may be played.
        "lower": float,  # Not less than this.
        "upper": float,  # Not more than this.
        "value": float,  # The middle of the bounds.
        "plies": NotRequired[int],  # To the mate, in a game without chance.
        "best": list[str],  # The best moves.
        "moves": list["MoveOdds"],  # All moves, the best first.
    },
)


# What a move is worth to its side.
MoveOdds = TypedDict(
    "MoveOdds",
    {
        "move": str,  # The move.
        "lower": float,  # Not less than this.
        "upper": float,  # Not more than this.
        "value": float,  # The middle of the bounds.
        "plies": NotRequired[int],  # To the mate, in a game without chance.
    },
)


# What a board shows.
Scene = TypedDict(
    "Scene",
    {
        "files": int,  # The number of files.
        "ranks": int,  # The number of ranks.
        "cells": list[list[str]],  # The pieces by square, a1 first, the lowest first.
        "turn": Literal['white', 'black'],  # The side to move.
        "flip": bool,  # Whether Black's side is below.
        "title": str,  # A caption.
        "words": str,  # The picture in words.
        "labels": list[str],  # Below the files, from the a-file; [] if there are none.
        "rolled": list[int],  # The files, from 0, whose labels are highlighted.
        "dice": list["Die"],  # The dice beside the board.
        "panel": list[str],  # Further lines beside the board.
        "shelves": list["Shelf"],  # Pieces beside the board.
        "men": dict[str, "Man"],  # All kinds of pieces, by letter.
        "marks": list[Union[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]],  # What a move does.
    },
)


# A die beside the board.
Die = TypedDict(
    "Die",
    {
        "label": str,  # What its front shows.
        "idle": bool,  # Whether it is pale: not rolled yet, or not used.
    },
)


# Pieces beside the board.
Shelf = TypedDict(
    "Shelf",
    {
        "label": str,  # Whose they are: White reserve.
        "men": list[str],  # Their letters.
    },
)


# A kind of piece.
Man = TypedDict(
    "Man",
    {
        "word": str,  # Its name: king.
        "white": bool,  # Whether it is White's.
        "id": str,  # The id of its drawing.
        "symbol": str,  # One character of Unicode.
    },
)


# What the command says of a position in text.
Words = TypedDict(
    "Words",
    {
        "state": str,  # White to move, in check: no die
        "mates": list[str],  # By face: Qa8-e4-e7# (cascade of 3)
        "summary": str,  # Only 5 mates.
        "named": list[Union[str, None]],  # By face, what it asks for: the e-file
        "die": Union["DieWords", None],  # Null in a game without a die.
    },
)


# How to speak of the die.
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
        "moves": int,  # Mate in this many moves.
        "faces": list["SolvedFace"],  # The faces.
        "set_play": Union["SetPlay", None],  # Null in check.
        "tries": list["FirstMove"],  # The tries, the best first.
        "keys": list["FirstMove"],  # The keys.
        "complete": bool,  # Whether no limit was hit.
        "strict": bool,  # Whether it is complete, without duals or shorter wins.
        "tested_by": str,  # The program.
        "stipulation": NotRequired[str],  # What was asked for, if not mate by force.
        "lines": NotRequired[list[str]],  # The lines of help and series.
        "twin": NotRequired[str],  # The name of the twin.
        "change": NotRequired[str],  # What the twin changes.
        "fen": NotRequired[str],  # The position of the twin.
        "missing": NotRequired[list[str]],  # The parts that a limit cut short.
        "twins": NotRequired[list["Solution"]],  # Those of the twins.
    },
)


# The keys of a face.
SolvedFace = TypedDict(
    "SolvedFace",
    {
        "face": Union[int, None],  # The face.
        "free": bool,  # Whether no move serves the face, so that any may be played.
        "keys": list[str],  # The keys.
        "in": Union[int, None],  # The moves of the quickest key.
        "dual": bool,  # Whether the roll binds and there are several keys.
    },
)


# What would be played if it were the opponent's turn.
SetPlay = TypedDict(
    "SetPlay",
    {
        "lines": NotRequired[list[str]],  # The lines of a help problem.
        "mates": NotRequired[list["Continuation"]],  # The opponent's mates, in a mate in one.
        "variations": NotRequired[list["Variation"]],  # Our answers to replies.
    },
)


# How we go on by force.
Continuation = TypedDict(
    "Continuation",
    {
        "rolls": Union[list[int], None],  # The rolls; null where no die is used.
        "moves": list[str],  # The moves that are equally quick.
        "in": int,  # In how many moves they win.
        "dual": NotRequired[Literal[True]],  # There are several, and the roll binds.
        "short": NotRequired[Literal[True]],  # It needs fewer moves than the variation.
        "then": NotRequired[Literal['over', 'check', 'threat', 'zugzwang', 'our_turn']],  # Why the opponent has to reply.
        "moves_on": NotRequired[list["Continuation"]],  # How we go on.
        "threats": NotRequired[list["Continuation"]],  # What we threaten.
        "variations": NotRequired[list["Variation"]],  # Replies and answers.
    },
)


# Replies that are answered in the same way.
Variation = TypedDict(
    "Variation",
    {
        "replies": list["Reply"],  # The replies.
        "loses": NotRequired[Literal[True]],  # The replies lose at once.
        "then": NotRequired[Literal['over', 'check', 'threat', 'zugzwang', 'our_turn']],  # Why the opponent has to reply.
        "moves_on": NotRequired[list["Continuation"]],  # How we go on.
        "threats": NotRequired[list["Continuation"]],  # What we threaten.
        "variations": NotRequired[list["Variation"]],  # Replies and answers.
        "answers": NotRequired[list["Continuation"]],  # Our answers.
        "threatened": NotRequired[Literal[True]],  # The answers are what was threatened.
        "certain": NotRequired[Literal[False]],  # The win is not certain.
    },
)


# A reply of the opponent.
Reply = TypedDict(
    "Reply",
    {
        "rolls": Union[list[int], None],  # The rolls; null where no die is used.
        "move": str,  # The move.
    },
)


# A key or a try.
FirstMove = TypedDict(
    "FirstMove",
    {
        "move": str,  # The move.
        "rolls": Union[list[int], None],  # The rolls; null where no die is used.
        "mark": Literal['!', '?'],  # ! for a key, ? for a try.
        "in": NotRequired[int],  # In how many moves a key wins.
        "dual": NotRequired[Literal[True]],  # There is another key on a roll that binds.
        "short": NotRequired[Literal[True]],  # The key wins sooner than asked.
        "odds": NotRequired[str],  # Our chance after a try.
        "then": NotRequired[Literal['over', 'check', 'threat', 'zugzwang', 'our_turn']],  # Why the opponent has to reply.
        "moves_on": NotRequired[list["Continuation"]],  # How we go on.
        "threats": NotRequired[list["Continuation"]],  # What we threaten.
        "variations": NotRequired[list["Variation"]],  # Replies and answers.
        "refutations": NotRequired[list["Refutation"]],  # What refutes a try.
    },
)


# What the opponent does best against a try.
Refutation = TypedDict(
    "Refutation",
    {
        "rolls": Union[list[int], None],  # The rolls; null where no die is used.
        "moves": list[str],  # The moves.
        "leaves": str,  # Our chance after them.
    },
)


# How likely, or how certain, mate is.
Mate = TypedDict(
    "Mate",
    {
        "id": Union[str, None],  # The record's own id.
        "fen": str,  # The position.
        "variant": str,  # The game.
        "stipulation": NotRequired[str],  # What was asked for, if not mate by force.
        "moves": int,  # Mate in this many moves.
        "dice": Literal['mean', 'every', 'some'],  # How rolls count.
        "defence": NotRequired[Literal['best', 'help']],  # The opponent's aim.
        "total": Union[str, None],  # The value over all faces; null if only bounds are known.
        "lower": NotRequired[str],  # The lower bound.
        "upper": NotRequired[str],  # The upper bound.
        "faces": list["MateRow"],  # The faces.
        "solutions": NotRequired[list[str]],  # The first lines.
        "solution_count": NotRequired[int],  # Of all lines.
        "set_play": NotRequired[list[str]],  # Those of set play.
        "set_play_count": NotRequired[int],  # Of set play.
        "wanted": NotRequired[int],  # How many lines there should be.
        "complete": NotRequired[Literal[False]],  # A limit ended the search.
        "notes": NotRequired[list[str]],  # What was ignored, and other notes.
        "nodes": NotRequired[int],  # Positions searched; with several threads it varies.
        "seconds": NotRequired[float],  # The time of the search.
        "odds": NotRequired[Union["Odds", None]],  # What the endgame tables say.
        "solution": NotRequired["Solution"],  # With `solution`.
    },
)


# A face, and the value of its best moves.
MateRow = TypedDict(
    "MateRow",
    {
        "face": Union[int, None],  # The face.
        "value": Union[str, None],  # The value; null if only bounds are known.
        "lower": NotRequired[str],  # The lower bound.
        "upper": NotRequired[str],  # The upper bound.
        "forced": Union[bool, None],  # Whether mate is certain whatever is rolled.
        "best": list[str],  # The moves that reach the value.
    },
)


# What a referee says of a puzzle.
Checked = TypedDict(
    "Checked",
    {
        "id": Union[str, None],  # The record's own id.
        "fen": str,  # The position.
        "variant": str,  # The game.
        "verdict": Literal['no_key', 'unsolvable', 'cooked', 'short', 'dual', 'sound', None],  # The first that applies; null if a limit ended the search.
        "complete": NotRequired[Literal[False]],  # A limit ended the search.
        "missing": NotRequired[dict[str, list[str]]],  # Moves of the key that solve nothing.
        "extra": NotRequired[dict[str, list[str]]],  # Solutions that the key does not name.
        "short": NotRequired[dict[str, list[str]]],  # Moves that win sooner.
        "duals": NotRequired[dict[str, list[str]]],  # Two or more solutions of a face that binds.
        "short_in": NotRequired[dict[str, int]],  # In how many moves the shorter wins are.
        "duals_later": NotRequired[list["LaterFlaw"]],  # The first duals of variations.
        "later_duals": NotRequired[int],  # The number of duals of variations.
        "shorts_later": NotRequired[list["LaterFlaw"]],  # The first shorter wins of variations.
        "later_shorts": NotRequired[int],  # The number of shorter wins of variations.
        "stipulation": NotRequired[Union[str, None]],  # What was asked for.
        "superfluous": NotRequired[list[str]],  # Pieces that the puzzle does not need.
        "twin": NotRequired[str],  # The name of the twin.
        "legal": NotRequired[Union[bool, None]],  # Whether a game leads to the position; null if that is undecided.
        "legal_why": NotRequired[Union[str, None]],  # Why no game does.
        "superfluous_by_uci": NotRequired[list[str]],  # They change only notation.
        "notes": list[str],  # What was ignored, and other notes.
    },
)


# A dual or a shorter win in a variation.
LaterFlaw = TypedDict(
    "LaterFlaw",
    {
        "line": list[str],  # The moves of both sides up to it.
        "face": Union[int, None],  # The face.
        "moves": list[str],  # The moves that win.
    },
)


# What is known of a position.
Analysis = TypedDict(
    "Analysis",
    {
        "fen": str,  # The position.
        "variant": str,  # The game.
        "turn": Literal['white', 'black'],  # The side to move.
        "check": bool,  # Whether the side to move is in check.
        "faces": list["FaceRow"],  # The faces.
        "mate": list["Mate"],  # Mate within two moves, three, ….
        "threats": Union[list["FaceRow"], None],  # What the opponent would win by; null if the side to move cannot pass.
        "outlook": NotRequired["Outlook"],  # Who will win, by a search.
        "rollout": NotRequired["Rollout"],  # Who will win, by games that were played out.
        "odds": NotRequired["Odds"],  # What the endgame tables say.
    },
)


# Who will win, by a search to two depths.
Outlook = TypedDict(
    "Outlook",
    {
        "depths": list[int],  # The depths in plies, the deeper one last.
        "chance": float,  # By the deeper search.
        "shallow": float,  # By the shallower search.
        "faces": list["OutlookFace"],  # The faces.
    },
)


# A face, and its moves by a search.
OutlookFace = TypedDict(
    "OutlookFace",
    {
        "face": Union[int, None],  # The face.
        "file": Union[str, None],  # What the face asks for; null without a die.
        "free": bool,  # Whether no move serves the face, so that any may be played.
        "chance": float,  # By the deeper search.
        "shallow": float,  # By the shallower search.
        "moves": list["OutlookMove"],  # The moves, the best first.
    },
)


# A move, and the chance of its side after it.
OutlookMove = TypedDict(
    "OutlookMove",
    {
        "move": str,  # The move.
        "uci": str,  # The move in the machine form.
        "chance": float,  # By the deeper search.
        "shallow": float,  # By the shallower search.
        "loses": float,  # How much worse than the best move.
    },
)


# Who will win, by games that were played out.
Rollout = TypedDict(
    "Rollout",
    {
        "games": int,  # Games from each move.
        "seed": int,  # The seed of the dice.
        "depth": int,  # How many plies the players look ahead.
        "candidates": int,  # Moves of each face that are played out.
        "plies": int,  # Plies after which a game is broken off.
        "chance": float,  # The mean result, without luck.
        "error": float,  # The standard error of `chance`.
        "plain": float,  # The mean result.
        "plain_error": float,  # The standard error of `plain`.
        "faces": list["RolloutFace"],  # The faces.
    },
)


# A face, and its moves that were played out.
RolloutFace = TypedDict(
    "RolloutFace",
    {
        "face": Union[int, None],  # The face.
        "file": Union[str, None],  # What the face asks for; null without a die.
        "free": bool,  # Whether no move serves the face, so that any may be played.
        "chance": float,  # Of the best move.
        "error": float,  # The standard error of `chance`.
        "moves": list["RolloutMove"],  # The moves, the best first.
    },
)


# A move that was played out, and the chance of its side.
RolloutMove = TypedDict(
    "RolloutMove",
    {
        "move": str,  # The move.
        "uci": str,  # The move in the machine form.
        "guess": float,  # By the search that chose the move.
        "chance": float,  # The mean result, without luck.
        "error": float,  # The standard error of `chance`.
        "plain": float,  # The mean result.
        "plain_error": float,  # The standard error of `plain`.
        "behind": float,  # How much worse than the best move.
        "behind_error": float,  # The standard error of `behind`.
        "won": int,  # Games won.
        "drawn": int,  # Games drawn.
        "lost": int,  # Games lost.
        "known": int,  # Games that an endgame table ended.
        "cut_off": int,  # Games that were broken off.
    },
)


# The number of lines of legal moves.
Perft = TypedDict(
    "Perft",
    {
        "fen": str,  # The position.
        "depth": int,  # The plies of each line.
        "rolls": Literal['none', 'sum'],  # How rolls count.
        "nodes": int,  # The number of lines.
        "seconds": float,  # The wall time of the count.
        "divide": NotRequired[dict[str, int]],  # By first move.
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
        "fault": Union["Fault", None],  # The worst fault of the ply.
        "odds": NotRequired["PlyOdds"],  # Where endgame tables cover the position.
        "chances": NotRequired["PlyChances"],  # With `analyse`.
    },
)


# What is wrong with a ply.
Fault = TypedDict(
    "Fault",
    {
        "code": Literal['bad_utf8', 'bad_json', 'not_an_object', 'unknown_format', 'no_puzzles', 'duplicate_field', 'missing_fen', 'wrong_type', 'unknown_variant', 'bad_roll', 'bad_moves', 'bad_stipulation', 'bad_key_face', 'bad_csv', 'bad_yaml', 'bad_opcode', 'unterminated_string', 'missing_semicolon', 'empty_fen', 'bad_piece', 'bad_digit', 'rank_too_long', 'rank_too_short', 'too_many_ranks', 'too_few_ranks', 'missing_side', 'bad_side', 'bad_castling', 'bad_en_passant', 'bad_unmoved', 'bad_reserve', 'bad_stack', 'bad_memory', 'bad_used', 'bad_clock', 'extra_fields', 'no_king', 'too_many_kings', 'pawn_on_last_rank', 'opponent_in_check', 'not_a_move', 'illegal_move', 'ambiguous_move', 'missing_promotion', 'wrong_face', 'wrong_die', 'wrong_suffix', 'wrong_cascade', 'wrong_piece', 'game_over', 'no_table', 'bad_tag', 'unterminated_comment', 'wrong_result', 'bad_square', 'bad_man'],  # What is wrong.
        "message": str,  # What was found and what was expected.
        "line": int,  # The line of the file.
        "offset": int,  # Bytes from the start of the text.
        "more": NotRequired[list["Fault"]],  # Further faults.
    },
)


# What a ply was worth to its side, by the endgame tables.
PlyOdds = TypedDict(
    "PlyOdds",
    {
        "before": float,  # Before the roll.
        "rolled": float,  # With the best move on the roll.
        "after": float,  # After the move.
        "luck": float,  # What the roll brought.
        "error": float,  # What the move gave away.
    },
)


# What a ply did to its side's chance to win; null if unknown.
PlyChances = TypedDict(
    "PlyChances",
    {
        "before": float,  # Before the roll.
        "rolled": Union[float, None],  # With the best move on the roll.
        "played": float,  # After the move.
        "luck": Union[float, None],  # What the roll brought.
        "error": Union[float, None],  # What the move gave away.
        "sign": Literal['?!', '?', '??', None],  # The sign of a dubious move or worse.
        "best": Union[str, None],  # The best move.
        "choice": Union[bool, None],  # Whether several moves could be played.
        "exact": bool,  # Whether endgame tables say so.
    },
)


# A game that was replayed.
GameRecord = TypedDict(
    "GameRecord",
    {
        "game": int,  # The number of the game, from 1.
        "plies": int,  # The number of plies.
        "faults": int,  # The number of faults.
        "result": Literal['1-0', '0-1', '1/2-1/2', '*'],  # The result.
        "fen": Union[str, None],  # The last position.
        "fault": NotRequired[Union["Fault", None]],  # What is wrong in no ply.
        "error": NotRequired["RecordFault"],  # Why it was not replayed.
        "notes": NotRequired[list[str]],  # What was ignored, and other notes.
        "chances": NotRequired["GameChances"],  # With `analyse`.
    },
)


# What is wrong with a record.
RecordFault = TypedDict(
    "RecordFault",
    {
        "code": Literal['bad_utf8', 'bad_json', 'not_an_object', 'unknown_format', 'no_puzzles', 'duplicate_field', 'missing_fen', 'wrong_type', 'unknown_variant', 'bad_roll', 'bad_moves', 'bad_stipulation', 'bad_key_face', 'bad_csv', 'bad_yaml', 'bad_opcode', 'unterminated_string', 'missing_semicolon', 'empty_fen', 'bad_piece', 'bad_digit', 'rank_too_long', 'rank_too_short', 'too_many_ranks', 'too_few_ranks', 'missing_side', 'bad_side', 'bad_castling', 'bad_en_passant', 'bad_unmoved', 'bad_reserve', 'bad_stack', 'bad_memory', 'bad_used', 'bad_clock', 'extra_fields', 'no_king', 'too_many_kings', 'pawn_on_last_rank', 'opponent_in_check', 'not_a_move', 'illegal_move', 'ambiguous_move', 'missing_promotion', 'wrong_face', 'wrong_die', 'wrong_suffix', 'wrong_cascade', 'wrong_piece', 'game_over', 'no_table', 'bad_tag', 'unterminated_comment', 'wrong_result', 'bad_square', 'bad_man'],  # What is wrong. Scripts may rely on these names.
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
        "code": Literal['bad_utf8', 'bad_json', 'not_an_object', 'unknown_format', 'no_puzzles', 'duplicate_field', 'missing_fen', 'wrong_type', 'unknown_variant', 'bad_roll', 'bad_moves', 'bad_stipulation', 'bad_key_face', 'bad_csv', 'bad_yaml', 'bad_opcode', 'unterminated_string', 'missing_semicolon', 'empty_fen', 'bad_piece', 'bad_digit', 'rank_too_long', 'rank_too_short', 'too_many_ranks', 'too_few_ranks', 'missing_side', 'bad_side', 'bad_castling', 'bad_en_passant', 'bad_unmoved', 'bad_reserve', 'bad_stack', 'bad_memory', 'bad_used', 'bad_clock', 'extra_fields', 'no_king', 'too_many_kings', 'pawn_on_last_rank', 'opponent_in_check', 'not_a_move', 'illegal_move', 'ambiguous_move', 'missing_promotion', 'wrong_face', 'wrong_die', 'wrong_suffix', 'wrong_cascade', 'wrong_piece', 'game_over', 'no_table', 'bad_tag', 'unterminated_comment', 'wrong_result', 'bad_square', 'bad_man'],  # What is wrong. Scripts may rely on these names.
        "field": str,  # The field of the record, or `line` for the text as a whole.
        "offset": int,  # Bytes from the start of the field.
        "message": str,  # What was found and what was expected.
        "line": NotRequired[int],  # The line, if it is another one.
    },
)


# The chances of a whole game.
GameChances = TypedDict(
    "GameChances",
    {
        "depth": int,  # How many plies deep was searched.
        "start": float,  # White's chance before the first roll.
        "end": float,  # White's chance after the last move.
        "drift": float,  # What deeper looks changed.
        "luckier": Literal['white', 'black', None],  # Whose rolls were better.
        "luck": float,  # By how much.
        "better": Literal['white', 'black', None],  # Whose decisions were better.
        "white": "SideChances",  # White's plies.
        "black": "SideChances",  # Black's plies.
    },
)


# What the plies of a side add up to.
SideChances = TypedDict(
    "SideChances",
    {
        "luck": float,  # What the rolls brought.
        "error": float,  # What the moves gave away.
        "decisions": int,  # Plies with a choice.
        "mean_error": float,  # Of a decision.
        "blunders": int,  # Blunders.
        "mistakes": int,  # Mistakes.
        "dubious": int,  # Dubious moves.
        "unjudged": int,  # Plies whose roll is unknown.
    },
)


# A position from which a legal move leads to the given one.
Earlier = TypedDict(
    "Earlier",
    {
        "fen": str,  # The earlier position.
        "move": str,  # The move.
        "uci": str,  # The move in the machine form.
        "faces": Union[list[int], None],  # The faces that allow it; null where no die is used.
        "after": str,  # The given position.
    },
)


# Whether a game leads to a position.
Proof = TypedDict(
    "Proof",
    {
        "id": Union[str, None],  # The record's own id.
        "fen": str,  # The position.
        "variant": str,  # The game.
        "verdict": Literal['proven', 'illegal', 'undecided'],  # Whether a game leads there.
        "plies": Union[str, None],  # The game with its rolls: (4) d2d4 (3) f7f6.
        "why": Union[str, None],  # Why the position is illegal or undecided.
        "length": Union[int, None],  # The plies of the game.
        "shortest": Union[bool, None],  # Whether no game is shorter.
        "least": Union[int, None],  # No game has fewer plies.
        "nodes": int,  # Positions visited.
        "certificate": Union["Certificate", None],  # What shows that it is illegal.
        "notes": NotRequired[list[str]],  # What was ignored, and other notes.
    },
)


# What shows that no game leads to a position.
Certificate = TypedDict(
    "Certificate",
    {
        "kind": Literal['doubled_pawns', 'promotions', 'ancestors'],  # What kind of certificate it is.
        "side": NotRequired[Literal['white', 'black']],  # Whose pawns.
        "file": NotRequired[str],  # The file with two pawns.
        "pawns": NotRequired[int],  # The pawns of the side.
        "promoted": NotRequired[int],  # The least number of pieces that were promoted.
        "positions": NotRequired[list[str]],  # A set of positions that no legal move enters from outside; the given one is first.
    },
)


# A game, and the commands that serve it.
GameAbout = TypedDict(
    "GameAbout",
    {
        "name": str,  # The name of the game.
        "title": str,  # What people call it.
        "board": Union[list[int], None],  # The numbers of files and ranks.
        "die": Union[int, None],  # The number of faces of the die.
        "options": list[str],  # What may stand behind the name and a colon.
        "option_titles": list[str],  # The title of the game with each option.
        "can": list[str],  # The commands that serve the game.
        "stipulations": list[str],  # The stipulations that it knows.
    },
)


# A game, and what the page shows of it.
GameOnPage = TypedDict(
    "GameOnPage",
    {
        "name": str,  # The name of the game.
        "title": str,  # What people call it.
        "board": Union[list[int], None],  # The numbers of files and ranks.
        "die": Union[int, None],  # The number of faces of the die.
        "options": list[str],  # What may stand behind the name and a colon.
        "option_titles": list[str],  # The title of the game with each option.
        "can": list[str],  # The commands that serve the game.
        "stipulations": list[str],  # The stipulations that it knows.
        "stack": int,  # The greatest number of pieces on a square.
        "past": bool,  # Whether positions tell of earlier states.
        "start": str,  # The position at the start.
        "scene": "Scene",  # The board at the start.
        "palette": list[str],  # The letters of the pieces that can be put on the board.
        "scores": list[dict[str, Any]],  # Games to replay that are built in.
        "rules": Union["Rules", None],  # The rules; null if nothing is written.
    },
)


# The rules of a game, in short.
Rules = TypedDict(
    "Rules",
    {
        "intro": str,  # What the game is.
        "parts": list[dict[str, Any]],  # The rules, one by one.
        "end": str,  # How it ends.
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


# What stands in the place of a record that cannot be used.
BadRecord = TypedDict(
    "BadRecord",
    {
        "line": int,  # The line of the file.
        "file": str,  # As named on the command line; - is standard input, FEN a position given there.
        "id": Union[str, None],  # The record's own id.
        "error": "RecordFault",  # What is wrong.
    },
)
