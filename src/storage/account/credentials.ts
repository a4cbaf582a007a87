import type { InboundFilters, ScrubRules } from '#contract/project/intake.ts'
import { lacksSecondFactor, type SecondFactor } from '#domain/access/second-factor.ts'
import type { OrgKey, Queries } from '../engine/scope.ts'
import { type DsnKeyLimits, limitsOf } from '../project/dsn-key.ts'
import { storedFilters, storedScrubRules } from '../project/intake.ts'
import { type Caller, selectCallers } from './caller.ts'

/* Not scoped: callers are unknown until they are looked up by the secret or name that they present. */

export interface SessionCredential extends Caller, SecondFactor {
  sessionId: string
  createdAt: number
  lastSeenAt: number
  expiresAt: number
}

export async function findSession(db: Queries, tokenHash: Buffer): Promise<SessionCredential | undefined> {
  const row = await selectSessions(db)
    .select([
      'session.created_at as createdAt',
      'session.last_seen_at as lastSeenAt',
      'session.expires_at as expiresAt',
    ])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!row) return undefined
  const { via_provider, requires_two_factor, enabled_at, ...session } = row
  return { ...session, ...secondFactorOf({ via_provider, requires_two_factor, enabled_at }) }
}

/** Which of these sessions (public ids) have not ended at `now` (epoch ms), nor lack a second factor that is required. */
export async function findLiveSessions(
  db: Queries,
  sessionIds: readonly string[],
  now: number,
): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set()
  const rows = await selectSessions(db)
    .where('session.id', 'in', sessionIds)
    .where('session.expires_at', '>', now)
    .execute()
  return new Set(
    rows.filter((row) => !lacksSecondFactor(secondFactorOf(row))).map(({ sessionId }) => sessionId),
  )
}

function selectSessions(db: Queries) {
  return selectCallers(db)
    .innerJoin('session', (join) =>
      join
        .onRef('session.org_id', '=', 'membership.org_id')
        .onRef('session.user_id', '=', 'membership.user_id'),
    )
    .leftJoin('two_factor', (join) =>
      join
        .onRef('two_factor.org_id', '=', 'session.org_id')
        .onRef('two_factor.user_id', '=', 'session.user_id'),
    )
    .select([
      'session.id as sessionId',
      'session.via_provider',
      'org.requires_two_factor',
      'two_factor.enabled_at',
    ])
}

function secondFactorOf(row: {
  via_provider: number
  requires_two_factor: number
  enabled_at: number | null
}): SecondFactor {
  return {
    orgRequiresTwoFactor: row.requires_two_factor === 1,
    hasSecondFactor: row.via_provider === 1 || row.enabled_at !== null,
  }
}

export interface UserCredential extends Caller {
  passwordHash: string | null
}

/** The user with this e-mail address (lower case). A user belongs to one organization. */
export async function findUserByEmail(db: Queries, email: string): Promise<UserCredential | undefined> {
  return selectCallers(db)
    .select('app_user.password_hash as passwordHash')
    .where('app_user.email', '=', email)
    .executeTakeFirst()
}

export async function hasUsers(db: Queries): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

export interface DsnCredential extends OrgKey {
  id: string
  label: string
  publicKey: string
  projectId: number
  projectUid: string
  secretHash: Buffer
  revokedAt: number | null
  /** Events per UTC hour; null: the service's setting. */
  hourlyCap: number | null
  /** Null: the key has none of its own, as most. */
  limits: DsnKeyLimits | null
  /** Its project's filters; null: none, as in most projects. */
  filters: InboundFilters | null
  scrubRules: ScrubRules | null
  /** As they were written. */
  fingerprintRules: string | null
}

