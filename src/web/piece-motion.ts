/** Men on their way from one position to the next. */
import type { Placement } from "./draw"
import type { Cells } from "./scene"

/** A man on his way: where he stood and where he stands. */
export interface PieceMotion {
  from: { at: number; level: number }
  to: { at: number; level: number }
}

/** A place on the way between two; `bend` is how far the way swings out. */
export function interpolate(a: Placement, b: Placement, fraction: number, bend: number): Placement {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const out = (bend * Math.sin(Math.PI * fraction)) / (Math.hypot(dx, dy) || 1)
  return {
    x: a.x + dx * fraction - dy * out,
    y: a.y + dy * fraction + dx * out,
    scale: a.scale + (b.scale - a.scale) * fraction,
  }
}

/** Who went where: men that are gone from a square, and like men that are new on another, the nearest first. */
export function pieceMotions(before: Cells, after: Cells): PieceMotion[] {
  const departed: { letter: string; at: number; level: number }[] = []
  const arrived: typeof departed = []
  for (const [square, stack] of after.entries()) {
    const old = before[square] ?? []
    let same = 0
    while (same < old.length && same < stack.length && old[same] === stack[same]) ++same
    for (let level = same; level < old.length; ++level)
      departed.push({ letter: old[level] ?? "", at: square, level })
    for (let level = same; level < stack.length; ++level)
      arrived.push({ letter: stack[level] ?? "", at: square, level })
  }
  return arrived.flatMap((to) => {
    const [from] = departed
      .filter(({ letter }) => letter === to.letter)
      .sort((a, b) => Math.abs(a.at - to.at) - Math.abs(b.at - to.at))
    if (!from) return []
    departed.splice(departed.indexOf(from), 1)
    return [{ from, to }]
  })
}
