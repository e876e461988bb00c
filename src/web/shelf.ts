/** The puzzles of the collection: its index, the list that is worked through, and the records, fetched page by page. */
import { collection, type Collection, type Puzzle, puzzles } from "./api"
import { gameOf } from "./house"
import type { Entry } from "./order"
import { keep, recall } from "./store"

const PAGE = 50 // puzzles in an answer

export class Shelf {
  variant = gameOf().name // of puzzles that name none
  entries: readonly Entry[] = [] // the whole collection, in its order
  list: readonly Entry[] = [] // the puzzles to work through
  private ownPuzzles = recall<Puzzle[]>("own-puzzles", []) // from games of the person
  own: readonly Entry[] = this.ownEntries()
  private readonly pages = new Map<number, Puzzle[]>()
  private info: Collection | null = null

  /** What the puzzles can be chosen by. */
  async about(): Promise<Collection> {
    if (this.info) return this.info
    const { puzzles: index, ...rest } = await collection()
    this.entries = index.map(({ game, themes, faces = 0, moves = 1, men = 0, ...entry }, place) => ({ ...entry, place, faces, moves, men,
      game: rest.games[game]?.name ?? "", themes: themes.map((theme) => rest.themes[theme]?.name ?? "") }))
    return (this.info = { ...rest, puzzles: index })
  }

  /** Takes in puzzles from a game of the person, in the place of earlier ones. */
  offer(puzzles: Puzzle[]): void {
    keep("own-puzzles", (this.ownPuzzles = puzzles))
    this.own = this.ownEntries()
  }

  /** Their places are negative. */
  private ownEntries(): Entry[] {
    return this.ownPuzzles.map(({ fen, id = fen, variant = this.variant }, at) => ({ place: -1 - at, id, game: variant, themes: [], faces: 0, moves: 1, men: 0, white: !/ b\b/.test(fen) }))
  }

  /** The line of an id, or of a number in the collection, from 1. */
  find(id: string): Entry | undefined {
    return this.own.find((entry) => entry.id === id) ?? this.entries.find((entry) => entry.id === id) ?? this.entries[Number(id) - 1]
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
