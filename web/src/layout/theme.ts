import { useSyncExternalStore } from 'react'
import { keptText } from '../browser/kept-text.ts'

export type Theme = 'system' | 'light' | 'dark'

const kept = keptText('localStorage', 'theme')

/** `public/theme.js` has set it, before the first paint. */
function read(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies at once and is kept in this browser. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  kept.write(theme === 'system' ? null : theme)
}

export function useTheme(): Theme {
  return useSyncExternalStore(kept.subscribe, read)
}
