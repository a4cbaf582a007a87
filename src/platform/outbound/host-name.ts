/** Never public: RFC 6761, 6762, 8375, 9476, `internal`, names that ICANN, clusters or clouds keep. */
const LOCAL_NAMES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'lan',
  'home',
  'corp',
  'svc',
  'home.arpa',
  'metadata.goog',
]
const MAX_NAME_LENGTH = 253
/** An underscore is not allowed in host names, yet name servers answer for it. */
const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/

/** Whether name servers can have an answer for it. A URL may hold names that they can't, such as `a..b` and `*.b`. */
export function isHostName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && name.split('.').every((label) => LABEL.test(label))
}

/** Whether the name means something only inside of a network. */
export function isLocalName(name: string): boolean {
  return !name.includes('.') || LOCAL_NAMES.some((local) => name === local || name.endsWith(`.${local}`))
}
