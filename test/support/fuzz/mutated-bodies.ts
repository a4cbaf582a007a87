import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import fc from 'fast-check'

/** A body with the headers it is sent with. */
export interface FuzzBody {
  body: Buffer
  headers: Record<string, string>
}

type Encode = (bytes: Buffer) => Buffer
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const ENCODINGS: [string | undefined, Encode][] = [
  [undefined, (bytes) => bytes],
  [undefined, (bytes) => bytes],
  [undefined, (bytes) => bytes],
  ['gzip', (bytes) => gzipSync(bytes, { level: 1 })],
  ['deflate', (bytes) => deflateSync(bytes, { level: 1 })],
  ['deflate', (bytes) => deflateRawSync(bytes, { level: 1 })],
  ['br', (bytes) => brotliCompressSync(bytes, fastBrotli)],
  ['zstd', (bytes) => zstdCompressSync(bytes)],
  ['gzip', (bytes) => bytes],
  ['br', (bytes) => bytes],
  ['zstd', (bytes) => bytes],
  ['deflate', (bytes) => bytes],
  ['gzip, br', (bytes) => bytes],
]

/** What parsers stumble over: markers of the formats, numbers at edges, odd text, deep nesting. */
const TOKENS = [
  '\n',
  '\r\n',
  '\n\n',
  '{}',
  '[]',
  'null',
  'true',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '4294967296',
  '"',
  '\\',
  '\\u0000',
  '\\ud800',
  '\0',
  '\ufeff',
  '\u2028',
  '{"type":"event"}',
  '{"type":"event","length":',
  '{"type":"attachment","length":5}\n',
  '"__proto__":{"toString":1},',
  '"constructor":{"prototype":{}},',
  '"length":"7",',
  '--aBoundary',
  '--aBoundary--',
  '\r\n\r\n',
  'Content-Disposition: form-data; name="file"; filename="',
  '../',
  '%2e%2e%2f',
  '['.repeat(2000),
  '{"a":'.repeat(2000),
  'a'.repeat(9000),
].map((token) => Buffer.from(token))
/** Bytes that are not UTF-8, and the head of a gzip stream. */
const BYTES = ['ff', 'c0af', 'eda080', 'f8888080', '1f8b08', '7801', '28b52ffd', '00000000'].map((hex) =>
  Buffer.from(hex, 'hex'),
)

interface Mutation {
  kind: 'insert' | 'overwrite' | 'delete' | 'repeat' | 'truncate' | 'flip'
  /** Where, as a share of the length. */
  at: number
  span: number
  token: Buffer
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('insert', 'overwrite', 'delete', 'repeat', 'truncate', 'flip'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  span: fc.integer({ min: 1, max: 40 }),
  token: fc.oneof(fc.constantFrom(...TOKENS, ...BYTES), fc.uint8Array({ maxLength: 8 }).map(Buffer.from)),
})

function mutate(bytes: Buffer, { kind, at, span, token }: Mutation): Buffer {
  const place = Math.floor(at * bytes.length)
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)]
  switch (kind) {
    case 'insert':
      return Buffer.concat([before, token, after])
    case 'overwrite':
      return Buffer.concat([before, token, after.subarray(token.length)])
    case 'delete':
      return Buffer.concat([before, after.subarray(span)])
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, span), after])
    case 'truncate':
      return Buffer.from(before)
    case 'flip': {
      const copy = Buffer.from(bytes)
      if (place < copy.length) copy[place]! ^= 1 << (span % 8)
      return copy
    }
  }
}

/** What stands where an event has other values, as JSON: other types, huge, deep, named like what objects inherit. */
const ODD_VALUES = [
  'null',
  'true',
  '0',
  '-1',
  '1e308',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  `"${'x'.repeat(3000)}"`,
  '"{{ default }}"',
  '"{{auto}}"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[["a",1],["b"]]',
  '{"values":[null,1,{}]}',
  '{"frames":[null,{"lineno":"x","in_app":"yes","vars":[]}]}',
  '{"__proto__":{"toString":1},"constructor":{"prototype":{"x":1}}}',
  // Nothing can make a text of these.
  '{"toString":1,"valueOf":null}',
  '[{"toString":1,"valueOf":null}]',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
]

/** The document with the value at one of its places, counted in depth, replaced. */
function replaceAt(document: unknown, place: number, value: unknown): unknown {
  let position = -1
  const walk = (node: unknown): unknown => {
    position += 1
    if (position === place) return value
    if (Array.isArray(node)) return node.map(walk)
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, walk(member)]))
  }
  return walk(document)
}

/** Valid JSON: one of the documents with up to three of its values replaced by odd ones. */
function oddDocuments(documents: readonly object[]): fc.Arbitrary<string> {
  const change = fc.record({
    place: fc.integer({ min: 1, max: 120 }),
    odd: fc.integer({ min: 0, max: ODD_VALUES.length - 1 }),
  })
  return fc
    .record({
      document: fc.constantFrom(...documents),
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    })
    .map(({ document, changes }) => {
      const marked = changes.reduce<unknown>(
        (now, { place, odd }) => replaceAt(now, place, `@${odd}@`),
        document,
      )
      return JSON.stringify(marked).replace(/"@(\d+)@"/g, (_, odd) => ODD_VALUES[Number(odd)]!)
    })
}

export interface FuzzSeeds {
  /** Valid bodies, to be mutated byte by byte. */
  bodies: readonly Buffer[]
  /** Documents whose values are replaced by odd ones, and what makes a body of one. */
  documents: readonly object[]
  wrap(document: string): string
}

/**
 * Bodies made from valid ones by up to four mutations, before or after compression; well-formed ones that
 * hold odd values; now and then plain random bytes.
 */
export function mutatedBodies({ bodies, documents, wrap }: FuzzSeeds): fc.Arbitrary<FuzzBody> {
  const mutated = fc
    .record({
      seed: fc.constantFrom(...bodies),
      inner: fc.oneof(fc.array(mutation, { maxLength: 1 }), fc.array(mutation, { maxLength: 4 })),
      encoding: fc.constantFrom(...ENCODINGS),
      outer: fc.oneof(
        { weight: 6, arbitrary: fc.array(mutation, { maxLength: 0 }) },
        { weight: 1, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 1 }) },
      ),
    })
    .map(({ seed, inner, encoding: [name, encode], outer }) =>
      fuzzBody(outer.reduce(mutate, encode(inner.reduce(mutate, seed))), name),
    )
  const odd = oddDocuments(documents).map((document) => fuzzBody(Buffer.from(wrap(document)), undefined))
  const random = fc.uint8Array({ maxLength: 200 }).map((bytes) => fuzzBody(Buffer.from(bytes), undefined))
  return fc.oneof(
    { weight: 14, arbitrary: mutated },
    { weight: 5, arbitrary: odd },
    { weight: 1, arbitrary: random },
  )
}

function fuzzBody(body: Buffer, encoding: string | undefined): FuzzBody {
  return { body, headers: encoding === undefined ? {} : { 'content-encoding': encoding } }
}
