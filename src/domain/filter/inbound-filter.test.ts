import { expect, it } from 'vitest'
import { inboundFilters } from '#contract/project/intake.ts'
import type { JsonObject } from '../json/json.ts'
import { filterReason, readyFilters } from './inbound-filter.ts'

const ALL = readyFilters(
  inboundFilters.parse({
    browser_extensions: true,
    crawlers: true,
    health_checks: true,
    releases: ['web@1.*'],
    messages: ['ResizeObserver loop *', 'AbortError: *'],
  }),
)
const NONE = readyFilters(inboundFilters.parse({}))

const thrownIn = (abs_path: string): JsonObject => ({
  exception: {
    values: [{ type: 'E', value: 'x', stacktrace: { frames: [{ abs_path: 'app.js' }, { abs_path }] } }],
  },
})
const thrown = (type: string, value: string): JsonObject => ({ exception: { values: [{ type, value }] } })
const by = (agent: string): JsonObject => ({ request: { headers: { 'User-Agent': agent } } })

it.each<[string | null, JsonObject]>([
  ['browser_extensions', thrownIn('chrome-extension://abc/content.js')],
  ['browser_extensions', thrown('Error', "Can't find variable: conduitPage")],
  ['browser_extensions', { csp: { effective_directive: 'img-src', blocked_uri: 'chrome-extension' } }],
  ['browser_extensions', { 'csp-report': { 'source-file': 'moz-extension://4f/inject.js' } }],
  [
    null,
    { csp: { effective_directive: 'img-src', blocked_uri: 'inline', source_file: 'https://a.example/' } },
  ],
  [null, thrownIn('https://shop.example.com/app.js')],
  ['crawlers', by('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')],
  ['crawlers', { request: { headers: [['user-agent', 'GPTBot/1.0']] } }],
  [null, by('Mozilla/5.0 (Linux; Android 10; CUBOT X18) AppleWebKit/537.36 Chrome/120.0')],
  ['health_checks', { transaction: 'GET /healthz' }],
  ['health_checks', { request: { url: 'http://10.0.0.1:8080/actuator/health/?full=1' } }],
  [null, { request: { url: 'https://shop.example.com/health-insurance' } }],
  [null, { request: { url: 'https://ping' } }],
  ['releases', { release: 'web@1.4.0' }],
  [null, { release: 'web@2.0.0' }],
  ['messages', thrown('Error', 'ResizeObserver loop completed with undelivered notifications.')],
  ['messages', thrown('AbortError', 'The user aborted a request.')],
  ['messages', { logentry: { formatted: 'AbortError: gone' } }],
  ['messages', { message: 'AbortError: gone' }],
  [null, thrown('TypeError', 'AbortError was not caught')],
  [null, { exception: 'x', request: [], message: 7, release: {}, transaction: null }],
])('%s: %j', (reason, event) => {
  expect(filterReason(event, ALL)).toBe(reason)
  expect(filterReason(event, NONE)).toBeNull()
})
