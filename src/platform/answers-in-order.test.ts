import { expect, test } from 'vitest'
import { answersInOrder } from './answers-in-order.ts'

test('the first failure in order is the cause, whichever is told first', async () => {
  const first = Promise.withResolvers<number>()
  const answers = answersInOrder([1, first.promise, Promise.reject(new Error('aborted')), 'done'])
  first.reject(new Error('read-only'))
  await expect(answers).rejects.toThrow('read-only')
})

test('answers keep their places', async () => {
  const slow = new Promise<string>((resolve) => setImmediate(() => resolve('slow')))
  expect(await answersInOrder([slow, Promise.resolve(2)])).toEqual(['slow', 2])
})
