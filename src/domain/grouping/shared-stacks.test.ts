import { describe } from 'vitest'
import { event, frame, thrown } from '../../../test/support/sample/grouped-events.ts'
import { testPairs } from '../../../test/support/sample/grouped-pairs.ts'
import type { JsonObject } from '../json/json.ts'

/** As the runtime calls back when a connection fails, a file or a name is missing. */
const fromSystem = (
  value: string,
  name = 'TCPConnectWrap.afterConnect',
  filename = 'node:net',
): JsonObject => ({
  platform: 'node',
  exception: [
    thrown([{ function: name, filename, lineno: 16, in_app: false }], { type: 'Error', value }),
    { type: 'TypeError', value: 'fetch failed' },
  ],
})
const fromApp = (value: string): JsonObject => ({
  platform: 'node',
  exception: [
    thrown(
      [
        frame('loadCart', { filename: '/srv/cart.js' }),
        { function: 'open', filename: 'node:internal/fs/promises', in_app: false },
      ],
      { type: 'Error', value },
    ),
  ],
})
const panic = (value: string, name = 'shop::serve::{{closure}}'): JsonObject => ({
  platform: 'native',
  exception: [
    thrown([{ function: name, filename: 'serve.rs', in_app: true }], {
      type: 'panic',
      value,
      mechanism: { type: 'panic', handled: false },
    }),
  ],
})
const printed = (error: string, inner: string, line = 7): JsonObject => ({
  platform: 'python',
  message: `Job 12 failed\nTraceback (most recent call last):\n  File "/srv/jobs.py", line ${line}, in run\n    work()\n  File "/srv/jobs.py", line ${line + 9}, in ${inner}\n    raise x\n${error}\n`,
})
const executed = (filename: string, line: string): JsonObject =>
  event([frame('evaluate'), frame('<module>', { filename, module: 'shop.rules', context_line: line })])
const compiled = (package_: string, file: string): JsonObject =>
  event([
    frame('import_stock', { module: 'shop.stock', context_line: 'table = read(path)' }),
    {
      function: 'read',
      module: `${package_}.io`,
      abs_path: `/v/lib/python3.12/site-packages/${package_}/io.py`,
    },
    frame(`${package_}._lib.parse`, { module: `${package_}._lib`, filename: file }),
  ])
/** Code that a library executed as a text, in a module of its own or of the application. */
const generated = (filename: string, module: string): JsonObject =>
  event([
    frame('save', { module: 'shop.orders', context_line: 'session.commit()' }),
    {
      function: 'commit',
      module: 'ormlib.session',
      abs_path: '/v/lib/python3.12/site-packages/ormlib/session.py',
    },
    frame('_flush', { module, filename, abs_path: filename }),
  ])
const throughProxy = (...modules: string[]): JsonObject => ({
  platform: 'java',
  exception: [
    thrown([
      { module: 'com.shop.Checkout', function: 'buy', in_app: true },
      ...modules.map((module) => ({ module, function: 'pay', in_app: true })),
      { module: 'com.shop.Cart', function: 'pay', in_app: true },
    ]),
  ],
})

/** As Next.js builds it for the server: a chunk that all routes share, and one file of each route. */
const onServer = (path: string, chunk = '806'): JsonObject => ({
  platform: 'node',
  exception: [
    thrown([
      {
        function: '?',
        module: chunk,
        filename: `app:///_next/server/chunks/${chunk}.js`,
        lineno: 218,
        in_app: true,
      },
      {
        function: 'x',
        module: path.slice(path.lastIndexOf('/') + 1),
        filename: `app:///_next/server/app/${path}.js`,
        lineno: 1,
        in_app: true,
      },
    ]),
  ],
})
const typed = (type: string, platform = 'php'): JsonObject => ({
  platform,
  exception: [thrown([frame('pay', { filename: 'pay.php' })], { type })],
})

