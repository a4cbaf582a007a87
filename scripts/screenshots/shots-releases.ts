import { asMember, broken, json, never, type Shot } from './shot.ts'

const LIST = '**/api/v1/releases?*'

/** Releases with their numbers, and what the list is if it has none. */
export const RELEASES: Shot[] = [
  { name: 'releases', path: () => '/releases', ready: 'table' },
  { name: 'releases-member', path: () => '/releases', before: asMember, ready: 'table' },
  { name: 'releases-search', path: () => '/releases?q=web', ready: 'table' },
  { name: 'releases-no-match', path: () => '/releases?q=nothing', ready: 'h2' },
  {
    name: 'releases-many',
    path: () => '/releases',
    before: (page) => page.route(LIST, json(200, MANY)),
    ready: 'table',
  },
  {
    name: 'releases-empty',
    path: () => '/releases',
    before: (page) => page.route(LIST, json(200, { releases: [], next_cursor: null })),
    ready: 'h2',
  },
  { name: 'releases-loading', path: () => '/releases', before: (page) => page.route(LIST, never) },
  {
    name: 'releases-error',
    path: () => '/releases',
    before: (page) => page.route(LIST, broken),
    ready: '[role=alert]',
    expected: / 500 /,
  },
]

const AT = '2026-11-20T10:00:00.000Z'
const some = (count: number, capped = false) => ({ count, capped })

/** Long names, large numbers, and more pages. */
const MANY = {
  releases: [
    ['com.example.shop.android.production@12.4.1234-beta.20261120+build.48151623420815162342', 12_431_118],
    ['4f2a91c07d5b8e63f1a2940b7c8d9e0f1a2b3c4d', 0],
    ['shop@1.4.3', 1],
  ].map(([version, events], n) => ({
    version,
    project_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    first_seen_at: AT,
    last_seen_at: AT,
    hidden: n === 1,
    event_count: events,
    event_count_partial: n < 2,
    new_issues: some([1000, 0, 1][n]!, n === 0),
    regressions: some([12, 0, 1][n]!),
    resolved_issues: some([140, 0, 0][n]!),
  })),
  next_cursor: 'more',
}
