import { grouped } from '#contract/counted.ts'

/** As the server writes them: `12,431`; `1 event`, `2 events`. */
export { counted as plural, grouped as formatCount } from '#contract/counted.ts'

/** At most four characters wide: `999`, `1.2k`, `40k`, `3.1M`. */
export function formatShortCount(value: number): string {
  if (value < 1000) return String(value)
  const [divisor, unit] = value < 999_500 ? [1000, 'k'] : [1_000_000, 'M']
  const scaled = value / divisor
  return `${scaled < 9.95 ? scaled.toFixed(1).replace('.0', '') : Math.round(scaled)}${unit}`
}

const BYTES_PER_KB = 1000

/** In whole kilobytes, rounded up: `1,501 kB`. */
export function formatKilobytes(bytes: number): string {
  return `${grouped(Math.ceil(bytes / BYTES_PER_KB))} kB`
}
