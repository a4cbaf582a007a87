import type { Breadcrumb } from '../../../api/wire.ts'
import { jsonText } from '../../../components/display/key-values.tsx'

export interface BreadcrumbFilter {
  /** Empty: all of them. */
  category: string
  /** The lowest level that is shown; empty: all of them. */
  level: '' | 'warning' | 'error'
  text: string
}

export const NO_FILTER: BreadcrumbFilter = { category: '', level: '', text: '' }

/** Breadcrumb with its place among those of the event, oldest first. */
export interface PlacedBreadcrumb {
  breadcrumb: Breadcrumb
  place: number
}

export const categoryOf = ({ category, type }: Breadcrumb): string => category ?? type ?? 'default'

/** The categories of an event's breadcrumbs with their counts, the most frequent first. */
export function categoryCounts(breadcrumbs: Breadcrumb[]): [category: string, count: number][] {
  const counts = new Map<string, number>()
  for (const breadcrumb of breadcrumbs) {
    const category = categoryOf(breadcrumb)
    counts.set(category, (counts.get(category) ?? 0) + 1)
  }
  return [...counts].sort(([, left], [, right]) => right - left)
}

/** The breadcrumbs that a filter lets through, newest first; text is looked for in the message and the data. */
export function filteredBreadcrumbs(breadcrumbs: Breadcrumb[], filter: BreadcrumbFilter): PlacedBreadcrumb[] {
  const needle = filter.text.trim().toLowerCase()
  return breadcrumbs
    .map((breadcrumb, place) => ({ breadcrumb, place }))
    .filter(
      ({ breadcrumb }) =>
        (filter.category === '' || categoryOf(breadcrumb) === filter.category) &&
        isOfLevel(breadcrumb, filter.level) &&
        (needle === '' || searchedText(breadcrumb).includes(needle)),
    )
    .reverse()
}

const AT_LEAST = {
  warning: new Set(['warning', 'error', 'fatal', 'critical']),
  error: new Set(['error', 'fatal', 'critical']),
}

function isOfLevel({ level }: Breadcrumb, lowest: BreadcrumbFilter['level']): boolean {
  return lowest === '' || AT_LEAST[lowest].has(level ?? '')
}

function searchedText(breadcrumb: Breadcrumb): string {
  const data = breadcrumb.data === null ? '' : jsonText(breadcrumb.data)
  return `${categoryOf(breadcrumb)} ${breadcrumb.message ?? ''} ${data}`.toLowerCase()
}
