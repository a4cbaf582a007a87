import type { JsonObject } from '#domain/json/json.ts'
import { apart, error, type GroupingPair, stack, together } from './grouping-pair.ts'

const kotlin = (n: number, lambda: number): JsonObject =>
  error(
    ['java', 'IllegalStateException', `cart ${n} is closed`],
    ['run', '!DispatchedTask.kt', 'kotlinx.coroutines.DispatchedTask'],
    ['resumeWith', '!ContinuationImpl.kt', 'kotlin.coroutines.jvm.internal.BaseContinuationImpl'],
    ['invokeSuspend', 'Cart.kt', `com.shop.Cart$pay$${lambda}`],
    ['total', 'Cart.kt', 'com.shop.Cart'],
  )
const java = (name: string, fn: string): JsonObject =>
  error(['java', 'NullPointerException', 'x'], ['run', 'Jobs.java', name], [fn, 'Jobs.java', name])
const obfuscated = (fn: string, line: number): JsonObject =>
  error(['java', 'NullPointerException', 'null'], [fn, 'SourceFile', 'com.shop.Pay', { lineno: line }])
const csharp = (method: string, module: string): JsonObject =>
  error(
    ['csharp', 'System.InvalidOperationException', 'no cart'],
    ['Main', '', 'Shop.Program'],
    [method, '', module],
  )
const go = (fn: string, value: string): JsonObject =>
  error(
    ['go', '*errors.errorString', value],
    ['main', 'main.go', 'main'],
    [fn, 'shop/pay.go', 'example.com/shop'],
  )
const php = (fn: string, value: string, type = 'PDOException'): JsonObject =>
  error(
    ['php', type, value],
    ['Illuminate\\Pipeline\\Pipeline::handle', '!/vendor/laravel/framework/src/Pipeline.php'],
    [fn, '/app/Http/Controllers/CartController.php'],
  )
const ruby = (fn: string, value = "undefined method 'total' for nil"): JsonObject =>
  error(['ruby', 'NoMethodError', value], ['call', '!rack/head.rb'], [fn, 'app/models/cart.rb'])
const rust = (fn: string): JsonObject =>
  error(
    ['native', 'panic', 'index out of bounds'],
    [fn, 'src/cart.rs'],
    ['rust_begin_unwind', '!panicking.rs'],
  )
const browser = (fn: string, file: string, more: JsonObject = {}): JsonObject =>
  error(['javascript', 'TypeError', 'total is undefined'], [fn, `https://shop.example/${file}`, null, more])
const python = (fn: string, file = 'shop/cart.py', more: JsonObject = {}): JsonObject =>
  error(['python', 'KeyError', "'total'"], [fn, file, null, more])
const node = (fn: string, file = '/srv/app/dist/cart.js'): JsonObject =>
  error(
    ['node', 'TypeError', 'x is not a function'],
    ['process.processTicksAndRejections', '!node:internal/process/task_queues'],
    [fn, file],
  )
const elixir = (fn: string, value = 'no match'): JsonObject =>
  error(['elixir', 'FunctionClauseError', value], [fn, 'lib/shop/cart.ex', 'Shop.Cart'])
const dart = (
  fn: string,
  file = 'cart.dart',
  value = 'Null check operator used on a null value',
): JsonObject => error(['dart', 'TypeError', value], [fn, file, null, { package: 'shop' }])
const swift = (fn: string): JsonObject =>
  error(
    ['cocoa', 'EXC_BREAKPOINT', 'Unexpectedly found nil'],
    [fn, '', null, { package: '/private/var/containers/Bundle/Application/A/Shop.app/Shop' }],
  )

