/** The puzzles of the collection: its index, the list that is worked through, and the records, fetched page by page. */
import { collection, type Collection, type Puzzle, puzzles } from "./api"
import { gameOf } from "./games"
import type { PuzzleEntry } from "./puzzle-order"
import { isString, writeStored, listOf, optional, readStored, shape } from "./local-storage"
import { keyOf } from "./training-record"

const PAGE_SIZE = 50 // puzzles in an answer

/** Of a puzzle that this page has made. */
const isPuzzle = shape<Pick<Puzzle, "fen" | "id" | "variant">>({
  fen: isString,
  id: optional(isString),
  variant: optional(isString),
})

export class PuzzleStore {
  variant = gameOf().name // of puzzles that name none
  entries: readonly PuzzleEntry[] = [] // the whole collection, in its order
  list: readonly PuzzleEntry[] = [] // the puzzles to work through
  private ownPuzzles = readStored<Puzzle[]>("own-puzzles", [], listOf(isPuzzle)) // from games of the person
  ownPuzzleEntries: readonly PuzzleEntry[] = this.ownEntries()
  private readonly pages = new Map<number, Puzzle[]>()
  private collection: Collection | null = null
  private entriesByKey: ReadonlyMap<string, PuzzleEntry> | null = null

  /** What the puzzles can be chosen by. */
  async loadIndex(): Promise<Collection> {
    if (this.collection) return this.collection
    const { puzzles: puzzleIndex, ...rest } = await collection()
    this.entries = puzzleIndex.map(
      ({ game, themes, faces = 0, moves = 1, men: pieces = 0, ...entry }, index) => ({
        ...entry,
        index,
        faces,
        moves,
        men: pieces,
        game: rest.games[game]?.name ?? "",
        themes: themes.map((theme) => rest.themes[theme]?.name ?? ""),
      }),
    )
    this.entriesByKey = null
    return (this.collection = { ...rest, puzzles: puzzleIndex })
  }

  /** Takes in puzzles from a game of the person, in the place of earlier ones. */
  setOwnPuzzles(puzzles: Puzzle[]): void {
    writeStored("own-puzzles", (this.ownPuzzles = puzzles))
    this.ownPuzzleEntries = this.ownEntries()
    this.entriesByKey = null
  }

  /** Their places are negative. */
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

  /** The line of an id, or of a number in the collection, from 1. */
  findEntry(id: string): PuzzleEntry | undefined {
    return (
      this.ownPuzzleEntries.find((entry) => entry.id === id) ??
      this.entries.find((entry) => entry.id === id) ??
      this.entries[Number(id) - 1]
    )
  }

  /** All entries by their keys; of equal ones the first. */
  get byKey(): ReadonlyMap<string, PuzzleEntry> {
    return (this.entriesByKey ??= new Map(
      [...this.entries, ...this.ownPuzzleEntries]
        .reverse()
        .map((entry) => [keyOf(entry.game, entry.fen), entry]),
    ))
  }

  /** The keys of puzzles by the names under which older versions of the page kept results: the id or, without one, the FEN. */
  get keysByOldName(): ReadonlyMap<string, string> {
    return new Map([...this.byKey].map(([key, { id, fen }]) => [id ?? fen, key]))
  }

  /** The name of an entry in addresses: its id or, if it has none of its own, its number. */
  addressOf({ index, id }: PuzzleEntry): string {
    return id !== undefined && (index < 0 || this.findEntry(id)?.index === index) ? id : String(index + 1)
  }

  async loadRecord({ index }: PuzzleEntry): Promise<Puzzle> {
    const own = this.ownPuzzles[-1 - index]
    if (own) return own
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
