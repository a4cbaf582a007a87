import type { InboundFilters } from '#contract/project/intake.ts'
import type { FilterReason } from '#contract/project/intake-words.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { globMatcher } from '../text/glob.ts'
import { exceptionList } from '../text/value-list.ts'

const MAX_TEXT_CHARS = 500
const MAX_EXCEPTIONS = 5
const MAX_HEADERS = 100

type Matcher = (text: string) => boolean

export interface ReadyFilters extends Omit<InboundFilters, 'releases' | 'messages'> {
  releases: Matcher[]
  messages: Matcher[]
}

const EXTENSION_SCHEMES = [
  'chrome-extension:',
  'moz-extension:',
  'safari-extension:',
  'safari-web-extension:',
  'ms-browser-extension:',
  'webkit-masked-url:',
]
/** Names that only code of extensions, toolbars and injected scripts uses. */
const EXTENSION_NAMES = [
  'top.globals',
  'originalcreatenotification',
  'canvas.contentdocument',
  'myapp_removeallhighlights',
  'fb_xd_fragment',
  'bmi_safeaddonload',
  'ebcallbackfailed',
  'conduitpage',
  '_avast_submit',
  'object not found matching id:',
  'window.__firefox__',
]
const CRAWLERS = [
  'googlebot',
  'google-inspectiontool',
  'adsbot-google',
  'mediapartners-google',
  'feedfetcher-google',
  'bingbot',
  'bingpreview',
  'baiduspider',
  'yandexbot',
  'duckduckbot',
  'applebot',
  'slurp',
  'sogou',
  'facebookexternalhit',
  'meta-externalagent',
  'twitterbot',
  'linkedinbot',
  'slackbot',
  'discordbot',
  'telegrambot',
  'whatsapp/',
  'ia_archiver',
  'ahrefsbot',
  'semrushbot',
  'mj12bot',
  'dotbot',
  'petalbot',
  'bytespider',
  'gptbot',
  'chatgpt-user',
  'oai-searchbot',
  'claudebot',
  'ccbot',
  'perplexitybot',
  'amazonbot',
  'uptimerobot',
  'pingdom',
  'headlesschrome',
  'phantomjs',
  'crawler',
  'spider',
]
const HEALTH_PATHS = new Set(
  ['health', 'healthz', 'healthcheck', 'health-check', 'health_check', '-/healthy', 'actuator/health'].concat(
    ['livez', 'liveness', 'readyz', 'readiness', '-/ready', 'ping', 'heartbeat', '_health', '_ping'],
  ),
)

/** Null if the filters keep the event. Only the heads of a few texts are looked at. */
export function filterReason(event: JsonObject, filters: ReadyFilters): FilterReason | null {
  const { releases, messages } = filters
  if (filters.browser_extensions && isOfExtension(event)) return 'browser_extensions'
  if (filters.crawlers && isOfCrawler(event)) return 'crawlers'
  if (filters.health_checks && isOfHealthCheck(event)) return 'health_checks'
  const release = head(event.release)
  if (release !== '' && releases.some((matches) => matches(release))) return 'releases'
  if (messages.length > 0 && messagesOf(event).some((text) => messages.some((matches) => matches(text)))) {
    return 'messages'
  }
  return null
}

/** Made once for many events: patterns cost more than events. */
export function readyFilters(filters: InboundFilters): ReadyFilters {
  return {
    ...filters,
    releases: filters.releases.map(globMatcher),
    messages: filters.messages.map(globMatcher),
  }
}

function isOfExtension(event: JsonObject): boolean {
  return exceptionsOf(event).some((exception) => {
    const { frames } = objectOf(exception.stacktrace)
    const innermost = objectOf(Array.isArray(frames) ? frames.at(-1) : undefined)
    const source = (head(innermost.abs_path) || head(innermost.filename)).toLowerCase()
    if (EXTENSION_SCHEMES.some((scheme) => source.startsWith(scheme))) return true
    const text = head(exception.value).toLowerCase()
    return EXTENSION_NAMES.some((name) => text.includes(name))
  })
}

function isOfCrawler(event: JsonObject): boolean {
  const agent = headerOf(objectOf(event.request).headers, 'user-agent').toLowerCase()
  return agent !== '' && CRAWLERS.some((name) => agent.includes(name))
}

function headerOf(headers: Json | undefined, wanted: string): string {
  const pairs = Array.isArray(headers)
    ? headers.map((pair): [unknown, unknown] => (Array.isArray(pair) ? [pair[0], pair[1]] : ['', '']))
    : Object.entries(objectOf(headers))
  for (const [name, value] of pairs.slice(0, MAX_HEADERS)) {
    if (head(name).toLowerCase() === wanted) return head(Array.isArray(value) ? value[0] : value)
  }
  return ''
}

/** By the address of the request, or by a transaction such as `GET /healthz`. */
function isOfHealthCheck(event: JsonObject): boolean {
  const url = head(objectOf(event.request).url)
  const transaction = head(event.transaction)
  return [url, transaction.slice(transaction.lastIndexOf(' ') + 1)].some((text) =>
    HEALTH_PATHS.has(pathOf(text)),
  )
}

/** Without host, query and the slashes around it, in lower case. */
function pathOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split(/[?#]/, 1)
  const scheme = plain.indexOf('://')
  const hostEnd = scheme < 0 ? 0 : plain.indexOf('/', scheme + 3)
  const path = hostEnd < 0 ? '' : plain.slice(hostEnd)
  const start = path.startsWith('/') ? 1 : 0
  return path.endsWith('/') ? path.slice(start, -1) : path.slice(start)
}

function messagesOf(event: JsonObject): string[] {
  const { formatted, message } = objectOf(event.logentry)
  const logged = objectOf(event.message)
  const texts = [event.message, logged.formatted, logged.message, formatted, message].map(head)
  for (const { type, value } of exceptionsOf(event)) {
    texts.push(head(value), `${head(type)}: ${head(value)}`)
  }
  return texts.filter((text) => text !== '')
}

/** The outermost ones, which say what the event is called. */
function exceptionsOf({ exception }: JsonObject): JsonObject[] {
  return exceptionList(exception).slice(-MAX_EXCEPTIONS)
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

function head(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT_CHARS) : ''
}
