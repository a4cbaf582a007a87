/**
 * What a text cost to scrub beyond reading it once, in characters. One made of nothing but keys takes ten times as long
 * as any other, or longer where values are looked for up to its end again and again. A text has a bound of its own, and
 * its work counts among the characters of its event: so `EVENT_BOUNDS.totalChars` bounds the time, too.
 */
const PER_KEY = 100
const PER_PARAMETER = 12
/** No text that someone wrote comes near: a key every ten characters. */
const MIN_LIMIT = 20_000
const LIMIT_PER_CHAR = 8

let done = 0

export function noteScan(chars: number): void {
  done += chars
}

export function noteKey(): void {
  done += PER_KEY
}

export function noteParameter(): void {
  done += PER_PARAMETER
}

export function scrubWorkDone(): number {
  return done
}

export function scrubWorkLimit(chars: number): number {
  return done + MIN_LIMIT + LIMIT_PER_CHAR * chars
}
