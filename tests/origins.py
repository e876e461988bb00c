#!/usr/bin/env python3
"""tests/origins.py OCTOMATE [FILE...]: checks the verdicts of `octomate proof`.

Has its own implementation of the rules of both games (docs/rules/superpermutation.md), independent of src/: it plays every proof
game from the initial array, and checks every certificate of an illegal position; it needs no search. Without files it tests
positions of every kind. Each FILE has records of puzzles; every verdict must be legal, illegal, or undecided with a reason.
"""

import json
import subprocess
import sys

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
LINES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONALS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]

# Positions of every kind, with the expected verdict and the number of plies of a shortest game.
KINDS = [
    (ARRAY, "proven", 0),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b", "proven", 5),
    ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b", "proven", 1),
    ("r3k3/8/8/8/8/8/8/4K2R w", "proven", None),
    ("4k3/8/8/8/8/8/P7/P3K3 w", "illegal", None),
    ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w", "illegal", None),
    ("8/6K1/1r1Q4/6Rk/1N5R/8/8/4Q3 b", "illegal", None),
    ("8/8/8/5Pk1/3qr1b1/5Kp1/3q4/5n2 w", "illegal", None),
]


def square_name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def square(text):
    return "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)


def parse_fen(fen):
    board, turn = fen.split()[:2]
    ranks = []
    for rank in reversed(board.split("/")):
        ranks.append("".join("." * int(c) if c.isdigit() else c for c in rank))
    return "".join(ranks), turn


def side(piece):
    return "w" if piece.isupper() else "b"


def letter_of(kind, color):
    return kind.upper() if color == "w" else kind.lower()


def opponent(color):
    return "b" if color == "w" else "w"


def first_rank(color):
    return 0 if color == "w" else 7


def pawn_step(color):
    return 8 if color == "w" else -8


def attacks(board, start, target):
    """Checks whether the piece on `start` attacks `target`, as in chess."""
    piece = board[start]
    kind = piece.lower()
    files, ranks = target % 8 - start % 8, target // 8 - start // 8
    if kind == "n":
        return sorted((abs(files), abs(ranks))) == [1, 2]
    if kind == "k":
        return max(abs(files), abs(ranks)) == 1
    if kind == "p":
        return abs(files) == 1 and 8 * ranks == pawn_step(side(piece))
    straight, diagonal = (files == 0) != (ranks == 0), abs(files) == abs(ranks) > 0
    if not (straight and kind in "rq" or diagonal and kind in "bq"):
        return False
    by = ((files > 0) - (files < 0)) + 8 * ((ranks > 0) - (ranks < 0))
    return all(board[between] == "." for between in range(start + by, target, by))


def is_king_attacked(board, color):
    king = board.index(letter_of("k", color))
    return any(piece != "." and side(piece) != color and attacks(board, at, king) for at, piece in enumerate(board))


def is_legal(position):
    board, turn = position
    return (
        board.count("K") == board.count("k") == 1
        and "P" not in board[56:]
        and "p" not in board[:8]
        and not is_king_attacked(board, opponent(turn))
    )


def can_move(board, start, target):
    """Checks whether a piece can move to `target`; only kings capture."""
    piece = board[start]
    if piece.lower() == "p":
        ahead = target - start
        one = pawn_step(side(piece))
        if ahead == one:
            return board[target] == "."
        second = start // 8 == first_rank(side(piece)) + one // 8
        return ahead == 2 * one and second and board[start + one] == board[target] == "."
    captured = board[target]
    if captured != "." and (piece.lower() != "k" or side(captured) == side(piece) or captured.lower() == "k"):
        return False
    return attacks(board, start, target)


def play(position, start, target, promotion, die):
    """Returns the position after a move, or None if it is illegal."""
    board, turn = position
    piece = board[start]
    if piece == "." or side(piece) != turn:
        return None
    check = is_king_attacked(board, turn)
    after = list(board)
    if piece.lower() == "k" and board[target] != "." and side(board[target]) == turn:
        if check or board[target].lower() == "p" or start == target or promotion:
            return None
        after[start], after[target] = board[target], piece
    else:
        if not can_move(board, start, target):
            return None
        after[start], after[target] = ".", piece
        end, ahead, chosen = target, pawn_step(turn), False
        while not (die and check):
            there = end + ahead
            if not 0 <= there < 64 or after[there] == "." or is_king_attacked("".join(after), opponent(turn)):
                break
            after[end], after[there] = after[there], after[end]
            end = there
        if after[target] == letter_of("p", opponent(turn)) and target // 8 == first_rank(turn):
            if not die and not promotion:
                return None
            after[target] = letter_of("q" if die else promotion, opponent(turn))
            chosen = not die
        if piece.lower() == "p" and end // 8 == 7 - first_rank(turn):
            if not promotion:
                return None
            after[end] = letter_of(promotion, turn)
            chosen = True
        if bool(promotion) != chosen:
            return None
    after = "".join(after), opponent(turn)
    return None if is_king_attacked(after[0], turn) else after


def legal_moves(position, die):
    board, turn = position
    for start in range(64):
        if board[start] != "." and side(board[start]) == turn:
            for target in range(64):
                for promotion in ("", "q", "r", "b", "n"):
                    if play(position, start, target, promotion, die):
                        yield start, target, promotion


