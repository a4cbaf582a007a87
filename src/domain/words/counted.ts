/** `1,200`. */
export function grouped(count: number): string {
  return count.toLocaleString('en')
}

/** `1 event`, `1,200 events`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
