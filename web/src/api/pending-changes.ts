import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { IssueSummary } from './wire.ts'

/** A change of issues that the server has not answered yet. */
export interface PendingChange {
  ids: ReadonlySet<string>
  /** The issue as it will be once the server agrees. */
  apply: <T extends IssueSummary>(issue: T) => T
}

export interface PendingState {
  /** In the order in which they were made. */
  changes: readonly PendingChange[]
  /** Issues changed here: of these, and of no others, a row leaves its list at once. */
  touched: ReadonlySet<string>
}

interface Begun {
  /** Settles when all earlier changes of the same issues have ended. */
  turn: Promise<unknown>
  end: () => void
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((id) => other.has(id))
}

/**
 * Pending changes, shown on top of the cache. The cache has only what the server sent, so a
 * failed change is dropped from here and nothing has to be restored.
 */
class PendingChanges {
  #state: PendingState = { changes: [], touched: new Set() }
  #ends = new Map<PendingChange, Promise<void>>()
  #answered = 0
  #listeners = new Set<() => void>()

  readonly state = (): PendingState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows a change from now on until its `end`. */
  begin(change: PendingChange): Begun {
    const { changes, touched } = this.#state
    const earlier = changes.filter(({ ids }) => overlap(ids, change.ids))
    const turn = Promise.all(earlier.map((other) => this.#ends.get(other)))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ends.set(change, promise)
    this.#publish({ changes: [...changes, change], touched: new Set([...touched, ...change.ids]) })
    const end = () => {
      this.#ends.delete(change)
      this.#publish({ ...this.#state, changes: this.#state.changes.filter((other) => other !== change) })
      resolve()
    }
    return { turn, end }
  }

  /** The server has made a change, and the cache has it. */
  noteAnswer(): void {
    this.#answered += 1
  }

  /**
   * The result of a read that no answered change overtook: such a read may be older than the change, so it is
   * done again. Each repetition takes another change by the reader.
   */
  async current<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      const answered = this.#answered
      const result = await read()
      if (answered === this.#answered) return result
    }
  }

  #publish(state: PendingState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

const ofClient = new WeakMap<QueryClient, PendingChanges>()

export function pendingOf(queryClient: QueryClient): PendingChanges {
  const known = ofClient.get(queryClient)
  if (known) return known
  const pending = new PendingChanges()
  ofClient.set(queryClient, pending)
  return pending
}

/** The changes that wait for the server, renewed as they come and go. */
export function usePendingState(): PendingState {
  const pending = pendingOf(useQueryClient())
  return useSyncExternalStore(pending.subscribe, pending.state)
}
