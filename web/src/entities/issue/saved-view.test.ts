import { expect, it } from 'vitest'
import { filterOf, parseIssuesSearch } from './issue-filter.ts'
import { isViewShown, searchOfView, viewOfFilter } from './saved-view.ts'

const MORNING = {
  query: 'is:unresolved env:"my env"',
  project_id: null,
  window: '24h',
  sort: 'events_desc',
} as const

it('a view is shown by the address it leads to, also with the defaults of the list and with an empty search', () => {
  const usual = {
    query: 'is:unresolved,regression !is:snoozed',
    window: '7d',
    sort: 'last_seen_desc',
  } as const
  const everything = { ...usual, query: '' }
  expect(searchOfView({ ...usual, project_id: null })).toEqual({})
  for (const view of [MORNING, { ...usual, project_id: 'p1' }, { ...everything, project_id: null }]) {
    const filter = filterOf(parseIssuesSearch({ ...searchOfView(view) }))
    expect(isViewShown(view, filter)).toBe(true)
    expect(viewOfFilter(filter)).toEqual(view)
  }
})

it('a list with other words, another project, window or order is not that of a view; spaces do not count', () => {
  const filter = filterOf(searchOfView(MORNING))
  expect(isViewShown(MORNING, { ...filter, q: ' is:unresolved  env:"my env" ' })).toBe(true)
  const others = [
    { q: 'is:unresolved' },
    { project: 'p1' },
    { window: '7d' },
    { sort: 'events_asc' },
  ] as const
  for (const other of others) expect(isViewShown(MORNING, { ...filter, ...other })).toBe(false)
})
