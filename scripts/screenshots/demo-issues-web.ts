import type { DemoIssue } from './demo-events.ts'
import { app, BROWSER_FRAMES, failure, vendor } from './demo-frames.ts'

/** Issues of the project web-frontend. */
export const WEB: readonly DemoIssue[] = [
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
