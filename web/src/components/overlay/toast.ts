import { useSyncExternalStore } from 'react'

const LIFETIME_MS = 5000
const FAILURE_LIFETIME_MS = 10_000
/** Failures, and others that stay, shown at once; of more the oldest goes. */
const MOST_KEPT = 3

export interface Toast {
  id: number
  text: string
  /** `busy` stays until something takes its place. */
  kind: 'done' | 'failed' | 'busy'
  undo?: () => void
  /** Until it is dismissed, whatever comes after it. */
  stays?: boolean
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
  if (!toast || toast.kind === 'busy' || toast.stays || holds.get(id)) return
  const lifetime = toast.kind === 'failed' ? FAILURE_LIFETIME_MS : LIFETIME_MS
  timers.set(
    id,
    setTimeout(() => dismissToast(id), lifetime),
  )
}

/**
 * Says what happened, for 5 s; a failure for 10 s. One toast is shown beside the failures and those that stay: the
 * latest.
 *
 * @param id of a toast that gets this text instead; if it was closed, only a failure is shown
 * @returns its id
 */
export function showToast(toast: Omit<Toast, 'id'>, id?: number): number {
  const shown = { ...toast, id: id ?? nextId++ }
  const others = toasts.filter((other) => other.id !== shown.id)
  const wasClosed = id !== undefined && others.length === toasts.length
  if (wasClosed && toast.kind !== 'failed') return shown.id
  const isKept = ({ kind, stays }: Omit<Toast, 'id'>) => kind === 'failed' || stays === true
  const kept = others.filter(isKept)
  if (isKept(toast))
    publish([...kept.slice(1 - MOST_KEPT), shown, ...others.filter((other) => !isKept(other))])
  else publish([...kept, shown])
  startClock(shown.id)
  return shown.id
}

/** Runs the latest undo on screen. */
export function undoLast(): void {
  const toast = toasts.findLast(({ undo }) => undo !== undefined)
  if (toast) undoToast(toast)
}

/** Takes back what a toast told of. */
export function undoToast({ id, undo }: Toast): void {
  dismissToast(id)
  undo?.()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts)
}
