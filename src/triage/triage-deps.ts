import type { Clock } from '#platform/clock.ts'
import type { Database } from '#storage/database.ts'
import type { OrgScope } from '#storage/scope.ts'
import type { LiveUpdates } from './live-updates.ts'

/** What every use-case runs on. */
export interface TriageDeps {
  database: Database
  clock: Clock
}

/** What a use-case that changes issues runs on: it tells those who watch. */
export interface ChangeDeps extends TriageDeps {
  live: Pick<LiveUpdates, 'issuesChanged'>
}

/** The organization a caller acts in: row key and public id. */
export interface Org {
  orgId: number
  orgUid: string
  /** Who `me` is in a search: the user, of a token its creator. */
  userId?: string
}

/** Who makes a change; `id` is the user's, null for the system. */
export interface Actor {
  kind: 'user' | 'token' | 'system'
  id: string | null
}

/** A scope for single reads, each of which sees what is there by then. */
export function readScope({ database }: TriageDeps, org: Org): OrgScope {
  return database.scope(org)
}

/**
 * Runs reads of the organization that all see the same moment: an answer made of several never has half of what is
 * deleted, merged or counted meanwhile.
 */
export function inSnapshot<T>(
  { database }: TriageDeps,
  org: Org,
  work: (scope: OrgScope) => Promise<T>,
): Promise<T> {
  return database.snapshotOf(org, work)
}

/** Runs `work` in one write transaction of the organization; `work` may run more than once. */
export function inOrg<T>(
  { database }: TriageDeps,
  org: Org,
  work: (scope: OrgScope) => Promise<T>,
): Promise<T> {
  return database.inOrg(org, work)
}
