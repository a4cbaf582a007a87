import { expect, test } from 'vitest'
import type { JsonObject } from '../json/json.ts'
import { scrubEventText } from '../scrub/scrub.ts'
import { normaliseEvent } from './event.ts'

type Odd = [name: string, event: JsonObject, invalid: string[] | undefined, expected?: JsonObject]

const TAGS = { tags: { a: '1' } }

const FRAMES: JsonObject[] = [
  { function: { name: 'f' } },
  { lineno: 'x' },
  { lineno: 1.5 },
  { vars: 'a=1' },
  { pre_context: 'a' },
  { post_context: [{}] },
]

/** Shapes that SDKs send (nothing is invalid), and such that make no sense in one place. */
const SHAPES: Odd[] = [
  ['an exception as a bare list', { exception: [{ type: 'E', value: 'v' }] }, undefined, { title: 'E: v' }],
  ['one exception', { exception: { type: 'E', value: 'v' } }, undefined, { title: 'E: v' }],
  ['a number as an exception', { exception: 7, message: 'm' }, ['exception'], { title: 'm' }],
  [
    'a text among exceptions',
    { exception: { values: ['x', { type: 'E', value: 'v' }] } },
    undefined,
    { title: 'E: v', exception: { values: [{ value: 'x' }, { type: 'E', value: 'v' }] } },
  ],
  ['an exception that is only a text', { exception: 'boom' }, undefined, { title: 'boom' }],
  ['a number among exceptions', { message: 'm', exception: ['boom', 7] }, ['exception'], { title: 'boom' }],
  ['null among exceptions', { exception: [null, { type: 'E', value: 'v' }] }, undefined, { title: 'E: v' }],
  [
    'a stack as a text',
    { exception: { type: 'E', value: 'v', stacktrace: 'E: v\n    at f (a.js:1:2)' } },
    ['exception'],
    { title: 'E: v' },
  ],
  ['an empty stack', { exception: { type: 'E', value: 'v', stacktrace: {} } }, undefined, { title: 'E: v' }],
  ['a stack beside the exceptions', { message: 'm', stacktrace: 7 }, ['stacktrace'], { title: 'm' }],
  ['threads as a text', { message: 'm', threads: 'main' }, ['threads']],
  ['breadcrumbs in values', { message: 'm', breadcrumbs: { values: [{ message: 'b' }] } }, undefined],
  ['breadcrumbs that are numbers', { message: 'm', breadcrumbs: [1, 2, { message: 'b' }] }, ['breadcrumbs']],
  ['tags as pairs', { message: 'm', tags: [['a', '1']] }, undefined, TAGS],
  ['tags as keys and values', { message: 'm', tags: [{ key: 'a', value: 1 }] }, undefined, TAGS],
  [
    'numbers, flags and nulls as tags',
    { message: 'm', tags: { a: 1, b: true, c: null } },
    undefined,
    { tags: { a: '1', b: 'true' } },
  ],
  ['an object as a tag', { message: 'm', tags: { a: 1, b: { c: 1 } } }, ['tags'], TAGS],
  ['tags as a text', { message: 'm', tags: 'a' }, ['tags']],
  ['empty lists for empty objects', { message: 'm', tags: [], extra: [], contexts: [], user: [] }, undefined],
  [
    'a context that is a text',
    { message: 'm', contexts: { app: 'x', os: { name: 'Linux' } } },
    ['contexts'],
    { contexts: { os: { name: 'Linux' } } },
  ],
  ['a context that is null', { message: 'm', contexts: { app: null } }, undefined],
  ['a request as a text', { message: 'm', request: 'GET /' }, ['request']],
  [
    'headers as pairs',
    { message: 'm', request: { headers: [['Accept', 'a']] } },
    undefined,
    { request: { headers: { Accept: 'a' } } },
  ],
  ['a user as a text', { message: 'm', user: 'ada' }, ['user']],
  ['a user id as a number', { message: 'm', user: { id: 7 } }, undefined, { user: { id: '7' } }],
  ['extra as a list', { message: 'm', extra: [1, 2] }, ['extra']],
  ['modules as a list of names', { message: 'm', modules: ['a'] }, ['modules']],
  ['sdk as a text', { message: 'm', sdk: 'raven' }, ['sdk']],
  ['a release as a number', { message: 'm', release: 12 }, undefined, { release: '12' }],
  ['a release as an object', { message: 'm', release: { v: 1 } }, ['release']],
  ['a transaction as a list', { message: 'm', transaction: ['a'] }, ['transaction']],
  ['a level as a list', { message: 'm', level: ['error'] }, ['level'], { level: 'error' }],
  ['a level as a number', { message: 'm', level: 40 }, undefined, { level: 'error' }],
  ['a time as an object', { message: 'm', timestamp: {} }, ['timestamp']],
  ['a time without a zone', { message: 'm', timestamp: '2026-01-01T00:00:00' }, undefined],
  [
    'debug_meta as a list, logger as an object',
    { message: 'm', debug_meta: [1], logger: { a: 1 } },
    ['debug_meta', 'logger'],
  ],
  ['a release that is true', { message: 'm', release: true }, ['release']],
  ['a release that is false', { message: 'm', release: false }, undefined],
  ['a stack without frames', { message: 'm', stacktrace: { depth: 3 } }, ['stacktrace']],
  ['a stack whose frames are null', { message: 'm', stacktrace: { frames: null } }, undefined],
  [
    'frames as SDKs send them',
    {
      message: 'm',
      stacktrace: {
        frames: [
          {
            function: 'f',
            lineno: -2,
            colno: '7',
            vars: [],
            pre_context: null,
            context_line: '',
            package: 0,
          },
        ],
      },
    },
    undefined,
  ],
  ...FRAMES.map(
    (frame): Odd => [
      `a frame with ${JSON.stringify(frame)}`,
      { exception: [{ type: 'E', stacktrace: { frames: [frame] } }] },
      ['exception'],
      { title: 'E' },
    ],
  ),
  [
    'arguments as a list',
    { message: 'm', stacktrace: { frames: [{ function: 'f', vars: ['a', 1] }] } },
    undefined,
  ],
  ['a text among frames', { message: 'm', stacktrace: ['at f (a.js:1:2)'] }, ['stacktrace']],
  ['an exception with none of its fields', { message: 'm', exception: { code: 7 } }, ['exception']],
  ['an exception whose fields are empty', { message: 'm', exception: { type: null, value: '' } }, undefined],
  ['a breadcrumb with none of its fields', { message: 'm', breadcrumbs: [{ text: 'x' }] }, ['breadcrumbs']],
  ['a list as a type', { exception: { type: ['E'], value: 'v' } }, ['exception'], { title: 'v' }],
  ['a number as a mechanism', { exception: { type: 'E', mechanism: 7 } }, ['exception'], { title: 'E' }],
  ['a URL as an object', { message: 'm', request: { url: { path: '/' } } }, ['request']],
  ['a header as an object', { message: 'm', request: { headers: { Accept: {} } } }, ['request']],
  ['headers as a text', { message: 'm', request: { headers: 'Accept: a' } }, ['request']],
  [
    'headers as pairs with a number',
    { message: 'm', request: { headers: [['Accept', 'a'], 7] } },
    ['request'],
  ],
  ['headers with lists', { message: 'm', request: { headers: { Accept: ['a', 'b'], Age: 7 } } }, undefined],
  ['a query as a list of texts', { message: 'm', request: { query_string: ['a=1'] } }, ['request']],
  ['a query as a text', { message: 'm', request: { query_string: 'a=1', cookies: 'b=2' } }, undefined],
  ['our own key', { message: 'm', errata_invalid: ['all'] }, undefined],
]

test.each(SHAPES)('%s', (_, sent, invalid, { title, ...expected } = {}) => {
  const scrubbed = scrubEventText(JSON.stringify(sent))!
  const event = normaliseEvent(scrubbed, { receivedAt: 0, retentionDays: 90 })
  expect(event.payload.errata_invalid).toEqual(invalid)
  expect(event.payload).toMatchObject(expected)
  expect(event.title).toBe(title ?? 'm')
  const stored = JSON.parse(JSON.stringify(event.payload)) as JsonObject
  const again = normaliseEvent(stored, { receivedAt: 0, retentionDays: 90 })
  expect(again.payload).toEqual(JSON.parse(JSON.stringify(event.payload)))
})
