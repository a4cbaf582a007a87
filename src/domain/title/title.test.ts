import { describe, expect, test } from 'vitest'
import { readTitle } from '../event/title.ts'
import type { JsonObject } from '../json/json.ts'
import { firstLine } from './first-line.ts'

/** From the innermost cause to the exception that was caught. */
function titleOf(...chain: [type: string, value?: string][]): string {
  const exceptions: JsonObject[] = chain.map(([type, value]) => ({ type, ...(value && { value }) }))
  return readTitle({}, exceptions)
}

describe('the title of an exception', () => {
  test.each([
    [
      'a request that failed',
      titleOf(['Error', 'connect ECONNREFUSED 10.0.0.7:5432'], ['TypeError', 'fetch failed']),
      'TypeError: fetch failed: connect ECONNREFUSED 10.0.0.7:5432',
    ],
    [
      'an answer that broke off',
      titleOf(['SocketError', 'other side closed'], ['TypeError', 'terminated']),
      'TypeError: terminated: SocketError: other side closed',
    ],
    [
      'both addresses of a host',
      titleOf(
        ['Error', 'connect ECONNREFUSED 127.0.0.1:5432'],
        ['Error', 'connect ECONNREFUSED ::1:5432'],
        ['AggregateError'],
        ['TypeError', 'fetch failed'],
      ),
      'TypeError: fetch failed: connect ECONNREFUSED ::1:5432',
    ],
    [
      'a group of tasks',
      titleOf(['KeyError', "'total'"], ['ExceptionGroup', 'unhandled errors in a TaskGroup']),
      "ExceptionGroup: unhandled errors in a TaskGroup: KeyError: 'total'",
    ],
    [
      'a client’s wrapper',
      titleOf(
        ['ConnectError', '[Errno 111] Connection refused'],
        ['APIConnectionError', 'Connection error.'],
      ),
      'APIConnectionError: Connection error: ConnectError: [Errno 111] Connection refused',
    ],
    [
      'a task that was tried again',
      titleOf(
        ['ConnectionError', 'refused'],
        ['RetryError', 'RetryError[<Future at 0x7f9e3a state=finished raised ConnectionError>]'],
      ),
      'RetryError: ConnectionError: refused',
    ],
    [
      'a wrapper without a name that repeats what was thrown',
      titleOf(['TypeError', 'total is undefined'], ['Error', 'total is undefined']),
      'TypeError: total is undefined',
    ],
    [
      'a wrapper with a name that repeats what was thrown',
      titleOf(['TypeError', 'total is undefined'], ['CartError', 'total is undefined']),
      'CartError: total is undefined',
    ],
    [
      'a query that failed',
      titleOf(
        ['error', 'duplicate key violates "carts_key"'],
        ['Error', `Failed query: insert into "carts" values ($1)\nparams: ${'7,'.repeat(200)}`],
      ),
      'Error: Failed query: error: duplicate key violates "carts_key"',
    ],
    [
      'a call by reflection',
      titleOf(['IllegalStateException', 'cart is closed'], ['InvocationTargetException']),
      'InvocationTargetException: IllegalStateException: cart is closed',
    ],
    [
      'a call by reflection in .NET',
      titleOf(
        ['System.FormatException', 'bad number'],
        ['TargetInvocationException', 'Exception has been thrown by the target of an invocation.'],
      ),
      'TargetInvocationException: Exception has been thrown by the target of an invocation: System.FormatException: bad number',
    ],
    [
      'an inner exception',
      titleOf(
        ['SqlException', 'deadlock'],
        ['DbUpdateException', 'An error occurred while saving. See the inner exception for details.'],
      ),
      'DbUpdateException: An error occurred while saving. See the inner exception for details: SqlException: deadlock',
    ],
  ])('of %s names the cause', (_name, title, expected) => {
    expect(title).toBe(expected)
  })

  test.each([
    [
      'says what failed',
      [
        ['Error', 'connect ECONNREFUSED'],
        ['PaymentError', 'cannot pay order 7'],
      ],
      'PaymentError: cannot pay order 7',
    ],
    ['has no text, but a name of its own', [['KeyError', "'a'"], ['Http404']], 'Http404'],
    ['has no cause', [['TypeError', 'fetch failed']], 'TypeError: fetch failed'],
    [
      'has a cause without a text',
      [['CancelledError'], ['TypeError', 'fetch failed']],
      'TypeError: fetch failed',
    ],
    [
      'only begins like a wrapper',
      [
        ['Error', 'a'],
        ['Error', 'fetch failed for cart 7'],
      ],
      'Error: fetch failed for cart 7',
    ],
  ] as [string, [string, string?][], string][])('of one that %s is its own', (_name, chain, expected) => {
    expect(titleOf(...chain)).toBe(expected)
  })
})

