import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { TaskThread, type TaskThreadOptions } from './task-thread.ts'

/** Answers with the task and how many it has had; hangs at `hang`, throws at `throw` and ends at `exit`. */
const ODD_THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let count = 0
    parentPort.on('message', (task) => {
      count += 1
      if (task === 'throw') throw new Error('out of order')
      if (task === 'exit') process.exit(0)
      while (task === 'hang') {}
      parentPort.postMessage([task, count])
    })`)}`,
)

let thread: TaskThread<string, [string, number]>
const start = (options: Partial<TaskThreadOptions> = {}) => {
  thread = new TaskThread({
    ...{ module: ODD_THREAD, name: 'odd', memoryMb: 64, longestMs: 60_000, maxTasks: 64 },
    failure: (why, cause) => new Error(why, { cause }),
    ...options,
  })
  return thread
}
afterEach(() => thread.close())

it('answers each task with its own result, in order, from one thread', async () => {
  start()
  const tasks = Array.from({ length: 20 }, (_, n) => `task ${n}`)
  expect(await Promise.all(tasks.map((task) => thread.run(task)))).toEqual(
    tasks.map((task, n) => [task, n + 1]),
  )
})

it.each([
  ['hang', 'too_slow', undefined],
  ['throw', 'lost', 'out of order'],
  ['exit', 'lost', 'the thread ended'],
])('%s: the task fails, and the ones behind it get a new thread', async (...given) => {
  const [task, why, cause] = given
  start({ longestMs: 2_000 })
  const [bad, good] = await Promise.allSettled([thread.run(task), thread.run('fine')])
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: why } })
  expect((bad as { reason: { cause?: Error } }).reason.cause?.message).toBe(cause)
  expect(good).toEqual({ status: 'fulfilled', value: ['fine', 1] })
  expect(await thread.run('again')).toEqual(['again', 2])
})

it('refuses more tasks than it keeps waiting', async () => {
  start({ maxTasks: 2 })
  const waiting = Promise.all([thread.run('first'), thread.run('second')])
  await expect(thread.run('third')).rejects.toThrow('too_many')
  await waiting
  expect(await thread.run('fourth')).toEqual(['fourth', 3])
})

it('fails what waits when it is closed, and takes nothing after', async () => {
  start()
  const waiting = Promise.allSettled([thread.run('hang'), thread.run('second')])
  await thread.close()
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(thread.run('x')).rejects.toThrow('closed')
})

it('ends a thread that has been idle, and starts another', async () => {
  start({ idleMs: 20 })
  expect(await thread.run('a')).toEqual(['a', 1])
  await expect
    .poll(async () => {
      await sleep(100)
      return thread.run('b')
    })
    .toEqual(['b', 1])
})
