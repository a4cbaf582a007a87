import { describe, expect, test } from 'vitest'
import { frame, thrown } from '../../../test/support/sample/grouped-events.ts'
import { testPairs } from '../../../test/support/sample/grouped-pairs.ts'
import { readCulprit } from '../event/culprit.ts'
import type { JsonObject } from '../json/json.ts'
import { normaliseEvent } from '../normalise/event.ts'
import { explainGrouping } from './v1/fingerprint.ts'

/* What frameworks generate around the application, and what runtimes call back with, as stock SDKs sent it. */

const on = (platform: string, frames: JsonObject[], more: JsonObject = {}): JsonObject => ({
  platform,
  exception: [thrown(frames, more)],
})
const java = (...calls: [module: string, name: string][]): JsonObject =>
  on(
    'java',
    calls.map(([module, name]) => ({ module, function: name, in_app: module.startsWith('com.shop') })),
    { type: 'Late' },
  )
const quarkus = (hash: string, ...between: [string, string][]): JsonObject =>
  java(
    [`com.shop.OrderResource$quarkusrestinvoker$get_${hash}`, 'invoke'],
    ['com.shop.OrderResource', 'get'],
    ...between,
    ['com.shop.OrderService', 'find'],
  )
const micronaut = (...between: [string, string][]): JsonObject =>
  java(
    ['com.shop.$OrderController$Definition$Exec', 'dispatch'],
    ['com.shop.OrderController', 'get'],
    ...between,
    ['com.shop.OrderService', 'find'],
  )
const symfony = (...between: JsonObject[]): JsonObject =>
  on('php', [
    frame('App\\Controller\\Cart::show', { filename: '/src/Controller/Cart.php' }),
    ...between,
    frame('App\\Entity\\User::getName', { filename: '/src/Entity/User.php' }),
  ])
const node = (calls: [module: string, name: string, line?: string][], more: JsonObject): JsonObject =>
  on(
    'node',
    calls.map(([module, name, line]) => ({
      module,
      function: name,
      filename: module.startsWith('node:') ? module : `/srv/node_modules/${module}.js`,
      in_app: false,
      ...(line && { context_line: line }),
    })),
    { type: 'Error', ...more },
  )
const exit = (code: number, first: string): JsonObject =>
  node(
    [
      ['node:child_process', first],
      ['node:child_process', 'maybeClose'],
      ['node:child_process', 'exithandler'],
      ['node:internal/errors', 'genericNodeError'],
    ],
    { value: `Command failed: exit ${code}` },
  )
const route = (line?: string): JsonObject =>
  node(
    [
      ['router/index', '?', line],
      ['nest/routes-resolver', 'callback'],
    ],
    { type: 'NotFoundException' },
  )
/** As Bun names its own code. */
const bun = (file: string, name: string, value: string): JsonObject =>
  on('node', [{ function: name, filename: file, module: file, in_app: false }], {
    type: 'SyntaxError',
    value,
  })
/** A bundle of Electron, without source maps. */
const renderer = (value: string, name = 'e', file = '/renderer/index.js'): JsonObject =>
  on('javascript', [{ function: name, filename: file, abs_path: `app://${file}`, in_app: true }], {
    type: 'Error',
    value,
  })
const go = (type: string, value: string, cause?: JsonObject): JsonObject => ({
  platform: 'go',
  exception: [
    ...(cause === undefined ? [] : [cause]),
    thrown([frame('ship', { module: 'main' })], { type, value }),
  ],
})
/** A backtrace of `anyhow`, in which the calls that were inlined have a place and no name. */
const anyhow = (value: string, ...inlined: string[]): JsonObject =>
  on(
    'native',
    [
      ...inlined.map((place) => ({
        function: `at ${place}`,
        instruction_addr: '0x55ce36a60a83',
        in_app: true,
      })),
      frame('shop::checkout', { filename: 'main.rs', abs_path: '/build/src/main.rs' }),
    ],
    { type: 'Error', value },
  )
const logged = (value: string): JsonObject => ({
  platform: 'native',
  exception: [
    { type: 'Declined', value: 'card 17 declined' },
    thrown([frame('shop::checkout', { filename: 'main.rs' })], {
      type: 'tracing::error!',
      value,
      mechanism: { type: 'tracing', synthetic: true },
    }),
  ],
})
const python = (type: string, value: string): JsonObject => on('python', [frame('load')], { type, value })

