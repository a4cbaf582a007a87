import { expect, test } from 'vitest'
import { eachOnItsOwn } from './background.ts'

/** Works on all; `2` fails, `stop` ends the work. */
function workedOn(items: (number | 'stop')[]) {
  const seen: unknown[] = []
  const ended = eachOnItsOwn(items, async (item) => {
    seen.push(item)
    if (item === 2) throw new Error('two')
    return item !== 'stop'
  })
  return { seen, ended }
}

test('the others are worked on although one fails, and its failure is told', async () => {
  const { seen, ended } = workedOn([1, 2, 3, 2, 4])
  await expect(ended).rejects.toThrow('two')
  expect(seen).toEqual([1, 2, 3, 2, 4])
})

test('work that is to end does', async () => {
  const { seen, ended } = workedOn([1, 'stop', 3])
  expect(await ended).toBe(false)
  expect(seen).toEqual([1, 'stop'])
  expect(await workedOn([1]).ended).toBe(true)
})
