import { ServiceError } from '#contract/errors.ts'
import type { Release } from '#contract/project/release.ts'
import { isoTime } from '#contract/time.ts'
import {
  countFirstSeenIn,
  listReleases,
  type ReleaseRow,
  setReleaseHidden,
} from '#storage/release/release.ts'
import { type Acting, recordAct } from '../accounts/acting.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireProject } from './require-project.ts'

const MAX_RELEASES = 1000

/** Most recently first seen first, at most 1,000. @throws not_found */
export async function projectReleases(deps: ActionDeps, org: Org, projectUid: string): Promise<Release[]> {
  const rows = await deps.database.snapshotOf(org, async (scope) => {
    const project = await requireProject(scope, projectUid)
    return listReleases(scope, project.id, MAX_RELEASES)
  })
  return rows.map(viewRelease)
}

/** The newest releases, with how many issues were first seen in each. @throws not_found */
export async function releasesWithIssues(
  deps: ActionDeps,
  org: Org,
  { projectUid, limit }: { projectUid: string; limit: number },
): Promise<(Release & { newIssues: number })[]> {
  return deps.database.snapshotOf(org, async (scope) => {
    const project = await requireProject(scope, projectUid)
    const rows = await listReleases(scope, project.id, limit)
    const versions = rows.map(({ version }) => version)
    const counts = await countFirstSeenIn(scope, project.id, versions)
    return rows.map((row) => ({ ...viewRelease(row), newIssues: counts.get(row.version) ?? 0 }))
  })
}

export interface ReleaseChange {
  projectUid: string
  version: string
  hidden: boolean
}

/** Hides a release, or shows it again. @throws not_found */
export async function changeRelease(
  deps: ActionDeps,
  by: Acting,
  { projectUid, version, hidden }: ReleaseChange,
): Promise<Release> {
  const at = deps.clock()
  return writeAsMember(deps, by, async (scope) => {
    const project = await requireProject(scope, projectUid)
    const before = await setReleaseHidden(scope, { projectId: project.id, version }, hidden ? at : null)
    if (!before) throw new ServiceError('not_found', 'No event of this project has this release.')
    if (hidden !== (before.hidden_at !== null)) {
      const action = hidden ? 'release.hidden' : 'release.shown'
      const target = { kind: 'release', id: version, name: version } as const
      const details = { project_id: project.uid, project: project.name }
      await recordAct(scope, by, { at, action, target, details })
    }
    return { ...viewRelease(before), hidden }
  })
}

function viewRelease({ version, first_seen_at, hidden_at }: ReleaseRow): Release {
  return { version, first_seen_at: isoTime(first_seen_at), hidden: hidden_at !== null }
}
