/**
 * The name that was most likely meant: the one fewest single-letter changes or swaps away, where that is
 * at most a third of its letters; `undefined` if none is near, or the name itself is known.
 */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase()
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [best] = ranked
  if (!best || best.distance === 0) return undefined
  const prefix = wanted.length >= 3 && best.name.toLowerCase().startsWith(wanted)
  return prefix || best.distance <= Math.max(1, best.name.length / 3) ? best.name : undefined
}

/** Letters changed, added, left out or swapped with the next one. */
function distanceOf(a: string, b: string): number {
  const letters = [...a]
  let [before, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (const [i, letter] of letters.entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row?.[j] ?? 0) + (letter === b[j] ? 0 : 1)
      const isSwap = i > 0 && j > 0 && letter === b[j - 1] && letters[i - 1] === b[j]
      const swapped = isSwap ? (before?.[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, swapped, (row?.[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    ;[before, row] = [row, next]
  }
  return row?.[b.length] ?? 0
}
