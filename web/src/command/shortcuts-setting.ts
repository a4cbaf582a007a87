import { useSyncExternalStore } from 'react'
import { keptText } from '../browser/kept-text.ts'

const setting = keptText('localStorage', 'shortcuts')

export function shortcutsEnabled(): boolean {
  return setting.read() !== 'off'
}

/** Single-letter shortcuts can be switched off (WCAG 2.1.4); kept in this browser. */
export function setShortcutsEnabled(enabled: boolean): void {
  setting.write(enabled ? null : 'off')
}

export function useShortcutsEnabled(): boolean {
  return useSyncExternalStore(setting.subscribe, shortcutsEnabled)
}
