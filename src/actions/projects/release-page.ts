import { LIMITS } from '#contract/limits.ts'
import type { ListedRelease, ReleasePage, ReleasePageQuery } from '#contract/project/release.ts'
import { isoTime } from '#contract/time.ts'
import { type CountedRelease, listCountedReleases } from '#storage/release/page.ts'
import type { ReleasePlace } from '#storage/release/unused.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { numberAfter, pageOf } from '../list-page.ts'
import { projectKey } from './project-key.ts'

const CURSOR_SORT = 'first_seen_at'

/** First seen most recently first. @throws not_found; invalid_request for a foreign cursor. */
export async function listReleasePage(
  deps: ActionDeps,
  org: Org,
  { limit, version = '', cursor, project_id }: ReleasePageQuery,
): Promise<ReleasePage> {
  const after = placeOf(cursor)
  const rows = await deps.database.snapshotOf(org, async (scope) => {
    const filter = { projectId: await projectKey(scope, project_id), part: version.trim() }
    return listCountedReleases(scope, filter, { after, limit: limit + 1 })
  })
  const { page, nextCursor } = pageOf(rows, limit, ({ first_seen_at, id }) => ({
    sort: CURSOR_SORT,
    value: first_seen_at,
    id,
  }))
  return { releases: page.map(viewOf), next_cursor: nextCursor }
}

function viewOf(row: CountedRelease): ListedRelease {
  return {
    version: row.version,
    project_id: row.project_uid,
    first_seen_at: isoTime(row.first_seen_at),
    last_seen_at: isoTime(row.last_seen_at),
    hidden: row.hidden_at !== null,
    event_count: row.event_count,
    event_count_partial: row.is_partial === 1,
    new_issues: capped(row.first_release),
    regressions: capped(row.regressed_in),
    resolved_issues: capped(row.resolved_in),
  }
}

function capped(found: number): ListedRelease['new_issues'] {
  return { count: Math.min(found, LIMITS.issuesTotalExact), capped: found > LIMITS.issuesTotalExact }
}

function placeOf(cursor: string | undefined): ReleasePlace | null {
  const place = numberAfter(cursor, CURSOR_SORT)
  return place && { firstSeenAt: place.value, id: place.id }
}
