import { useSyncExternalStore } from 'react'

const KEY = 'shortcuts'
const listeners = new Set<() => void>()

export function shortcutsEnabled(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Single-letter shortcuts can be switched off (WCAG 2.1.4); kept in this browser. */
export function setShortcutsEnabled(enabled: boolean): void {
  try {
    if (enabled) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Storage can be switched off; the setting then stays as it is.
  }
  for (const listener of listeners) listener()
}

export function useShortcutsEnabled(): boolean {
  return useSyncExternalStore(subscribe, shortcutsEnabled)
}
