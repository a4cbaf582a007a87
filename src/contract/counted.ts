const GROUPED = new Intl.NumberFormat('en')

/** `1,200`. */
export function grouped(count: number | bigint): string {
  return GROUPED.format(count)
}

/** `1 event`, `1,200 events`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
