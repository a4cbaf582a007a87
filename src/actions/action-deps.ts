import type { Clock } from '#platform/clock.ts'
import type { Database, RequestOwner } from '#storage/engine/database.ts'
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
  /** Absent: damage to a document shows in the answer only. */
  onDamagedEvent?: OnDamagedEvent
  symbols: SymbolLookup
}

export interface ChangeDeps extends ActionDeps {
  live: Pick<LiveUpdates, 'issuesChanged'>
}

export type Org = RequestOwner

/** The actor of a change; `id` is the user's, null for the system. */
export interface Actor {
  kind: 'user' | 'token' | 'system'
  id: string | null
}