test.each([
  [
    'an exception that names its type first',
    ['PlatformException', 'PlatformException(sign_in_failed, 10)'],
    'PlatformException(sign_in_failed, 10)',
  ],
  [
    'a type and a kind',
    ['DioException', 'DioException [timeout]: too slow'],
    'DioException [timeout]: too slow',
  ],
  ['a type and a colon', ['KeyError', 'KeyError: total'], 'KeyError: total'],
  [
    'an error that begins with lines of the source',
    [
      'PrismaClientKnownRequestError',
      '\nInvalid `prisma.cart.create()` invocation in\n/srv/cart.ts:12:5\n\n→ 12 await prisma.cart.create(\nUnique constraint failed on the fields: (`email`)',
    ],
    'PrismaClientKnownRequestError: Invalid `prisma.cart.create()` invocation: Unique constraint failed on the fields: (`email`)',
  ],
  [
    'an error that begins with the statement',
    ['error', `insert into "carts" (${'"a", '.repeat(90)}) values ($1) - duplicate key violates "carts_key"`],
    'error: duplicate key violates "carts_key"',
  ],
  ['a text that is the type', ['Not_found', 'Not_found'], 'Not_found'],
  ['a text that begins like the type', ['Error', 'Errors of cart 7'], 'Error: Errors of cart 7'],
  ['a text that begins with the type as a word', ['Cart', 'Cart is empty'], 'Cart: Cart is empty'],
  [
    'an error of JavaScript that Java raised again',
    ['JavascriptException', 'TypeError: x is not a function, stack:\npay@1:812\n'],
    'JavascriptException: TypeError: x is not a function',
  ],
] as [string, [string, string], string][])('the title of %s says it once', (_name, exception, expected) => {
  expect(titleOf(exception)).toBe(expected)
})

test('keys that the SDK hung on a thrown object are left out', () => {
  const said = 'Object captured as exception with keys: __SENTRY_ERROR_LOCAL_VARIABLES__, code, id'
  expect(titleOf(['Error', said])).toBe('Error: Object captured as exception with keys: code, id')
})

test('a crash that only its minidump describes is called one', () => {
  expect(readTitle({ platform: 'native', level: 'fatal' }, [])).toBe('Native crash')
  expect(readTitle({ platform: 'native', level: 'error' }, [])).toBe('<no message>')
  expect(readTitle({ platform: 'python', level: 'fatal' }, [])).toBe('<no message>')
})

describe('a first line that only announces', () => {
  test.each([
    [
      'the number of errors',
      "1 validation error for Order\nitems.0.price\n  Input should be a valid number [type=float_parsing, input_value='a', input_type=str]",
      '1 validation error for Order: items.0.price: Input should be a valid number',
    ],
    [
      'an error of the whole',
      "1 validation error for Order\n  Invalid JSON: EOF [type=json_invalid, input_value='{', input_type=str]",
      '1 validation error for Order: Invalid JSON: EOF',
    ],
    ['the number of problems', 'Found 2 problems\n- no name\n- no price', 'Found 2 problems: - no name'],
    [
      'a list of issues',
      'ZodError: [\n  {\n    "expected": "number",\n    "code": "invalid_type",\n    "path": [\n      "age"\n    ],\n    "message": "Invalid input: expected number"\n  }\n]',
      'ZodError: age: Invalid input: expected number',
    ],
    ['a list without messages', 'Error: [\n  1,\n  2\n]', 'Error: [ 1, 2 ]'],
    ['an object', '{\n  "code": 7\n}', '{ "code": 7 }'],
    ['a rule', '-----\nDisk is full\n-----', '----- Disk is full -----'],
    [
      'something behind a colon',
      'Could not start:\n\n  port 80 is taken\nmore',
      'Could not start: port 80 is taken',
    ],
    [
      'codes of a crash',
      'EXC_BREAKPOINT: Exception 6, Code 1, Subcode 4300000000 >\nFatal error: Index out of range\nmore',
      'EXC_BREAKPOINT: Exception 6, Code 1, Subcode 4300000000 > Fatal error: Index out of range',
    ],
  ])('with %s goes on', (_name, text, expected) => {
    expect(firstLine(text)).toBe(expected)
  })

  test.each([
    ['an error that is told', 'Error: 3 items failed\nmore', 'Error: 3 items failed'],
    ['words that count no errors', '2 orders for Jo\nmore', '2 orders for Jo'],
    ['one line', 'Found 2 errors', 'Found 2 errors'],
    ['a tag', '<html>\n<title>', '<html>'],
  ])('not with %s', (_name, text, expected) => {
    expect(firstLine(text)).toBe(expected)
  })
})
