import { jsonListOf } from '#domain/json/json.ts'
import type { Commit } from '#domain/release/commits.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { IssueRow } from '../issue/issue.ts'

/** Releases of a project whose commits are kept, the newest. */
const RELEASES_KEPT = 200

/** A release of a project (row key). */
interface OfRelease {
  projectId: number
  version: string
}

/** Notes that a release is one of the project's; the oldest such notes go. Run in a transaction. */
export async function addRelease(
  scope: OrgScope,
  { projectId, version }: OfRelease,
  now: number,
): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await scope.db
    .insertInto('release_commits')
    .values({
      org_id: scope.orgId,
      project_id: projectId,
      version,
      created_at: now,
      named_at: null,
      commits: '[]',
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'project_id', 'version']).doNothing())
    .executeTakeFirst()
  if (added === 1n) await dropOldest(scope, { projectId, version })
}

/** But not the release itself, which a clock that was set back has among the oldest. */
async function dropOldest({ db, orgId }: OrgScope, { projectId, version }: OfRelease): Promise<void> {
  const newest = db
    .selectFrom('release_commits')
    .select('version')
    .where('org_id', '=', orgId)
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('version', 'desc')
    .limit(RELEASES_KEPT)
  await db
    .deleteFrom('release_commits')
    .where('org_id', '=', orgId)
    .where('project_id', '=', projectId)
    .where('version', 'not in', newest)
    .where('version', '<>', version)
    .execute()
}

/** Row keys of the projects that a release was said to be of; not of deleted ones, whose rows go a little later. */
export async function projectsOfRelease({ db, orgId }: OrgScope, version: string): Promise<number[]> {
  const present = db
    .selectFrom('project')
    .select('id')
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
  const rows = await db
    .selectFrom('release_commits')
    .select('project_id')
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .where('project_id', 'in', present)
    .orderBy('project_id')
    .execute()
  return rows.map((row) => row.project_id)
}

/** `merge` makes of the commits a release has those that it gets. The release must be there. Run in a transaction. */
export async function changeCommits(
  scope: OrgScope,
  { projectId, version }: OfRelease,
  { now, merge }: { now: number; merge: (before: Commit[]) => Commit[] },
): Promise<void> {
  const { commits } = await rowsOf(scope, projectId)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await scope.db
    .updateTable('release_commits')
    .set({ named_at: now, commits: JSON.stringify(merge(parsed(commits))) })
    .where('org_id', '=', scope.orgId)
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .execute()
}

/** The commits of a release, newest first; none if none were named. */
export async function commitsOf(scope: OrgScope, { projectId, version }: OfRelease): Promise<Commit[]> {
  const row = await rowsOf(scope, projectId).where('version', '=', version).executeTakeFirst()
  return row ? parsed(row.commits) : []
}

/** The release of these projects (row keys), other than `version`, whose commits were named last. */
export async function releaseNamedBefore(
  scope: OrgScope,
  projectIds: readonly number[],
  version: string,
): Promise<{ version: string; createdAt: number; newest: Commit } | undefined> {
  if (projectIds.length === 0) return undefined
  const row = await scope.db
    .selectFrom('release_commits')
    .select(['version', 'created_at', 'commits'])
    .where('org_id', '=', scope.orgId)
    .where('project_id', 'in', projectIds)
    .where('version', '<>', version)
    .where('named_at', 'is not', null)
    .orderBy('named_at', 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const [newest] = row ? parsed(row.commits) : []
  return row && newest && { version: row.version, createdAt: row.created_at, newest }
}

/** The release that an issue came back in, if it did, else the one it was first seen in; empty: none is known. */
export async function releaseItBeganIn(scope: OrgScope, issue: IssueRow): Promise<string> {
  if (issue.status !== 'regression') return issue.first_release
  const row = await scope.db
    .selectFrom('issue')
    .select('regressed_in_release')
    .where('org_id', '=', scope.orgId)
    .where('id', '=', issue.id)
    .executeTakeFirst()
  return row?.regressed_in_release ?? issue.first_release
}

function rowsOf({ db, orgId }: OrgScope, projectId: number) {
  return db
    .selectFrom('release_commits')
    .select('commits')
    .where('org_id', '=', orgId)
    .where('project_id', '=', projectId)
}

/** As stored; none if that is damaged. */
function parsed(commits: string): Commit[] {
  return jsonListOf(commits) as unknown[] as Commit[]
}
