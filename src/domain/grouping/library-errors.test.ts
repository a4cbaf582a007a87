import { describe, expect, test } from 'vitest'
import { event, frame, group, thrown, together } from '../../../test/support/sample/grouped-events.ts'
import { testPairs } from '../../../test/support/sample/grouped-pairs.ts'
import type { JsonObject } from '../json/json.ts'

/* Errors of which the application is not on the stack, or of which Node's SDK lost some source lines. */

const READ: JsonObject = { function: 'TCP.onStreamRead', filename: 'node:internal/stream_base_commons' }

/** As a driver makes it of an answer of its server; nothing of the application awaits it any more. */
const answered = (type: string, value: string, more: JsonObject[] = []): JsonObject => ({
  platform: 'node',
  exception: [
    thrown(
      [
        ...more,
        { ...READ, in_app: false },
        {
          function: 'parseAnswer',
          filename: '/srv/node_modules/driver/parser.js',
          lineno: 7,
          context_line: 'fail(text)',
          // SDKs mark it so where an application is run from a folder of their choice.
          in_app: true,
        },
      ],
      { type, value },
    ),
  ],
})
const ROUTE = frame('saveCart', { filename: '/srv/cart.js', lineno: 3, context_line: 'await db.save(cart)' })

const reported = (type: string, value: string): JsonObject =>
  event([frame('intercept', { filename: 'main.go', module: 'main' })], {
    platform: 'go',
    exception: [thrown([frame('intercept', { filename: 'main.go', module: 'main' })], { type, value })],
  })

/** Files of the application and of a library, innermost last; `-` for a line that is missing. */
const calls = (lines: string, value = 'stock is empty', name = 'reserve'): JsonObject => ({
  platform: 'node',
  exception: [
    thrown(
      [...lines].map((line, at) => ({
        function: at === lines.length - 1 ? name : `step${at}`,
        filename: at % 2 === 0 ? `/srv/app/step${at}.js` : `/srv/node_modules/lib/step${at}.js`,
        lineno: 5,
        colno: 9,
        in_app: at % 2 === 0,
        ...(line !== '-' && { context_line: `call(${line})` }),
      })),
      { type: 'Error', value },
    ),
  ],
})

/** Of libraries alone, with these lines. */
const unnamed = (type: string, lines: (string | null)[]): JsonObject => ({
  platform: 'node',
  exception: [
    thrown(
      lines.map((context_line, at) => ({
        function: `step${at}`,
        filename: `/srv/node_modules/lib/step${at}.js`,
        lineno: 5,
        in_app: false,
        ...(context_line !== null && { context_line }),
      })),
      { type },
    ),
  ],
})

/** As Turbopack bundles a server: a framework with the application, in chunks named after a hash. */
const bundled = (hash: string, value: string, name = 'd', library = 'renderToResponse'): JsonObject => ({
  platform: 'node',
  exception: [
    thrown(
      [library, name, '?'].map((called) => ({
        function: called,
        filename: `app:///_next/server/chunks/ssr/[root-of-the-server]__${hash}._.js`,
        module: `[root-of-the-server]__${hash}._`,
        in_app: called !== library,
      })),
      { type: 'Error', value },
    ),
  ],
})

const SAME: [string, JsonObject, JsonObject][] = [
  [
    'an answer with other values',
    answered('error', 'insert into "carts" values ($1) - duplicate key value violates "carts_pkey"'),
    answered('error', 'insert into "carts" values ($1) - duplicate key value violates "carts_pk"'),
  ],
  [
    'an answer that the application awaits',
    answered('Error', 'relation carts is missing', [ROUTE]),
    answered('Error', 'column price is missing', [ROUTE]),
  ],
  [
    'two builds of a bundle that names nothing',
    bundled('20x_z0r4b50jn', 'cart 7 is empty'),
    bundled('0el_s8a5kiv86', 'cart 8 is empty'),
  ],
  ['an error with a name of its own', answered('Closed', 'by peer'), answered('Closed', 'by server')],
  [
    'a status with another number',
    reported('*status.Error', 'rpc error: code = NotFound desc = no cart 7'),
    reported('*status.Error', 'rpc error: code = NotFound desc = no cart 4711'),
  ],
  ['lines that are missing elsewhere', calls('abc-e'), calls('-bcde')],
  [
    'a library with all lines, and without any',
    unnamed('Closed', ['a', 'b']),
    unnamed('Closed', [null, null]),
  ],
  [
    'libraries without some lines, and without any',
    unnamed('Closed', ['a', null, 'b']),
    unnamed('Closed', [null, null, null]),
  ],
  ['lines of libraries that are missing elsewhere', calls('-b---'), calls('---d-')],
  ['lines of libraries that are missing, or all', calls('-b---'), calls('-----', 'cart of Ann')],
]

