import { describe, expect, test } from 'vitest'
import { event, frame, thrown, together } from '../../../../test/support/sample/grouped-events.ts'
import type { JsonObject } from '../../json/json.ts'

/** As loggers and `captureMessage` send it where a stack is attached. */
const logged = (message: string): JsonObject => ({
  platform: 'java',
  message,
  threads: [{ current: true, stacktrace: { frames: [frame('log')] } }],
})
const captured = (message: string): JsonObject => ({
  platform: 'javascript',
  message,
  exception: [
    { value: message, mechanism: { synthetic: true }, stacktrace: { frames: [frame('showCart')] } },
  ],
})
/** As JavaScript's SDKs send what is thrown or rejected and is no `Error`. */
const thrownValue = (value: string, frames: JsonObject[]): JsonObject => ({
  platform: 'node',
  exception: [thrown(frames, { type: 'Error', value, mechanism: { synthetic: true } })],
})
const sdkFrame = (name: string): JsonObject => ({
  function: name,
  filename: `/srv/node_modules/@sentry/node/build/${name}.js`,
  in_app: false,
})
/** Reported where all errors of a Go service arrive. */
const goErrors = (...chain: [type: string, value: string][]): JsonObject => ({
  platform: 'go',
  exception: chain.map(([type, value], at) => ({
    type,
    value,
    ...(at === chain.length - 1 && { stacktrace: { frames: [frame('ServeHTTP')] } }),
  })),
})
const wrappedInGo = (value: string): JsonObject => ({
  platform: 'go',
  exception: [
    thrown([frame('pay')], { type: '*shop.CardError', value }),
    thrown([frame('ServeHTTP')], { type: '*fmt.wrapError', value: `pay: ${value}` }),
  ],
})
/** As Apple's systems return an error, reported where all of them arrive. */
const nsError = (code: number, domain = 'NSURLErrorDomain'): JsonObject => ({
  platform: 'cocoa',
  exception: [
    thrown([frame('report')], {
      type: domain,
      value: `Code: ${code}`,
      mechanism: { type: 'NSError', meta: { ns_error: { domain, code } } },
    }),
  ],
})
const goText = (value: string) => goErrors(['*errors.errorString', value])
const minified = (value: string, more: JsonObject = {}): JsonObject => ({
  platform: 'javascript',
  exception: [
    thrown([{ function: 't', filename: 'https://shop.example/app.js', lineno: 1, colno: 5, ...more }], {
      value,
    }),
  ],
})
const panic = (machinery: string, path: string): JsonObject => ({
  platform: 'native',
  exception: [
    thrown([
      { function: 'shop::pay', filename: 'pay.rs', in_app: true },
      { function: `std::panicking::${machinery}`, abs_path: path, in_app: true },
    ]),
  ],
})

/** As Raven clients send it: exception and stack side by side. */
const besides = (name: string, value: string): JsonObject => ({
  platform: 'java',
  exception: { type: 'NullPointerException', value },
  stacktrace: { frames: [frame('main'), frame(name)] },
})
const onConsole = (module: string): JsonObject => ({
  platform: 'native',
  exception: [thrown([{ function: 'nnMain', filename: 'main.cpp', in_app: true, module }])],
})
const page = (origin: string): JsonObject => ({
  platform: 'javascript',
  exception: [thrown([{ function: 'showCart', filename: `${origin}/js/app.js`, in_app: true }])],
})
const bundled = (filename: string, name = 'onPress', value = 'v'): JsonObject => ({
  platform: 'javascript',
  exception: [thrown([{ function: name, filename: `app:///${filename}`, in_app: true }], { value })],
})
const accessed = (type: string): JsonObject => ({
  platform: 'native',
  exception: [{ ...thrown([frame('tick')]), type }],
})

