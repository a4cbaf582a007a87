import { editDistance } from './edit-distance.ts'

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
