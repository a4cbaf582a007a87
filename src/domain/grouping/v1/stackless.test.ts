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

describe('where a stack is not that of an error, or says too little: same issue', () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      'messages of one template, with the stack of a thread',
      logged('order 5 is late'),
      logged('order 17 is late'),
    ],
    ['messages of one template, with a stack that the SDK made', captured('page 5'), captured('page 7')],
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
    ['another error in a function with a mangled name', minified('no cart'), minified('no user')],
    ['another transaction, and nothing else said', { transaction: '/pay' }, { transaction: '/cart' }],
    ['another logger, and nothing else said', { logger: 'billing' }, { logger: 'mail' }],
    ['another title, and nothing else said', { title: 'Hang' }, { title: 'Slow start' }],
  ])('%s', (_name, left, right) => {
    expect(together(left, right)).toBe(false)
  })
})
