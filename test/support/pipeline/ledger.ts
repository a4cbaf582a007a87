import type { SampleEvent } from '../sample/events.ts'

/**
 * What a client knows for certain: an event is entered only after the success answer was read. An event whose
 * outcome is unknown (the connection broke) is not entered; the client sends it again under the same id.
 */
export class Ledger {
  readonly #issueOf = new Map<string, string>()
  readonly #accepted = new Map<string, number>()

  /** Enters an accepted event; entering it again changes nothing. */
  enter(event: SampleEvent): void {
    if (this.#issueOf.has(event.eventId)) return
    const name = issueName(event.payload)
    this.#issueOf.set(event.eventId, name)
    this.#accepted.set(name, (this.#accepted.get(name) ?? 0) + 1)
  }

  /** Distinct accepted events. */
  get size(): number {
    return this.#issueOf.size
  }

  /** `eventId`: 32 hex digits or a dashed UUID. */
  has(eventId: string): boolean {
    return this.#issueOf.has(eventId.replaceAll('-', ''))
  }

  /** Accepted events by issue name. */
  get byIssue(): ReadonlyMap<string, number> {
    return this.#accepted
  }
}

function issueName(payload: Record<string, unknown>): string {
  const { values } = payload.exception as { values: { type: string; value: string }[] }
  const { type, value } = values.at(-1)!
  return issueNameOfTitle(`${type}: ${value}`)
}

/** The part of a sample issue's title that all its events share: `TypeError: Cannot merge cart`. */
export function issueNameOfTitle(title: string): string {
  return title.split(' ').slice(0, 4).join(' ')
}
