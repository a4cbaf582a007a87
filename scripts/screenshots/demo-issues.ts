import type { DemoIssue } from './demo-events.ts'
import { app, failure, source } from './demo-frames.ts'
import { WEB } from './demo-issues-web.ts'
import { STACKS } from './demo-stacks.ts'

const API: DemoIssue[] = [
  {
    project: 'checkout-api',
    name: 'declined',
    events: 88,
    shape: 'burst',
    users: 71,
    releases: ['billing@3.1.0'],
    event: {
      platform: 'node',
      transaction: 'POST /charges',
      exception: {
        values: [
          failure('PaymentDeclined', "issuer 'Nordbank' refused the charge", [
            app('src/billing/stripe.ts', 'charge', 74),
          ]),
        ],
      },
    },
  },
  {
    project: 'checkout-api',
    name: 'heap',
    events: 6,
    shape: 'rare',
    users: 0,
    releases: ['billing@3.1.0'],
    event: {
      platform: 'node',
      level: 'fatal',
      exception: {
        values: [
          failure('OutOfMemoryError', 'Reached heap limit, allocation failed', [
            app('src/reports/render.ts', 'renderAll', 210),
          ]),
        ],
      },
    },
  },
  {
    project: 'checkout-api',
    name: 'slow',
    events: 210,
    shape: 'steady',
    users: 0,
    releases: ['billing@3.0.4', 'billing@3.1.0'],
    event: {
      platform: 'node',
      level: 'warning',
      logger: 'billing.webhooks',
      logentry: {
        message: 'webhook of %s took %d ms',
        params: ['stripe', 4812],
        formatted: 'webhook of stripe took 4812 ms',
      },
    },
  },
  {
    project: 'checkout-api',
    name: 'pool',
    events: 41,
    shape: 'fading',
    users: 20,
    releases: ['billing@3.0.4'],
    event: {
      platform: 'node',
      exception: {
        values: [
          failure('TimeoutError', 'pool.acquire() timed out after 5000 ms', [
            app('src/db/pool.ts', 'acquire', 19),
          ]),
        ],
      },
    },
  },
]

const REPORTS: DemoIssue[] = [
  {
    project: 'reports',
    name: 'key',
    events: 34,
    shape: 'burst',
    users: 11,
    releases: ['reports@2.9.0'],
    event: {
      platform: 'python',
      transaction: 'reports.tasks.monthly',
      server_name: 'worker-3',
      exception: {
        values: [
          failure('KeyError', "'customer_id'", [
            {
              ...app(
                'reports/tasks.py',
                'monthly',
                58,
                source(
                  [
                    'def monthly(period):',
                    '    for row in load(period):',
                    '        totals.add(row["customer_id"], row["net"])',
                    '    return totals',
                  ],
                  2,
                ),
              ),
              vars: {
                period: "'2026-10'",
                row: { net: '41.90', currency: "'EUR'" },
                totals: '<Totals 1204 rows>',
                api_key: 'secret',
              },
            },
            {
              ...app(
                'reports/totals.py',
                'add',
                17,
                source(['def add(self, key, value):', '    self._sums[key] += Decimal(value)'], 1),
              ),
              vars: { self: '<Totals 1204 rows>', key: 'None', value: "'41.90'" },
            },
          ]),
        ],
      },
    },
  },
  {
    project: 'reports',
    name: 'database',
    events: 52,
    shape: 'steady',
    users: 3,
    releases: ['reports@2.9.0'],
    event: {
      platform: 'python',
      exception: {
        values: [
          failure('OperationalError', 'connection to server at "db-2", port 5432 failed: timeout expired', [
            app('reports/db.py', 'connect', 33),
          ]),
        ],
      },
    },
  },
  {
    project: 'reports',
    name: 'deprecated',
    events: 17,
    shape: 'rare',
    users: 9,
    releases: ['reports@2.8.4'],
    environment: 'staging',
    event: { platform: 'python', level: 'info', message: 'endpoint /v1/cart is called' },
  },
]

/** A week in the life of three applications. */
export const DEMO_ISSUES: readonly DemoIssue[] = [...WEB, ...API, ...REPORTS, ...STACKS]
