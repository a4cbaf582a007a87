/**
 * The name that was most likely meant: the one fewest single-letter changes away (Levenshtein), where that is
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

function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (letter === b[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
