import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { userIdentity } from '../event/user-identity.ts'
import type { JsonObject } from '../json/json.ts'
import { normaliseEvent } from '../normalise/event.ts'
import { previewFingerprint } from './preview.ts'
import { groupEvent } from './v1/fingerprint.ts'

const preview = (event: JsonObject) => previewFingerprint(event).preview
const thrown = (frame: JsonObject, more: JsonObject = {}): JsonObject => ({
  exception: { values: [{ type: 'E', value: 'v', stacktrace: { frames: [frame] } }] },
  ...more,
})
const FRAME = { function: 't', filename: 'https://x.example/app.min.js', lineno: 1, colno: 100, in_app: true }

test('says what a placeholder issue needs', () => {
  const event = {
    ...thrown(FRAME),
    level: 'warn',
    release: 3,
    platform: 'javascript',
    user: { email: 'A@b.example' },
  }
  expect(previewFingerprint(event)).toEqual({
    preview: expect.stringMatching(/^[0-9a-f]{32}$/),
    title: 'E: v',
    level: 'warning',
    environment: 'production',
    release: '3',
    platform: 'javascript',
    userKey: 'email:a@b.example',
  })
  expect(previewFingerprint({})).not.toHaveProperty('userKey')
})

test.each<[string, string, JsonObject]>([
  ['path', 'python', { abs_path: '/usr/lib/python3.11/a.py' }],
  ['binary', 'native', { package: '/usr/lib/libc.so.6' }],
  ['language', 'python', { platform: 'node', function: 'sentryWrapped' }],
])('a call that its %s shows to be of a library has another preview', (_name, platform, place) => {
  const frame = {
    function: 'eval',
    in_app: true,
    ...(place.function !== undefined && { function: place.function }),
  }
  const [own, library] = [thrown(frame, { platform }), thrown({ ...frame, ...place }, { platform })]
  expect(preview(library)).not.toBe(preview(own))
})

describe('JavaScript', () => {
  const event = (frame: JsonObject, more: JsonObject = {}) =>
    thrown({ ...FRAME, ...frame }, { platform: 'javascript', release: 'a', ...more })

  test.each<[string, JsonObject]>([
    ['column', event({ colno: 101 })],
    ['line', event({ lineno: 2 })],
    ['release', event({}, { release: 'b' })],
    ['build', event({}, { dist: '2' })],
    ['debug id', event({}, { debug_meta: { images: [{ type: 'sourcemap', debug_id: 'd1' }] } })],
  ])('another %s is another preview', (_name, other) => {
    expect(preview(other)).not.toBe(preview(event({})))
  })
})

test('elsewhere line, release and value are the same preview', () => {
  const frame = { function: 'f', filename: 'a.py', in_app: true, lineno: 1 }
  const event = thrown(frame, { platform: 'python', release: 'a' })
  const other = {
    platform: 'python',
    release: 'b',
    exception: [{ type: 'E', value: 'other', stacktrace: { frames: [{ ...frame, lineno: 9 }] } }],
  }
  expect(preview(other)).toBe(preview(event))
})

test('messages of one template are the same preview', () => {
  expect(preview({ message: 'user 5 gone' })).toBe(preview({ message: 'user 6 gone' }))
  expect(preview({ message: 'user 5 gone' })).not.toBe(preview({ message: 'user 5 back' }))
})

test('a literal fingerprint of the client is all there is', () => {
  const fingerprint = ['checkout', 5]
  expect(preview({ ...thrown({ function: 'a' }), fingerprint })).toBe(
    preview({ message: 'x', fingerprint: ['checkout', '5'] }),
  )
})

const text = fc.constantFrom(
  'a',
  'b',
  'Object.t',
  'new e',
  'eval',
  '?',
  '<anonymous>',
  'lambda$x$1',
  'sentryWrapped',
  '',
)
const path = fc.constantFrom(
  'a.py',
  'b.py',
  '/app/a.js',
  'https://x.example/a.js',
  '/app/node_modules/a/b.js',
  '/usr/lib/python3.11/a.py',
  '/srv/releases/20260101/a.py',
  '[native code]',
  'C:\\a.cs',
  '',
)
const frame = fc.record(
  {
    function: text,
    filename: path,
    abs_path: path,
    module: fc.constantFrom('m', 'n', 'a.B$$Lambda$1', ''),
    context_line: fc.constantFrom('x', 'y'),
    in_app: fc.boolean(),
    lineno: fc.nat(2),
    package: fc.constantFrom('/data/app/libshop.so', '/system/lib64/libc.so'),
    instruction_addr: fc.constantFrom('0x1010', '0x2010', 0x2020),
    image_addr: fc.constantFrom('0x1000', '0x0'),
  },
  { requiredKeys: ['function'] },
)
const stacktrace = fc.record({ frames: fc.array(frame, { maxLength: 2 }) })
const exception = fc.record(
  {
    type: fc.constantFrom('E', 'F', '*errors.errorString', '*fmt.wrapError'),
    value: fc.constantFrom('v', 'w 5', 'w 6'),
    stacktrace,
    thread_id: fc.constantFrom(1, 2),
    mechanism: fc.constantFrom<JsonObject>(
      {},
      { synthetic: true },
      { meta: { ns_error: { domain: 'd', code: 1 } } },
      { meta: { ns_error: { domain: 'd', code: 2 } } },
    ),
  },
  { requiredKeys: [] },
)
const someEvent = fc.record(
  {
    platform: fc.constantFrom('python', 'javascript', 'java', 'native', 'go'),
    exception: fc.array(exception, { maxLength: 2 }),
    transaction: fc.constantFrom('/a', '/b'),
    logger: fc.constantFrom('l', ''),
    level: fc.constantFrom('fatal', 'error'),
    message: fc.constantFrom('m', 'n 5', 'n 6'),
    stacktrace,
    threads: fc.array(fc.record({ stacktrace, crashed: fc.boolean(), id: fc.constantFrom(1, 2) }), {
      maxLength: 2,
    }),
    template: fc.record({
      filename: fc.constantFrom('a.html', 'b.html'),
      context_line: fc.constantFrom('x', 'y'),
    }),
    checksum: fc.constantFrom<string | number>('c1', 'c2', 7, ''),
    fingerprint: fc.constantFrom<string[]>([], ['x'], ['x', '{{ default }}'], ['{{ type }}'], ['n 5']),
    debug_meta: fc.constantFrom<JsonObject>(
      { images: [{ image_addr: '0x2000', image_size: 4096, code_file: '/data/app/libshop.so' }] },
      { images: [{ image_addr: '0x1000' }, { image_addr: '0x2008', code_file: '/usr/lib/libc.so.6' }] },
    ),
  },
  { requiredKeys: ['platform'] },
)

