import { type News, readNews } from '#domain/notify/news.ts'
import type { OrgScope, Queries } from '../engine/scope.ts'

/** Notes what happened, for the letters of members. Run it in the transaction in which it happens. */
export async function insertNotice(
  scope: Pick<OrgScope, 'db' | 'orgId'>,
  news: News,
  now: number,
): Promise<void> {
  if (news.counts.length === 0) return
  await scope.db
    .insertInto('notice')
    .values({ org_id: scope.orgId, facts: JSON.stringify(news), created_at: now })
    .execute()
}

/** Takes the oldest notices away, at most `limit`; null stands for one that can't be read. Run it in the
 * transaction that puts them into letters. */
export async function takeNotices(scope: OrgScope, limit: number): Promise<(News | null)[]> {
  const rows = await scope.db
    .deleteFrom('notice')
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notice as oldest')
        .select('oldest.id')
        .where('oldest.org_id', '=', scope.orgId)
        .orderBy('oldest.id')
        .limit(limit),
    )
    .returning(['id', 'facts'])
    .execute()
  return rows.sort((a, b) => a.id - b.id).map(({ facts }) => readNews(facts))
}

/** Drops notices that nobody was mailed about by a time, epoch ms. Runs for the service itself, across organizations. */
export async function dropNotices(db: Queries, before: number): Promise<void> {
  await db.deleteFrom('notice').where('created_at', '<', before).execute()
}
