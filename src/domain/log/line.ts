import { jsonObjectOf } from '../json/json.ts'
import { withoutColours } from './colours.ts'
import { withoutTracebacks } from './traceback.ts'

const TIME =
  '(?:\\d{4}[-/]\\d{2}[-/]\\d{2}[T ])?\\d{2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?(?: ?(?:Z|UTC|[+-]\\d{2}:?\\d{2}))?'
const LEVEL =
  '(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|WRN|ERR(?:OR)?|CRIT(?:ICAL)?|FATAL|SEVERE|ALERT|EMERG(?:ENCY)?|PANIC)'
/** A thread or logger: `[main]`, `shop.cart -`, or `app.` in front of the level. */
const WRITER =
  '(?:(?:\\[[^\\]\\n]{1,80}\\]|[\\w./#-]{1,80}) {1,2}(?:[|-] )?)?(?:[\\w-]{1,60}\\.(?=[A-Z]{3,9}:))?'
/** `2026-01-02 03:04:05,678 | ERROR | `, `[2026-01-02T03:04:05Z] app.ERROR: `, `03:04:05.678 [main] ERROR `, `… [error ] `. */
const HEAD = new RegExp(
  `^\\[?${TIME}\\]?[ |,:-]{0,4}${WRITER}(?:${LEVEL}(?!\\w)|\\[(?:${LEVEL}|${LEVEL.toLowerCase()}) {0,8}\\])[ |:-]{0,12}`,
)
/** `com.shop.Cart - `, `shop.cart:pay:41 - `, `[com.shop.Cart] `, `[main] com.shop.Cart - `. */
const PLACE = /^(?:(?:\[[\w.$<>:/-]{1,120}\]|(?=\w{1,80}[.:])[\w.$<>:/]{1,160} [-|]) {1,2}){1,2}/
/** `E, [2026-01-02T03:04:05.678901 #42] ERROR -- shop: `, as Ruby's logger writes. */
const RUBY_HEAD = /^[A-Z], \[[\d:.T -]{19,40}#\d{1,10}\] {1,4}[A-Z]{3,7} -- [^:\n]{0,80}: /
/** `E1127 23:59:59.123456    1234 cart.go:17] `, as programs of Google and Kubernetes write. */
const GO_HEAD = /^[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d{6} {1,8}\d{1,10} [\w./-]{1,100}:\d{1,7}\] /
/** `[27-Nov-2026 23:59:59 Europe/Paris] PHP Warning:  …`, as PHP writes its own log. */
const PHP_HEAD = /^\[\d{2}-[A-Z][a-z]{2}-\d{4} \d{2}:\d{2}:\d{2} [\w/+-]{1,40}\] (?=PHP )/
const HEADS = [HEAD, RUBY_HEAD, GO_HEAD, PHP_HEAD]
/** `level=error msg="sync failed" order=17`, `event='sync failed' order=17` as structlog of Python writes. */
const NAMED_FIRST = /^(?:(?:time|ts|t|timestamp|level|lvl|severity|logger)=\S|event=["'])/
const NAMED_MESSAGE =
  /(?:^| )(?:msg|message|event)=(?:"((?:[^"\\\n]|\\.){1,1000})"|'((?:[^'\\\n]|\\.){1,1000})')/

const MAX_HEAD_CHARS = 500
const MAX_CHARS = 8192
const SAID_KEYS = ['message', 'msg', 'event', 'error', 'err'] as const

/** What a line of a log says: without its time, level and place, or the message of a JSON object. */
export function saidInLog(line: string): string {
  const text = withoutColours(line).trim()
  if (text.startsWith('{')) return saidInJson(text) ?? text
  const plain = withoutTracebacks(text, () => '').trim()
  const said = withoutHead(plain)
  return said === '' ? plain : said
}

function withoutHead(text: string): string {
  const start = text.slice(0, MAX_HEAD_CHARS)
  if (NAMED_FIRST.test(start)) return saidByName(text) ?? text
  const head = firstHead(start)
  if (head === null) return text
  const rest = text.slice(head[0].length)
  const place = PLACE.exec(rest)
  return (place === null ? rest : rest.slice(place[0].length)).replace(/ {2,}/g, ' ').trim()
}

function saidByName(text: string): string | undefined {
  const [, double, single] = NAMED_MESSAGE.exec(text.slice(0, MAX_CHARS)) ?? []
  const said = double?.replaceAll('\\"', '"') ?? single?.replaceAll("\\'", "'")
  return said?.trim() === '' ? undefined : said
}

function firstHead(start: string): RegExpExecArray | null {
  for (const pattern of HEADS) {
    const head = pattern.exec(start)
    if (head !== null) return head
  }
  return null
}

function saidInJson(text: string): string | undefined {
  if (text.length > MAX_CHARS || !text.endsWith('}')) return undefined
  const said = jsonObjectOf(text)
  const texts = SAID_KEYS.map((key) => said?.[key])
  return texts.find((value): value is string => typeof value === 'string' && value.trim() !== '')
}
