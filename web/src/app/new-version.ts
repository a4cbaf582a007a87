/**
 * After an upgrade the files of the page that is open are gone, and a screen opened then can't load its code.
 * If the server has a newer page, that page is loaded; a server that is merely away changes nothing.
 */
export function reloadOnNewVersion(entryUrl: string): void {
  window.addEventListener('vite:preloadError', () => {
    void reloadIfReplaced(new URL(entryUrl).pathname)
  })
}

async function reloadIfReplaced(entryPath: string): Promise<void> {
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
    if (response.ok && !(await response.text()).includes(entryPath)) location.reload()
  } catch {
    // The server is away: the error on screen says so.
  }
}
