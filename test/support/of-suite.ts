import { afterAll, beforeAll, onTestFinished } from 'vitest'

/** What a suite starts before its later hooks, and closes after them. While the suite is being described, there is none yet. */
export function ofSuite<T extends { close(): unknown }>(start: () => Promise<T>): T {
  let started: T | undefined
  beforeAll(async () => {
    started = await start()
  })
  afterAll(() => started?.close())
  return standIn(() => {
    if (!started) throw new Error('The suite has not started it yet: use it in hooks and tests.')
    return started
  })
}

/** What a test starts, closed after it. */
export async function ofTest<T extends { close(): unknown }>(starting: Promise<T>): Promise<T> {
  const started = await starting
  onTestFinished(async () => void (await started.close()))
  return started
}

/** Stands for an object that is made later. */
export function standIn<T extends object>(made: () => T): T {
  return new Proxy({} as T, {
    get(_, name) {
      const object = made()
      const value: unknown = Reflect.get(object, name, object)
      return typeof value === 'function' ? value.bind(object) : value
    },
    set: (_, name, value) => Reflect.set(made(), name, value),
    getPrototypeOf: () => Reflect.getPrototypeOf(made()),
  })
}
