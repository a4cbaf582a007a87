import type { OrgScope } from '../engine/scope.ts'
import { OTHER_VALUES } from '../issue/facet.ts'

/** Where events of a release are found: these issues (row keys), and times (epoch ms, inclusive). */
export interface ReleaseSpan {
  release: string
  issueIds: number[]
  from: number
  to: number
  /** Accepted events, stored or not. Null if some of them may be counted with other releases. */
  accepted: number | null
}

/**
 * Where the events of a release can be, by what is counted of it: a few days of the issue's life, mostly. Null if none of
 * the issues has met it. An issue that met too many releases to count each may have met this one at any time.
 */
export async function releaseSpan(
  scope: OrgScope,
  { ids, lastSeenAt }: { ids: readonly number[]; lastSeenAt: number },
  release: string,
): Promise<ReleaseSpan | null> {
  const counted = await scope.db
    .selectFrom('issue_facet')
    .select(['issue_id', 'value', 'event_count', 'first_seen_at', 'last_seen_at'])
    .where('org_id', '=', scope.orgId)
    .where('issue_id', 'in', ids)
    .where('facet', '=', 'release')
    .where('value', 'in', [release, OTHER_VALUES])
    .execute()
  if (counted.length === 0) return null
  const isAnyTime = counted.some(({ value }) => value === OTHER_VALUES)
  return {
    release,
    issueIds: [...new Set(counted.map(({ issue_id }) => issue_id))],
    from: isAnyTime ? 0 : counted.reduce((least, row) => Math.min(least, row.first_seen_at), Infinity),
    to: isAnyTime ? lastSeenAt : counted.reduce((most, row) => Math.max(most, row.last_seen_at), 0),
    accepted: isAnyTime ? null : counted.reduce((sum, row) => sum + row.event_count, 0),
  }
}
