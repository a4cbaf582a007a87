import { useSyncExternalStore } from 'react'

const LIFETIME_MS = 5000
const FAILURE_LIFETIME_MS = 10_000

export interface Toast {
  id: number
  text: string
  /** `busy` stays until something takes its place. */
  kind: 'done' | 'failed' | 'busy'
  undo?: () => void
}

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  publish(toasts.filter((toast) => toast.id !== id))
}

/** The clock stops while the pointer or the focus is on a toast, so that Undo can be reached. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id))
}

export function releaseToast(id: number): void {
  const toast = toasts.find((candidate) => candidate.id === id)
  if (!toast || toast.kind === 'busy') return
  const lifetime = toast.kind === 'failed' ? FAILURE_LIFETIME_MS : LIFETIME_MS
  timers.set(
    id,
    setTimeout(() => dismissToast(id), lifetime),
  )
}

/**
 * Says what happened, for 5 s (a failure for 10 s). Only the latest is shown.
 *
 * @param id of a toast that goes on with another text, where it is still there
 * @returns its id
 */
export function showToast(toast: Omit<Toast, 'id'>, id = nextId++): number {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  publish([{ ...toast, id }])
  releaseToast(id)
  return id
}

/** Runs the undo of the toast on screen, if it has one. */
export function undoLast(): void {
  const toast = toasts[0]
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
