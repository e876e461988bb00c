/** Animation paths of pieces from one position to the next. */
import type { Placement } from "./draw"
import type { Cells } from "./scene"

/** The old and the new square of a piece that moved, each with the level in its stack (0 is the bottom). */
export interface PieceMotion {
  from: { square: number; level: number }
  to: { square: number; level: number }
}

/**
 * Returns the placement at `fraction` (0 to 1) of the path from `a` to `b`; `bend` is the largest distance from the
 * straight line.
 */
export function interpolate(a: Placement, b: Placement, fraction: number, bend: number): Placement {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const offset = (bend * Math.sin(Math.PI * fraction)) / (Math.hypot(dx, dy) || 1)
  return {
    x: a.x + dx * fraction - dy * offset,
    y: a.y + dy * fraction + dx * offset,
    scale: a.scale + (b.scale - a.scale) * fraction,
  }
}

/** Matches the pieces that left a square with equal pieces that arrived on another, preferring the nearest. */
export function pieceMotions(before: Cells, after: Cells): PieceMotion[] {
  const departed: { letter: string; square: number; level: number }[] = []
  const arrived: typeof departed = []
  for (const [square, stack] of after.entries()) {
    const old = before[square] ?? []
    let same = 0
    while (same < old.length && same < stack.length && old[same] === stack[same]) ++same
    for (let level = same; level < old.length; ++level) departed.push({ letter: old[level] ?? "", square, level })
    for (let level = same; level < stack.length; ++level) arrived.push({ letter: stack[level] ?? "", square, level })
  }
  return arrived.flatMap(to => {
    const [from] = departed
      .filter(({ letter }) => letter === to.letter)
      .sort((a, b) => Math.abs(a.square - to.square) - Math.abs(b.square - to.square))
    if (!from) return []
    departed.splice(departed.indexOf(from), 1)
    return [{ from, to }]
  })
}
