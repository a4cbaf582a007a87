import { describe, expect, test } from 'vitest'
import { group } from '../../../test/support/sample/grouped-events.ts'
import { testPairs } from '../../../test/support/sample/grouped-pairs.ts'
import type { JsonObject } from '../json/json.ts'

function thrown(platform: string, frames: JsonObject[], { type = 'E', value = 'x' } = {}): JsonObject {
  const called = frames.map((frame) => ({ in_app: true, ...frame }))
  return { platform, exception: { values: [{ type, value, stacktrace: { frames: called } }] } }
}

const onJvm = (...calls: string[]) => thrown('java', calls.map(ofJvm))
const ofJvm = (call: string): JsonObject => {
  const dot = call.lastIndexOf('.')
  return { module: call.slice(0, dot), function: call.slice(dot + 1) }
}
const inFunctions = (platform: string, ...names: string[]) =>
  thrown(
    platform,
    names.map((name) => ({ function: name, package: '/srv/shop' })),
  )
const inFiles = (platform: string, ...calls: [name: string, file: string][]) =>
  thrown(
    platform,
    calls.map(([name, file]) => ({ function: name, filename: file, abs_path: file })),
  )
const unmarked = (event: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(event).replaceAll('"in_app":true', '"in_app":false'))
const inModule = (platform: string, module: string) => thrown(platform, [{ module, function: 'pay' }])

const BUNDLE = 'https://shop.example/assets/index-BqF3x9aZ.js'
const inBundle = (value: string, ...names: string[]) =>
  thrown(
    'javascript',
    names.map((name) => ({ function: name, filename: BUNDLE, abs_path: BUNDLE })),
    { type: 'TypeError', value },
  )
const inPage = (...calls: [name: string, file: string][]) =>
  inFiles('javascript', ...calls, ['submitOrder', BUNDLE])

function caughtByReact(components: string[], event: JsonObject): JsonObject {
  const { values } = event.exception as { values: JsonObject[] }
  const frames = components.map((name) => ({ function: name, filename: BUNDLE, in_app: true }))
  const caught = { type: 'React ErrorBoundary TypeError', value: 'x', stacktrace: { frames } }
  return { ...event, exception: { values: [caught, ...values] } }
}

const layer = (file: string) => ({
  function: 'wrap',
  module: 'tools.logging',
  filename: file,
  abs_path: file,
})
const handler = { function: 'pay', module: 'handler', filename: 'handler.py' }
const failed = (code: string) =>
  thrown('dart', [{ function: 'Cart.pay', filename: 'cart.dart' }], {
    type: 'PlatformException',
    value: `PlatformException(${code}, null, null)`,
  })
const window = (...calls: string[]) =>
  onJvm('android.os.Looper.loop', ...calls, 'android.view.ViewRootImpl.setView')

type Case = readonly [name: string, left: JsonObject, right: JsonObject]

