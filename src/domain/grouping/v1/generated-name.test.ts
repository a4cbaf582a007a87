import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json/json.ts'
import { normaliseEvent } from '../../normalise/event.ts'
import { scrubEvent } from '../../scrub/scrub.ts'
import { groupEvent } from './fingerprint.ts'

function key(platform: string, frame: JsonObject): string | undefined {
  const event = { platform, exception: [{ type: 'E', stacktrace: { frames: [{ in_app: true, ...frame }] } }] }
  return groupEvent(normaliseEvent(scrubEvent(event), { receivedAt: 0, retentionDays: 30 })).keys[0]
}

describe('names that differ by build or run', () => {
  test.each<[string, string, string]>([
    ['javascript', 'foo', 'async*foo'],
    ['javascript', 'Promise.all (index 0)', 'Promise.all (index 11)'],
    ['javascript', 'global code', '?'],
    ['ruby', '_run__1934__process_action__callbacks', '_run__8877__process_action__callbacks'],
    ['php', 'A@anonymous\0/srv/1/a.php:3$0::run', 'A@anonymous\0/srv/2/a.php:9$1::run'],
    ['php', `__TwigTemplate_${'1a'.repeat(16)}::show`, `__TwigTemplate_${'2b'.repeat(16)}::show`],
    ['php', 'ContainerA1b2C3d\\App::get', 'ContainerXy9Zz8w\\App::get'],
    ['java', 'run$lambda-3', 'run$lambda$14'],
    ['java', 'run$lambda$4$lambda$3', 'run$lambda$14'],
    ['csharp', 'Parse(String) + 0x1f', 'Parse(Int32) + 0x2a0'],
    ['csharp', 'Shop.Repo`1[[Shop.Order, Shop, Version=1.0.0.0]].Get', 'Shop.Repo`1.Get'],
    ['csharp', 'async Task<int> Pay(int id)', 'async Task<int> Pay(int id, CancellationToken ct)'],
    ['csharp', 'Dictionary<string, int> Pay<T>(T cart)', 'Pay'],
    ['csharp', 'Task<(int id, string name)> Pay()', 'Pay(Int32 id)'],
    ['csharp', 'int Pay(int id)+(Item i) => { }', 'int Pay(long id)+(Item i, int n) => { }'],
    ['csharp', 'int Pay(int id)+int Sum(int x)', 'int Pay()+long Sum(long x)'],
    [
      'csharp',
      'Shop.Cart.Pay () (at <4a5b6c7d8e9f40a1>:0)',
      'Shop.Cart.Pay () (at <00000000000000000000>:0)',
    ],
    ['csharp', 'Shop.Cart.Sum (int) [0x00012] in <4a5b>:0', 'Shop.Cart.Sum (int) [0x0001a] in <99ff>:0'],
    ['r', 'pay(cart = list(id = 7))', 'pay(cart = list(id = 9))'],
    ['cocoa', '_mh_execute_header', '<redacted>'],
    ['cocoa', 'kfun:shop.Cart#pay(kotlin.Int){}', 'kfun:shop.Cart.pay#internal'],
    ['cocoa', 'kfun:shop.Cart#pay#suspend(kotlin.Int){}kotlin.Any?', 'kfun:shop.Cart#pay(kotlin.Long){}'],
    [
      'cocoa',
      'kfun:shop.Cart.pay$lambda$0$lambda$2#internal',
      'kfun:shop.Cart.pay$lambda-3$lambda-1#internal',
    ],
    [
      'cocoa',
      'kfun:shop.Cart.$pay$lambda$0$FUNCTION_REFERENCE$4.invoke#internal',
      'kfun:shop.Cart.$pay$lambda$1$FUNCTION_REFERENCE$19.invoke#internal',
    ],
    [
      'cocoa',
      'kfun:shop.Cart.$payCOROUTINE$0.invokeSuspend#internal',
      'kfun:shop.Cart.$payCOROUTINE$7.invokeSuspend#internal',
    ],
    ['cocoa', 'kfun:shop.object-1.invoke#internal', 'kfun:shop.object-4.invoke#internal'],
    ['java', 'lambda__1531054093$lambda$0', 'lambda_1899062483$lambda$2'],
    ['java', 'access$000', 'access$100'],
    ['java', '$r8$lambda$ab-C_1', '$r8$lambda$Zz9'],
    ['java', 'pay$$anonfun$1', 'pay$$anonfun$4'],
    ['java', 'pay_aroundBody0', 'pay_aroundBody12'],
    ['rust', 'shop[1f2a3b4c5d6e7]::cart::pay', 'shop[9a8b7c6d5e4f3a2b]::cart::pay'],
    ['java', '$anonfun$main$1', '$anonfun$main$2'],
    ['go', 'Serve.gowrap1', 'Serve.gowrap2'],
    ['go', '(*T).Serve-fm', '(*T).Serve'],
    ['rust', 'app[1a2b3c4d5e6f7a8b]::run', 'app[ffff3c4d5e6f7a8b]::run'],
    ['native', 'parse.cold.3', 'parse'],
    ['native', 'parse.constprop.0.isra.1', 'parse'],
    ['native', '0x7fff20311', '0x10ac44'],
    ['csharp', 'lambda_method12', 'lambda_method7'],
    ['elixir', '-total/2-fun-0-', '-total/2-fun-3-'],
    ['elixir', '-total/2-lc$^0/1-0-', '-total/2-lc$^1/1-2-'],
    ['elixir', 'Shop.Cart.total/2', 'total/2'],
    ['java', 'pay$$superforward1', 'pay$$superforward'],
    ['go', 'init.0.func1', 'init.func2'],
    ['go', 'run-range1', 'run-range2'],
    ['python', '<cell line: 3>', '<cell line: 12>'],
    ['ruby', 'rescue in User#save', 'rescue in save'],
    ['php', 'UserGhostebeb667::get', 'UserGhost123abcd::get'],
    ['php', 'MockObject_User_1a2b3c4d::get', 'MockObject_User_ffee3c4d::get'],
    ['rust', '_ZN3app3run17h0123456789abcdefE', '_ZN3app3run17hfedcba9876543210E'],
    ['rust', '_RNvCs1a2b_3app3run', '_RNvCs9xYz_3app3run'],
    ['native', 'decltype(auto) ns::run<int>(int&&)', 'ns::run<long>(long&&)'],
    ['native', 'ns::run[abi:cxx11](int)', 'ns::run(int)'],
    ['native', 'ns::pay::<lambda_1>::operator()', 'ns::pay::<lambda_2>::operator()'],
    ['cocoa', '$s4Shop4CartC3payyyFTY0_', '$s4Shop4CartC3payyyFTQ1_'],
    ['dart', '_CartState@12345678.build', '_CartState@87654321.build'],
    ['other', 'Cart.pay.<anonymous closure>', 'Cart.pay.<fn>'],
    ['elixir', 'A.B."-run/1-fun-1-"/2', 'A.B."-run/1-fun-7-"/2'],
    ['elixir', 'A.B."render (overridable 1)"/1', 'A.B."render (overridable 2)"/1'],
    ['php', 'Shop\\Cart::Shop\\{closure}', 'Shop\\Cart::{closure}'],
    ['perl', 'Shop::__ANON__[Shop.pm:12]', 'Shop::__ANON__[Shop.pm:19]'],
    ['rust', '<shop::Cart<T> as shop::Pay>::pay', '<shop::Cart<u32> as shop::Pay>::pay'],
    ['native', 'shop::Less<int>::operator()(int)', 'shop::Less<long>::operator()(long)'],
    ['native', 'std::__1::vector<int>::at(int)', 'std::__ndk1::vector<long>::at(long)'],
  ])('%s function %s', (platform, left, right) => {
    const place: JsonObject = platform === 'native' ? {} : { filename: 'a.x' }
    expect(key(platform, { ...place, function: left })).toBe(key(platform, { ...place, function: right }))
  })

  test.each<[string, string, string]>([
    ['java', 'a.B$ByteBuddy$a1B2', 'a.B$ByteBuddy$Zz9'],
    ['java', 'a.B_$$_jvst1a2_3', 'a.B_$$_jvst1a2_7f'],
    ['java', 'a.B$$ExternalSyntheticLambda0', 'a.B$$ExternalSyntheticLambda12'],
    ['java', 'java.lang.invoke.LambdaForm$DMH/1234', 'java.lang.invoke.LambdaForm$DMH/0x08c5'],
    ['java', 'a.core$eval1234$fn__99', 'a.core$eval7$fn__1'],
    ['java', 'a.ComposableSingletons$CartKt$lambda-1$1', 'a.ComposableSingletons$CartKt$lambda-4$1'],
    [
      'java',
      'a.ComposableSingletons$CartKt$lambda$-1608374373$1',
      'a.ComposableSingletons$CartKt$lambda$962295008$1',
    ],
    ['java', 'Script1', 'Script99'],
    ['java', 'a.Cart$AjcClosure1', 'a.Cart$AjcClosure13'],
    ['csharp', 'App+<Run>d__12', 'App+<Run>d__4'],
    ['csharp', 'App+clo@45-1', 'App+clo@52'],
    ['csharp', 'Castle.Proxies.IShopProxy', 'Castle.Proxies.IShopProxy_1'],
    ['go', 'example.com/shop@v1.2.3', 'example.com/shop@v1.10.0'],
    ['elixir', 'Elixir.Shop.Cart', 'Shop.Cart'],
    ['node', 'chunks.build:cart-X1yB_oZ7', 'chunks.build:cart-CNf__-W4'],
    ['node', 'server.chunks:cart_BW8oE2V5', 'server.chunks:cart_C2xqZk1B'],
    ['node', '_ssr:cart-1a2b3c4d5e6f', '_ssr:cart-99887766'],
    ['node', 'chunks.ssr:[root-of-the-server]__7f0c1a5d._', 'chunks.ssr:[root-of-the-server]__9e8d7c6b._'],
    ['node', '[root-of-the-server]__20x_z0r4b50jn._', '[root-of-the-server]__1xsi_hywkygm-._'],
    ['node', '_1vtqgbpxw5vgx._', '_20w2y9imd894b._'],
    ['javascript', '3frbvsmu105ct', '40facl-9zcqce'],
    ['node', 'lib_price_2k3m5z_-qaw71', 'lib_price_0edq35weudvey'],
    ['node', 'views:cart.js:650:23), <anonymous>', 'views:cart.js:71:9), <anonymous>'],
    ['node', 'shop.cart.cjs', 'shop.cart'],
    ['node', 'shop:cart.ts', 'shop:cart'],
  ])('%s module %s', (platform, left, right) => {
    expect(key(platform, { function: 'f', module: left })).toBe(
      key(platform, { function: 'f', module: right }),
    )
  })

  test.each<[string, string, string]>([
    ['javascript', 'app:///assets/index-BqYz3x9K.js', 'app:///assets/index-D4fQ_a1-.js'],
    ['javascript', '/static/js/2.5d3e6f1a.chunk.js', '/static/js/2.ab3e6f1a.chunk.js'],
    [
      'javascript',
      'app:///_next/static/chunks/0a1b2c3d4e5f.js',
      'app:///_next/static/chunks/9a1b2c3d4e5f.js',
    ],
    ['javascript', '/js/app.js?v=1234', '/js/app.js?v=9'],
    ['javascript', '/immutable/entry/app.DkqW3XyZ.js', '/immutable/entry/app.Bz81aaXc.js'],
    ['javascript', '/js/chunk-2d0c8a1f.5e6f7a8b.js', '/js/chunk-2d0c8a1f.99887766.js'],
    ['javascript', '/src/Cart.vue?t=1795205451318', '/src/Cart.vue'],
    ['javascript', '/chunks/src_app_page_tsx_1a2b3c._.js', '/chunks/src_app_page_tsx_9f8e7d._.js'],
    [
      'node',
      'app:///_next/server/chunks/_1vtqgbpxw5vgx._.js',
      'app:///_next/server/chunks/_20w2y9imd894b._.js',
    ],
    [
      'javascript',
      'app:///_next/static/chunks/3frbvsmu105ct.js',
      'app:///_next/static/chunks/40facl-9zcqce.js',
    ],
    ['node', '/srv/chunks/lib_price_2k3m5z_-qaw71.js', '/srv/chunks/lib_price_0edq35weudvey.js'],
    ['python', '<stdin>-12', '<stdin>-3'],
    ['python', '<doctest shop.cart[3]>', '<doctest shop.cart[14]>'],
    ['python', '<attrs generated init shop.Cart-2>', '<attrs generated init shop.Cart-3>'],
    ['node', '/app/dist/chunk-2PK3ZQ4T.mjs', '/app/dist/chunk-XYZABCDE.mjs'],
    ['node', '/app/dist/server/cart_BW8oE2V5.mjs', '/app/dist/server/cart_C2xqZk1B.mjs'],
    ['node', '/app/views/cart.js:650:23), <anonymous>', '/app/views/cart.js:71:9), <anonymous>'],
    ['python', '/tmp/ipykernel_1234/998877.py', '/tmp/ipykernel_7/112233.py'],
    ['python', '<ipython-input-12-abcdef012345>', '<ipython-input-3-0123456789ab>'],
    ['javascript', 'app:///_nuxt/B1x9cZ_q.js', 'app:///_nuxt/Dk-83Lmq.js'],
    ['javascript', 'app:///bundle-1a2b3c4d5e6f7081.bundle', 'app:///index.android.bundle'],
    ['php', "/srv/a-page.php(12) : eval()'d code", "/srv/a-page.php(77) : eval()'d code"],
    ['php', `/cache/twig/${'1a'.repeat(16)}.php`, `/cache/twig/${'2b'.repeat(16)}.php`],
  ])('%s file %s', (platform, left, right) => {
    expect(key(platform, { function: 'f', filename: left })).toBe(
      key(platform, { function: 'f', filename: right }),
    )
  })
})

