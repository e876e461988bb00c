/** The games that the server knows. */
import { type Game, games } from "./api"

let all: Game[] = []
let defaultName = ""

export async function loadGames(): Promise<void> {
  const answer = await games()
  // The options of a game are games of their own here; the first is the game itself.
  all = answer.games.flatMap((game) => [
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

export const allGames = (): readonly Game[] => all

/** The game of a name; the one to begin with if there is none of that name. */
export function gameOf(name?: string | null): Game {
  const found =
    all.find((game) => game.name === name) ?? all.find((game) => game.name === defaultName) ?? all[0]
  if (!found) throw new Error("the server knows no game")
  return found
}

export const isDefaultGame = (name: string): boolean => name === defaultName