const SAME: [string, JsonObject, JsonObject][] = [
  [
    'the system’s error, of another address',
    fromSystem('connect ECONNREFUSED 10.0.0.7:5432'),
    fromSystem('connect ECONNREFUSED 10.1.9.3:5433'),
  ],
  [
    'the system’s error, of another host',
    fromSystem('getaddrinfo ENOTFOUND shop-a.internal', 'GetAddrInfoReqWrap.onlookupall', 'node:dns'),
    fromSystem('getaddrinfo ENOTFOUND orders', 'GetAddrInfoReqWrap.onlookupall', 'node:dns'),
  ],
  [
    'an error of the system below a call of the application',
    fromApp("ENOENT: no such file or directory, open '/srv/a.json'"),
    fromApp("ENOENT: no such file or directory, open '/srv/orders.json'"),
  ],
  [
    'a panic with other numbers',
    panic('index out of bounds: the len is 3 but the index is 7'),
    panic('index out of bounds: the len is 0 but the index is 1'),
  ],
  [
    'a panic that compares other values',
    panic('assertion `left == right` failed\n  left: Cart { items: 2 }\n right: Empty'),
    panic('assertion `left == right` failed\n  left: Full\n right: Empty'),
  ],
  [
    'a panic at the slice of another text',
    panic("byte index 1 is not a char boundary; it is inside 'é' (bytes 0..2) of `état`"),
    panic("byte index 4 is not a char boundary; it is inside 'ü' (bytes 3..5) of `Menü\nA`"),
  ],
  [
    'a printed traceback of another release',
    printed("KeyError: 'a7'", 'load', 7),
    printed("KeyError: 'b9'", 'load', 41),
  ],
  [
    'a coloured line of a log',
    { message: '\u001b[1mstock_low\u001b[0m \u001b[36mitem\u001b[0m=\u001b[35m17\u001b[0m' },
    { message: '\u001b[1mstock_low\u001b[0m \u001b[36mitem\u001b[0m=\u001b[35m4711\u001b[0m' },
  ],
  ['executed text under another id', executed('<rule 17>', 'import os'), executed('<rule 4711>', '')],
  [
    'a file that was compiled elsewhere, called or not',
    compiled('frames', 'frames/_lib.pyx'),
    event([frame('import_stock', { module: 'shop.stock', context_line: 'table = read(path)' })]),
  ],
  [
    'code that a library generates, in another version',
    generated('<ormlib generated flush() wrapper>', 'ormlib.session'),
    generated('<string>', 'ormlib.state'),
  ],
  [
    'the system’s error for another name, from another call of the resolver',
    fromSystem('queryMx ENOTFOUND shop.example', 'QueryReqWrap.onresolve', 'node:internal/dns/promises'),
    fromSystem('queryMx ENOTFOUND cart.example', 'QueryReqWrap.onresolve', 'node:internal/dns/promises'),
  ],
  ['a call through a proxy or without', throughProxy('com.shop.Cart$$SpringCGLIB$$0'), throughProxy()],
  [
    'a call through proxies of two frameworks',
    throughProxy('com.shop.$Proxy71'),
    throughProxy('com.shop.Cart_Subclass', 'com.shop.Cart_ClientProxy'),
  ],
  [
    'the place in a type, in another version of the file',
    typed('(1) cart.go:105 (reserve)', 'go'),
    typed('(1) cart.go:212 (reserve)', 'go'),
  ],
  [
    'a function that a library compiled again at start',
    generated('_flush', 'weblib.app'),
    generated('_flush', 'weblib.state'),
  ],
  ['a chunk with another number', onServer('api/order/[id]/route'), onServer('api/order/[id]/route', '91')],
  [
    'an anonymous class elsewhere',
    typed('PayError@anonymous\uFFFD/srv/1/pay.php:9$0'),
    typed('PayError@anonymous\uFFFD/srv/2/pay.php:12$1f'),
  ],
  [
    'a class without a name in another process',
    typed('#<Class:0x00007f20804e59d8>', 'ruby'),
    typed('#<Class:0x000055d8a1b2c3d4>', 'ruby'),
  ],
  [
    'a value that is not valid',
    { message: "'x17' is not a valid colour" },
    { message: "'y4711' is not a valid colour" },
  ],
]

const DIFFERENT: [string, JsonObject, JsonObject][] = [
  [
    'the system’s errors below a call of the application',
    fromApp('EMFILE: too many open files'),
    fromApp('EIO: i/o error'),
  ],
  [
    'the system’s errors, from one callback',
    fromSystem('connect ECONNREFUSED 10.0.0.7:5432'),
    fromSystem('connect ETIMEDOUT 10.0.0.7:5432'),
  ],
  [
    'two panics in one function',
    panic('called `Option::unwrap()` on a `None` value'),
    panic('already borrowed: BorrowMutError'),
  ],
  ['one panic in two functions', panic('explicit panic'), panic('explicit panic', 'shop::pay')],
  ['two printed tracebacks', printed('ValueError: bad', 'load'), printed('OSError: bad', 'load')],
  [
    'one error in two functions of a printed traceback',
    printed('ValueError: bad', 'load'),
    printed('ValueError: bad', 'save'),
  ],
  [
    'code of the application’s own package that was compiled',
    compiled('shop', 'shop/_lib.pyx'),
    event([frame('import_stock', { module: 'shop.stock', context_line: 'table = read(path)' })]),
  ],
  [
    'anonymous classes of two types',
    typed('PayError@anonymous\uFFFD/srv/pay.php:9$0'),
    typed('Late@anonymous\uFFFD/srv/pay.php:9$0'),
  ],
  ['the handlers of two routes', onServer('api/order/[id]/route'), onServer('api/cart/[id]/route')],
  [
    'code generated in two modules of the application',
    generated('<generated init shop.Cart>', 'shop.cart'),
    generated('<generated init shop.Order>', 'shop.order'),
  ],
  ['the places of two functions', typed('cart.go:105 (reserve)', 'go'), typed('cart.go:105 (pay)', 'go')],
  ['two pages', onServer('order/page'), onServer('cart/page')],
  ['the pages of two ids', onServer('order/[id]'), onServer('cart/[id]')],
  ['names of code', { message: "'total' is not a function" }, { message: "'price' is not a function" }],
]

describe('a stack that many errors have, or that one error has in many forms', () => {
  testPairs(SAME, DIFFERENT)
})
