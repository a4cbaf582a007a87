import { describe, expect, test } from 'vitest'
import { together } from '../../../test/support/sample/grouped-events.ts'
import type { JsonObject } from '../json/json.ts'

const said = (message: string): JsonObject => ({ platform: 'other', message })
const inBrowser = (value: string): JsonObject => ({
  platform: 'javascript',
  exception: [{ type: 'Error', value }],
})
const thrown = (platform: string, frames: JsonObject[]): JsonObject => ({
  platform,
  exception: [
    { type: 'E', value: 'x', stacktrace: { frames: frames.map((call) => ({ in_app: true, ...call })) } },
  ],
})

describe('a text on another machine is the same text', () => {
  test.each([
    [
      'Error 111 connecting to redis-7:6379. Connection refused.',
      'Error 111 connecting to 10.0.0.3:6380. Connection refused.',
    ],
    [
      'Error -2 connecting to cache:6379. Name or service not known.',
      'Error 8 connecting to db:5432. nodename nor servname provided, or not known.',
    ],
    ['Connection refused: /10.0.0.1:8080', 'Connection refused: auth-service/10.7.0.1:443'],
    ['shape (10,) into shape (9,)', 'shape (3,4) into shape (2,2)'],
    ['run scheduled__2026-03-01T00:00:00+00:00 failed', 'run scheduled__2026-04-17T09:30:00+00:00 failed'],
    ['used: limits.memory=15Gi, requested: 2Gi', 'used: limits.memory=16Gi, requested: 512Mi'],
    ['[WinError 5] Access is denied: 1', '[WinError 5] Zugriff verweigert: 7'],
    [
      'Os { code: 2, kind: NotFound, message: "No such file or directory" }',
      'Os { code: 2, kind: NotFound, message: "Datei oder Verzeichnis nicht gefunden" }',
    ],
    [
      'Error Domain=NSURLErrorDomain Code=-1009 "The Internet connection appears to be offline."',
      'Error Domain=NSURLErrorDomain Code=-1009 "Es besteht anscheinend keine Verbindung zum Internet."',
    ],
    [
      'Assertion failed: Index >= 0 [File:D:\\build\\++UE5\\Engine\\Array.h] [Line: 772]',
      'Assertion failed: Index >= 0 [File:C:\\Work\\Engine\\Array.h] [Line: 790]',
    ],
    [
      "Cannot find module '/srv/shop/dist/cart.js'",
      "Cannot find module 'C:\\Users\\jo\\shop\\dist\\cart.js'",
    ],
    ["The module '/srv/node_modules/canvas/a.node'", "The module '/home/jo/b/node_modules/canvas/a.node'"],
    ['E0301 10:11:12.345678   12345 cart.go:17] lost', 'E0511 23:11:12.000001       7 cart.go:21] lost'],
    [
      '10:11:12.345 [main] ERROR shop.Cart -- lost',
      '23:01:59.001 [pool-2-thread-14] ERROR shop.Cart -- lost',
    ],
    [
      'React #418; visit https://react.dev/errors/418?args[]=HTML&args[]= for more',
      'React #418; visit https://react.dev/errors/418?args[]=text&args[]= for more',
    ],
  ])('%j', (left, right) => {
    expect(together(said(left), said(right))).toBe(true)
  })

  test.each([
    ['Error Domain=NSCocoaErrorDomain Code=260 "a"', 'Error Domain=NSCocoaErrorDomain Code=640 "a"'],
    ['[WinError 5] Access is denied', '[WinError 32] The file is in use'],
    [
      'Os { code: 5, kind: Uncategorized, message: "I/O error on disk" }',
      'Os { code: 5, kind: Uncategorized, message: "No buffer space is left" }',
    ],
    ['syntax error at cart.pl line 7', 'syntax error at order.pl line 7'],
    ["Cannot find module '/srv/cart/index.js'", "Cannot find module '/srv/order/index.js'"],
    ['Assertion failed [File:D:\\b\\Array.h]', 'Assertion failed [File:D:\\b\\Map.h]'],
  ])('%j is not %j', (left, right) => {
    expect(together(said(left), said(right))).toBe(false)
  })
})

describe('in a browser', () => {
  test.each([
    ['ResizeObserver loop limit exceeded', 'ResizeObserver loop completed with undelivered notifications.'],
    [
      "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
      'Node.removeChild: The node to be removed is not a child of this node',
    ],
    [
      "Failed to execute 'setItem' on 'Storage': Setting the value of 'cart' exceeded the quota.",
      'The quota has been exceeded.',
    ],
    [
      'Loading chunk 417 failed.\n(error: https://shop.io/js/417.9ab12c3d.js)',
      'Loading chunk vendors~main failed.\n(timeout: https://shop.io/v.3f2a1b.js)',
    ],
    [
      'Unable to preload CSS for /assets/Cart-DkX9a1bz.css',
      'Unable to preload CSS for /assets/Order-B1aaQ0zz.css',
    ],
    ['The network connection was lost.', 'ネットワーク接続が切れました。'],
    ['Zeitüberschreitung bei der Anforderung.', 'Se agotó el tiempo de espera.'],
  ])('%j is %j', (left, right) => {
    expect(together(inBrowser(left), inBrowser(right))).toBe(true)
  })

  test.each([
    ['Loading chunk 417 failed.', 'Loading CSS chunk 417 failed.'],
    ['La connexion réseau a été perdue.', 'La connexion Internet semble interrompue.'],
  ])('%j is not %j', (left, right) => {
    expect(together(inBrowser(left), inBrowser(right))).toBe(false)
  })
})

