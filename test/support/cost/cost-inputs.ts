import { Buffer } from 'node:buffer'
import type { SeededRandom } from '../fuzz/seeded-random.ts'
import type { CostInput, CostRoute } from './cost-measure.ts'
import { pumpedText } from './cost-texts.ts'

const PLATFORMS = ['javascript', 'python', 'java', 'native', 'csharp', 'go', 'php', 'ruby', 'elixir', 'other']
const FORM_HEAD = '------------------\r\nContent-Disposition: form-data; name="file"; filename="a"'

/** Lays JSON values into an event, each a way that SDKs have for it. */
const SHAPES: Record<string, (values: string[], random: SeededRandom) => string> = {
  message: ([first]) => `{"message":${first}}`,
  logentry: (values) => `{"logentry":{"message":${values[0]},"params":[${values.slice(1)}]}}`,
  'named parameters': ([first, ...rest]) => `{"logentry":{"message":${first},"params":{"a":[${rest}]}}}`,
  formatted: ([first]) => `{"logentry":{"message":"a","formatted":${first}}}`,
  exceptions: (values) => `{"exception":[${values.map((value) => `{"type":"E","value":${value}}`)}]}`,
  types: (values) => `{"exception":{"values":[${values.map((value) => `{"type":${value}}`)}]}}`,
  frames: (values, random) =>
    `{"platform":"${random.pick(PLATFORMS)}","exception":[{"type":"E","stacktrace":{"frames":[${framesOf(values, random)}]}}]}`,
  threads: (values, random) =>
    `{"platform":"${random.pick(PLATFORMS)}","threads":[${values.map((value) => `{"stacktrace":{"frames":[${framesOf([value], random)}]}}`)}]}`,
  breadcrumbs: (values) =>
    `{"breadcrumbs":[${values.map((value) => `{"message":${value},"data":{"a":1}}`)}]}`,
  tags: (values) => `{"tags":[${values.map((value) => `[${value},${value}]`)}]}`,
  'tags by name': (values) => `{"tags":{${membersOf(values)}}}`,
  fingerprint: (values) =>
    `{"fingerprint":[${values}],"message":${values[0]},"exception":[{"type":${values[0]}}]}`,
  user: ([first, ...rest]) => `{"user":{"id":9007199254740993,"email":${first}},"extra":{"a":[${rest}]}}`,
  request: (values) =>
    `{"request":{"url":${values[0]},"cookies":${values[0]},"headers":[${values.map((v) => `[${v},"b"]`)}]}}`,
  query: ([first]) => `{"request":{"query_string":${first}}}`,
  contexts: (values) => `{"contexts":{${membersOf(values)}}}`,
  extra: (values) => `{"extra":{"a":[${values}]}}`,
  keys: (values) => `{"extra":{${values.map((value, index) => `${value.slice(0, -1)}${index}":1`)}}}`,
  names: ([first]) =>
    `{"release":${first},"environment":${first},"transaction":${first},"server_name":${first}}`,
  csp: ([first]) => `{"csp":{"effective_directive":${first},"blocked_uri":${first}}}`,
  arguments: (values) => `{"extra":{"argv":[${values}]}}`,
}

function framesOf(values: string[], random: SeededRandom): string[] {
  const field = random.pick(['function', 'filename', 'module', 'abs_path', 'context_line', 'package', 'vars'])
  return values.map((value, line) => `{"lineno":${line},"in_app":true,"${field}":${value}}`)
}

/** Names that differ, since equal ones would be one. */
function membersOf(values: string[]): string[] {
  return values.map((value, index) => `"k${index}":${value}`)
}

/** What a random input is made of, so that it can be made again at another size. */
type Recipe = (bytes: number) => CostInput

/** Something expensive, perhaps: a pumped text as a body, or in one of the places of an event, once or many times. */
export function randomRecipe(newRandom: () => SeededRandom): Recipe {
  return (bytes) => {
    const random = newRandom()
    const kind = random.int(1, 20)
    if (kind > 3) return eventInput(random, bytes)
    if (kind === 3) return wrapped('envelope', 'items', itemsOf(random, bytes))
    const route: CostRoute = random.pick(['store', 'envelope', 'release-file', 'api', 'query'])
    const text = pumpedText(random, bytes)
    const body = route === 'release-file' ? `${FORM_HEAD}\r\n\r\n${text}` : text
    return wrapped(route, `text ${text.slice(0, 60)}`, body)
  }
}

function eventInput(random: SeededRandom, bytes: number): CostInput {
  const shape = random.pick(Object.keys(SHAPES))
  const count = random.pick([1, 1, 3, 10, 100, 1000])
  const text = pumpedText(random, Math.max(4, Math.floor(bytes / count / 2)))
  const value = random.int(1, 8) === 1 ? nested(random, Math.floor(bytes / count / 2)) : JSON.stringify(text)
  const body = SHAPES[shape]!(Array<string>(count).fill(value), random)
  const name = `${shape} × ${count}: ${value.slice(0, 80)}`
  return random.int(1, 6) === 1
    ? wrapped('envelope', name, `{}\n{"type":"event"}\n${body}`)
    : wrapped('store', name, body)
}

function nested(random: SeededRandom, bytes: number): string {
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[1,', ']'],
  ] as const)
  const depth = Math.max(1, Math.floor(bytes / (open.length + 1)))
  return `${open.repeat(depth)}1${close.repeat(depth)}`
}

function itemsOf(random: SeededRandom, bytes: number): string {
  const text = JSON.stringify(pumpedText(random, random.int(1, 3000)))
  const item = random.pick([
    '{"type":"event","length":1}\n{}\n',
    '{"type":"event"}\n[1,[2,{"a":3\n',
    '{"type":"x"}\n{"\n',
    `{"type":"feedback"}\n{"contexts":{"feedback":{"message":${text}}}}\n`,
    `{"type":${text}}\n${text}\n`,
    '\n',
  ])
  return `{}\n${item.repeat(Math.ceil(bytes / item.length))}`.slice(0, bytes)
}

export function wrapped(route: CostRoute, name: string, body: string): CostInput {
  return { route, name, body: Buffer.from(body) }
}
