const GROUPED = new Intl.NumberFormat('en-US')

/** 12,500 rather than 12500. */
export function grouped(count: number): string {
  return GROUPED.format(count)
}

/** A count with its noun: 1 event, 1,200 events. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}
