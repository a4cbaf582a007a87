import type { IssueFilter } from '../../api/issues.ts'
import type { SavedView } from '../../api/wire.ts'
import { dropUnset } from '../../url/router-search.ts'
import { type IssuesSearch, SORTS, searchOf, sortParam, tokensOf, WINDOWS } from './issue-filter.ts'

/** What a list shows, as a view has it. */
export type ViewFields = Pick<SavedView, 'query' | 'project_id' | 'window' | 'sort'>

export function viewOfFilter({ q, project, window, sort }: IssueFilter): ViewFields {
  return { query: q.trim(), project_id: project ?? null, window, sort }
}

/** The address of the list for a view. */
export function searchOfView({ query, project_id: project, window, sort }: ViewFields): IssuesSearch {
  return dropUnset<IssuesSearch>({
    project: project ?? undefined,
    q: searchOf(query),
    window: window === '7d' ? undefined : window,
    sort: sortParam(sort),
  })
}

/** Whether a list is that of a view, however its terms are spaced. */
export function isViewShown(view: ViewFields, filter: IssueFilter): boolean {
  const shown = viewOfFilter(filter)
  const spaced = (query: string) => tokensOf(query).join(' ')
  return (
    spaced(view.query) === spaced(shown.query) &&
    view.project_id === shown.project_id &&
    view.window === shown.window &&
    view.sort === shown.sort
  )
}

/** Where and when a view looks, and in which order: `shop · Last 24 hours · Most events`. */
export function viewText(view: ViewFields, projectName: (id: string) => string | undefined): string {
  const { project_id: project, window, sort } = view
  return [
    project === null ? 'All projects' : (projectName(project) ?? 'One project'),
    WINDOWS.find(({ value }) => value === window)?.label,
    SORTS.find(({ value }) => value === sort)?.label,
  ].join(' · ')
}