describe('where a stack is not that of an error, or says too little: same issue', () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      'messages of one template, with the stack of a thread',
      logged('order 5 is late'),
      logged('order 17 is late'),
    ],
    ['messages of one template, with a stack that the SDK made', captured('page 5'), captured('page 7')],
    [
      'a thrown text with another number',
      thrownValue('order 5 is late', [frame('pay')]),
      thrownValue('order 17 is late', [frame('pay')]),
    ],
    [
      'a rejected text that another version of the SDK reported',
      thrownValue('offline', [sdkFrame('onunhandledrejection')]),
      thrownValue('offline', [sdkFrame('emit'), sdkFrame('wrap')]),
    ],
    [
      'the type that the SDK made up for a crash, whose stack is real',
      { ...thrownValue('Segfault at a', [frame('tick')]), platform: 'native' },
      { ...thrownValue('Segfault at b', [frame('tick')]), platform: 'native' },
    ],
    [
      'an error of Go that is only a text, with another number',
      goText('order 5 is late'),
      goText('order 17 is late'),
    ],
    [
      'a Go error with a stack of its own says another value, and so does the error around it',
      wrappedInGo('card of Ann'),
      wrappedInGo('card of Bob'),
    ],
    [
      'a text in a function with a name of its own',
      minified('no cart', { function: 'onlyPaid' }),
      minified('no user', { function: 'onlyPaid' }),
    ],
    [
      'a value beside mangled frames that name a module',
      minified('no cart', { module: 'shop/cart' }),
      minified('no user', { module: 'shop/cart' }),
    ],
    [
      'Ruby 3.3 and 3.4',
      { ...event([frame('save', { filename: 'user.rb' })]), platform: 'ruby' },
      { ...event([frame('User#save', { filename: 'user.rb', module: 'User' })]), platform: 'ruby' },
    ],
    [
      'C++ by another compiler',
      { ...event([frame('?A0x1f2e3d4c::cooperator_run<int>', { filename: 'run.cpp' })]), platform: 'native' },
      {
        ...event([frame("`anonymous namespace'::cooperator_run<long>", { filename: 'run.cpp' })]),
        platform: 'native',
      },
    ],
    [
      'another version of the toolchain that panics',
      panic('begin_panic_handler', '/rustc/0123456789abcdef/library/std/src/panicking.rs'),
      panic('panic_fmt', '/rustc/fedcba9876543210/library/core/src/panicking.rs'),
    ],
    ['another value, with the stack beside the exception', besides('pay', 'a'), besides('pay', 'b')],
    [
      'another build of a program for a console',
      onConsole('792DEB574467EFAF89F8386B018D1357'),
      onConsole('0D570D257E61E339E740A6DB116D5442C1643083'),
    ],
    ['an app on two systems', page('capacitor://localhost'), page('https://localhost')],
    ['the bundle of an app on two systems', bundled('index.android.bundle'), bundled('main.jsbundle')],
    [
      'updates of an app',
      bundled('0f3a5c7b9d1e2f40516273849a5b6c7d.bundle'),
      bundled('.expo-internal/bundle-1612345678901'),
    ],
    [
      'another address that was accessed',
      accessed('SIGSEGV / SEGV_MAPERR / 0x7f1c'),
      accessed('SIGSEGV / SEGV_MAPERR / 0x0'),
    ],
  ])('%s', (_name, left, right) => {
    expect(together(left, right)).toBe(true)
  })
})

describe('where a stack is not that of an error, or says too little: another issue', () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      'another message of a function, with the stack of its thread',
      logged('disk full'),
      logged('disk not found'),
    ],
    ['another message with a stack that the SDK made', captured('cart is empty'), captured('cart is locked')],
    [
      'another text that a function throws',
      thrownValue('cart is empty', [frame('pay')]),
      thrownValue('cart is locked', [frame('pay')]),
    ],
    [
      'another text that is rejected',
      thrownValue('cart is empty', [sdkFrame('onunhandledrejection')]),
      thrownValue('cart is locked', [sdkFrame('onunhandledrejection')]),
    ],
    [
      'a text that another function throws',
      thrownValue('offline', [frame('pay')]),
      thrownValue('offline', [frame('refund')]),
    ],
    ['another code of an error of the system', nsError(-1009), nsError(-1001)],
    ['another domain of such an error', nsError(3, 'Shop.CartError'), nsError(3, 'Shop.PayError')],
    ['another text of a Go error', goText('declined'), goText('offline')],
    [
      'another text around the same error of Go',
      goErrors(['*errors.errorString', 'EOF'], ['*fmt.wrapError', 'pay: EOF']),
      goErrors(['*errors.errorString', 'EOF'], ['*fmt.wrapError', 'refund: EOF']),
    ],
    [
      'another text within the same text',
      goErrors(['*errors.errorString', 'EOF'], ['*fmt.wrapError', 'pay: EOF']),
      goErrors(['*errors.errorString', 'timeout'], ['*fmt.wrapError', 'pay: timeout']),
    ],
    ['another error in a function with a mangled name', minified('no cart'), minified('no user')],
    ...['onClick', 'Object.onReadyStateChange', 'onload', 'Proxy.success'].map(
      (name): [string, JsonObject, JsonObject] => [
        `another error in a ${name} of a bundle`,
        minified('no cart', { function: name }),
        minified('no user', { function: name }),
      ],
    ),
    ['another call, with the stack beside the exception', besides('pay', ''), besides('refund', '')],
    [
      'another error in a minified function of a bundle',
      bundled('main.jsbundle', 't', 'no cart'),
      bundled('main.jsbundle', 't', 'no user'),
    ],
    ['another file than the bundle', bundled('cart.bundle'), bundled('user.bundle')],
    [
      'another reason of a crash',
      accessed('SIGSEGV / SEGV_MAPERR / 0x0'),
      accessed('SIGSEGV / SEGV_ACCERR / 0x0'),
    ],
    ['another code of a type', accessed('COMException 0x80070005'), accessed('COMException 0x80070057')],
    ['another transaction, and nothing else said', { transaction: '/pay' }, { transaction: '/cart' }],
    ['another logger, and nothing else said', { logger: 'billing' }, { logger: 'mail' }],
    ['another title, and nothing else said', { title: 'Hang' }, { title: 'Slow start' }],
  ])('%s', (_name, left, right) => {
    expect(together(left, right)).toBe(false)
  })
})
