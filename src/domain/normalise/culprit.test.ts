import { expect, test } from 'vitest'
import { readCulprit } from '../event/culprit.ts'
import type { JsonObject } from '../json/json.ts'

function culprit(frame: JsonObject, fields: JsonObject = {}): string {
  return readCulprit(fields, [{ type: 'E', stacktrace: { frames: [{ in_app: true, ...frame }] } }])
}

test.each<[JsonObject, string]>([
  [{ function: 'Module.e [as getData]', filename: 'page.js' }, 'getData (page.js)'],
  [{ function: 'Cart.save [as put]', filename: 'page.js' }, 'Cart.save [as put] (page.js)'],
  [{ module: 'Shop.Cart+<Pay>d__4', function: 'MoveNext' }, 'Pay (Shop.Cart)'],
  [{ module: 'Shop.Cart+<>c', function: '<Pay>b__4_0' }, 'Pay (Shop.Cart)'],
  [{ module: 'Player+<Load>d__12', function: 'MoveNext ()' }, 'Load (Player)'],
  [{ module: 'Shop.Cart.<Pay>d__4', function: 'MoveNext' }, 'Pay (Shop.Cart)'],
  [{ module: 'Shop.Cart+<>c__DisplayClass3_0+<<Pay>b__1>d', function: 'MoveNext' }, 'Pay (Shop.Cart)'],
  [{ module: 'Shop.Repo`1[[Shop.Order, Shop, Version=1.0.0.0]]', function: 'Get' }, 'Get (Shop.Repo)'],
  [{ module: 'Player', function: 'Update', filename: `<${'0'.repeat(32)}>` }, 'Update (Player)'],
  [
    { function: '(1) await resume partial function for Cart.pay()', package: '/a/Shop.app/Shop' },
    'Cart.pay() (Shop)',
  ],
  [{ function: 'specialized Cart.pay()', package: '/a/Shop.app/Shop' }, 'Cart.pay() (Shop)'],
  [{ function: 'shop::pay::h0123456789abcdef', package: '/a/shop' }, 'shop::pay (shop)'],
  [{ function: 'Cart::pay(int) [clone .cold]', package: '/a/shop' }, 'Cart::pay(int) (shop)'],
  [{ module: 'shop.Cart', function: 'lambda$pay$2$shop-Cart', filename: 'Cart.java' }, 'pay (Cart.java)'],
  [{ module: 'shop.Cart', function: 'a', filename: `r8-map-id-${'1a2b3c4d'.repeat(8)}` }, 'a (shop.Cart)'],
  [{ module: 'x1.y2', function: 'd', filename: 'SourceFile' }, 'd (x1.y2)'],
  [{ module: 'shop.CartKt$pay$1', function: 'invokeSuspend', filename: 'Cart.kt' }, 'pay (Cart.kt)'],
  [{ module: 'shop.CartKt$pay$2$1$3', function: 'invokeSuspend', filename: 'Cart.kt' }, 'pay (Cart.kt)'],
  [{ module: 'shop.Cart$total$2', function: 'invoke', filename: 'Cart.kt' }, 'total (Cart.kt)'],
  [{ module: 'shop.Cart', function: 'invoke', filename: 'Cart.kt' }, 'invoke (Cart.kt)'],
  [{ module: 'shop.CartKt', function: 'pay$lambda$20', filename: 'Cart.kt' }, 'pay (Cart.kt)'],
  [{ module: 'shop.CartKt', function: 'pay$lambda$4$lambda$3', filename: 'Cart.kt' }, 'pay (Cart.kt)'],
  [{ module: 'shop.Cart', function: 'lambda$pay$17', filename: 'Cart.java' }, 'pay (Cart.java)'],
  [{ module: 'com.shop.Cart', function: '<init>', filename: 'Cart.java' }, 'new Cart (Cart.java)'],
  [
    { module: 'com.shop.Orders$1Line', function: '<init>', filename: 'Orders.java' },
    'new Line (Orders.java)',
  ],
  [{ module: 'Shop.Cart', function: '.ctor', filename: 'Cart.cs' }, 'new Cart (Cart.cs)'],
  [{ function: 'work', filename: 'blob:https://shop.example/7c9e6679-7425-40de-944b' }, 'work'],
  [
    { function: 'class@anonymous\uFFFD/srv/cart.php:9$0::pay', filename: 'cart.php' },
    'class@anonymous::pay (cart.php)',
  ],
  [{ function: '{closure:/srv/x/routes/web.php:25}', filename: 'web.php' }, '{closure} (web.php)'],
  [{ function: '{closure:App\\Cart::pay():25}', filename: 'cart.php' }, 'App\\Cart::pay (cart.php)'],
  [{ function: '?', filename: 'cart.js' }, 'cart.js'],
  [{ function: '<anonymous>', filename: 'src/cart.js' }, 'src/cart.js'],
  [
    { function: 'Object.?', filename: '/srv/jobs/nightly.cjs', abs_path: '/srv/jobs/nightly.cjs' },
    'nightly.cjs',
  ],
  [{ function: 'Object.<anonymous>', filename: 'app:///jobs/nightly.js' }, 'app:///jobs/nightly.js'],
  [{ function: 'Server.?', filename: 'app.js' }, 'Server.? (app.js)'],
  [{ function: '<module>', filename: 'cart.py' }, '<module> (cart.py)'],
  [{ function: 'MoveNext', filename: 'Cursor.cs' }, 'MoveNext (Cursor.cs)'],
  [
    { function: 'pay', module: 'github.com/acme/shop', filename: '/b/c.go', abs_path: '/b/c.go' },
    'pay (github.com/acme/shop)',
  ],
  [
    { function: 'OnGet', module: 'shop.IndexModel', filename: '/home/jo/shop/Index.cs' },
    'OnGet (shop.IndexModel)',
  ],
  [{ function: 'pay', filename: '/home/jo/shop/main.js' }, 'pay (main.js)'],
  [{ function: 'pay', filename: '/b/a.js', abs_path: 'file:///b/a.js' }, 'pay (a.js)'],
  [
    { function: 'pay', filename: '/static/a.js', abs_path: 'https://x.example/static/a.js' },
    'pay (/static/a.js)',
  ],
])('%j is %s', (frame, named) => {
  expect(culprit(frame)).toBe(named)
})

