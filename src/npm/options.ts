/** The options of the questions. Written by scripts/generate-interfaces. */

export interface InGame {
  /** The variant of puzzles or games that name none. */
  variant?: string
}

export interface SolveOptions extends InGame {
  /** List all moves on each face. */
  list?: boolean
  /** Add the value of each roll and move, where an endgame table covers the position. */
  odds?: boolean
  /** Add the board, the outcome and the answer in words to the record. */
  scene?: boolean
  /** Add the solution as composers print it: set play, tries, keys, variations. */
  solution?: boolean
  /** The greatest number of tries on each roll (default: 1, and 3 where no die is used); from 0 to 100. */
  tries?: number
}

export interface MateOptions extends InGame {
  /** The stipulation of records without one: #2, =2, h#2, h#2.5, s#2, r#2, ser-#4, ser-h#3, …. */
  stipulation?: string
  /** How rolls are valued (default: mean; for helpmates and series some). */
  dice?: "mean" | "every" | "some"
  /** What the opponent plays (default: best). */
  defence?: "best" | "help"
  /** Size of the transposition table in MiB (default: 64); from 0 to 1,048,576. */
  hash?: number
  /** Give up on a puzzle after this many seconds, at most 10 (default: 2). */
  limit?: number
  /** Give up after this many positions, with one thread, so that results are reproducible. */
  nodes?: number
  /** The greatest number of lines printed for a help or series stipulation (default: 10); from 0 to 1,000,000. */
  lines?: number
  /** Add set play: the lines of a help stipulation in which the other side begins. */
  set_play?: boolean
  /** Add the solution as composers print it: set play, tries, keys, variations. */
  solution?: boolean
  /** The greatest number of tries on each roll (default: 1, and 3 where no die is used); from 0 to 100. */
  tries?: number
}

export interface CheckOptions extends InGame {
  /** The key of the one position, in place of the record's: faces with their moves, as in '5:Qa8-e4-e7# 6:Qe2-c4#'; in check or without a die '-:…'. */
  key?: string
  /** Look for superfluous men (default: true). */
  superfluous?: boolean
  /** Count duals and shorter mates in variations of full length. */
  strict?: boolean
  /** Size of the transposition table in MiB (default: 64); from 0 to 1,048,576. */
  hash?: number
  /** Give up on a puzzle after this many seconds, at most 10 (default: 2). */
  limit?: number
  /** Give up after this many positions, with one thread, so that results are reproducible. */
  nodes?: number
}

export interface SceneOptions extends InGame {
  /** A legal move to mark on the board. */
  move?: string
}

export interface SvgOptions extends InGame {
  /** A legal move to mark on the board. */
  move?: string
  /** Use the colours for a dark page. */
  dark?: boolean
  /** Show the board from Black's side. */
  flip?: boolean
  /** Width in pixels (default: 480); from 1 to 10,000. */
  width?: number
}

export interface ReplyOptions extends InGame {
  /** The strength of the player (default: 3); from 1 to 8. */
  level?: number
  /** Seed of the random numbers: it determines the rolls and the player's choices. */
  seed?: number
  /** How many plies were played; from 0 to 1,000,000. */
  ply?: number
  /** The roll; by default the one that follows from the seed. */
  roll?: number | null
}

export interface ReplayOptions extends InGame {
  /** Separate luck from skill. */
  analyse?: boolean
  /** Search depth of each move in plies (default: 3, or 5 in games without a die on the usual board; in a page and over HTTP 2, or 3 without a die); from 1 to 6. */
  depth?: number
}

/** The names of the options of each question besides `variant`. */
export const OPTIONS = {
  solve: ["list", "odds", "scene", "solution", "tries"],
  moves: ["move", "count"],
  mate: ["stipulation", "dice", "defence", "hash", "limit", "nodes", "lines", "set_play", "solution", "tries"],
  check: ["key", "superfluous", "strict", "hash", "limit", "nodes"],
  scene: ["move"],
  svg: ["move", "dark", "flip", "width"],
  reply: ["level", "seed", "ply", "roll"],
  chance: [],
  latex: [],
  replay: ["analyse", "depth"],
} as const
