const UUID = /^([0-9a-f]{8})(-?)([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})$/
const ISSUE_URL = /\/issues\/([0-9a-f-]{32,36})(?:[/?#]|$)/

/** The id of an issue, given as it is or as the address of its page; null for what names no issue. */
export function issueIdIn(given: string): string | null {
  const text = given.trim().toLowerCase()
  return uuidIn(ISSUE_URL.exec(text)?.[1] ?? text)
}

/** The event that the address of an issue's page shows; null if it names none. */
export function eventIdIn(address: string): string | null {
  const query = address.slice(address.indexOf('?') + 1).split('#', 1)[0]
  return uuidIn(new URLSearchParams(query).get('event') ?? '')
}

/** SDKs write the id of an event without dashes. */
export function uuidIn(given: string): string | null {
  const [, first, , ...others] = UUID.exec(given.trim().toLowerCase()) ?? []
  return first === undefined ? null : [first, ...others].join('-')
}
