/** The puzzles that the server offers, page by page, as far as the filters let them through. */
import { collection, type Collection, type Puzzle, type PuzzlePage, puzzlePage, puzzles, Refused, type Wanted } from "./api"
import { gameOf } from "./house"
import { keep, recall } from "./store"

const PAGE = 50 // puzzles that the server tells at once

export class Shelf {
  count = 0 // of those that are wanted
  variant = gameOf().name // of puzzles that name none
  private readonly pages = new Map<number, Puzzle[]>()
  private info: Collection | null = null
  private own = recall<Puzzle[] | null>("own-puzzles", null) // from games of the person, in the place of the collection

  /** `filter` gives what is wanted, `unfilter` asks for nothing any more, `counted` hears how many there are. */
  constructor(private readonly hooks: { filter(): Wanted; unfilter(): void; counted(count: number): void }) {}

  /** What the puzzles can be chosen by. */
  async about(): Promise<Collection> {
    this.info ??= await collection()
    return this.info
  }

  get filtered(): boolean {
    return this.isOwn || Object.keys(this.hooks.filter()).length > 0
  }

  /** Whether the puzzles come from games of the person. */
  get isOwn(): boolean {
    return this.own !== null
  }

  /** Offers these puzzles in the place of the collection; null: the collection again. */
  offer(own: Puzzle[] | null): void {
    this.own = own
    keep("own-puzzles", own)
    this.clear()
  }

  /** Something else is wanted than before. */
  clear(): void {
    this.pages.clear()
  }

  /** Nothing is filtered out any more. */
  unfilter(): void {
    this.hooks.unfilter()
    this.offer(null)
  }

  /** The puzzle of a place, from 0; null if there is none. */
  async at(place: number): Promise<Puzzle | null> {
    if (place < 0) return null
    if (this.own) {
      this.hooks.counted((this.count = this.own.length))
      return this.own[place] ?? null
    }
    const page = Math.floor(place / PAGE) * PAGE
    if (!this.pages.has(page)) this.take(page, await puzzles(page, this.hooks.filter()))
    return this.pages.get(page)?.[place - page] ?? null
  }

  /** The place of the puzzle of an id or a number; the filters go if it is not among those that they let through. Refused if there is none. */
  async find(id: string): Promise<number> {
    const own = this.own?.findIndex((puzzle) => puzzle.id === id) ?? -1
    if (own >= 0) return own
    this.offer(null)
    const found = await puzzlePage(id, this.hooks.filter()).catch(async (error: unknown) => {
      if (!(error instanceof Refused) || !this.filtered) throw error
      const page = await puzzlePage(id, {})
      this.unfilter()
      return page
    })
    this.take(Math.floor(found.at / PAGE) * PAGE, found)
    return found.at
  }

  private take(page: number, { puzzles: list, count, variant }: PuzzlePage): void {
    this.pages.set(page, list)
    this.count = count
    this.variant = variant
    this.hooks.counted(count)
  }
}
