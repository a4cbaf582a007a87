import type { Clock } from '#platform/clock.ts'
import type { Database } from '#storage/engine/database.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { OnDamagedEvent } from './events/event-view.ts'
import type { SymbolLookup } from './events/resolve-frames.ts'
import type { LiveUpdates } from './live/live-updates.ts'

/** Handed through by those who call use-cases and know nothing of storage. */
export type { Database }

export interface ActionDeps {
  database: Database
  clock: Clock
}

export interface EventDeps extends ActionDeps {
  onDamagedEvent?: OnDamagedEvent
  /** Absent: events are shown as they are stored. */
  symbols?: SymbolLookup
}

export interface ChangeDeps extends ActionDeps {
  live: Pick<LiveUpdates, 'issuesChanged'>
}

export interface Org {
  orgId: number
  orgUid: string
  userId?: string
}

/** The actor of a change; `id` is the user's, null for the system. */
export interface Actor {
  kind: 'user' | 'token' | 'system'
  id: string | null
}

export function readScope({ database }: ActionDeps, org: Org): OrgScope {
  return database.scope(org)
}

/** All reads see the same moment: no answer has half of what is deleted, merged or counted meanwhile. */
export function inSnapshot<T>(
  { database }: ActionDeps,
  org: Org,
  work: (scope: OrgScope) => Promise<T>,
): Promise<T> {
  return database.snapshotOf(org, work)
}

/** Runs `work` in one write transaction of the organization; `work` may run more than once. */
export function inOrg<T>(
  { database }: ActionDeps,
  org: Org,
  work: (scope: OrgScope) => Promise<T>,
): Promise<T> {
  return database.inOrg(org, work)
}
