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
  const [left, right] = [new Release(a), new Release(b)]
  const byName = compareNames(left, right)
  if (byName !== null) return described(left, right, byName)
  const order = Math.sign((firstSeen(a) ?? Number.NaN) - (firstSeen(b) ?? Number.NaN)) || 0
  return described(left, right, { order, kind: 'first-seen' })
}

/** Null: only the time they were first seen can tell. */
export function compareNames(a: Release, b: Release): Pick<ReleaseComparison, 'order' | 'kind'> | null {
  if (a.version === b.version) return { order: 0, kind: 'same' }
  const bySemver = compareSemver(a, b)
  if (bySemver !== null) return { order: bySemver, kind: 'semver' }
  const byNumber = compareNumbers(a, b)
  return byNumber === null ? null : { order: byNumber, kind: 'numeric' }
}

/** By their names alone, false if nobody can tell. */
export function isSameOrNewer(release: string, named: string): boolean {
  return (compareNames(new Release(release), new Release(named))?.order ?? -1) >= 0
}

/** Positive: newer than the version; negative: older; NaN: nobody can tell by the name. A version with its package is
 * compared with releases of that package alone, and `1.4` with pre-releases as `1.4.0` is. */
export function orderByName(release: Release, version: Release): number {
  if (version.package !== '' && version.package !== release.package) return Number.NaN
  const order = compareSemver(release, version) ?? compareNumbers(release, version)
  return order ?? comparePartly(release, version) ?? Number.NaN
}

/** A pre-release is older than the numbers before it. */
function comparePartly({ semver }: Release, { numbers }: Release): number | null {
  if (semver === null || numbers === null) return null
  return compareLists(semver.numbers, numbers) || -1
}

/** How a release would be told from one of its own kind: by what its name looks like. */
export function kindOfRelease(name: string): 'semver' | 'numeric' | 'first-seen' {
  const release = new Release(name)
  if (release.semver !== null) return 'semver'
  return release.numbers === null ? 'first-seen' : 'numeric'
}

interface Semver {
  numbers: readonly string[]
  prerelease: readonly string[] | null
}

/** A release's name, which is read once, when it is first compared. */
export class Release {
  readonly name: string
  #semver: Semver | null | undefined
  #numbers: readonly string[] | null | undefined

  constructor(name: string) {
    this.name = name
  }

  /** `shop@` of `shop@v1.2.3`. */
  get package(): string {
    return this.name.slice(0, this.name.lastIndexOf('@') + 1)
  }

  /** `1.2.3` of `shop@v1.2.3`. */
  get version(): string {
    const version = this.name.slice(this.package.length).trim()
    return /^v\d/i.test(version) ? version.slice(1) : version
  }

  get isVersion(): boolean {
    return this.semver !== null || this.numbers !== null
  }

  get semver(): Semver | null {
    if (this.#semver === undefined) this.#semver = readSemver(this.version)
    return this.#semver
  }

  get numbers(): readonly string[] | null {
    if (this.#numbers === undefined) this.#numbers = readNumbers(this.version)
    return this.#numbers
  }
}

function described(
  { version: a }: Release,
  { version: b }: Release,
  { order, kind }: { order: number; kind: ComparisonKind },
): ReleaseComparison {
  const sign = order > 0 ? '>' : order < 0 ? '<' : '='
  return { order, kind, explanation: `compared ${a} ${sign} ${b} by ${kind}` }
}

function readSemver(version: string): Semver | null {
  const found = version.length > MAX_COMPARED_CHARS ? null : SEMVER.exec(version)
  return found && { numbers: found.slice(1, 4), prerelease: found[4]?.split('.') ?? null }
}

function readNumbers(version: string): string[] | null {
  return DOTTED_NUMBERS.exec(version)?.[1]?.split('.') ?? null
}

function compareSemver({ semver: a }: Release, { semver: b }: Release): number | null {
  if (a === null || b === null) return null
  return compareLists(a.numbers, b.numbers) || comparePrereleases(a.prerelease, b.prerelease)
}

/** Section 11: a version without a prerelease is newer; numbers before words; more fields are newer. */
function comparePrereleases(a: readonly string[] | null, b: readonly string[] | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compareIdentifiers(a[index]!, b[index]!)
    if (order !== 0) return order
  }
  return Math.sign(a.length - b.length)
}

function compareIdentifiers(a: string, b: string): number {
  const numbers = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (numbers[0] && numbers[1]) return compareDigits(a, b)
  if (numbers[0] !== numbers[1]) return numbers[0] ? -1 : 1
  return a === b ? 0 : a < b ? -1 : 1
}

function compareNumbers({ numbers: a }: Release, { numbers: b }: Release): number | null {
  return a === null || b === null ? null : compareLists(a, b)
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const order = compareDigits(a[index] ?? '0', b[index] ?? '0')
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
