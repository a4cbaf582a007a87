/** The name that was probably meant: the nearest, at most a third of its letters away or begun with three
 * letters or more; `undefined` if none is near, or the name itself is known. */
export function likelyName(typed: string, names: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase()
  const ranked = names
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [best] = ranked
  if (!best || best.distance === 0) return undefined
  const isPrefix = wanted.length >= 3 && best.name.toLowerCase().startsWith(wanted)
  return isPrefix || best.distance <= Math.max(1, best.name.length / 3) ? best.name : undefined
}

/** Letters changed, added, left out or swapped with the next one (Damerau–Levenshtein). Takes time by the product of the lengths. */
export function editDistance(a: string, b: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const replaced = row![j]! + (a[i] === b[j] ? 0 : 1)
      const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
      const swapped = isSwap ? before![j - 1]! + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, swapped, row![j + 1]! + 1, next[j]! + 1))
    }
    ;[before, row] = [row, next]
  }
  return row![b.length]!
}