describe('names that say something', () => {
  test.each<[string, string, string]>([
    ['javascript', 'app:///ui-settings.js', 'app:///ui-password.js'],
    ['javascript', 'app:///ui-LineItem.js', 'app:///ui-TreeView.js'],
    ['javascript', 'app:///checkout.js', 'app:///LineItem.js'],
    ['javascript', 'app:///jquery.validate.js', 'app:///jquery.sanitize.js'],
    ['javascript', 'app:///views/by-name-list.js', 'app:///views/by-date-list.js'],
    ['javascript', 'app:///assets/cart-BqYz3x9K.js', 'app:///assets/home-BqYz3x9K.js'],
    ['php', '/srv/migrate_accounts.php', '/srv/migrate_invoices.php'],
  ])('%s file %s', (platform, left, right) => {
    expect(key(platform, { function: 'f', filename: left })).not.toBe(
      key(platform, { function: 'f', filename: right }),
    )
  })

  test.each<[string, string, string]>([
    ['php', 'A@anonymous\0/srv/a.php:3$0::run', 'A@anonymous\0/srv/a.php:3$0::stop'],
    ['csharp', 'int Pay(int id)', 'int Refund(int id)'],
    ['csharp', '(int id, string name) Pay()', '(int id, string name) Refund()'],
    ['csharp', 'int Pay()+int Sum(int x)', 'int Pay()+int Tax(int x)'],
    ['csharp', 'int Pay()+(Item i) => { }', 'int Pay()'],
    ['csharp', 'bool operator ==(Cart a, Cart b)', 'bool operator !=(Cart a, Cart b)'],
    ['r', 'pay(cart = 7)', 'refund(cart = 7)'],
    ['rust', '_RNvCs1a2b_3app3run', '_RNvCs1a2b_3app4stop'],
    ['dart', '_CartState@12345678.build', '_ItemState@12345678.build'],
    ['elixir', 'total/2', 'total/3'],
    ['elixir', 'A.B."-run/1-fun-0-"/2', 'A.B."-stop/1-fun-0-"/2'],
    ['rust', '<shop::Cart<T> as shop::Pay>::run', '<shop::Cart<T> as shop::Ship>::run'],
    ['rust', '<fn(A) -> B as shop::Pay>::run', '<fn(A) -> B as shop::Ship>::run'],
    ['native', 'shop::Map<int>::operator[](int)', 'shop::Map<int>::operator()(int)'],
  ])('%s function %s', (platform, left, right) => {
    const place = { filename: 'a.x' }
    expect(key(platform, { ...place, function: left })).not.toBe(key(platform, { ...place, function: right }))
  })

  test.each<[string, string, string]>([
    ['java', 'a.B$Reader', 'a.B$Writer'],
    ['java', 'a.B$1', 'a.B$2'],
    ['csharp', 'App+<Run>d__12', 'App+<Stop>d__12'],
  ])('%s module %s', (platform, left, right) => {
    expect(key(platform, { function: 'f', module: left })).not.toBe(
      key(platform, { function: 'f', module: right }),
    )
  })
})

/* Node reads source maps by itself with --enable-source-maps: files of the source, names of the bundle. */
describe('names of a minifier in files of the source', () => {
  const line = { filename: '/srv/src/orders.ts', context_line: 'return this.items[id].total' }

  test('do not count', () => {
    expect(key('node', { ...line, function: 'h0' })).toBe(key('node', { ...line, function: 'v0' }))
    expect(key('node', { ...line, function: 'Ui.total' })).toBe(
      key('node', { ...line, function: 'Mi.total' }),
    )
  })

  test('others do', () => {
    expect(key('node', { ...line, function: 'Ui.total' })).not.toBe(
      key('node', { ...line, function: 'Ui.save' }),
    )
    const script = { filename: '/srv/orders.js', context_line: 'return total' }
    expect(key('node', { ...script, function: 'get' })).not.toBe(key('node', { ...script, function: 'set' }))
  })
})
