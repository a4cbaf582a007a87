const KEY = 'project'

/** The project whose issues, alerts, releases or feedback were looked at last in this browser; undefined for all. */
export function lastProject(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

export function rememberProject(id: string | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, id)
  } catch {
    // Storage can be switched off; the next visit starts with all projects then.
  }
}

/** The search of a link to a list: of the project that was looked at last. */
export function lastProjectSearch(): { project?: string } {
  const project = lastProject()
  return project === undefined ? {} : { project }
}
