import { asMember, broken, json, never, type Shot } from './shot.ts'

const STATS = '**/api/v1/stats/projects?*'
const LIST = '**/api/v1/projects'

/** Projects at a glance, and what the list is if there are none. */
export const PROJECTS: Shot[] = [
  { name: 'projects-glance', path: () => '/projects', ready: 'table' },
  {
    name: 'projects-glance-sorted',
    path: () => '/projects?window=7d&sort=events',
    before: asMember,
    ready: 'table',
  },
  {
    name: 'projects-glance-many',
    path: () => '/projects?window=90d',
    before: async (page) => {
      await page.route(LIST, json(200, { projects: MANY.map(({ project }) => project) }))
      await page.route(STATS, json(200, { window: '90d', projects: MANY.map(({ stats }) => stats) }))
    },
    ready: 'table',
  },
  {
    name: 'projects-glance-empty',
    path: () => '/projects',
    before: async (page) => {
      await page.route(LIST, json(200, { projects: [] }))
      await page.route(STATS, json(200, { window: '24h', projects: [] }))
    },
    ready: 'h2',
  },
  { name: 'projects-glance-loading', path: () => '/projects', before: (page) => page.route(STATS, never) },
  {
    name: 'projects-glance-error',
    path: () => '/projects',
    before: (page) => page.route(STATS, broken),
    ready: '[role=alert]',
    expected: / 500 /,
  },
]

const AT = '2026-11-20T10:00:00.000Z'

/** Long names, large numbers, none at all. */
const MANY = ['checkout-service-with-a-very-long-name-for-the-european-region', 'iOS', 'worker', 'new'].map(
  (name, n) => {
    const id = `0f8fad5b-d9cb-469f-a165-70867728950${n}`
    const counts = Array.from({ length: 30 }, (_, day) =>
      n === 0 ? 1_000_000 + day * 9000 : n === 1 ? day % 3 : 0,
    )
    return {
      project: {
        id,
        org_id: id,
        name,
        slug: name.toLowerCase(),
        number: n + 1,
        platform: ['java', 'cocoa', 'python', 'javascript'][n],
        retention_days: null,
        ingest_hourly_cap: null,
        created_at: AT,
        first_event_at: n === 3 ? null : AT,
        retention_held_events: null,
      },
      stats: {
        project_id: id,
        event_count: counts.reduce((sum, count) => sum + count, 0),
        buckets: counts.map((count, day) => ({ start: new Date(Date.parse(AT) + day * 259_200_000), count })),
        open_issues: [12_431, 1, 0, 0][n],
        new_issues: [2208, 1, 0, 0][n],
        regressions: [140, 1, 0, 0][n],
        last_seen_at: n > 1 ? null : AT,
        latest_release: [
          'com.example.shop.android.production@12.4.1234-beta.20261120+build.4815',
          '1.0',
          null,
          null,
        ][n],
      },
    }
  },
)