test('the function around a comprehension is to blame', () => {
  const frames: JsonObject[] = ['pay', '<listcomp>'].map((name) => ({
    function: name,
    filename: 'cart.py',
    in_app: true,
  }))
  expect(readCulprit({}, [{ type: 'E', stacktrace: { frames } }])).toBe('pay (cart.py)')
})

test('a transaction says more than a frame without a name', () => {
  const fields = { transaction: 'CartViewController' }
  expect(culprit({ function: '<redacted>', package: '/a/Shop.app/Shop' }, fields)).toBe('CartViewController')
  expect(culprit({ function: '?', filename: '/static/main.js' }, fields)).toBe('CartViewController')
  expect(culprit({ function: '?', filename: 'cart.py' }, fields)).toBe('CartViewController (cart.py)')
  expect(culprit({ function: '?', filename: 'data:text/javascript;base64,YQ==' }, fields)).toBe(
    'CartViewController',
  )
  expect(culprit({ function: 'pay', package: '/a/Shop.app/Shop' }, fields)).toBe('pay (Shop)')
})

test('without a frame of the application, what raised is not to blame', () => {
  const frames = [
    'main',
    'check',
    '_CFThrowFormattedException',
    'objc_exception_throw',
    '__exceptionPreprocess',
  ]
  const stack = (names: string[]) => [
    {
      type: 'E',
      stacktrace: { frames: names.map((name) => ({ function: name, package: '/a/libx.dylib' })) },
    },
  ]
  expect(readCulprit({}, stack(frames))).toBe('check (libx.dylib)')
  expect(readCulprit({}, stack(['abort']))).toBe('abort (libx.dylib)')
})

