import { HOUR_MS } from '#contract/time.ts'
import { DEMO_ERRORS, type DemoError, type DemoFrame } from './demo-errors.ts'

/** Age of the first event of each release. */
const RELEASES = [
  { version: '2.3.0', hours: 167 },
  { version: '2.3.1', hours: 96 },
  { version: '2.4.0', hours: 30 },
] as const
const USERS = 24
const BROWSERS = [
  { name: 'Chrome', version: '142.0' },
  { name: 'Firefox', version: '145.0' },
  { name: 'Safari', version: '26.1' },
  { name: 'Edge', version: '142.0' },
]
const SYSTEMS = ['Windows', 'macOS', 'Linux']
const COUNTRIES = ['DE', 'FR', 'US', 'BR', 'IN']

/** A week of events up to `now` (epoch ms), oldest first; always the same ones. */
export function demoEvents(now: number): object[] {
  const all = DEMO_ERRORS.flatMap((error, kind) =>
    Array.from({ length: error.count }, (_, n) => ({ error, kind, n, at: timeOf(error, n, now) })),
  )
  return all
    .sort((a, b) => a.at - b.at)
    .map(({ error, kind, n, at }) => eventOf(error, { at, now, n: n + kind * 7 }))
}

/** Spread over the time of its releases, more and more of them, and by day rather than night. */
function timeOf({ since, count }: DemoError, n: number, now: number): number {
  const { hours } = RELEASES.find(({ version }) => version === since)!
  const share = Math.sqrt((n + 0.5) / count)
  const at = now - hours * HOUR_MS * (1 - share)
  const hour = new Date(at).getUTCHours()
  return Math.round(hour < 6 ? Math.max(at - 5 * HOUR_MS, now - hours * HOUR_MS) : at)
}

function eventOf(
  { type, value, level, transaction, frames, crumbs }: DemoError,
  { at, now, n }: { at: number; now: number; n: number },
): object {
  const user = (n * 5) % USERS
  const current = RELEASES.findLast(({ hours }) => at >= now - hours * HOUR_MS) ?? RELEASES[0]
  return {
    timestamp: at / 1000,
    platform: 'javascript',
    level,
    transaction,
    release: `shop@${current.version}`,
    environment: n % 9 === 0 ? 'staging' : 'production',
    exception: {
      values: [
        {
          type,
          value,
          mechanism: { type: 'generic', handled: level === 'warning' },
          stacktrace: { frames: frames.map(frameOf) },
        },
      ],
    },
    breadcrumbs: crumbs.map((message, index) => ({
      timestamp: at / 1000 - (crumbs.length - index) * 3,
      category: categoryOf(message),
      message,
    })),
    request: requestOf(transaction, n),
    user: { id: String(1000 + user), email: `customer${user}@example.com` },
    server_name: `web-${1 + (n % 3)}`,
    tags: { country: COUNTRIES[user % COUNTRIES.length] },
    contexts: {
      browser: BROWSERS[user % BROWSERS.length],
      os: { name: SYSTEMS[user % SYSTEMS.length] },
      runtime: { name: 'node', version: '24.1.0' },
    },
  }
}

function categoryOf(crumb: string): string {
  if (/^(GET|POST) /.test(crumb)) return 'http'
  return crumb.startsWith('navigation ') ? 'navigation' : 'ui.click'
}

/** Transactions of pages have no method. */
function requestOf(transaction: string, n: number): object {
  const [, method = 'GET', route] = /^(?:([A-Z]+) )?(.+)$/.exec(transaction)!
  const path = route!.replace(':id', String(4000 + n)).replace(':slug', 'red-shoes')
  return { method, url: `https://shop.example.com${path}` }
}

function frameOf({ file, name, line, before, code, after }: DemoFrame): object {
  return {
    filename: file,
    function: name,
    lineno: line,
    in_app: true,
    pre_context: before,
    context_line: code,
    post_context: after,
  }
}
