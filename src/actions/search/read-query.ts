import { invalidField } from '#contract/errors.ts'
import { LIMITS, SEARCH_LIMITS } from '#contract/limits.ts'
import { Release } from '#domain/release/release-order.ts'
import { parseIssueQuery, withoutRepeats } from '#domain/search/query.ts'
import { termsIn, withJoinedValues } from '#domain/search/query-groups.ts'
import { queryProblem } from '#domain/search/query-limits.ts'
import { assigneesIn, queryNotes, tagKeysIn, withKnownTags } from '#domain/search/query-notes.ts'
import type { IssueQuery, QueryTerm } from '#domain/search/query-term.ts'
import {
  bareVersionsIn,
  releasePatternsIn,
  resemblesPattern,
  wholeNamesIn,
  withNamedReleases,
} from '#domain/search/release-patterns.ts'
import { memberEmailsAmong } from '#storage/account/member.ts'
import { firstValues } from '#storage/completion/value.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { knownTagKeys } from '#storage/issue/tag.ts'
import { newestReleases, releaseOfVersion } from '#storage/release/release.ts'

/** Reads a search as it was typed into a field. @throws invalid_request for a search with too many terms. */
export function readQuery(q: string, field = 'q'): IssueQuery {
  const query = withoutRepeats(parseIssueQuery(q))
  const problem = queryProblem(query)
  if (problem === null) return query
  throw invalidField(field, problem)
}

/** Makes text of unknown keys, and names of the patterns of releases. The notes say what is unknown: keys, and members. */
export async function settleQuery(
  scope: OrgScope,
  q: string,
  query: IssueQuery,
): Promise<{ query: IssueQuery; notes: string[] }> {
  const tags = await knownTagKeys(scope, tagKeysIn(query))
  const assignees = assigneesIn(query)
  const members = assignees.length === 0 ? new Set<string>() : await memberEmailsAmong(scope, assignees)
  const { named, notes } = await nameReleases(scope, query)
  const known = withNamedReleases(withKnownTags(query, tags), named)
  const allNotes = [...queryNotes(q, { tags, members }), ...notes, ...(await versionNotes(scope, query))]
  return { query: withJoinedValues(known), notes: allNotes }
}

/** All patterns together stand for so many releases at most: each is looked up. */
async function nameReleases(
  scope: OrgScope,
  query: IssueQuery,
): Promise<{ named: Map<string, string[]>; notes: string[] }> {
  const named = new Map<string, string[]>()
  const notes: string[] = []
  const patterns = releasePatternsIn(query)
  if (patterns.size === 0) return { named, notes }
  const releases = (await newestReleases(scope)).map((name) => new Release(name))
  let left: number = SEARCH_LIMITS.releasesNamed
  for (const [value, matches] of patterns) {
    const found = releases.filter(matches).map(({ name }) => name)
    if (found.length > left)
      notes.push(`More releases than a search can name match “${value}”: these are the newest ${left}.`)
    named.set(value, found.slice(0, left))
    left = Math.max(0, left - found.length)
  }
  return { named, notes }
}

/** On releases and environments that don't exist, for a search that found nothing. */
export async function unknownNameNotes(
  scope: OrgScope,
  query: IssueQuery,
  notes: readonly string[],
): Promise<string[]> {
  const releases = await unknownReleaseNotes(scope, query, notes)
  return [...releases, ...(await unknownEnvironmentNotes(scope, query))]
}

/** Silent if there are too many to know. */
async function unknownEnvironmentNotes(scope: OrgScope, query: IssueQuery): Promise<string[]> {
  const asked = [...new Set(termsIn(query).flatMap(environmentsOf))].slice(0, VERSIONS_NOTED)
  if (asked.length === 0) return []
  const known = await firstValues(scope, 'environment', ENVIRONMENTS_KNOWN)
  if (known.length === 0 || known.length === ENVIRONMENTS_KNOWN) return []
  const names = known.slice(0, ENVIRONMENTS_NOTED).map((name) => `“${name}”`)
  const others = known.length > ENVIRONMENTS_NOTED ? ' and others' : ''
  return asked
    .filter((name) => !known.includes(name))
    .map((name) => `No environment is called “${name}”. There are ${names.join(', ')}${others}.`)
}

const ENVIRONMENTS_KNOWN = 100
const ENVIRONMENTS_NOTED = 5

/** Silent if there are too many releases to know. */
async function unknownReleaseNotes(
  scope: OrgScope,
  query: IssueQuery,
  notes: readonly string[],
): Promise<string[]> {
  const asked = wholeNamesIn(query).slice(0, VERSIONS_NOTED)
  const known = asked.length === 0 ? [] : await newestReleases(scope)
  const newest = known[0]
  if (newest === undefined || known.length >= LIMITS.releasesSearched) return []
  return asked.flatMap((name) => {
    const unknown = `No release is called “${name}”.`
    const isNoted = resemblesPattern(name) || notes.some((note) => note.startsWith(unknown))
    return isNoted || known.includes(name) ? [] : [`${unknown} The newest of all projects is “${newest}”.`]
  })
}

const VERSIONS_NOTED = 3

/** On versions that no release is called, where one of a package is that version. */
async function versionNotes(scope: OrgScope, query: IssueQuery): Promise<string[]> {
  const notes: string[] = []
  for (const version of bareVersionsIn(query).slice(0, VERSIONS_NOTED)) {
    const found = await releaseOfVersion(scope, version)
    if (found !== undefined && found !== version)
      notes.push(`No release is called “${version}”. Did you mean “${found}”?`)
  }
  return notes
}

function environmentsOf(term: QueryTerm): string[] {
  return term.kind === 'environment' ? term.values : []
}
