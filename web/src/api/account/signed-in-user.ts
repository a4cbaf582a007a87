const KEY = 'user'

/** Tells the other tabs of the browser whose session it has. */
export function noteUser(id: string): void {
  try {
    localStorage.setItem(KEY, id)
  } catch {
    // Storage can be switched off; the other tabs show the former user until they are loaded again.
  }
}

/** Runs if another tab signed in as someone else: the cookie is that person's for this tab, too. */
export function onOtherUser(currentId: () => string | undefined, run: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const current = currentId()
    if (key === KEY && newValue !== null && current !== undefined && current !== newValue) run()
  })
}