test('without a frame of the application, a logger is not to blame', () => {
  const frames: JsonObject[] = [
    { function: 'main', filename: 'shop/main.py' },
    { function: 'pay', filename: 'shop/pay.py' },
    { function: 'emit', abs_path: '/srv/venv/lib/python3.12/site-packages/raven/handlers/logging.py' },
  ]
  const of = (count: number) =>
    readCulprit({ platform: 'python' }, [{ type: 'E', stacktrace: { frames: frames.slice(count) } }])
  expect(of(0)).toBe('pay (shop/pay.py)')
  expect(of(2)).toBe('emit')
})

test.each(['rb', 'php'])(
  'of %s, the function that was written is to blame, not a built-in one that it calls',
  (language) => {
    const line = (name: string, lineno: number): JsonObject => ({
      function: name,
      abs_path: `/srv/app/cart.${language}`,
      filename: `cart.${language}`,
      lineno,
      in_app: true,
    })
    const of = (...frames: JsonObject[]) => readCulprit({}, [{ stacktrace: { frames } }])
    expect(of(line('index', 3), line('pay', 9), line('fetch', 9))).toBe(`pay (cart.${language})`)
    expect(of(line('pay', 9), line('map', 9), line('block in pay', 9), line('Integer', 9))).toBe(
      `block in pay (cart.${language})`,
    )
    expect(of(line('pay', 9), line('new', 9), line('initialize', 2))).toBe(`initialize (cart.${language})`)
    expect(of(line('pay', 9), line('{closure}', 9), line('intdiv', 9))).toBe(`{closure} (cart.${language})`)
    expect(of(line('fetch', 9))).toBe(`fetch (cart.${language})`)
  },
)

test('a stack that exceptions share is in the cause', () => {
  const cause = {
    type: 'E',
    stacktrace: { frames: [{ function: 'pay', filename: 'cart.rb', in_app: true }] },
  }
  const around = { type: 'Failed', value: 'x' }
  const threads = { values: [{ id: 7, current: true, stacktrace: { frames: [{ function: 'loop' }] } }] }
  expect(readCulprit({}, [cause, around])).toBe('pay (cart.rb)')
  expect(readCulprit({ threads }, [cause, around])).toBe('pay (cart.rb)')
  expect(readCulprit({ threads }, [cause, { ...around, thread_id: 7 }])).toBe('loop')
  expect(readCulprit({ threads }, [around])).toBe('loop')
})

test('the SDK is not to blame for a value that it reports', () => {
  const handler = { function: 'processResult', module: '@sentry.serverless:sdk', in_app: false }
  const thrown = { value: 'E_LIMIT', mechanism: { synthetic: true }, stacktrace: { frames: [handler] } }
  expect(readCulprit({ platform: 'node' }, [thrown])).toBe('')
  expect(readCulprit({ platform: 'node', transaction: '/pay' }, [thrown])).toBe('/pay')
  const own = { function: 'pay', filename: 'pay.js', in_app: true }
  expect(readCulprit({ platform: 'node' }, [{ ...thrown, stacktrace: { frames: [own, handler] } }])).toBe(
    'pay (pay.js)',
  )
  // The stack of a crash is real.
  const crash = { function: 'strlen', package: 'libc.so.6', in_app: false }
  expect(readCulprit({ platform: 'native' }, [{ ...thrown, stacktrace: { frames: [crash] } }])).toBe(
    'strlen (libc.so.6)',
  )
})

test('what a future wraps is blamed, not the future', () => {
  const of = (...frames: JsonObject[]): JsonObject => ({ type: 'E', stacktrace: { frames } })
  const own = (name: string): JsonObject => ({ function: name, filename: 'Cart.java', in_app: true })
  const library = { function: 'encodeThrowable', filename: 'CompletableFuture.java', in_app: false }
  const outermost = of(library)
  expect(readCulprit({}, [of(own('root')), of(own('pay')), outermost])).toBe('pay (Cart.java)')
  expect(readCulprit({}, [of(own('root')), of(library), outermost])).toBe('root (Cart.java)')
  expect(readCulprit({}, [of(own('root')), of(own('pay'), library)])).toBe('pay (Cart.java)')
  expect(readCulprit({}, [of(library), outermost])).toBe('encodeThrowable (CompletableFuture.java)')
})

