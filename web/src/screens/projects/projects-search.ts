import type { IssueWindow } from '../../api/wire.ts'
import { WINDOWS } from '../../entities/issue/issue-filter.ts'
import { oneOf } from '../../url/router-search.ts'

/** Columns that the projects can be sorted by: most first, as they are read for what burns. Absent: by name. */
export const COLUMNS = ['events', 'open', 'new', 'regressions', 'last_seen'] as const
export type Column = (typeof COLUMNS)[number]

/** The URL of the projects; what is absent has its default. */
export interface ProjectsSearch {
  window?: IssueWindow
  sort?: Column
}

export const DEFAULT_WINDOW: IssueWindow = '24h'

export function parseProjectsSearch(search: Record<string, unknown>): ProjectsSearch {
  const window = oneOf(
    WINDOWS.map(({ value }) => value),
    search.window,
  )
  const sort = oneOf(COLUMNS, search.sort)
  return { ...(window !== undefined && { window }), ...(sort !== undefined && { sort }) }
}
