/** The puzzles: the index of the collection, the user's own puzzles, and records, fetched page by page. */
import { collection, type Collection, type Puzzle, puzzles } from "./api"
import { gameOf } from "./games"
import type { PuzzleEntry } from "./puzzle-order"
import { isString, writeStored, listOf, optional, readStored, shape } from "./local-storage"
import { keyOf } from "./training-record"

const PAGE_SIZE = 50 // puzzles in one answer of the server

/** Checks the type of a stored puzzle from the user's own games. */
const isPuzzle = shape<Pick<Puzzle, "fen" | "id" | "variant">>({
  fen: isString,
  id: optional(isString),
  variant: optional(isString),
})

export class PuzzleStore {
  variant = gameOf().name // game of puzzles without a variant
  entries: readonly PuzzleEntry[] = [] // the whole collection, in its order
  list: readonly PuzzleEntry[] = [] // the puzzles to work through
  private ownPuzzles = readStored<Puzzle[]>("own-puzzles", [], listOf(isPuzzle)) // puzzles made from the user's games
  ownPuzzleEntries: readonly PuzzleEntry[] = this.ownEntries()
  private readonly pages = new Map<number, Puzzle[]>()
  private collection: Collection | null = null
  private entriesByKey: ReadonlyMap<string, PuzzleEntry> | null = null

  /** Fetches the index of the collection at the first call. */
  async loadIndex(): Promise<Collection> {
    if (this.collection) return this.collection
    const { puzzles: puzzleIndex, ...summary } = await collection()
    this.entries = puzzleIndex.map(({ game, themes, faces = 0, moves = 1, men: pieces = 0, ...entry }, index) => ({
      ...entry,
      index,
      faces,
      moves,
      men: pieces,
      game: summary.games[game]?.name ?? "",
      themes: themes.map(theme => summary.themes[theme]?.name ?? ""),
    }))
    this.entriesByKey = null
    return (this.collection = { ...summary, puzzles: puzzleIndex })
  }

  /** Replaces the puzzles from the user's games. */
  setOwnPuzzles(puzzles: Puzzle[]): void {
    writeStored("own-puzzles", (this.ownPuzzles = puzzles))
    this.ownPuzzleEntries = this.ownEntries()
    this.entriesByKey = null
  }

  /** The user's own puzzles; their indices are negative. */
  private ownEntries(): PuzzleEntry[] {
    return this.ownPuzzles.map(({ fen, id, variant = this.variant }, index) => ({
      index: -1 - index,
      id: id ?? fen,
      fen,
      game: variant,
      themes: [],
      faces: 0,
      moves: 1,
      men: 0,
      white: !/ b\b/.test(fen),
    }))
  }

  /** Finds a puzzle by its id, or by its number in the collection, from 1. */
  findEntry(id: string): PuzzleEntry | undefined {
    return (
      this.ownPuzzleEntries.find(entry => entry.id === id) ??
      this.entries.find(entry => entry.id === id) ??
      this.entries[Number(id) - 1]
    )
  }

  /** All puzzles by their keys; of puzzles with the same key, the first. */
  get byKey(): ReadonlyMap<string, PuzzleEntry> {
    return (this.entriesByKey ??= new Map(
      [...this.entries, ...this.ownPuzzleEntries].reverse().map(entry => [keyOf(entry.game, entry.fen), entry]),
    ))
  }

  /** Maps the names of results in older versions of the page (a puzzle's id, or else its FEN) to keys. */
  get keysByOldName(): ReadonlyMap<string, string> {
    return new Map([...this.byKey].map(([key, { id, fen }]) => [id ?? fen, key]))
  }

  /** The name of a puzzle in addresses: its id if that is unique, else its number. */
  addressOf({ index, id }: PuzzleEntry): string {
    return id !== undefined && (index < 0 || this.findEntry(id)?.index === index) ? id : String(index + 1)
  }

  async loadRecord({ index }: PuzzleEntry): Promise<Puzzle> {
    const ownPuzzle = this.ownPuzzles[-1 - index]
    if (ownPuzzle) return ownPuzzle
    const from = Math.floor(index / PAGE_SIZE) * PAGE_SIZE
    if (!this.pages.has(from)) {
      const page = await puzzles(from)
      this.pages.set(from, page.puzzles)
      this.variant = page.variant
    }
    const puzzle = this.pages.get(from)?.[index - from]
    if (!puzzle) throw new Error(`no puzzle ${index}`)
    return puzzle
  }
}