const SAME: [string, JsonObject, JsonObject][] = [
  [
    'a call through the interceptors of Quarkus or without, after another build',
    quarkus('e747664148511e1e5212d3e0f4b40d45c56ab8a1'),
    quarkus(
      '5e9d83c0e5d2f8fdd2b8c5b2b5e1aa45c56ab8a1',
      ['com.shop.OrderService_ClientProxy', 'find'],
      ['com.shop.OrderService_Subclass', 'find'],
      ['com.shop.OrderService_Subclass$$function$$3', 'apply'],
      ['com.shop.OrderService_Subclass', 'find$$superforward'],
    ),
  ],
  [
    'a start that another build observes',
    java(['com.shop.Start_Observer_onStart_2f5a1c0d9e8b7a6f', 'notify'], ['com.shop.Start', 'onStart']),
    java(['com.shop.Start_Observer_onStart_99aa1c0d9e8b7a6f', 'notify'], ['com.shop.Start', 'onStart']),
  ],
  [
    'a call through the interceptors of Micronaut or without',
    micronaut(),
    micronaut(
      ['com.shop.$OrderService$Definition$Intercepted', 'find'],
      ['com.shop.$OrderService$Definition$Exec', 'dispatch'],
    ),
  ],
  [
    'an entity that was loaded or is a proxy',
    symfony(),
    symfony(
      frame('Proxies\\__CG__\\App\\Entity\\User::getName', {
        filename: '/var/cache/prod/doctrine/orm/Proxies/__CG__AppEntityUser.php',
      }),
    ),
  ],
  ['the end of a command that Node noticed otherwise', exit(1, '?'), exit(2, 'ChildProcess._handle.onexit')],
  ['a route that is unknown, with source lines or without', route('next(layerError)'), route()],
  [
    'an error of Bun’s runtime, in another function of it',
    bun('native', 'map', 'JSON Parse error: Unexpected EOF'),
    bun(':0', '<parse>', 'JSON Parse error: Unexpected EOF'),
  ],
  [
    'a text of pkg/errors',
    go('*errors.fundamental', 'order 17 is late'),
    go('*errors.fundamental', 'order 4711 is late'),
  ],
  [
    'a text of anyhow, with another compiler',
    anyhow(
      'order 17 is late',
      '/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panic.rs:359:14',
    ),
    anyhow(
      'order 4711 is late',
      '/rustc/1159e78c4747b02ef996e55082b704c09b970588/library/std/src/panic.rs:358:14',
      './src/main.rs:12:5',
    ),
  ],
  ['a text that Rust logged', logged('payment of 17 failed'), logged('payment of 4711 failed')],
  ['keys of several values', python('KeyError', "(4711, 'ann')"), python('KeyError', "(1234, 'bob')")],
  [
    'a hash of Ruby, of two versions',
    { message: 'bad {"id"=>17, :user=>{:name=>"ann", :ok=>true}}' },
    { message: 'bad {"id" => 4711, :user => {:name => "bob", :ok => false}}' },
  ],
  [
    'a dictionary of Python',
    { message: "bad {'id': 17, 'name': 'ann', 'paid': True}" },
    { message: "bad {'id': 4711, 'name': 'bob', 'paid': False}" },
  ],
  ['a slice of Go', { message: 'no room for [1]' }, { message: 'no room for [1 2 30]' }],
  [
    'an array of NumPy',
    { message: 'no solution for array([17.,  2.])' },
    { message: 'no solution for array([4.711e+03, 2.000e+00])' },
  ],
]

const DIFFERENT: [string, JsonObject, JsonObject][] = [
  ['two services', micronaut(), micronaut(['com.shop.Cart', 'total'])],
  [
    'two entities',
    symfony(),
    symfony(frame('App\\Entity\\Cart::getUser', { filename: '/src/Entity/Cart.php' })),
  ],
  [
    'two errors that Node called back with',
    exit(1, '?'),
    node([['node:child_process', 'onErrorNT']], { value: 'spawn ffmpeg ENOENT' }),
  ],
  [
    'two errors of Bun’s runtime',
    bun(':0', '<parse>', 'JSON Parse error: Unexpected EOF'),
    bun(':0', '<parse>', "JSON Parse error: Unrecognized token '<'"),
  ],
  [
    'what two handlers of Electron’s main process answered',
    renderer("Error invoking remote method 'get-order': Error: it is late"),
    renderer("Error invoking remote method 'get-order': Error: it is gone"),
  ],
  [
    'two texts of pkg/errors in one function',
    go('*errors.fundamental', 'order 17 is late'),
    go('*errors.fundamental', 'order 17 is unpaid'),
  ],
  [
    'two texts that Rust logged in one function, with one error',
    logged('payment of 17 failed'),
    logged('refund of 17 failed'),
  ],
  ['two texts of anyhow in one function', anyhow('order 17 is late'), anyhow('order 17 is unpaid')],
  [
    'two wrappers of one cause',
    go('*fmt.wrapErrors', 'ship: sold out', { type: '*errors.errorString', value: 'sold out' }),
    go('*fmt.wrapErrors', 'pay: sold out', { type: '*errors.errorString', value: 'sold out' }),
  ],
  [
    'two messages of pkg/errors around one cause',
    go('*errors.withMessage', 'ship: sold out', { type: '*errors.errorString', value: 'sold out' }),
    go('*errors.withMessage', 'pay: sold out', { type: '*errors.errorString', value: 'sold out' }),
  ],
  [
    'the columns of two constraints, as a driver of Go says it',
    go('*app.SaveError', 'constraint failed: UNIQUE constraint failed: users.email (2067)'),
    go('*app.SaveError', 'constraint failed: UNIQUE constraint failed: users.name (2067)'),
  ],
  [
    'what MySQL answered',
    python('OperationalError', '(1205, "Lock wait timeout exceeded")'),
    python('OperationalError', '(1213, "Deadlock found")'),
  ],
]

describe('generated code, and what a runtime calls back with', () => {
  testPairs(SAME, DIFFERENT)

  test('the explanation says why the runtime’s stack does not count', () => {
    const normalised = normaliseEvent(exit(1, '?'), { receivedAt: 0, retentionDays: 30 })
    const { system, leftOut } = explainGrouping(normalised)
    expect(system).toEqual(['type: Error', 'value: Command failed: exit <number>'])
    expect(leftOut.filter(({ rule }) => rule === 'runtime_stack')).toHaveLength(4)
  })
})

test('a call that was inlined is not to blame', () => {
  const sent = anyhow('order 17 is late')
  const { frames } = (sent.exception as { stacktrace: { frames: JsonObject[] } }[])[0]!.stacktrace
  frames.push({ function: 'at ./src/main.rs:12:5', in_app: true })
  expect(readCulprit(sent, sent.exception as JsonObject[])).toBe('shop::checkout (main.rs)')
})
