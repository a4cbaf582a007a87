import { grouped } from '#contract/counted.ts'

const MIB = 1024 ** 2

/** A size for people: `12.3 MB`. */
export function megabytes(bytes: number): string {
  const size = bytes / MIB
  return `${size < 10 ? size.toFixed(1) : grouped(Math.round(size))} MB`
}
