import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { dialectOf } from '../engine/dialect-of.ts'
import type { Dialect } from '../engine/migrate.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfProject } from '../project/deletion.ts'
import type { Schema } from '../schema/schema.ts'
import { containsText, startsWithText } from '../search/text-match.ts'
import { isOneOf } from '../search/value-condition.ts'

export interface ReleaseRow {
  version: string
  first_seen_at: number
  /** Null: visible. */
  hidden_at: number | null
}

/** Releases of a project (row key), the one first seen most recently first, at most `limit`; hidden ones too. */
export async function listReleases(scope: OrgScope, projectId: number, limit: number): Promise<ReleaseRow[]> {
  return releasesOf(scope, projectId).limit(limit).execute()
}

export async function listShownReleases(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  projectId: number,
  limit: number,
): Promise<ReleaseRow[]> {
  return releasesOf(scope, projectId).where('hidden_at', 'is', null).limit(limit).execute()
}

function releasesOf(scope: Pick<OrgScope, 'db' | 'orgId'>, projectId: number) {
  return scope.db
    .selectFrom('release')
    .select(['version', 'first_seen_at', 'hidden_at'])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .orderBy('first_seen_at', 'desc')
    .orderBy('id', 'desc')
}

/** @param hiddenAt null: shown. @returns the release as before; undefined if the project never saw it. */
export async function setReleaseHidden(
  scope: OrgScope,
  { projectId, version }: { projectId: number; version: string },
  hiddenAt: number | null,
): Promise<ReleaseRow | undefined> {
  const before = await releasesOf(scope, projectId)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst()
  if (before && (before.hidden_at === null) !== (hiddenAt === null)) {
    await scope.db
      .updateTable('release')
      .set({ hidden_at: hiddenAt })
      .where('org_id', '=', scope.orgId)
      .where('project_id', '=', projectId)
      .where('version', '=', version)
      .execute()
  }
  return before
}

/** Which of these versions (at most 1,000) of a project (row key) are hidden. */
export async function hiddenReleases(
  scope: OrgScope,
  projectId: number,
  versions: readonly string[],
): Promise<Set<string>> {
  if (versions.length === 0) return new Set()
  const rows = await releasesOf(scope, projectId)
    .where('version', 'in', versions)
    .where('hidden_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ version }) => version))
}

/** How many issues of a project (row key) were first seen in each of these versions (at most 1,000). */
export async function countFirstSeenIn(
  scope: OrgScope,
  projectId: number,
  versions: readonly string[],
): Promise<Map<string, number>> {
  if (versions.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('issue')
    .select(['first_release as version', (eb) => eb.fn.countAll<number>().as('issues')])
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('merge_parent_id', 'is', null)
    .where('first_release', 'in', versions)
    .groupBy('first_release')
    .execute()
  return new Map(rows.map(({ version, issues }) => [version, issues]))
}

export interface SeenIn {
  projectId: number
  issueIds: readonly number[]
  /** Only releases they were seen in at that time or before, epoch ms; absent: until now. */
  until?: number | undefined
}

const MAX_SEEN = 10_000

/** Releases that issues were seen in and that are not hidden, the one the project saw last first. */
export async function releasesSeenIn(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  { projectId, issueIds, until = Number.MAX_SAFE_INTEGER }: SeenIn,
): Promise<ReleaseRow[]> {
  const counted = scope.db
    .selectFrom('issue_facet')
    .select('value')
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', issueIds)
    .where('facet', '=', 'release')
    .where('first_seen_at', '<=', until)
  // An issue with very many releases does not count each.
  const latest = scope.db
    .selectFrom('issue')
    .select('release as value')
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', issueIds)
    .where('last_seen_at', '<=', until)
  return releasesOf(scope, projectId)
    .where('hidden_at', 'is', null)
    .where('first_seen_at', '<=', until)
    .where(isOneOf(dialectOf(scope), 'release.version', counted.unionAll(latest)))
    .limit(MAX_SEEN)
    .execute()
}

/** By the beginning of the release or of its version, in any case, first seen last first; no hidden ones. Only the 5,000 newest are searched. */
export async function completeRelease(
  scope: OrgScope,
  filter: { projectId: number | null; prefix: string; limit: number },
): Promise<string[]> {
  const releases = scope.db
    .selectFrom('release')
    .select(['version', 'first_seen_at'])
    .where('org_id', '=', scope.orgId)
    .where('hidden_at', 'is', null)
    .where(isOfProject(scope, 'release.project_id', filter.projectId))
  const matches = filter.prefix === '' ? ALL : startsOrFollows(dialectOf(scope), filter.prefix)
  return newestVersions(scope, releases, { matches, limit: filter.limit })
}

/** The newest of all projects, hidden ones too, first seen last first. */
export async function newestReleases(scope: OrgScope): Promise<string[]> {
  const releases = scope.db
    .selectFrom('release')
    .select(['version', 'first_seen_at'])
    .where('org_id', '=', scope.orgId)
  return newestVersions(scope, releases, { matches: ALL, limit: LIMITS.releasesSearched })
}

/** The newest release that is called so, or is this version of a package (`shop@1.4.0`), among those of all projects. */
export async function releaseOfVersion(scope: OrgScope, version: string): Promise<string | undefined> {
  const releases = scope.db
    .selectFrom('release')
    .select(['version', 'first_seen_at'])
    .where('org_id', '=', scope.orgId)
  const ofPackage = sql`substr(version, length(version) - ${[...version].length})`
  const matches = sql<boolean>`(version = ${version} OR ${ofPackage} = ${`@${version}`})`
  const found = await newestVersions(scope, releases, { matches, limit: LIMITS.releasesSearched })
  return found.find((name) => name === version) ?? found[0]
}

const ALL = sql<boolean>`1 = 1`

/** People type `1.4` for `shop@1.4.0`: what follows the package counts as a beginning, too. */
function startsOrFollows(dialect: Dialect, prefix: string): RawBuilder<boolean> {
  const follows = containsText(dialect, 'lower_version', `@${prefix}`)
  return sql<boolean>`(${startsWithText('version', prefix)} OR ${follows})`
}

/** Cut off before the search, so that a rare text reads no more than a common one. */
async function newestVersions(
  { db }: OrgScope,
  releases: SelectQueryBuilder<Schema, 'release', { version: string; first_seen_at: number }>,
  { matches, limit }: { matches: RawBuilder<boolean>; limit: number },
): Promise<string[]> {
  const recent = releases
    .select(sql<string>`lower(version)`.as('lower_version'))
    .orderBy('first_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIMITS.releasesSearched)
  const rows = await db
    .selectFrom(recent.as('recent'))
    .select(['version', (eb) => eb.fn.max('first_seen_at').as('newest')])
    .where(matches)
    .groupBy('version')
    .orderBy('newest', 'desc')
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.version)
}
