import { keptText } from '../browser/kept-text.ts'

const project = keptText('localStorage', 'project')

/** The project whose issues, alerts, releases or feedback were looked at last in this browser; undefined for all. */
export function lastProject(): string | undefined {
  return project.read() ?? undefined
}

export function rememberProject(id: string | undefined): void {
  project.write(id ?? null)
}

/** The search of a link to a list: of the project that was looked at last. */
export function lastProjectSearch(): { project?: string } {
  const last = lastProject()
  return last === undefined ? {} : { project: last }
}
