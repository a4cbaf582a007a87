import type { InfiniteData } from '@tanstack/react-query'
import type { IssuePage, IssueSummary } from '../../api/wire.ts'

type Lists = InfiniteData<IssuePage>

/** Trends are asked for a page at a time, and at most 200 of them at once. */
const LONGEST_PAGE = 150

/** Issues of a newly read first page that no loaded page has. */
export function arrivalsIn(lists: Lists, fresh: IssuePage): IssueSummary[] {
  const known = new Set(lists.pages.flatMap((page) => page.issues.map((issue) => issue.id)))
  return fresh.issues.filter((issue) => !known.has(issue.id))
}

/** Rows take the newly read numbers and stay where they are. */
export function updateInPlace(lists: Lists, fresh: readonly IssueSummary[]): Lists {
  const byId = new Map(fresh.map((issue) => [issue.id, issue]))
  const pages = lists.pages.map((page) => ({
    ...page,
    issues: page.issues.map((issue) => byId.get(issue.id) ?? issue),
  }))
  return { ...lists, pages }
}

/**
 * The list with the arrivals of a newly read first page where that page has them; rows that were there keep
 * their order, so that a busy service does not shuffle what is being read. Starts over where it grew too long.
 */
export function withArrivals(lists: Lists, fresh: IssuePage): Lists {
  const arrivals = new Set(arrivalsIn(lists, fresh).map((issue) => issue.id))
  const [first, ...others] = updateInPlace(lists, fresh.issues).pages
  if (!first || first.issues.length + arrivals.size > LONGEST_PAGE)
    return { pages: [fresh], pageParams: [''] }
  const issues = [...first.issues]
  // From the end: each arrival goes before the first row of the list that follows it in the new page.
  let follower = ''
  for (const issue of fresh.issues.toReversed()) {
    if (arrivals.has(issue.id)) {
      const place = issues.findIndex(({ id }) => id === follower)
      issues.splice(place < 0 ? issues.length : place, 0, issue)
    }
    if (issues.some(({ id }) => id === issue.id)) follower = issue.id
  }
  const counted = { total: fresh.total, total_capped: fresh.total_capped }
  return {
    ...lists,
    pages: [{ ...first, ...counted, issues }, ...others.map((page) => ({ ...page, ...counted }))],
  }
}

/** The list without these issues. */
export function without(lists: Lists, ids: readonly string[]): Lists {
  if (ids.length === 0) return lists
  const pages = lists.pages.map((page) => {
    const issues = page.issues.filter(({ id }) => !ids.includes(id))
    return { ...page, issues }
  })
  return { ...lists, pages }
}