test.each<[string, JsonObject, string]>([
  [
    'csharp',
    {
      function: 'async Task<IActionResult> Shop.CartController.Pay(int id, CancellationToken ct)',
      filename: 'Cart.cs',
    },
    'Shop.CartController.Pay (Cart.cs)',
  ],
  [
    'csharp',
    { function: 'decimal Shop.Prices.Total(Cart cart)+(Item i) => { }', filename: 'P.cs' },
    'Shop.Prices.Total (P.cs)',
  ],
  [
    'csharp',
    { function: 'Dictionary<int, T> Shop.Map.Get<int, T>(T key)', filename: 'M.cs' },
    'Shop.Map.Get (M.cs)',
  ],
  [
    'csharp',
    { function: '(int a, int b) Shop.Map.Pair()', filename: 'M.cs' },
    '(int a, int b) Shop.Map.Pair() (M.cs)',
  ],
  ['csharp', { function: 'Shop.Cart:Pay (int)', filename: 'Cart.cs' }, 'Shop.Cart:Pay (Cart.cs)'],
  ['java', { module: 'shop.cart$pay', function: 'doInvoke', filename: 'cart.clj' }, 'pay (cart.clj)'],
  ['java', { module: 'shop.cart$pay$fn__1234', function: 'invoke', filename: 'cart.clj' }, 'pay (cart.clj)'],
  ['java', { module: 'shop.Cart$', function: '$anonfun$pay$3', filename: 'Cart.scala' }, 'pay (Cart.scala)'],
  [
    'java',
    { module: 'shop.Cart$$anonfun$receive$1', function: 'applyOrElse', filename: 'Cart.scala' },
    'receive (Cart.scala)',
  ],
  ['java', { module: 'shop.Cart', function: 'apply', filename: 'Cart.scala' }, 'apply (Cart.scala)'],
  ['cocoa', { function: 'kfun:shop.Cart#pay(kotlin.Int){}', package: '/a/Shop' }, 'shop.Cart#pay (Shop)'],
  ['cocoa', { function: 'kfun:shop.Cart.pay$lambda$0$lambda$1#internal' }, 'shop.Cart.pay'],
  [
    'cocoa',
    { function: 'kfun:shop.Cart.$pay$lambda$0$FUNCTION_REFERENCE$4.invoke#internal' },
    'shop.Cart.pay',
  ],
  ['cocoa', { function: 'kfun:shop.Cart.$payCOROUTINE$0.invokeSuspend#internal' }, 'shop.Cart.pay'],
  ['perl', { function: 'Cart::__ANON__[/opt/Cart.pm:17]', filename: 'Cart.pm' }, 'Cart::__ANON__ (Cart.pm)'],
  ['r', { function: 'pay(cart = list(id = 7))', filename: 'cart.R' }, 'pay (cart.R)'],
  ['cocoa', { instruction_addr: '0x1010', image_addr: '0x1000', package: '/a/Shop.app/Shop' }, 'Shop +0x10'],
])('%s: %j is %s', (platform, frame, named) => {
  expect(culprit(frame, { platform })).toBe(named)
})

/* Node reads source maps by itself with --enable-source-maps: files of the source, names of the bundle. */
test.each<[JsonObject, string]>([
  [
    { function: 'Ui.total', filename: 'orders.ts', context_line: 'return this.items[id].total' },
    'total (orders.ts)',
  ],
  [{ function: 'h0', filename: 'orders.ts', context_line: 'await pay(cart)' }, 'orders.ts'],
  [
    {
      function: 'pay',
      filename: 'orders.ts',
      pre_context: ['function pay(cart) {'],
      context_line: 'cart.x.y',
    },
    'pay (orders.ts)',
  ],
  [{ function: 'h0', filename: 'orders.js', context_line: 'await pay(cart)' }, 'h0 (orders.js)'],
])('a minified name in a file of the source: %j', (frame, expected) => {
  expect(culprit(frame, { platform: 'node' })).toBe(expected)
})
