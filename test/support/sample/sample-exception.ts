import { type SeededRandom, seededRandom } from '../fuzz/seeded-random.ts'

const VERBS = words(
  'resolve charge render validate import refund schedule merge encode publish ' +
    'reserve archive measure convert restore compare collect dispatch enrich settle',
)
const NOUNS = words(
  'Invoice Cart Payment Profile Shipment Coupon Report Ledger Catalog Webhook ' +
    'Session Address Tariff Receipt Voucher Parcel Rating Supplier Budget Contract',
)
const ERROR_TYPES = ['TypeError', 'RangeError', 'ValidationError', 'TimeoutError', 'ConflictError']
const AREAS = ['billing', 'checkout', 'fulfilment', 'accounts', 'catalogue', 'reporting']
const LIBRARIES = ['express', 'pg-pool', 'axios', 'bullmq', 'graphql', 'router', 'knex', 'body-parser']
const VARIABLES = words(
  'order context options result entry customer total cursor batch rate queue ' +
    'window policy locale margin header filter amount stream bucket origin tenant',
)
/** Made-up words give the code lines about the entropy of real ones. */
const SYLLABLES = words(
  'bal cor dex fin gra hol jun kel lum mar nov orb pri qua ros ' +
    'sta tem urb vel wex yar zen blo cre dri fle glo sma tra voc',
)
const FRAMES = 30
const CONTEXT_LINES = 1

/** An exception in the event's shape; `subject` is the part of the message that differs between events. */
export type ExceptionOf = (subject: string) => Record<string, unknown>

/**
 * The exception of sample issue `index` (below nine million): its own type, message and 30 frames with context
 * lines, the same on every call. Names carry no numbers, so that no grouping rule folds two issues together.
 */
export function sampleException(index: number): ExceptionOf {
  const random = seededRandom(7919 * (index + 1))
  const verb = VERBS[index % VERBS.length]!
  const noun = NOUNS[Math.floor(index / VERBS.length) % NOUNS.length]! + surname(index)
  const type = random.pick(ERROR_TYPES)
  const frames = Array.from({ length: FRAMES }, (_, depth) => {
    if (depth === FRAMES - 1) return frame(random, `${verb}${noun}`, ownFile(random, noun))
    return depth % 3 === 1 ? ownFrame(random) : libraryFrame(random)
  })
  return (subject) => ({
    type,
    value: `Cannot ${verb} ${noun.toLowerCase()} ${subject}: upstream state has changed`,
    stacktrace: { frames },
    mechanism: { type: 'generic', handled: true },
  })
}

/** What tells issues apart once verbs and nouns are used up: empty for the first 400. */
function surname(index: number): string {
  const number = Math.floor(index / (VERBS.length * NOUNS.length))
  if (number === 0) return ''
  const size = SYLLABLES.length
  const parts = [number, Math.floor(number / size), Math.floor(number / size ** 2)]
  return parts.map((part) => SYLLABLES[part % size]).join('')
}

function ownFile(random: SeededRandom, noun: string): string {
  return `/srv/shop/src/${random.pick(AREAS)}/${noun.toLowerCase()}-service.js`
}

function ownFrame(random: SeededRandom): Record<string, unknown> {
  const noun = random.pick(NOUNS)
  return frame(random, `${noun}Service.${random.pick(VERBS)}${random.pick(NOUNS)}`, ownFile(random, noun))
}

function libraryFrame(random: SeededRandom): Record<string, unknown> {
  const library = random.pick(LIBRARIES)
  const file = `/srv/shop/node_modules/${library}/lib/${madeUpWord(random)}.js`
  return frame(random, `${random.pick(NOUNS)}.${random.pick(VERBS)}`, file)
}

function frame(random: SeededRandom, name: string, file: string): Record<string, unknown> {
  const lines = (count: number) => Array.from({ length: count }, () => codeLine(random))
  return {
    filename: file,
    function: name,
    lineno: random.int(5, 900),
    colno: random.int(3, 60),
    in_app: !file.includes('node_modules'),
    pre_context: lines(CONTEXT_LINES),
    context_line: codeLine(random),
    post_context: lines(CONTEXT_LINES),
  }
}

function codeLine(random: SeededRandom): string {
  const [a, b] = [random.pick(VARIABLES), random.pick(VARIABLES)]
  const call = `${random.pick(VERBS)}${random.pick(NOUNS)}`
  const field = madeUpWord(random)
  return random.pick([
    `  const ${a} = await ${call}(${b}.${field})`,
    `  if (!${a}.${field}) return ${madeUpWord(random)}`,
    `  for (const ${madeUpWord(random)} of ${b}.${field}) {`,
    `    ${a}.${field} += ${b}.${madeUpWord(random)}()`,
    `  return { ...${a}, ${field}: ${madeUpWord(random)} }`,
    `  throw new ${madeUpWord(random)}('${field}')`,
  ])
}

function madeUpWord(random: SeededRandom): string {
  return random.pick(SYLLABLES) + random.pick(SYLLABLES) + random.pick(SYLLABLES)
}

function words(text: string): string[] {
  return text.split(' ')
}
