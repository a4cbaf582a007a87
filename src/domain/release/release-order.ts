export type ComparisonKind = 'semver' | 'numeric' | 'first-seen' | 'same'

export interface ReleaseComparison {
  /** Negative: a is older; positive: a is newer; 0: the same, or nobody can tell. */
  order: number
  kind: ComparisonKind
  /** For people, e.g. `compared 1.10.0 > 1.9.0 by semver`. */
  explanation: string
}

/** When the project first received an event of a release, epoch ms; undefined: never. */
export type FirstSeen = (release: string) => number | undefined

/** Semantic versioning 2.0.0, section 9 to 11, as the suggested expression of semver.org. */
const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/
/** A `+` build number, as phone SDKs send it (`com.example.app@1.2+345`), does not count, as in semver.
 * Longer digit runs are commit ids or timestamps. */
const DOTTED_NUMBERS = /^(\d{1,15}(?:\.\d{1,15}){0,7})(?:\+[0-9a-zA-Z.-]{1,250})?$/
const MAX_COMPARED_CHARS = 250

/** By semver precedence, dotted numbers, or else first seen. `package@` and a leading `v` do not count. */
export function compareReleases(a: string, b: string, firstSeen: FirstSeen): ReleaseComparison {
  const [left, right] = [bareVersion(a), bareVersion(b)]
  if (left === right) return described(left, right, { order: 0, kind: 'same' })
  const bySemver = compareSemver(left, right)
  if (bySemver !== null) return described(left, right, { order: bySemver, kind: 'semver' })
  const byNumber = compareNumbers(left, right)
  if (byNumber !== null) return described(left, right, { order: byNumber, kind: 'numeric' })
  const order = Math.sign((firstSeen(a) ?? Number.NaN) - (firstSeen(b) ?? Number.NaN)) || 0
  return described(left, right, { order, kind: 'first-seen' })
}

/** How a release would be told from one of its own kind: by what its name looks like. */
export function kindOfRelease(release: string): 'semver' | 'numeric' | 'first-seen' {
  const version = bareVersion(release)
  if (version.length <= MAX_COMPARED_CHARS && SEMVER.test(version)) return 'semver'
  return DOTTED_NUMBERS.test(version) ? 'numeric' : 'first-seen'
}

/** `package@v1.2.3` as `1.2.3`. */
function bareVersion(release: string): string {
  const version = release.slice(release.lastIndexOf('@') + 1).trim()
  return /^v\d/i.test(version) ? version.slice(1) : version
}

function described(
  a: string,
  b: string,
  { order, kind }: { order: number; kind: ComparisonKind },
): ReleaseComparison {
  const sign = order > 0 ? '>' : order < 0 ? '<' : '='
  return { order, kind, explanation: `compared ${a} ${sign} ${b} by ${kind}` }
}

function compareSemver(a: string, b: string): number | null {
  if (a.length > MAX_COMPARED_CHARS || b.length > MAX_COMPARED_CHARS) return null
  const left = SEMVER.exec(a)
  const right = SEMVER.exec(b)
  if (!left || !right) return null
  for (const part of [1, 2, 3]) {
    const order = compareDigits(left[part]!, right[part]!)
    if (order !== 0) return order
  }
  return comparePrereleases(left[4], right[4])
}

/** Section 11: a version without a prerelease is newer; numbers before words; more fields are newer. */
function comparePrereleases(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const left = a.split('.')
  const right = b.split('.')
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareIdentifiers(left[index]!, right[index]!)
    if (order !== 0) return order
  }
  return Math.sign(left.length - right.length)
}

function compareIdentifiers(a: string, b: string): number {
  const numbers = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (numbers[0] && numbers[1]) return compareDigits(a, b)
  if (numbers[0] !== numbers[1]) return numbers[0] ? -1 : 1
  return a === b ? 0 : a < b ? -1 : 1
}

function compareNumbers(a: string, b: string): number | null {
  const left = DOTTED_NUMBERS.exec(a)?.[1]?.split('.')
  const right = DOTTED_NUMBERS.exec(b)?.[1]?.split('.')
  if (!left || !right) return null
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const order = compareDigits(left[index] ?? '0', right[index] ?? '0')
    if (order !== 0) return order
  }
  return 0
}

function compareDigits(a: string, b: string): number {
  const left = a.replace(/^0+(\d)/, '$1')
  const right = b.replace(/^0+(\d)/, '$1')
  if (left.length !== right.length) return Math.sign(left.length - right.length)
  return left === right ? 0 : left < right ? -1 : 1
}
