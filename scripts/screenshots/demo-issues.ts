import type { DemoIssue } from './demo-events.ts'

import { app, BROWSER_FRAMES, failure, source, vendor } from './demo-frames.ts'

const WEB: DemoIssue[] = [
  {
    project: 'web-frontend',
    name: 'pay',
    events: 420,
    shape: 'burst',
    users: 312,
    releases: ['web@1.3.9', 'web@1.4.0'],
    quietHours: 2,
    event: {
      platform: 'javascript',
      transaction: '/checkout',
      exception: {
        values: [
          failure('ApiError', '401 while refreshing the session', [
            app('src/lib/api.ts', 'refresh', 41),
            app('src/lib/api.ts', 'request', 63),
          ]),
          failure('TypeError', "Cannot read properties of undefined (reading 'id')", BROWSER_FRAMES, {
            type: 'onerror',
            handled: false,
          }),
        ],
      },
      extra: {
        cart: { items: 3, coupon: 'SPRING' },
        retries: 2,
        featureFlags: ['new-checkout', 'apple-pay'],
      },
    },
  },
  {
    project: 'web-frontend',
    name: 'chunk',
    events: 160,
    shape: 'steady',
    users: 96,
    releases: ['web@1.3.9', 'web@1.4.0', 'web@1.4.1'],
    event: {
      platform: 'javascript',
      exception: {
        values: [
          failure(
            'ChunkLoadError',
            'Loading chunk 7 failed after 3 attempts',
            [vendor('importModule', 31), app('src/app/router.ts', 'loadRoute', 57)],
            { type: 'onunhandledrejection', handled: false },
          ),
        ],
      },
    },
  },
  {
    project: 'web-frontend',
    name: 'chunk-admin',
    events: 23,
    shape: 'steady',
    users: 12,
    releases: ['web@1.4.0', 'web@1.4.1'],
    event: {
      platform: 'javascript',
      exception: {
        values: [
          failure('ChunkLoadError', 'Loading chunk 12 failed', [app('src/admin/router.ts', 'loadAdmin', 18)]),
        ],
      },
    },
  },
  {
    project: 'web-frontend',
    name: 'chunk-css',
    events: 9,
    shape: 'rare',
    users: 8,
    releases: ['web@1.4.1'],
    event: {
      platform: 'javascript',
      exception: {
        values: [
          failure('ChunkLoadError', 'Loading CSS chunk 3 failed', [
            app('src/styles/load.ts', 'loadTheme', 9),
          ]),
        ],
      },
    },
  },
  {
    project: 'web-frontend',
    name: 'stack',
    events: 90,
    shape: 'fading',
    users: 14,
    releases: ['web@1.4.1'],
    event: {
      platform: 'javascript',
      exception: {
        values: [
          failure('RangeError', 'Maximum call stack size exceeded', [
            app('src/tree/diff.ts', 'walk', 120),
            app('src/tree/diff.ts', 'walk', 131),
          ]),
        ],
      },
    },
  },
  {
    project: 'web-frontend',
    name: 'resize',
    events: 60,
    shape: 'steady',
    users: 44,
    releases: ['web@1.4.0'],
    event: {
      platform: 'javascript',
      level: 'warning',
      exception: {
        values: [
          failure('ResizeObserver', 'loop completed with undelivered notifications', [
            app('src/layout/panes.tsx', 'observe', 22),
          ]),
        ],
      },
    },
  },
  {
    project: 'web-frontend',
    name: 'long',
    events: 18,
    shape: 'rare',
    users: 9,
    releases: ['web@1.4.1-rc.2+build.20261118.4410'],
    event: {
      platform: 'javascript',
      exception: {
        values: [
          failure(
            'com.acme.checkout.validation.internal.UnprocessableShippingAddressError',
            `Address ${'0123456789abcdef'.repeat(7)} of customer could not be matched against the postal directory and no fallback was configured`,
            [
              app(
                `src/${'deeply/nested/'.repeat(6)}address-directory-client.ts`,
                'matchAgainstPostalDirectoryOrFallBack',
                1204,
              ),
            ],
          ),
        ],
      },
    },
  },
]

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
export const DEMO_ISSUES: readonly DemoIssue[] = [...WEB, ...API, ...REPORTS]