const SAME: readonly Case[] = [
  [
    'names that a minifier gave to the functions around one that has a name',
    inBundle('x', 'e', 't', 'submitOrder'),
    inBundle('x', 'n', 'submitOrder'),
  ],
  [
    'a minified function that the same text names',
    inBundle('cart 17 is empty', 'submitOrder', 't'),
    inBundle('cart 99 is empty', 'submitOrder', 'n'),
  ],
  [
    'a call through another version of the libraries in a bundle of their own',
    inPage(['invokeTask', 'https://shop.example/polyfills.3b1a2c4d5e6f7a8b.js']),
    inPage(
      ['callWithErrorHandling', 'https://shop.example/js/chunk-vendors.1a2b3c4d.js'],
      ['dispatch', 'https://shop.example/_next/static/chunks/framework-1a2b3c4d5e6f7a8b.js'],
    ),
  ],
  ['a wait for one of several promises', inPage(['async Promise.all', 'index 0']), inPage()],
  ['a call that Safari hides', inPage(['dispatch', 'webkit-masked-url://hidden/']), inPage()],
  ['code of Hermes', inPage(['tryCallOne', 'InternalBytecode.js']), inPage()],
  [
    'another version of a library of Deno',
    inPage(['respond', 'https://deno.land/std@0.190.0/http/server.ts']),
    inPage(['route', 'https://jsr.io/@std/http/1.0.9/mod.ts']),
  ],
  [
    'components around an error that React caught, in two builds',
    caughtByReact(['Zt', 'Ae'], inBundle('x', 'submitOrder')),
    caughtByReact(['Qq'], inBundle('x', 'submitOrder')),
  ],
  [
    'a module of Node by its address',
    inFiles('node', ['pay', 'file:///srv/cart.js']),
    inFiles('node', ['pay', '/app/cart.js']),
  ],
  [
    'where a coroutine was started',
    onJvm('com.shop.Api.get', '_COROUTINE._BOUNDARY._', 'com.shop.Cart.pay'),
    onJvm('com.shop.Api.get', 'com.shop.Cart.pay'),
  ],
  [
    'a function with default values',
    onJvm('com.shop.Api.get', 'com.shop.Cart.pay$default', 'com.shop.Cart.pay'),
    onJvm('com.shop.Api.get', 'com.shop.Cart.access$pay', 'com.shop.Cart.pay'),
  ],
  [
    'access to a private member',
    onJvm('com.shop.Api.get', 'com.shop.Cart.access$000', 'com.shop.Cart.pay'),
    onJvm('com.shop.Api.get', 'com.shop.Cart.pay'),
  ],
  [
    'a class by its loader and module',
    onJvm('app/com.shop@1.2/com.shop.Cart.pay'),
    onJvm('app//com.shop.Cart.pay'),
  ],
  ['the loop of two versions of Android', window('android.os.Looper.loopOnce'), window()],
  [
    'a module of Go in its next version',
    inModule('go', 'shop.example/cart/v2/pay'),
    inModule('go', 'shop.example/cart/v3/pay'),
  ],
  [
    'a program of Go that names no folders and marks no frame, with another version of a library',
    inFiles('go', ['Next', '/root/go/pkg/mod/gin@v1.9.1/context.go'], ['main.pay', '/srv/shop/main.go']),
    unmarked(inFiles('go', ['ServeHTTP', 'gin@v1.10.0/gin.go'], ['main.pay', 'example.com/shop/main.go'])),
  ],
  [
    'the number of an impl block',
    inFunctions('native', 'shop::{impl#3}::pay'),
    inFunctions('native', 'shop::{impl#5}::pay'),
  ],
  [
    'the cold part of a method',
    inFunctions('cocoa', '-[Cart pay].cold.1'),
    inFunctions('cocoa', '-[Cart pay]'),
  ],
  [
    'a call through a protocol of Swift',
    inFunctions('cocoa', 'protocol witness for Payable.pay() in conformance Cart', 'Cart.pay()'),
    inFunctions('cocoa', 'Cart.pay()', 'outlined destroy of Any?'),
  ],
  [
    'a library of C++ that was compiled in',
    inFunctions('native', 'Cart::pay(int)', 'boost::shared_ptr<Cart>::operator->() const'),
    inFunctions('native', 'Cart::pay(int)', 'nlohmann::json::at(char const*)'),
  ],
  [
    'a layer of AWS Lambda',
    thrown('python', [layer('/opt/python/tools/logging.py'), handler]),
    thrown('python', [handler]),
  ],
  [
    'text that Perl executed, and a module of Perl',
    inFiles('perl', ['(eval)', '(eval 42)'], ['pay', '/srv/Cart.pm']),
    inFiles('perl', ['call', '/usr/share/perl5/Plack.pm'], ['(eval)', '(eval 7)'], ['pay', '/srv/Cart.pm']),
  ],
  [
    'a class that Room, Hilt or Dagger made',
    onJvm(
      'com.shop.Hilt_Main.onCreate',
      'com.shop.Main.start',
      'com.shop.CartDao_Impl$3.call',
      'com.shop.Cart.pay',
    ),
    onJvm('com.shop.DaggerAppComponent.get', 'com.shop.Main.start', 'com.shop.Cart.pay'),
  ],
  [
    'an instance of a template of a library',
    inFunctions(
      'native',
      'Cart::pay()',
      'void boost::throw_exception<boost::bad_get>(boost::bad_get const&)',
    ),
    inFunctions('native', 'Cart::pay()'),
  ],
  [
    'an interceptor of Magento, and the start of WordPress',
    inFiles('php', ['load', '/srv/wp-settings.php'], ['pay', '/srv/cart.php']),
    inFiles('php', ['pay', '/srv/generated/code/Cart/Interceptor.php'], ['pay', '/srv/cart.php']),
  ],
  ['a closure that Firefox names by its place', inPage(['e/this.b<', BUNDLE]), inPage()],
  ['how Lua found a function', inFunctions('lua', "method 'pay'"), inFunctions('lua', "field 'pay'")],
  [
    'the part of a function of PowerShell',
    inFunctions('powershell', 'Pay<Process>'),
    inFunctions('powershell', 'Pay<End>'),
  ],
  ['a closure of Julia', inFunctions('julia', '#pay#12'), inFunctions('julia', '#pay#31')],
]
const DIFFERENT: readonly Case[] = [
  [
    'two functions beside minified ones',
    inBundle('x', 'e', 'submitOrder'),
    inBundle('x', 'e', 'cancelOrder'),
  ],
  [
    'two texts of a minified function',
    inBundle('cart is empty', 'submitOrder', 't'),
    inBundle('stock is unknown', 'submitOrder', 't'),
  ],
  [
    'two functions in a bundle of libraries alone',
    inFiles('javascript', ['dispatch', 'https://a.example/vendor.js']),
    inFiles('javascript', ['invokeTask', 'https://a.example/vendor.js']),
  ],
  [
    'two functions with default values',
    onJvm('com.shop.Cart.pay$default'),
    onJvm('com.shop.Cart.ship$default'),
  ],
  [
    'two modules of Go',
    inModule('go', 'shop.example/cart/v2/pay'),
    inModule('go', 'shop.example/cart/v2/ship'),
  ],
  [
    'two functions behind one protocol',
    inFunctions('cocoa', 'protocol witness for Payable.pay() in conformance Cart'),
    inFunctions('cocoa', 'protocol witness for Payable.pay() in conformance Order'),
  ],
  [
    'two functions that return what a library has',
    inFunctions('native', 'main', 'std::vector<int> Cart::items<int>(int)'),
    inFunctions('native', 'main', 'std::vector<int> Order::items<int>(int)'),
  ],
  ['two functions of Lua', inFunctions('lua', "method 'pay'"), inFunctions('lua', "method 'ship'")],
  ['two codes of a plugin', failed('sign_in_failed'), failed('network_error')],
]

describe('a fault in another build', () => {
  testPairs(SAME, DIFFERENT)

  test('components count if nothing else is of the application', () => {
    const event = caughtByReact(
      ['CartTotal'],
      thrown('javascript', [{ function: 'beginWork', in_app: false }]),
    )
    expect(group(event).components.join()).toContain('CartTotal')
  })
})
