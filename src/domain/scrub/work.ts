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

/** Notes that so many characters were passed again. */
export function noteScan(chars: number): void {
  done += chars
}

/** Notes that a key was found and judged. */
export function noteKey(): void {
  done += PER_KEY
}

/** Notes that a parameter of a URL was judged. */
export function noteParameter(): void {
  done += PER_PARAMETER
}

/** The work of all texts so far; what one of them took is the difference. */
export function scrubWorkDone(): number {
  return done
}

/** What `scrubWorkDone` is when a text of this length that begins now has had its share. */
export function scrubWorkLimit(chars: number): number {
  return done + MIN_LIMIT + LIMIT_PER_CHAR * chars
}
