const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
const ISSUE_URL = /\/issues\/([0-9a-f-]{36})(?:[/?#]|$)/

/** The id of an issue, given as it is or as the address of its page; null for what names no issue. */
export function issueIdIn(given: string): string | null {
  const text = given.trim().toLowerCase()
  return uuidIn(ISSUE_URL.exec(text)?.[1] ?? text)
}

export function uuidIn(given: string): string | null {
  const id = given.trim().toLowerCase()
  return UUID.exec(id)?.[0] === id ? id : null
}
