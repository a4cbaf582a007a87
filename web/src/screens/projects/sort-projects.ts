import type { Project, ProjectStats } from '../../api/wire.ts'
import type { Column } from './projects-search.ts'

export interface CountedProject {
  project: Project
  stats: ProjectStats
}

const VALUES: Record<Column, (stats: ProjectStats) => number> = {
  events: ({ event_count }) => event_count,
  open: ({ open_issues }) => open_issues,
  new: ({ new_issues }) => new_issues,
  regressions: ({ regressions }) => regressions,
  last_seen: ({ last_seen_at }) => (last_seen_at === null ? 0 : Date.parse(last_seen_at)),
}

/** Each project with its numbers, most first; in the order of the projects where these are equal or nothing is named. One
 * created or deleted between the two answers waits for the next. */
export function sortProjects(
  projects: readonly Project[],
  stats: readonly ProjectStats[],
  column: Column | undefined,
): CountedProject[] {
  const byId = new Map(stats.map((of) => [of.project_id, of]))
  const counted = projects.flatMap((project) => {
    const of = byId.get(project.id)
    return of === undefined ? [] : [{ project, stats: of }]
  })
  if (column === undefined) return counted
  const value = VALUES[column]
  return counted.sort((a, b) => value(b.stats) - value(a.stats))
}