describe('what a compiler made of one function', () => {
  const OF_SWIFT = { package: '/x/Shop.app/Shop' }
  test.each<[string, JsonObject[], JsonObject[]]>([
    [
      'java',
      [
        { module: 'shop.Cart$$ExternalSyntheticLambda3', function: 'onClick' },
        { module: 'shop.Cart', function: 'pay' },
      ],
      [
        { module: 'shop.Cart', function: '$r8$lambda$Q3sUoQ-WUs' },
        { module: 'shop.Cart', function: 'pay' },
      ],
    ],
    [
      'java',
      [{ module: 'a.order', function: 'RUBY$method$pay$0' }],
      [{ module: 'a.order', function: 'RUBY$method$pay$2' }],
    ],
    [
      'java',
      [{ module: 'build_4o8tq6lmr7x9wcq0jrzs1xhzs$_run_closure1', function: 'doCall' }],
      [{ module: 'build_91bzqoex2yk0d1u4hh7dr5pma$_run_closure2', function: 'doCall' }],
    ],
    [
      'csharp',
      [{ module: 'S.Cart+<>c__DisplayClass7_0', function: '<Sum>b__0(Line l)' }],
      [{ module: 'S.Cart+<>c', function: '<Sum>b__7_0(Line l)' }],
    ],
    ['csharp', [{ module: 'Player', function: 'Update ()' }], [{ module: 'Player', function: 'Update()' }]],
    [
      'swift',
      [{ ...OF_SWIFT, function: 'closure #1 in Cart.body.getter' }],
      [{ ...OF_SWIFT, function: 'closure #2 (Item) -> () in Cart.body.getter : some' }],
    ],
    [
      'cocoa',
      [
        { ...OF_SWIFT, function: 'Cart.save()' },
        { ...OF_SWIFT, function: 'thunk for @escaping @callee_guaranteed () -> ()' },
      ],
      [{ ...OF_SWIFT, function: 'Cart.save()' }],
    ],
    [
      'cocoa',
      [
        { ...OF_SWIFT, function: 'CartVC.load()', filename: 'CartVC.swift' },
        { ...OF_SWIFT, function: '@objc CartVC.load()', filename: '<compiler-generated>' },
      ],
      [{ ...OF_SWIFT, function: 'CartVC.load()', filename: 'CartVC.swift' }],
    ],
    [
      'native',
      [{ function: "UCart::`scalar deleting destructor'" }],
      [{ function: "UCart::`scalar deleting destructor'(unsigned int)" }],
    ],
    [
      'native',
      [{ function: "`UCart::Pay'::`2'::<lambda_1>::operator()" }],
      [{ function: "`UCart::Pay'::`5'::<lambda_3>::operator()" }],
    ],
    [
      'elixir',
      [{ module: 'cart', function: ':cart."-pay/3-fun-0-"/2' }],
      [{ module: 'cart', function: ':cart."-pay/3-fun-2-"/2' }],
    ],
    [
      'php',
      [
        {
          filename: '/var/cache/ContainerAb12Cd3/CartGhost1a2b3c4.php',
          function: 'ContainerAb12Cd3\\CartGhost1a2b3c4::pay',
        },
      ],
      [
        {
          filename: '/var/cache/ContainerYyyyyy3/CartGhost99ff3c4.php',
          function: 'ContainerYyyyyy3\\CartGhost99ff3c4::pay',
        },
      ],
    ],
    [
      'python',
      [{ module: `unusual_prefix_${'1a2b3c4d5e'.repeat(4)}_etl`, function: 'load' }],
      [{ module: `unusual_prefix_${'9f8e7d6c5b'.repeat(4)}_etl`, function: 'load' }],
    ],
    [
      'python',
      [{ filename: '/tmp/__autograph_generated_filexa1b2c3_.py', function: 'f' }],
      [{ filename: '/tmp/__autograph_generated_filezz99yy1_.py', function: 'f' }],
    ],
    [
      'javascript',
      [{ abs_path: `app:///index-${'5a1b2c3d'.repeat(4)}.hbc`, function: '?anon_0_pay' }],
      [{ abs_path: `app:///index-${'99992c3d'.repeat(4)}.hbc`, function: 'pay' }],
    ],
    [
      'javascript',
      [{ abs_path: `app:///${'5a1b2c3d'.repeat(4)}`, function: 'pay' }],
      [{ abs_path: `app:///${'99992c3d'.repeat(4)}`, function: 'pay' }],
    ],
    [
      'javascript',
      [{ abs_path: 'data:text/javascript;base64,ZXhwb3J0', function: 'pay' }],
      [{ abs_path: 'data:text/javascript;base64,YWJjZGVm', function: 'pay' }],
    ],
    [
      'node',
      [
        { filename: 'electron/js2c/asar_bundle.js', function: 's._load' },
        { filename: 'main.js', function: 'pay' },
      ],
      [{ filename: 'main.js', function: 'pay' }],
    ],
  ])('on %s: %j, %j', (platform, left, right) => {
    expect(together(thrown(platform, left), thrown(platform, right))).toBe(true)
  })
})
