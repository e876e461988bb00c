/** Men on their way from one position to the next. */
import type { Place } from "./draw"
import type { Cells } from "./scene"

/** A man on his way: where he stood and where he stands. */
export interface Way {
  from: { at: number; level: number }
  to: { at: number; level: number }
}

/** A place on the way between two; `bend` is how far the way swings out. */
export function between(a: Place, b: Place, way: number, bend: number): Place {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const out = (bend * Math.sin(Math.PI * way)) / (Math.hypot(dx, dy) || 1)
  return {
    x: a.x + dx * way - dy * out,
    y: a.y + dy * way + dx * out,
    scale: a.scale + (b.scale - a.scale) * way,
  }
}

/** Who went where: men that are gone from a square, and like men that are new on another, the nearest first. */
export function ways(before: Cells, after: Cells): Way[] {
  const gone: { letter: string; at: number; level: number }[] = []
  const come: typeof gone = []
  for (const [at, stack] of after.entries()) {
    const old = before[at] ?? []
    let same = 0
    while (same < old.length && same < stack.length && old[same] === stack[same]) ++same
    for (let level = same; level < old.length; ++level) gone.push({ letter: old[level] ?? "", at, level })
    for (let level = same; level < stack.length; ++level) come.push({ letter: stack[level] ?? "", at, level })
  }
  return come.flatMap((to) => {
    const [from] = gone
      .filter(({ letter }) => letter === to.letter)
      .sort((a, b) => Math.abs(a.at - to.at) - Math.abs(b.at - to.at))
    if (!from) return []
    gone.splice(gone.indexOf(from), 1)
    return [{ from, to }]
  })
}
