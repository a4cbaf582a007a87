/** Repeatable randomness for tests and load: the same seed gives the same sequence on every machine. */
export interface SeededRandom {
  /** Uniform in [0, 1). */
  next(): number
  /** Whole number, both ends included. */
  int(min: number, max: number): number
  pick<T>(items: readonly T[]): T
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string
}

/** The sfc32 generator (Chris Doty-Humphrey's "small fast counting", 128-bit state), seeded from one number. */
export function seededRandom(seed: number): SeededRandom {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = seed | 0
  let d = 0xb7e15162 ^ Math.trunc(seed / 2 ** 32)
  function word(): number {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let i = 0; i < 15; i++) word()

  const next = () => word() / 2 ** 32
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    pick: (items) => items[int(0, items.length - 1)]!,
    hex(digits) {
      let text = ''
      while (text.length < digits) text += word().toString(16).padStart(8, '0')
      return text.slice(0, digits)
    },
  }
}

/** A seed for a run that names none; print it, so that the run can be repeated. */
export function freshSeed(): number {
  return (Date.now() ^ (process.pid << 12)) >>> 0
}