const FIELDS = [
  'exception',
  'message',
  'stacktrace',
  'threads',
  'template',
  'checksum',
  'fingerprint',
  'transaction',
  'logger',
  'debug_meta',
  'level',
]

/** Two events that are alike but for one part, which makes equal previews likely. */
const alike = fc
  .tuple(someEvent, someEvent, fc.constantFrom(...FIELDS))
  .map(([first, second, field]) => [first, { ...first, [field]: (second as JsonObject)[field] ?? null }])
const alikeFrames = fc
  .tuple(
    fc.constantFrom('python', 'javascript', 'java', 'native'),
    fc.array(frame, { maxLength: 3 }),
    frame,
    frame,
  )
  .map(([platform, rest, first, second]) =>
    [first, second].map((own) => ({
      platform,
      exception: [{ type: 'E', value: 'v', stacktrace: { frames: [...rest, own] } }],
    })),
  )

test('the same calls in an overflow and in another error are two previews', () => {
  const frames = Array.from({ length: 30 }, () => FRAME)
  const error = (value: string) =>
    preview({ exception: [{ type: 'RangeError', value, stacktrace: { frames } }] })
  expect(error('Maximum call stack size exceeded')).not.toBe(error('Invalid array length'))
})

test.each<[string, JsonObject[]]>([
  [
    'the place of a file without a name',
    [{ abs_path: '/usr/lib/python3.11/a.py' }, { abs_path: '' }].map((frame) =>
      thrown({ function: 'eval', in_app: true, ...frame }, { platform: 'python' }),
    ),
  ],
  [
    'a file in a library',
    ['/usr/lib/python3.11/a.py', '/srv/releases/1/a.py'].map((abs_path) =>
      thrown({ function: '', filename: 'a.py', abs_path, in_app: true }, { platform: 'python' }),
    ),
  ],
  [
    'an exception that the SDK made up',
    [{ synthetic: true }, { synthetic: false }].map((mechanism) => ({
      exception: ['w 5', 'w 6'].map((value) => ({ value, mechanism })),
    })),
  ],
])('%s makes another preview', (_name, [first, second]) => {
  expect(preview(first!)).not.toBe(preview(second!))
})

test('events of one preview belong to one issue', () => {
  fc.assert(
    fc.property(fc.oneof(alike, alikeFrames), ([left, right]) => {
      const [first, second] = [left, right] as [JsonObject, JsonObject]
      if (preview(first) !== preview(second)) return
      const keys = [first, second].map(
        (event) =>
          groupEvent(normaliseEvent(structuredClone(event), { receivedAt: 0, retentionDays: 1 })).keys,
      )
      expect(keys[1]![0]).toBe(keys[0]![0])
    }),
    { numRuns: 5000 },
  )
})

test('no event makes it throw, and the affected user is the one in the stored event', () => {
  const user = fc.dictionary(
    fc.constantFrom('id', 'email', 'username', 'ip_address'),
    fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('{{auto}}', '[Filtered]', ' x ')),
  )
  const odd = fc.dictionary(
    fc.constantFrom(
      'exception',
      'message',
      'logentry',
      'platform',
      'level',
      'release',
      'tags',
      'fingerprint',
      'threads',
      'stacktrace',
      'csp',
      'sdk',
      'debug_meta',
    ),
    fc.jsonValue({ maxDepth: 4 }),
  )
  fc.assert(
    fc.property(fc.tuple(odd, user), ([said, named]) => {
      const event = { ...said, user: named } as JsonObject
      const { userKey, ...known } = previewFingerprint(event, '203.0.113.7')
      const stored = normaliseEvent(structuredClone(event), {
        receivedAt: 0,
        retentionDays: 1,
        clientIp: '203.0.113.7',
      })
      expect(userKey).toBe(userIdentity(stored.user))
      expect(stored).toMatchObject({
        level: known.level,
        environment: known.environment,
        release: known.release,
        platform: known.platform,
      })
    }),
    { numRuns: 1000 },
  )
})

test('values nested as deep as a body allows do not matter', () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  expect(preview({ exception: [{ type: 'E', value: deep }], fingerprint: [deep], message: deep })).toMatch(
    /^[0-9a-f]{32}$/,
  )
})
