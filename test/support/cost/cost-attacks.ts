import { INGEST_LIMITS } from '#contract/limits.ts'
import { wrapped } from './cost-inputs.ts'
import type { CostInput } from './cost-measure.ts'

/** A little below the largest body. */
const BYTES = INGEST_LIMITS.maxBodyBytes - 1000

const fill = (piece: string, bytes = BYTES) => piece.repeat(Math.floor(bytes / piece.length))
const list = (piece: string, bytes = BYTES) => fill(`${piece},`, bytes).slice(0, -1)
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(',')
const store = (name: string, body: string) => wrapped('store', name, body)
const texts = (text: string) => `{"extra":{"a":[${list(JSON.stringify(text))}]}}`
/** As long as a text of an event may be. */
const long = (piece: string) => fill(piece, 8100)
const deep = (open: string, close: string) =>
  `${open.repeat(BYTES / 2 / open.length)}1${close.repeat(BYTES / 2 / open.length)}`

/** Bodies of the full size that took longest once, or that someone may think of: each kind is kept from coming back. */
export const COST_ATTACKS: readonly CostInput[] = [
  store('base64 and blanks', `A${fill(' ')}!`),
  store('base64', btoa(fill('a', BYTES / 2))),
  store(
    'a template and a deep parameter',
    `{"logentry":{"message":"${fill('{a}', 900_000)}","params":{"a":[${fill('0,', 900_000)}${'['.repeat(20_000)}${']'.repeat(20_000)}]}}}`,
  ),
  store(
    'a template and long parameters',
    `{"logentry":{"message":"${fill('%s', 900_000)}","params":["${fill('x', 500_000)}",${list('"y"', 500_000)}]}}`,
  ),
  store('numbers in exceptions', `{"exception":[${list(`{"value":"${fill('1,', 9000)}"}`)}]}`),
  store('many exceptions', `{"exception":[${list('{"value":{"a":[1,1.5,"1.1"]}}')}]}`),
  store(
    'variables of a fingerprint',
    `{"fingerprint":[${list(`"${'{{ message }}{{ type }}'.repeat(20)}"`, 500_000)}],"message":"${fill('1,', 500_000)}","exception":[{"type":"${fill('1,', 500_000)}"}]}`,
  ),
  store(
    'defaults in a fingerprint',
    `{"fingerprint":[${list('"{{ default }}"', 1000)}],"exception":[${many(200, (index) => `{"type":"T${index}","value":"${fill('v', 5000)}"}`)}]}`,
  ),
  store(
    'tags in a fingerprint',
    `{"fingerprint":[${many(50, (index) => `"{{ tags.${index} }}"`)}],"tags":[${list('["a","b"]', BYTES - 2000)}]}`,
  ),
  store('a long user id', `{"user":{"id":9007199254740993},"extra":[${list('0', BYTES - 100)}]}`),
  ...['htpasswd', 'aws', 'mysql'].map((name) =>
    store(`arguments of ${name}`, `{"extra":{"a":[${list(`["${name}",${many(1999, () => '"ab"')}]`)}]}}`),
  ),
  store('beginnings of addresses', texts(long(fill('://:', 7_000)))),
  store('addresses whose user ends nowhere', texts(long(`${fill('://:', 500)} @`))),
  store('command lines', texts(long(`htpasswd -b ${'a '.repeat(40)}`))),
  store('inserted values', texts(`insert into a (${long('pass,')}) values ${long("('a'),")}`)),
  store('statements without values', texts(long('insert into a (pass) values ('))),
  store('parameters of a scheme', texts(long('auth: digest a=b '))),
  store('long integers', `{"extra":{"a":[${list('9007199254740993')}]}}`),
  store('a deep list', `{"extra":${deep('[', ']')}}`),
  store('a deep object', `{"extra":${deep('{"a":', '}')}}`),
  store('a thousand keys, a hundred times', `{"extra":{${many(120_000, (index) => `"k${index}":1`)}}}`),
  store('a hundred thousand tags', `{"tags":{${many(100_000, (index) => `"k${index}":"v"`)}}}`),
  store('modules', `{"modules":{${many(80_000, (index) => `"token${index}":"1.2"`)}}}`),
  store('headers of one name', `{"request":{"headers":[${list('["a","b"]')}]}}`),
  store('cookies', `{"request":{"cookies":"${fill('a=b;')}","query_string":"${fill('a=b&', 1000)}"}}`),
  store('threads', `{"threads":[${list('{"stacktrace":{"frames":[{"function":"a","filename":"b"}]}}')}]}`),
  store('breadcrumbs', `{"breadcrumbs":[${list('{"timestamp":"2026-01-01T00:00:00Z","message":"a"}')}]}`),
  store(
    'frames',
    `{"platform":"python","exception":[{"type":"E","stacktrace":{"frames":[${list('{"function":"a","filename":"b"}')}]}}]}`,
  ),
  store(
    'names of native functions',
    `{"platform":"native","exception":[{"type":"E","stacktrace":{"frames":[${list(`{"function":"${'.cold'.repeat(199)}x"}`)}]}}]}`,
  ),
  wrapped('envelope', 'an event without its end', `{}\n{"type":"event"}\n{"a":${fill('[', BYTES - 100)}`),
  wrapped('envelope', 'many events without their ends', `{}\n${fill('{"type":"event"}\n{"a":[1,[2\n')}`),
  wrapped('envelope', 'empty lines', `{}${fill('\n')}`),
  wrapped(
    'envelope',
    'feedback',
    `{}\n${fill(`{"type":"feedback"}\n{"contexts":{"feedback":{"message":"bearer ${fill('.', 19_980)}a"}}}\n`)}`,
  ),
  wrapped(
    'release-file',
    'a form of delimiters',
    `------------------\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${fill('\r\n---------------')}`,
  ),
  wrapped('api', 'an escape and many values', `["\\u0000",${list('"a"', BYTES - 100)}]`),
  wrapped('api', 'an escape and a deep value', `["\\u0000",${deep('[', ']')}]`),
  wrapped('query', 'quotes', fill('"\\', 16_000)),
  wrapped('query', 'terms', fill('is:a,b ', 16_000)),
  ...[
    'bearer ',
    'token: ',
    'cookie: a; ',
    'authorization: ',
    "session:id='",
    '&a=b',
    '?a=b&',
    'password=x ',
    '<password>',
    '1234-5678-',
    '4111 1111 ',
    'a:b@tcp(',
    '-----BEGIN ',
    'eyJaaaaa.',
    'curl -u a:b ',
    'AUTH a ',
    'password = ? (String) Parameters: ',
  ].map((piece) => store(`texts of ${JSON.stringify(piece)}`, texts(long(piece)))),
  store('texts of packed documents', texts(long(`${btoa('{"password":{"a":"eyJ0b2tlbiI6MTd9"}}')} `))),
  store('texts of a scheme and dots', texts(`bearer ${fill('.', 8000)}a`)),
]
