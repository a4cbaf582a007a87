import { randomUUID } from 'node:crypto'
import { FIRST_NAMES } from '../../test/support/sample/events.ts'

/** A kind of failure of the demonstration, from which any number of events is made. */
export interface DemoIssue {
  project: 'web-frontend' | 'checkout-api' | 'reports'
  /** What tells one from the other in scripts; not shown anywhere. */
  name: string
  events: number
  /** How the events lie in the seven days before now. */
  shape: 'burst' | 'steady' | 'rare' | 'fading'
  users: number
  releases: string[]
  /** Hours before now without an event. */
  quietHours?: number
  environment?: string
  /** All of the event but ids, time, user and release. */
  event: Record<string, unknown>
}

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR

/** Ages in milliseconds, oldest first, by the shape; `random` yields numbers from 0 to 1. */
export function agesOf({ events, shape, quietHours = 0 }: DemoIssue, random: () => number): number[] {
  const age = () => Math.max(quietHours * HOUR * (1 + random()), ageOf(shape, random))
  return Array.from({ length: events }, age).sort((a, b) => b - a)
}

function ageOf(shape: DemoIssue['shape'], random: () => number): number {
  switch (shape) {
    case 'burst':
      return random() < 0.25 ? random() * WEEK : random() ** 2 * 20 * HOUR
    case 'steady':
      return random() * WEEK
    case 'rare':
      return WEEK * 0.9 * random() ** 0.7
    case 'fading':
      return WEEK * (1 - 0.6 * random() ** 2)
  }
}

export interface DemoEventAt {
  /** Epoch ms. */
  at: number
  release: string
  user: number
}

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
]

/** One event of an issue, in the form of the store route. */
export function demoEvent(issue: DemoIssue, { at, release, user }: DemoEventAt) {
  const name = FIRST_NAMES[user % FIRST_NAMES.length]
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: at / 1000,
    level: 'error',
    environment: issue.environment ?? (user % 9 === 0 ? 'staging' : 'production'),
    release,
    ...(issue.users > 0 && {
      user: {
        id: String(1000 + user),
        email: `${name}.${user}@customers.example.com`,
        ip_address: `203.0.113.${user % 250}`,
      },
    }),
    tags: {
      region: ['eu-central', 'us-east', 'ap-south'][user % 3],
      plan: ['free', 'team', 'business'][user % 3],
    },
    request: {
      method: 'POST',
      url: 'https://shop.example.com/checkout',
      query_string: 'step=2&locale=de',
      headers: {
        'User-Agent': AGENTS[user % AGENTS.length],
        'Content-Type': 'application/json',
        Referer: 'https://shop.example.com/cart',
        Authorization: 'Bearer abcdefghijklmnop',
      },
      data: { order: { items: 3, total: '41.90', currency: 'EUR' }, card_token: 'tok_1234' },
    },
    contexts: contextsOf(issue),
    breadcrumbs: breadcrumbsOf(at),
    sdk: { name: 'sentry.javascript.browser', version: '11.12.0' },
    ...issue.event,
  }
}

function contextsOf({ project }: DemoIssue) {
  if (project === 'web-frontend') {
    return { culture: { locale: 'de-DE', timezone: 'Europe/Berlin' }, app: { build: '8412' } }
  }
  const runtime =
    project === 'reports' ? { name: 'CPython', version: '3.14.1' } : { name: 'node', version: 'v24.21.0' }
  return {
    runtime,
    os: { name: 'Debian GNU/Linux', version: '13', kernel_version: '6.12.40' },
    device: { arch: 'x64', memory_size: 16_656_277_504, processor_count: 4 },
  }
}

function breadcrumbsOf(at: number) {
  const seconds = at / 1000
  const list: [number, Record<string, unknown>][] = [
    [42, { category: 'navigation', type: 'navigation', data: { from: '/', to: '/cart' } }],
    [31, { category: 'console', level: 'info', message: 'cart restored from storage (3 items)' }],
    [12.4, { category: 'ui.click', message: 'button#coupon > span.label' }],
    [9, { category: 'fetch', type: 'http', data: { method: 'GET', url: '/api/cart', status_code: 200 } }],
    [8, { category: 'console', level: 'warning', message: 'price of SKU-2201 is older than 60 s' }],
    [3.1, { category: 'navigation', type: 'navigation', data: { from: '/cart', to: '/checkout' } }],
    [1.2, { category: 'query', message: 'SELECT id, total FROM orders WHERE customer_id = $1 LIMIT 20' }],
    [
      0.4,
      {
        category: 'fetch',
        type: 'http',
        level: 'error',
        data: { method: 'GET', url: '/api/cart', status_code: 500 },
      },
    ],
    [0.2, { category: 'ui.click', message: 'button "Pay now"' }],
  ]
  return list.map(([before, crumb]) => ({ level: 'info', ...crumb, timestamp: seconds - before }))
}
