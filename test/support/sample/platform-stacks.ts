/* Events of platforms whose stacks have a shape of their own. */

export type Sent = Record<string, unknown>

const frame = (name: string, lineno: number, more: Sent = {}) => ({
  function: name,
  filename: `shop/${name}.py`,
  lineno,
  in_app: true,
  ...more,
})
export const exception = (type: string, value: string, more: Sent): Sent => ({ type, value, ...more })
const linked = (id: number, parent: number, source: string) => ({
  type: 'chained',
  exception_id: id,
  parent_id: parent,
  source,
})

/** `asyncio.TaskGroup` with two failures, one of which has a cause. */
export const PYTHON_GROUP = {
  platform: 'python',
  transaction: '/checkout',
  logger: 'shop.orders',
  server_name: 'web-3',
  dist: '14',
  sdk: { name: 'sentry.python', version: '2.68.0' },
  modules: Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`package-${index}`, `1.${index}`])),
  exception: {
    values: [
      exception('ConnectionRefusedError', 'no database', {
        mechanism: linked(3, 2, '__cause__'),
        stacktrace: { frames: [frame('connect', 9)] },
      }),
      exception('ValueError', 'bad sku', {
        mechanism: linked(2, 0, 'exceptions[1]'),
        stacktrace: { frames: [frame('check_sku', 33)] },
      }),
      exception('TimeoutError', 'upstream is slow', {
        mechanism: linked(1, 0, 'exceptions[0]'),
        stacktrace: { frames: [frame('fetch_stock', 71)] },
      }),
      exception('ExceptionGroup', '2 sub-exceptions', {
        mechanism: { type: 'django', handled: false, exception_id: 0, is_exception_group: true },
        stacktrace: {
          frames: [frame('checkout', 88, { context_line: '    raise group', vars: { order: { id: 4711 } } })],
        },
      }),
    ],
  },
}

const javaFrame = (module: string, name: string, lineno: number) => ({
  module,
  function: name,
  filename: `${module.split('.').at(-1)}.java`,
  lineno,
  in_app: name === 'listen',
})
const OUTER_CALLS = [1, 2, 3].map((line) => javaFrame('com.acme.boot.Launcher', 'start', line))

/** A cause that shares its outer calls with what it led to. */
export const JAVA_CHAIN = {
  platform: 'java',
  exception: {
    values: [
      exception('BindException', 'Address already in use', {
        module: 'java.net',
        stacktrace: { frames: [...OUTER_CALLS, javaFrame('sun.nio.ch.Net', 'bind', 433)] },
      }),
      exception('StartException', 'Could not start', {
        module: 'com.acme.boot',
        stacktrace: { frames: [...OUTER_CALLS, javaFrame('com.acme.boot.Server', 'listen', 12)] },
      }),
    ],
  },
}

const nativeFrame = (name: string, image: string, address: string) => ({
  function: name,
  package: `/var/containers/Shop.app/${image}`,
  instruction_addr: address,
  in_app: image === 'Shop',
})

/** A crash whose stack is that of its thread. */
export const NATIVE_CRASH = {
  platform: 'cocoa',
  exception: {
    values: [
      exception('EXC_BAD_ACCESS', 'null pointer', {
        thread_id: 0,
        mechanism: { type: 'mach', handled: false },
      }),
    ],
  },
  threads: {
    values: [
      { id: 4, name: 'uploader', stacktrace: { frames: [nativeFrame('wait_for_work', 'Net', '0x2000')] } },
      {
        id: 0,
        crashed: true,
        stacktrace: {
          frames: [
            nativeFrame('main', 'Shop', '0x1000'),
            nativeFrame('<redacted>', 'UIKitCore', '0x1978b5c9c'),
          ],
        },
      },
    ],
  },
  debug_meta: {
    images: [{ type: 'macho', code_file: '/var/Shop', debug_id: 'aaaa-bbbb', image_addr: '0x1' }],
  },
}