def predecessors(position, die):
    """Returns every position with a legal move to this one. It tries all squares, which is slow but complete."""
    board, turn = position
    mover = opponent(turn)
    ahead = pawn_step(mover)
    found = set()

    def try_move(before, start, target):
        earlier = "".join(before), mover
        if is_legal(earlier) and earlier not in found:
            if any(play(earlier, start, target, how, die) == position for how in ("", "q", "r", "b", "n")):
                found.add(earlier)

    king = board.index(letter_of("k", mover))
    for end, piece in enumerate(board):
        if piece == "." or side(piece) != mover:
            continue
        before = list(board)
        before[king], before[end] = piece, board[king]
        try_move(before, end, king)
        landing = end
        while True:
            others = list(board)
            for passed in range(end, landing, -ahead):
                others[passed] = board[passed - ahead]
            others[landing] = "."
            pushed = [others]
            there = landing + ahead
            if landing != end and landing // 8 == first_rank(mover) and others[there] in letter_of("qrbn", turn):
                pushed.append(others[:there] + [letter_of("p", turn)] + others[there + 1 :])
            kinds = {piece.lower()} if piece.lower() == "k" else {piece.lower(), "p"}
            for rest in pushed:
                for kind in kinds:
                    for victim in "." + (letter_of("pnbrq", turn) if kind == "k" else ""):
                        for start in range(64):
                            if rest[start] != "." or start == landing:
                                continue
                            before = list(rest)
                            before[start], before[landing] = letter_of(kind, mover), victim
                            if can_move(before, start, landing):
                                try_move(before, start, landing)
            landing -= ahead
            if not 0 <= landing < 64 or board[landing] == ".":
                break
    return found


def has_too_many_pieces(position):
    """Checks whether a side has more pieces than any game allows: pawns stay on their files (I1), and there are eight (I6)."""
    for color in "wb":
        pieces = [piece for piece in position[0] if piece != "." and side(piece) == color]
        count = {kind: pieces.count(letter_of(kind, color)) for kind in "pnbrq"}
        promoted = sum(max(0, count[kind] - (1 if kind == "q" else 2)) for kind in "nbrq")
        files = [at % 8 for at, piece in enumerate(position[0]) if piece == letter_of("p", color)]
        if count["p"] + promoted > 8 or len(files) != len(set(files)):
            return True
    return False


def wrong_game(position, plies, die):
    """Plays a proof game. Returns what is wrong with it, or None if it leads from the initial array to the position."""
    reached = parse_fen(ARRAY)
    words = plies.split()
    for roll, move in zip(words[::2], words[1::2]):
        start, target, promotion = square(move[:2]), square(move[2:4]), move[4:]
        after = play(reached, start, target, promotion, die)
        if not after:
            return f"{move} is not legal"
        uses_die = die and not is_king_attacked(*reached)
        file = target % 8 + 1 if reached[1] == "w" else 8 - target % 8
        if (roll == "(-)") == uses_die:
            return f"{roll} {move}: a die is {'used' if uses_die else 'not used'} there"
        if uses_die and roll != f"({file})":
            rolled = int(roll[1]) - 1 if reached[1] == "w" else 8 - int(roll[1])
            if any(to % 8 == rolled for _, to, _ in legal_moves(reached, die)):
                return f"{roll} {move}: the roll binds"
        reached = after
    return None if reached == position else "the game ends elsewhere"


def wrong_certificate(position, certificate, die):
    """Returns what is wrong with a certificate that a position is illegal, or None."""
    if certificate["kind"] in ("doubled_pawns", "promotions"):
        return None if has_too_many_pieces(position) else "a game may give these pieces"
    known = [parse_fen(fen) for fen in certificate["positions"]]
    if known[0] != position or parse_fen(ARRAY) in known:
        return "it is about another position"
    for one in known:
        for earlier in predecessors(one, die):
            if earlier not in known and not has_too_many_pieces(earlier):
                return f"{earlier} is left out"
    return None


def wrong(record):
    """Returns what is wrong with a record of `octomate proof`, or None."""
    position, die = parse_fen(record["fen"]), record["variant"] == "superpermutation-d8"
    if record["verdict"] == "proven":
        if record["length"] != len(record["plies"].split()) // 2:
            return "the length is another"
        return wrong_game(position, record["plies"], die)
    if not record["why"] or record["plies"] is not None:
        return "a reason is missing"
    return wrong_certificate(position, record["certificate"], die) if record["verdict"] == "illegal" else None


def prove(octomate, variant, files, text=None):
    command = [octomate, "proof", "--quiet", "--format", "jsonl", "--nodes", "3000000", "--variant", variant, *files]
    out = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=False).stdout
    return [json.loads(line) for line in out.splitlines()]


def main():
    octomate, *files = sys.argv[1:]
    faults, seen = [], {}
    for variant in ("superpermutation-d8", "superpermutation"):
        if files:
            records = prove(octomate, variant, files)
        else:
            records = prove(octomate, variant, ["-"], "\n".join(fen for fen, _, _ in KINDS))
            for record, (fen, verdict, shortest) in zip(records, KINDS, strict=True):
                if record["verdict"] not in verdict or (shortest is not None and record["length"] != shortest):
                    faults.append(f"{variant} {fen}: {record['verdict']}, {record['length']} plies")
        for record in records:
            seen[record["verdict"]] = seen.get(record["verdict"], 0) + 1
            if fault := wrong(record):
                faults.append(f"{record['variant']} {record['fen']}: {fault}")
        if files:
            break
    print("\n".join(faults) or f"origins: {seen}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
