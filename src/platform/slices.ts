/** Consecutive slices of a list, at most `size` long: engines bound the parameters of a statement, and steps their time. */
export function* slicesOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}
