import { keptText } from '../../browser/kept-text.ts'

const KEY = 'user'

/** Tells the other tabs of the browser whose session it has. */
export function noteUser(id: string): void {
  keptText('localStorage', KEY).write(id)
}

/** Runs if another tab signed in as someone else: the cookie is that person's for this tab, too. */
export function onOtherUser(currentId: () => string | undefined, run: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const current = currentId()
    if (key === KEY && newValue !== null && current !== undefined && current !== newValue) run()
  })
}
