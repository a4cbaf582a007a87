import type { OriginalPlace } from '#domain/symbols/symbolication.ts'
import { Lru } from '#platform/lru.ts'

/** For all maps together: the sender of events chooses how many places of each are asked for. */
const MAX_PLACES = 50_000
const MAX_CHARS = 16 * 1024 * 1024
/** Of a place without its lines. */
const PLACE_CHARS = 300

/** What maps said of places in scripts. */
export class KeptPlaces {
  readonly #places = new Lru<string, OriginalPlace | null>(MAX_PLACES, { limit: MAX_CHARS, weigh })

  /** @param map names it for good. */
  getOr(
    map: string,
    { line, column }: { line: number; column: number },
    look: () => OriginalPlace | null,
  ): OriginalPlace | null {
    return this.#places.getOr(`${map} ${line}:${column}`, look)
  }
}

function weigh(place: OriginalPlace | null): number {
  if (!place?.context) return PLACE_CHARS
  const { before, line, after } = place.context
  return [...before, line, ...after].reduce((sum, text) => sum + text.length, PLACE_CHARS)
}
