/** The list of games and their variants, loaded once. */
import { type Game, games } from "./api"

let allVariants: Game[] = []
let defaultName = ""

export async function loadGames(): Promise<void> {
  const answer = await games()
  // Lists each option of a game as a separate game, except the first option, which is the game's default.
  allVariants = answer.games.flatMap(game => [
    game,
    ...(game.options ?? [])
      .map((option, index) => ({
        ...game,
        name: `${game.name}:${option}`,
        title: game.option_titles?.[index] ?? game.title,
      }))
      .slice(1),
  ])
  defaultName = answer.default
}

export const allGames = (): readonly Game[] => allVariants

/** Returns the game called `name`, or the default game if there is none. */
export function gameOf(name?: string | null): Game {
  const game =
    allVariants.find(game => game.name === name) ??
    allVariants.find(game => game.name === defaultName) ??
    allVariants[0]
  if (!game) throw new Error("the server knows no game")
  return game
}

export const isDefaultGame = (name: string): boolean => name === defaultName