export async function findDsnCredential(db: Queries, publicKey: string): Promise<DsnCredential | null> {
  const row = await db
    .selectFrom('dsn_key')
    .innerJoin('project', (join) =>
      join.onRef('project.org_id', '=', 'dsn_key.org_id').onRef('project.id', '=', 'dsn_key.project_id'),
    )
    .innerJoin('org', 'org.id', 'dsn_key.org_id')
    .select([
      'dsn_key.id as id',
      'dsn_key.label as label',
      'dsn_key.public_key as publicKey',
      'dsn_key.org_id as orgId',
      'org.uid as orgUid',
      'dsn_key.project_id as projectId',
      'project.uid as projectUid',
      'dsn_key.secret_hash as secretHash',
      'dsn_key.revoked_at as revokedAt',
      'project.ingest_hourly_cap as hourlyCap',
      'project.inbound_filters',
      'project.scrub_rules',
      'project.fingerprint_rules as fingerprintRules',
      'dsn_key.hourly_cap',
      'dsn_key.allowed_origins',
      'dsn_key.client_events_per_minute',
    ])
    .where('dsn_key.public_key', '=', publicKey)
    .executeTakeFirst()
  if (!row) return null
  const { hourly_cap, allowed_origins, client_events_per_minute, inbound_filters, scrub_rules, ...key } = row
  const limits = limitsOf({ hourly_cap, allowed_origins, client_events_per_minute })
  return {
    ...key,
    limits: Object.values(limits).every((limit) => limit === null) ? null : limits,
    filters: inbound_filters === null ? null : storedFilters(inbound_filters),
    scrubRules: scrub_rules === null ? null : storedScrubRules(scrub_rules),
  }
}

export type ProjectName = { uid: string } | { number: number }

export interface PathProject extends OrgKey {
  projectId: number
  projectUid: string
}

/** The project of any organization, for our own books; a caller is never told. */
export async function findPathProject(db: Queries, name: ProjectName): Promise<PathProject | undefined> {
  return db
    .selectFrom('project')
    .innerJoin('org', 'org.id', 'project.org_id')
    .select([
      'project.org_id as orgId',
      'org.uid as orgUid',
      'project.id as projectId',
      'project.uid as projectUid',
    ])
    .where('project.deleted_at', 'is', null)
    .where((eb) => ('uid' in name ? eb('project.uid', '=', name.uid) : eb('project.id', '=', name.number)))
    .executeTakeFirst()
}

/** At most `limit` failures under this name within the window. */
export interface LoginThrottle {
  /** Hash of what is throttled: addresses and e-mails are not kept. */
  key: string
  limit: number
  /** What counts once however often it fails; absent: each attempt counts. */
  per?: string
}

export interface LoginAttempt {
  /** Names the attempt, so that two in one millisecond count twice. */
  id: string
  at: number
  windowMs: number
  /** Attempts of one turn are judged one after the other; of few names, since each stays as a row. */
  turn: string
}

/** Counts an attempt as failed in advance; success clears it. Null, or when to retry. In a transaction. */
export async function admitLoginAttempt(
  tx: Queries,
  throttles: readonly LoginThrottle[],
  attempt: LoginAttempt,
): Promise<number | null> {
  await takeTurn(tx, attempt.turn)
  const since = attempt.at - attempt.windowMs
  for (const { key, limit } of throttles) {
    const failures = await tx
      .selectFrom('login_failure')
      .select((eb) => eb.fn.max('failed_at').as('failed_at'))
      .where('throttle_key', '=', key)
      .where('failed_at', '>', since)
      // A clock that was set back must not keep anybody out until it has caught up.
      .where('failed_at', '<=', attempt.at + attempt.windowMs)
      .groupBy('id')
      .orderBy('failed_at', 'desc')
      .limit(limit)
      .execute()
    if (failures.length === limit) return failures[limit - 1]!.failed_at + attempt.windowMs
  }
  await tx
    .deleteFrom('login_failure')
    .where('failed_at', '>', TURN_TIME)
    .where('failed_at', '<=', since)
    .execute()
  await tx
    .insertInto('login_failure')
    .values(
      throttles.map(({ key, per }) => ({ throttle_key: key, failed_at: attempt.at, id: per ?? attempt.id })),
    )
    .onConflict((conflict) => conflict.columns(['throttle_key', 'failed_at', 'id']).doNothing())
    .execute()
  return null
}

/** When the rows of turns failed: never, and before every window. */
const TURN_TIME = 0

/** Holds the row of this turn until the transaction ends; the next one waits here. */
async function takeTurn(tx: Queries, turn: string): Promise<void> {
  await tx
    .insertInto('login_failure')
    .values({ throttle_key: turn, failed_at: TURN_TIME, id: '' })
    .onConflict((conflict) => conflict.columns(['throttle_key', 'failed_at', 'id']).doUpdateSet({ id: '' }))
    .execute()
}

export async function clearLoginFailures(db: Queries, key: string, per?: string): Promise<void> {
  let failures = db.deleteFrom('login_failure').where('throttle_key', '=', key)
  if (per !== undefined) failures = failures.where('id', '=', per)
  await failures.execute()
}
