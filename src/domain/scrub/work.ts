/** Characters of work beyond one reading. A text of keys takes a dozen times as long as others, or longer if
 * values are searched to its end. Texts have a bound and count for the event: `EVENT_BOUNDS.totalChars`
 * bounds time. */
const PER_KEY = 120
const PER_PARAMETER = 12
/** No text that someone wrote comes near: a key every fifteen characters. */
const MIN_LIMIT = 10_000
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