/** As a browser sees it: without a file that counts, and minified. */
const seen = (value: string, type = 'TypeError', functions = ['t', 'r']): JsonObject => ({
  platform: 'javascript',
  exception: [
    thrown(
      functions.map((name) => ({ function: name, filename: 'https://shop.example/a.min.js', in_app: true })),
      { type, value },
    ),
  ],
})
const SAME_IN_BROWSERS = [
  [
    "Cannot read properties of undefined (reading 'total')",
    "undefined is not an object (evaluating 'e.cart.total')",
    'can\'t access property "total", e.cart is undefined',
    "Cannot read property 'total' of undefined",
  ],
  ['e.map is not a function', "n.map is not a function. (In 'n.map(t)', 'n.map' is undefined)"],
  ['gtag is not defined', "Can't find variable: gtag"],
  ['Failed to fetch', 'Load failed', 'NetworkError when attempting to fetch resource.'],
  ['Failed to fetch (shop.example.com)', 'Load failed (api.example.com)'],
  [
    'Failed to fetch dynamically imported module: https://shop.example/assets/Cart-1a2B3c4D.js',
    'error loading dynamically imported module: https://shop.example/assets/Cart-Zz9yXx8w.js',
    'Importing a module script failed.',
  ],
  [
    `Unexpected token '<', "<!DOCTYPE "... is not valid JSON`,
    'Unexpected token < in JSON at position 0',
    "JSON Parse error: Unrecognized token '<'",
    'JSON.parse: unexpected character at line 1 column 1 of the JSON data',
  ],
  ['Unexpected end of JSON input', 'JSON Parse error: Unexpected EOF'],
  ['signal is aborted without reason', 'Fetch is aborted', 'The operation was aborted. '],
]
const DIFFERENT_IN_BROWSERS = [
  "Cannot read properties of undefined (reading 'total')",
  "Cannot read properties of undefined (reading 'price')",
  "Cannot set properties of undefined (setting 'total')",
  "undefined is not an object (evaluating 'e')",
  'e.filter is not a function',
  'ga is not defined',
  'Failed to fetch the cart',
]

describe('what each browser says in its own words, where the text counts', () => {
  test.each(SAME_IN_BROWSERS)('%s and %s are one issue', (...words) => {
    for (const functions of [['t', 'r'], []]) {
      const keys = words.map((value) => group(seen(value, 'TypeError', functions)).keys[0])
      expect(new Set(keys).size).toBe(1)
    }
  })

  test('two faults are two issues', () => {
    const keys = [...DIFFERENT_IN_BROWSERS, ...SAME_IN_BROWSERS.map(([one]) => one!)].map(
      (value) => group(seen(value)).keys[0],
    )
    // The first is in both lists.
    expect(new Set(keys).size).toBe(keys.length - 1)
  })
})

const DIFFERENT: [string, JsonObject, JsonObject][] = [
  [
    'two errors in a bundle that names nothing',
    bundled('20x_z0r4b50jn', 'stock is empty'),
    bundled('20x_z0r4b50jn', 'cart is locked'),
  ],
  [
    'two answers to one client',
    answered('GraphQLError', 'Cannot query field "totl" on type "Order".'),
    answered('GraphQLError', 'Cannot query field "nme" on type "User".'),
  ],
  [
    'two failures of one procedure',
    answered('TRPCError', 'Output validation failed'),
    answered('TRPCError', '[\n  {\n    "code": "invalid_type"'),
  ],
  [
    'two answers of one server',
    answered('error', 'select * from "carts" - relation does not exist'),
    answered('error', 'insert into "carts" values ($1) - duplicate key'),
  ],
  [
    'two values that a framework wraps',
    answered('Error', 'non-error thrown: "offline"'),
    answered('Error', 'non-error thrown: {"code":"E_LIMIT"}'),
  ],
  [
    'two states of a call',
    reported('*status.Error', 'rpc error: code = NotFound desc = no cart'),
    reported('*status.Error', 'rpc error: code = Unavailable desc = no cart'),
  ],
  [
    'two errors of a database',
    reported('*pgconn.PgError', 'ERROR: deadlock detected (SQLSTATE 40P01)'),
    reported('*pgconn.PgError', 'ERROR: relation does not exist (SQLSTATE 42P01)'),
  ],
  [
    'two errors in minified code that a library calls',
    bundled('20x_z0r4b50jn', 'stock is empty', 'd', 'startActiveSpan'),
    bundled('20x_z0r4b50jn', 'cart is locked', 'd', 'startActiveSpan'),
  ],
  [
    'two errors after a wait in minified code',
    bundled('20x_z0r4b50jn', 'stock is empty', 'd', 'process.processTicksAndRejections'),
    bundled('20x_z0r4b50jn', 'cart is locked', 'd', 'process.processTicksAndRejections'),
  ],
  ['two errors of a function without all lines', calls('abc-e'), calls('abc-e', 'cart is locked')],
  ['two functions without all lines', calls('abc-e'), calls('abc-e', 'stock is empty', 'release')],
  ['two lines of a function', calls('abcde'), calls('abcdf')],
  [
    'two lines of a function, in an application without the files of its libraries',
    calls('a-c'),
    calls('a-d'),
  ],
]

describe('an error whose stack does not name the application, or not all of it', () => {
  testPairs(SAME, DIFFERENT)

  test('source lines that a source map brought are not missing at random', () => {
    const mapped = (line: string): JsonObject => {
      const sent = structuredClone(calls(`ab${line}-e`))
      const [{ stacktrace }] = sent.exception as [{ stacktrace: { frames: JsonObject[] } }]
      for (const one of stacktrace.frames) if (one.in_app === true) one.data = { sourcemap: 'app.js.map' }
      return sent
    }
    expect(together(mapped('c'), mapped('d'))).toBe(false)
    expect(together(mapped('c'), mapped('c'))).toBe(true)
  })
})