/** Written for this test, in twelve languages. */
export const GROUPING_PAIRS: readonly GroupingPair[] = [
  together('Kotlin: another number of the continuation class', kotlin(1, 1), kotlin(22, 3)),
  apart('Kotlin: two functions', kotlin(1, 1), java('com.shop.Cart$pay$1', 'total')),
  together(
    'Java: lambdas of two builds',
    java('com.shop.Jobs', 'lambda$run$0'),
    java('com.shop.Jobs', 'lambda$run$7'),
  ),
  apart(
    'Java: lambdas of two methods',
    java('com.shop.Jobs', 'lambda$run$0'),
    java('com.shop.Jobs', 'lambda$stop$0'),
  ),
  together(
    'Java: hidden lambda classes',
    java('com.shop.Jobs$$Lambda$14/0x0000000800c03', 'run'),
    java('com.shop.Jobs$$Lambda/0x00007f1c00c0', 'run'),
  ),
  together('Java: JDK proxies', java('com.sun.proxy.$Proxy121', 'pay'), java('jdk.proxy2.$Proxy87', 'pay')),
  together(
    'Java: CGLIB',
    java('com.shop.Jobs$$EnhancerBySpringCGLIB$$8d1f2a', 'pay'),
    java('com.shop.Jobs$$EnhancerBySpringCGLIB$$77ac01', 'pay'),
  ),
  together(
    'Java: Spring 6 proxies',
    java('com.shop.Jobs$$SpringCGLIB$$0', 'pay'),
    java('com.shop.Jobs$$SpringCGLIB$$3', 'pay'),
  ),
  together(
    'Java: Hibernate proxies',
    java('com.shop.Cart$HibernateProxy$kJ3vX9a1', 'total'),
    java('com.shop.Cart$HibernateProxy$Zz81LmQ0', 'total'),
  ),
  together(
    'Java: Byte Buddy mocks',
    java('com.shop.Cart$MockitoMock$1812', 'total'),
    java('com.shop.Cart$MockitoMock$99', 'total'),
  ),
  together(
    'Java: accessors',
    java('jdk.internal.reflect.GeneratedMethodAccessor12', 'invoke'),
    java('jdk.internal.reflect.GeneratedMethodAccessor90', 'invoke'),
  ),
  together('Android: one obfuscated name, other line numbers', obfuscated('a', 11), obfuscated('a', 12)),
  apart(
    'Android: two readable methods of an obfuscated file',
    obfuscated('charge', 11),
    obfuscated('refund', 11),
  ),
  together(
    '.NET: state machine of an async method',
    csharp('MoveNext', 'Shop.Cart+<PayAsync>d__12'),
    csharp('MoveNext', 'Shop.Cart+<PayAsync>d__3'),
  ),
  apart(
    '.NET: state machines of two methods',
    csharp('MoveNext', 'Shop.Cart+<PayAsync>d__12'),
    csharp('MoveNext', 'Shop.Cart+<RefundAsync>d__12'),
  ),
  together(
    '.NET: closures',
    csharp('<Pay>b__0', 'Shop.Cart+<>c__DisplayClass4_0'),
    csharp('<Pay>b__2', 'Shop.Cart+<>c__DisplayClass7_1'),
  ),
  apart(
    '.NET: closures of two methods',
    csharp('<Pay>b__0', 'Shop.Cart+<>c'),
    csharp('<Refund>b__0', 'Shop.Cart+<>c'),
  ),
  together(
    '.NET: local functions',
    csharp('<Pay>g__Sum|3_0', 'Shop.Cart'),
    csharp('<Pay>g__Sum|8_1', 'Shop.Cart'),
  ),
  together('Go: closures of two builds', go('pay.func1', 'x'), go('pay.func3', 'x')),
  together('Go: nested closures', go('(*Cart).Pay.func1.2', 'x'), go('(*Cart).Pay.func4.1', 'x')),
  together('Go: generic instances', go('Map[go.shape.int]', 'x'), go('Map[...]', 'x')),
  apart('Go: two methods', go('(*Cart).Pay', 'x'), go('(*Cart).Refund', 'x')),
  together(
    'Go: wrapped errors with values',
    error(['go', '*fmt.wrapError', 'pay order 17: dial tcp 10.0.0.7:5432: connect: connection refused']),
    error(['go', '*fmt.wrapError', 'pay order 9341: dial tcp 10.0.3.22:5432: connect: connection refused']),
  ),
  apart(
    'Go: wrapped errors of two causes',
    error(['go', '*fmt.wrapError', 'pay order 17: connection refused']),
    error(['go', '*fmt.wrapError', 'pay order 17: no such host']),
  ),
  together(
    'PHP: closures, 8.4 and before',
    php('App\\Http\\Controllers\\CartController::{closure}', 'x'),
    php(
      'App\\Http\\Controllers\\CartController::{closure:App\\Http\\Controllers\\CartController::pay():42}',
      'x',
    ),
  ),
  together(
    'PHP: anonymous classes',
    php('class@anonymous\u0000/app/Jobs.php:12$0::handle', 'x'),
    php('class@anonymous\u0000/app/Jobs.php:19$1a::handle', 'x'),
  ),
  together(
    'PHP: PDO without a stack',
    error([
      'php',
      'PDOException',
      "SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry 'ada@example.com' for key 'users.email'",
    ]),
    error([
      'php',
      'PDOException',
      "SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry 'bo@example.org' for key 'users.email'",
    ]),
  ),
  apart(
    'PHP: two PDO errors',
    error(['php', 'PDOException', 'SQLSTATE[23000]: Integrity constraint violation']),
    error(['php', 'PDOException', 'SQLSTATE[HY000]: General error: 2006 server has gone away']),
  ),
  together('Ruby: 3.3 and 3.4', ruby('total'), ruby('Cart#total')),
  together('Ruby: blocks', ruby('block in total'), ruby('block (2 levels) in total')),
  together('Ruby: blocks of 3.4', ruby('block in total'), ruby('block in Cart#total')),
  together(
    'Ruby: a compiled template',
    ruby('_app_views_cart_show_html_erb___4117_70180'),
    ruby('_app_views_cart_show_html_erb__993211_1420'),
  ),
  apart('Ruby: two methods', ruby('total'), ruby('tax')),
  together(
    'Rust: symbol hashes',
    rust('shop::cart::total::h0123456789abcdef'),
    rust('shop::cart::total::hfedcba9876543210'),
  ),
  together('Rust: closures', rust('shop::cart::total::{{closure}}'), rust('shop::cart::total::{closure#2}')),
  apart('Rust: two functions', rust('shop::cart::total'), rust('shop::cart::tax')),
  together(
    'JavaScript: bundle hashes',
    browser('checkout', 'static/js/main.8f3a2b1c.js'),
    browser('checkout', 'static/js/main.77ab01ff.js'),
  ),
  together(
    'JavaScript: chunks of Vite',
    browser('checkout', 'assets/cart-BhX9_a2Q.js'),
    browser('checkout', 'assets/cart-D0cUe11k.js'),
  ),
  together(
    'JavaScript: chunks of Next.js',
    browser('checkout', '_next/static/chunks/pages/cart-1f0c9b7a3d5e2c44.js'),
    browser('checkout', '_next/static/chunks/pages/cart-aa81b2c3d4e5f607.js'),
  ),
  apart('JavaScript: two functions', browser('checkout', 'cart.js'), browser('refund', 'cart.js')),
  together(
    'JavaScript: names of engines',
    browser('Object.checkout', 'cart.js'),
    browser('checkout', 'cart.js'),
  ),
  together(
    'React: component stacks of two builds',
    react('main.1a2b3c4d.js:1:100'),
    react('main.99887766.js:2:40'),
  ),
  together('Node: async functions', node('async checkout'), node('checkout')),
  together(
    'Node: Promise.all with an index',
    node('async Promise.all (index 0)'),
    node('async Promise.all (index 7)'),
  ),
  together(
    'Node: folders of two releases',
    node('Cart.total', '/srv/releases/20260101120000/dist/cart.js'),
    node('Cart.total', '/srv/releases/20260214093000/dist/cart.js'),
  ),
  together(
    'Python: lambdas',
    python('<lambda>', 'shop/cart.py', { context_line: 'x = sorted(items, key=lambda i: i["total"])' }),
    python('<lambda>', 'shop/cart.py', { context_line: '    x = sorted(items, key=lambda i: i["total"])' }),
  ),
  together(
    'Python: exec and cells',
    python('<module>', '<ipython-input-3-1f0c9b7a3d5e>'),
    python('<module>', '<ipython-input-9-aa81b2c3d4e5>'),
  ),
  apart('Python: two functions', python('total'), python('tax')),
  together(
    'Python: virtual environments',
    python('total', '/srv/env-1/app/shop/cart.py', { module: 'shop.cart' }),
    python('total', '/home/ada/app/shop/cart.py', { module: 'shop.cart' }),
  ),
  together('Elixir: anonymous functions', elixir('-total/1-fun-0-'), elixir('-total/1-fun-3-')),
  apart('Elixir: two functions', elixir('total/1'), elixir('tax/1')),
  together('Dart: closures', dart('Cart.total.<anonymous closure>'), dart('Cart.total.<fn>')),
  apart('Dart: two methods', dart('Cart.total'), dart('Cart.tax')),
  together('Swift: closures', swift('closure #1 in Cart.total()'), swift('closure #2 in Cart.total()')),
  together(
    'Swift: resume of an async function',
    swift('(1) await resume partial function for Cart.total()'),
    swift('(3) suspend resume partial function for Cart.total()'),
  ),
  apart('Swift: two methods', swift('Cart.total()'), swift('Cart.tax()')),
  together(
    'Objective-C: blocks',
    swift('__23-[Cart total]_block_invoke'),
    swift('__23-[Cart total]_block_invoke_2'),
  ),
]

function react(place: string): JsonObject {
  return {
    platform: 'javascript',
    exception: {
      values: [
        {
          type: 'React ErrorBoundary TypeError',
          value: 'total is undefined',
          stacktrace: stack([['Cart', `https://shop.example/static/js/${place.split(':')[0]}`]]),
        },
        {
          type: 'TypeError',
          value: 'total is undefined',
          stacktrace: stack([['Cart', `https://shop.example/static/js/${place.split(':')[0]}`]]),
        },
      ],
    },
  }
}
