import { useSyncExternalStore } from 'react'

const LIFETIME_MS = 5000
const FAILURE_LIFETIME_MS = 10_000
/** Failures shown at once; of more the oldest goes. */
const MOST_FAILURES = 3

export interface Toast {
  id: number
  text: string
  /** `busy` stays until something takes its place. */
  kind: 'done' | 'failed' | 'busy'
  undo?: () => void
  /** Offered as a button. */
  action?: { label: string; run: () => void }
}

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
/** How many of pointer and focus are on a toast. */
const holds = new Map<number, number>()

function publish(next: readonly Toast[]): void {
  for (const { id } of toasts) {
    if (next.some((toast) => toast.id === id)) continue
    clearTimeout(timers.get(id))
    timers.delete(id)
    holds.delete(id)
  }
  toasts = next
  for (const listener of listeners) listener()
}

export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id))
}

/** The clock stops while the pointer or the focus is on a toast, so that Undo can be reached. */
export function holdToast(id: number): void {
  holds.set(id, (holds.get(id) ?? 0) + 1)
  clearTimeout(timers.get(id))
}

export function releaseToast(id: number): void {
  holds.set(id, Math.max(0, (holds.get(id) ?? 0) - 1))
  startClock(id)
}

function startClock(id: number): void {
  clearTimeout(timers.get(id))
  const toast = toasts.find((candidate) => candidate.id === id)
  if (!toast || toast.kind === 'busy' || holds.get(id)) return
  const lifetime = toast.kind === 'failed' ? FAILURE_LIFETIME_MS : LIFETIME_MS
  timers.set(
    id,
    setTimeout(() => dismissToast(id), lifetime),
  )
}

/**
 * Says what happened, for 5 s; a failure for 10 s. One toast is shown beside the failures: the latest.
 *
 * @param id of a toast that goes on with another text; if it is gone, only a failure is shown
 * @returns its id
 */
export function showToast(toast: Omit<Toast, 'id'>, id?: number): number {
  const shown = { ...toast, id: id ?? nextId++ }
  const others = toasts.filter((other) => other.id !== shown.id)
  if (toast.kind === 'failed') {
    const failed = others.filter(({ kind }) => kind === 'failed').slice(1 - MOST_FAILURES)
    publish([...failed, shown, ...others.filter(({ kind }) => kind !== 'failed')])
  } else if (id === undefined || others.length < toasts.length) {
    publish([...others.filter(({ kind }) => kind === 'failed'), shown])
  }
  startClock(shown.id)
  return shown.id
}

/** Runs the latest undo on screen. */
export function undoLast(): void {
  const toast = toasts.findLast(({ undo }) => undo !== undefined)
  if (!toast?.undo) return
  dismissToast(toast.id)
  toast.undo()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts)
}
