/** `1,200`. By hand: `Intl.NumberFormat` takes 25 ms of each start to load. */
export function grouped(count: number | bigint): string {
  let text = String(count)
  const point = text.indexOf('.')
  const first = count < 0 ? 1 : 0
  for (let at = (point < 0 ? text.length : point) - 3; at > first; at -= 3) {
    text = `${text.slice(0, at)},${text.slice(at)}`
  }
  return text
}

/** `1 event`, `1,200 events`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
