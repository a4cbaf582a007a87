import type { InfiniteData } from '@tanstack/react-query'
import type { IssuePage, IssueSummary } from '../../../api/wire.ts'

type Lists = InfiniteData<IssuePage>

/** Trends are asked for a page at a time, and at most 200 of them at once. */
const LONGEST_PAGE = 150
const ROWS_PER_PAGE = 50

/** Issues of a newly read first page that no loaded page has. */
export function arrivalsIn(lists: Lists, fresh: IssuePage): IssueSummary[] {
  const known = new Set(lists.pages.flatMap((page) => page.issues.map((issue) => issue.id)))
  return fresh.issues.filter((issue) => !known.has(issue.id))
}

/**
 * The arrivals that are news. As rows leave, those behind the loaded ones move up into the first page: they are only next.
 *
 * @param hidden ids of rows that are not shown
 */
export function newsIn(lists: Lists, fresh: IssuePage, hidden: ReadonlySet<string>): IssueSummary[] {
  const arrivals = new Set(arrivalsIn(lists, fresh))
  if (lists.pages.at(-1)?.next_cursor === null) return [...arrivals]
  const shown = lists.pages.flatMap((page) => page.issues).filter(({ id }) => !hidden.has(id))
  const last = fresh.issues.findLastIndex((issue) => !arrivals.has(issue))
  if (last < 0 && shown.length > 0) return [...arrivals]
  return fresh.issues.slice(0, last + 1).filter((issue) => arrivals.has(issue))
}

/** Rows take the newly read numbers and stay in place. */
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
  const { total, total_capped, search_limited } = fresh
  const counted = { total, total_capped, search_limited }
  const pages = [first, ...others]
  const rows = insertArrivals(
    pages.map(({ issues }) => issues),
    fresh,
    arrivals,
  )
  return {
    ...lists,
    pages: pages.map((page, index) => ({ ...page, ...counted, issues: rows[index] ?? [] })),
  }
}

/**
 * The list after all that is loaded was read again as one page: as `withArrivals`, and without the rows that were
 * not found again. It goes on where the read ended.
 *
 * @param kept ids of rows that stay all the same
 */
export function asReadAgain(lists: Lists, fresh: IssuePage, kept: ReadonlySet<string>): Lists {
  const here = new Set(fresh.issues.map(({ id }) => id))
  const arrivals = new Set(arrivalsIn(lists, fresh).map(({ id }) => id))
  const rows = updateInPlace(lists, fresh.issues)
    .pages.flatMap((page) => page.issues)
    .filter(({ id }) => here.has(id) || kept.has(id))
  const issues = insertArrivals([rows], fresh, arrivals).flat()
  const length = Math.max(1, Math.ceil(issues.length / ROWS_PER_PAGE))
  const starts = Array.from({ length }, (_, index) => index * ROWS_PER_PAGE)
  return {
    pages: starts.map((start) => ({
      ...fresh,
      issues: issues.slice(start, start + ROWS_PER_PAGE),
    })),
    // Only the first one is ever asked for again; each has to differ.
    pageParams: starts.map((start) => (start === 0 ? '' : `row ${start}`)),
  }
}

/**
 * Each arrival goes before the first row that follows it in the newly read page, and into its page; if none does,
 * behind the nearest one before it.
 */
function insertArrivals(
  pages: readonly (readonly IssueSummary[])[],
  fresh: IssuePage,
  arrivals: ReadonlySet<string>,
): IssueSummary[][] {
  const rows = pages.flatMap((issues, page) => issues.map((issue) => ({ issue, page })))
  const known = new Set(rows.map(({ issue }) => issue.id))
  const placeOf = (id: string | undefined) => rows.findIndex(({ issue }) => issue.id === id)
  let follower: string | undefined
  for (const [index, issue] of [...fresh.issues.entries()].reverse()) {
    if (arrivals.has(issue.id)) {
      const before = fresh.issues.slice(0, index).findLast(({ id }) => known.has(id))?.id
      const neighbour = placeOf(follower ?? before)
      const place = follower === undefined && neighbour >= 0 ? neighbour + 1 : neighbour
      rows.splice(place < 0 ? rows.length : place, 0, { issue, page: rows[neighbour]?.page ?? 0 })
      known.add(issue.id)
    }
    if (known.has(issue.id)) follower = issue.id
  }
  return pages.map((_, page) => rows.filter((row) => row.page === page).map(({ issue }) => issue))
}

/** The list without these issues. */
export function without(lists: Lists, ids: ReadonlySet<string>): Lists {
  if (ids.size === 0) return lists
  const pages = lists.pages.map((page) => ({
    ...page,
    issues: page.issues.filter(({ id }) => !ids.has(id)),
  }))
  return { ...lists, pages }
}
