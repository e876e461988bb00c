/** The puzzles of the collection: its index, the list that is worked through, and the records, fetched page by page. */
import { collection, type Collection, type Puzzle, puzzles } from "./api"
import { gameOf } from "./games"
import type { Entry } from "./puzzle-order"
import { isText, keep, listOf, optional, recall, shape } from "./local-storage"
import { keyOf } from "./training-record"

const PAGE = 50 // puzzles in an answer

/** Of a puzzle that this page has made. */
const isPuzzle = shape<Pick<Puzzle, "fen" | "id" | "variant">>({
  fen: isText,
  id: optional(isText),
  variant: optional(isText),
})

export class Shelf {
  variant = gameOf().name // of puzzles that name none
  entries: readonly Entry[] = [] // the whole collection, in its order
  list: readonly Entry[] = [] // the puzzles to work through
  private ownPuzzles = recall<Puzzle[]>("own-puzzles", [], listOf(isPuzzle)) // from games of the person
  own: readonly Entry[] = this.ownEntries()
  private readonly pages = new Map<number, Puzzle[]>()
  private info: Collection | null = null
  private keys: ReadonlyMap<string, Entry> | null = null

  /** What the puzzles can be chosen by. */
  async about(): Promise<Collection> {
    if (this.info) return this.info
    const { puzzles: index, ...rest } = await collection()
    this.entries = index.map(({ game, themes, faces = 0, moves = 1, men = 0, ...entry }, place) => ({
      ...entry,
      place,
      faces,
      moves,
      men,
      game: rest.games[game]?.name ?? "",
      themes: themes.map((theme) => rest.themes[theme]?.name ?? ""),
    }))
    this.keys = null
    return (this.info = { ...rest, puzzles: index })
  }

  /** Takes in puzzles from a game of the person, in the place of earlier ones. */
  offer(puzzles: Puzzle[]): void {
    keep("own-puzzles", (this.ownPuzzles = puzzles))
    this.own = this.ownEntries()
    this.keys = null
  }

  /** Their places are negative. */
  private ownEntries(): Entry[] {
    return this.ownPuzzles.map(({ fen, id, variant = this.variant }, at) => ({
      place: -1 - at,
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
  find(id: string): Entry | undefined {
    return (
      this.own.find((entry) => entry.id === id) ??
      this.entries.find((entry) => entry.id === id) ??
      this.entries[Number(id) - 1]
    )
  }

  /** All entries by their keys; of equal ones the first. */
  get byKey(): ReadonlyMap<string, Entry> {
    return (this.keys ??= new Map(
      [...this.entries, ...this.own].reverse().map((entry) => [keyOf(entry.game, entry.fen), entry]),
    ))
  }

  /** The keys of puzzles by the names under which older versions of the page kept results: the id or, without one, the FEN. */
  get oldNames(): ReadonlyMap<string, string> {
    return new Map([...this.byKey].map(([key, { id, fen }]) => [id ?? fen, key]))
  }

  /** The name of an entry in addresses: its id or, if it has none of its own, its number. */
  nameOf({ place, id }: Entry): string {
    return id !== undefined && (place < 0 || this.find(id)?.place === place) ? id : String(place + 1)
  }

  async record({ place }: Entry): Promise<Puzzle> {
    const own = this.ownPuzzles[-1 - place]
    if (own) return own
    const from = Math.floor(place / PAGE) * PAGE
    if (!this.pages.has(from)) {
      const page = await puzzles(from)
      this.pages.set(from, page.puzzles)
      this.variant = page.variant
    }
    const puzzle = this.pages.get(from)?.[place - from]
    if (!puzzle) throw new Error(`no puzzle ${place}`)
    return puzzle
  }
}
