import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json/json.ts'
import { normaliseEvent } from '../../normalise/event.ts'
import { groupEvent } from './fingerprint.ts'

const group = (event: JsonObject) => groupEvent(normaliseEvent(event, { receivedAt: 0, retentionDays: 30 }))
const one = (platform: string, sent: JsonObject): JsonObject => ({
  platform,
  stacktrace: { frames: [{ in_app: true, ...sent }] },
})

describe('functions of', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['javascript', { function: 'Object.foo' }, { function: 'foo' }],
    ['javascript', { function: 'async Foo.bar [as baz]' }, { function: 'bar' }],
    ['javascript', { function: 'Cart.<computed> [as pay]' }, { function: 'pay' }],
    ['javascript', { function: 'Cart.get total [as total]' }, { function: 'total' }],
    ['other', { function: 'function <cart.lua:17>' }, { function: 'function <cart.lua:40>' }],
    ['javascript', { function: '?', filename: 'a.js' }, { function: '<anonymous>', filename: 'a.js' }],
    ['node', { function: 'Module.e [as generateMetadata]' }, { function: 'Module.kf [as generateMetadata]' }],
    ['node', { function: 'new Foo', filename: 'a.js' }, { function: 'Foo', filename: 'a.js' }],
    [
      'ruby',
      { function: 'block in call', filename: 'a.rb' },
      { function: 'block (2 levels) in run', filename: 'a.rb' },
    ],
    ['ruby', { function: '_show_html_erb__1234567_8901234' }, { function: '_show_html_erb__7654321_1098' }],
    ['php', { function: '{closure:/srv/a.php:12}', module: 'A' }, { function: '{closure}', module: 'A' }],
    [
      'php',
      { function: 'class@anonymous\0/srv/a.php:3$0::run', module: 'A' },
      { function: 'class@anonymous::run', module: 'A' },
    ],
    ['ruby', { function: '_show_html_erb__1234567_8640' }, { function: '_show_html_erb___7654321_64' }],
    ['javascript', { function: 'pay$1' }, { function: 'pay$2' }],
    ['native', { function: 'shop::pay::{async_fn#0}' }, { function: 'shop::pay::{{closure}}' }],
    ['native', { function: 'shop::pay::{closure_env#3}' }, { function: 'shop::pay::{async_fn_env#0}' }],
    [
      'java',
      { module: 'shop.CartKt', function: 'pay-IoAF18A' },
      { module: 'shop.CartKt', function: 'pay--4qZr_g' },
    ],
    [
      'java',
      { module: 'shop.Cart$pay$1', function: 'invoke', filename: 'Cart.kt' },
      { module: 'shop.Cart', function: 'pay$lambda$0', filename: 'Cart.kt' },
    ],
    [
      'javascript',
      { function: 'shop::pay', filename: 'wasm://wasm/0a1b2c3d' },
      { function: 'shop::pay', filename: 'https://a.example/shop_bg-1a2b3c4d.wasm' },
    ],
    [
      'node',
      { function: 'pay', filename: '/srv/.next/server/chunks/482.js', module: 'chunks:482' },
      { function: 'pay', filename: '/srv/.next/server/chunks/991.js', module: 'chunks:991' },
    ],
    [
      'php',
      { function: 'Template0a1b2c3d4e::main', module: 'A' },
      { function: 'Templateffaa2c3d4e::main', module: 'A' },
    ],
    ['elixir', { function: '-pay/1-fun-0-/1', module: 'a' }, { function: '-pay/1-fun-3-/1', module: 'a' }],
    ['java', { function: 'lambda$run$3', module: 'a.B' }, { function: 'lambda$run$12', module: 'a.B' }],
    ['java', { function: 'lambda$run$3', module: 'a.B' }, { function: 'lambda$run$0$a-B', module: 'a.B' }],
    [
      'java',
      { function: 'call', module: 'a.B$$Lambda$14/0x0800' },
      { function: 'call', module: 'a.C$$Lambda$99/0x0900' },
    ],
    [
      'java',
      { function: 'f', module: 'a.B$$EnhancerBySpringCGLIB$$1a2b3c4d' },
      { function: 'f', module: 'a.B$$EnhancerBySpringCGLIB$$99' },
    ],
    [
      'java',
      { function: 'invoke', module: 'jdk.internal.reflect.GeneratedMethodAccessor7' },
      { function: 'invoke', module: 'jdk.internal.reflect.GeneratedMethodAccessor801' },
    ],
    ['native', { function: 'std::map<int, std::pair<A, B>>::at(int const&)' }, { function: 'std::map::at' }],
    [
      'native',
      { function: 'core::ops::call::h0123456789abcdef' },
      { function: 'core::ops::call::hfedcba9876543210' },
    ],
    ['native', { function: 'run(int)::$_3' }, { function: 'run(int)::$_4' }],
    ['native', { function: '_Handler@12' }, { function: '_Handler@16' }],
    ['go', { function: 'Serve.func1', module: 'main' }, { function: 'Serve.func2.1', module: 'main' }],
    ['go', { function: 'glob..func1', module: 'main' }, { function: 'init.func2', module: 'main' }],
    [
      'go',
      { function: '_cgoexp_0a1b2c3d4e5f_Pay', module: 'main' },
      { function: '_cgoexp_ffff2c3d4e5f_Pay', module: 'main' },
    ],
    ['go', { function: 'pay', module: 'command-line-arguments' }, { function: 'pay', module: 'main' }],
    [
      'crystal',
      { function: '~proc@src/cart.cr:7', filename: 'cart.cr' },
      { function: '~proc@src/cart.cr:19', filename: 'cart.cr' },
    ],
    ['java', { function: 'pay$app_release', module: 'a.B' }, { function: 'pay$app_debug', module: 'a.B' }],
    [
      'java',
      { function: 'lambda_1$lambda$0', module: 'a.ComposableSingletons$BKt' },
      { function: 'lambda_3$lambda$2', module: 'a.ComposableSingletons$BKt' },
    ],
    [
      'java',
      { function: 'pay$original$aB3dE6gH', module: 'a.B' },
      { function: 'pay$original$zY9xW7vU', module: 'a.B' },
    ],
    [
      'java',
      { function: 'pay', module: 'a.B$$OwbNormalScopeProxy0' },
      { function: 'pay', module: 'a.B$$OwbNormalScopeProxy3' },
    ],
    [
      'java',
      { function: 'invoke', module: 'shop.cart$pay$each_item__1539' },
      { function: 'invoke', module: 'shop.cart$pay$each_item__2210' },
    ],
    [
      'csharp',
      { function: 'pay', module: 'A.<B>F0A1B2C3D4E5F60718293A4B5C6D7E8F9__B' },
      { function: 'pay', module: 'A.<B>FFF1B2C3D4E5F60718293A4B5C6D7E8F9__B' },
    ],
    ['native', { function: 'shop::Cart<T>::pay' }, { function: '<shop::Cart<i32>>::pay' }],
    ['native', { function: 'shop::each' }, { function: 'shop::each::<i32>' }],
    ['native', { function: "`Cart::pay'::`1'::catch$0" }, { function: "`Cart::pay'::`2'::catch$4" }],
    ['native', { function: 'pay$fin$1' }, { function: 'pay$filt$0' }],
    ['native', { function: 'shop.exe!pay' }, { function: 'shop!pay' }],
    ['native', { function: 'pay+0x1f' }, { function: 'pay + 40' }],
    [
      'native',
      { function: 'pay.__uniq.12345678901234567890' },
      { function: 'pay.__uniq.9876543210987654321' },
    ],
    ['native', { function: 'open@@GLIBC_2.2.5' }, { function: 'open@plt' }],
    [
      'ruby',
      { function: '__tilt_70361296749460', filename: 'cart.erb' },
      { function: '__tilt_93961296749000', filename: 'cart.erb' },
    ],
    [
      'ruby',
      { function: 'rescue in block in pay', filename: 'a.rb' },
      { function: 'rescue in block in Cart#pay', filename: 'a.rb' },
    ],
    [
      'php',
      { function: 'Shop\\{closure}', filename: 'a.php' },
      { function: '{closure:Shop\\pay():12}', filename: 'a.php' },
    ],
    [
      'javascript',
      { function: 'pay', filename: '/shop/0A1B2C3D4E5F60718293A4B5C6D7E8F9.cache.js' },
      { function: 'pay', filename: '/shop/FF1B2C3D4E5F60718293A4B5C6D7E8F9.cache.js' },
    ],
  ])('%s: %j', (platform, left, right) => {
    expect(group(one(platform, left)).keys[0]).toBe(group(one(platform, right)).keys[0])
    expect(group(one(platform, left)).method).toBe('stacktrace')
  })

  test.each<[string, string, string]>([
    ['native', 'Cart::operator+(int)', 'Cart::operator!=(int)'],
    ['native', '<shop::Cart>::pay', '<shop::Order>::pay'],
    ['java', 'pay$app_release', 'ship$app_release'],
    ['java', 'pay$original$aB3dE6gH', 'ship$original$aB3dE6gH'],
    ['ruby', 'rescue in block in pay', 'ensure in block in pay'],
  ])('%s: %s and %s are two', (platform, left, right) => {
    const keyOf = (name: string) => group(one(platform, { function: name, module: 'A' })).keys[0]
    expect(keyOf(left)).not.toBe(keyOf(right))
  })

  test.each<[string, JsonObject]>([
    ['javascript', { function: 'eval', filename: 'a.js' }],
    ['javascript', { function: 'map', abs_path: '<anonymous>' }],
    ['javascript', { abs_path: 'https://x.example/a.js', context_line: 'x' }],
    ['native', { function: '<redacted>' }],
  ])('%s: %j says nothing', (platform, sent) => {
    expect(group(one(platform, sent)).method).toBe('fallback')
  })
})
