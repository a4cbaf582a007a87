import { randomUUID } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { DAY_MS } from '#contract/time.ts'
import { type LetterNews, readLetterNews } from '#domain/notify/news.ts'
import type { OrgKey, OrgScope, Queries } from '../engine/scope.ts'

export interface GatheringLetter {
  id: number
  userId: string
  news: LetterNews
  dueAt: number
}

export interface DueLetter {
  id: number
  uid: string
  userId: string
  /** What happened; null: a weekly digest. */
  news: LetterNews | null | 'unreadable'
  tries: number
  dueAt: number
}

/** More than a week and a change of clocks: nothing is put off for longer, except by a clock that was ahead. */
const FAR_MS = 8 * DAY_MS

/** Whether a time has come, or is one that only a clock that was ahead can have set. */
export function isDue(column: string, now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(column)} <= ${now} OR ${sql.ref(column)} > ${now + FAR_MS})`
}

export async function listOrgsWithMail(db: Queries, now: number): Promise<OrgKey[]> {
  return db
    .selectFrom('org')
    .select(['id as orgId', 'uid as orgUid'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notice')
        .select('notice.org_id')
        .union(eb.selectFrom('letter').select('letter.org_id').where(isDue('letter.next_attempt_at', now)))
        .union(
          eb
            .selectFrom('notification_preference as due')
            .select('due.org_id')
            .where(isDue('due.digest_at', now)),
        ),
    )
    .orderBy('id')
    .execute()
}

/** The letters of these members that still take news, by user id; locked until the transaction ends.
 * One that can't be read takes no more. */
export async function lockGathering(
  scope: OrgScope,
  userIds: readonly string[],
): Promise<Map<string, GatheringLetter>> {
  const rows = await scope.db
    .selectFrom('letter')
    .select(['id', 'user_id', 'facts', 'next_attempt_at'])
    .where('org_id', '=', scope.orgId)
    .where('user_id', 'in', userIds)
    .where('gathers', '=', sql.lit(1))
    .orderBy('id')
    .forUpdate()
    .execute()
  const letters = new Map<string, GatheringLetter>()
  for (const { id, user_id: userId, facts, next_attempt_at } of rows) {
    const news = readLetterNews(facts)
    const dueAt = next_attempt_at!
    if (news) letters.set(userId, { id, userId, news, dueAt })
    else await claimLetter(scope, id, dueAt)
  }
  return letters
}

/** Begins a letter: with news, to which more are added until it is sent, or (null) a weekly digest. */
export async function insertLetter(
  scope: OrgScope,
  { userId, news, dueAt, now }: { userId: string; news: LetterNews | null; dueAt: number; now: number },
): Promise<void> {
  await scope.db
    .insertInto('letter')
    .values({
      uid: randomUUID(),
      org_id: scope.orgId,
      user_id: userId,
      kind: news ? 'news' : 'digest',
      facts: news ? JSON.stringify(news) : '',
      gathers: news ? 1 : 0,
      next_attempt_at: dueAt,
      created_at: now,
      sent_at: null,
    })
    .execute()
}

export async function updateGathering(scope: OrgScope, { id, news, dueAt }: GatheringLetter): Promise<void> {
  await scope.db
    .updateTable('letter')
    .set({ facts: JSON.stringify(news), next_attempt_at: dueAt })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}

/** Letters that are due, at most `limit`; locked until the transaction ends. */
export async function lockDue(scope: OrgScope, now: number, limit: number): Promise<DueLetter[]> {
  const rows = await scope.db
    .selectFrom('letter')
    .select(['id', 'uid', 'user_id', 'kind', 'facts', 'tries', 'next_attempt_at'])
    .where('org_id', '=', scope.orgId)
    .where(isDue('next_attempt_at', now))
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    userId: row.user_id,
    news: row.kind === 'news' ? (readLetterNews(row.facts) ?? 'unreadable') : null,
    tries: row.tries,
    dueAt: row.next_attempt_at!,
  }))
}

export async function postponeLetter(scope: OrgScope, id: number, until: number): Promise<void> {
  await scope.db
    .updateTable('letter')
    .set({ next_attempt_at: until })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}

/** Takes a letter (row key) to send it: it takes no more news, and no other node has it until `until`, epoch ms. */
export async function claimLetter(scope: OrgScope, id: number, until: number): Promise<void> {
  await scope.db
    .updateTable('letter')
    .set({ gathers: 0, next_attempt_at: until })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .execute()
}

export interface LetterOutcome {
  /** Epoch ms; null: it was not sent. */
  sentAt: number | null
  /** Epoch ms; null: it is finished. */
  nextAttemptAt: number | null
}

/** Notes a try of a letter that was claimed until `claimedUntil`. What is finished keeps nothing of what it said. */
export async function recordLetter(
  scope: OrgScope,
  { id, claimedUntil }: { id: number; claimedUntil: number },
  { sentAt, nextAttemptAt }: LetterOutcome,
): Promise<void> {
  await scope.db
    .updateTable('letter')
    .set((eb) => ({
      sent_at: sentAt,
      next_attempt_at: nextAttemptAt,
      tries: eb('tries', '+', 1),
      ...(nextAttemptAt === null && { facts: '' }),
    }))
    .where('org_id', '=', scope.orgId)
    .where('id', '=', id)
    .where('next_attempt_at', '=', claimedUntil)
    .execute()
}

/** Frees claimed letters that were not tried: they are due again at once. */
export async function releaseLetters(
  scope: OrgScope,
  letters: readonly { id: number; dueAt: number; claimedUntil: number }[],
): Promise<void> {
  for (const { id, dueAt, claimedUntil } of letters) {
    await scope.db
      .updateTable('letter')
      .set({ next_attempt_at: dueAt })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', id)
      .where('next_attempt_at', '=', claimedUntil)
      .execute()
  }
}

/** When letters were sent to a member between two times (epoch ms), newest first, at most `limit`. */
export async function sentSince(
  scope: OrgScope,
  userId: string,
  { since, now, limit }: { since: number; now: number; limit: number },
): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('letter')
    .select('sent_at')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .where('sent_at', '>', since)
    .where('sent_at', '<=', now)
    .orderBy('sent_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ sent_at }) => sent_at!)
}

export async function dropFinished(scope: OrgScope, userId: string, before: number): Promise<void> {
  await scope.db
    .deleteFrom('letter')
    .where('org_id', '=', scope.orgId)
    .where('user_id', '=', userId)
    .where('next_attempt_at', 'is', null)
    .where('created_at', '<', before)
    .execute()
}
