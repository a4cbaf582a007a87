import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextMemory } from './text-memory.ts'

test('remembers only what was added, the latest always, and no more than two generations', () => {
  const steps = fc.array(fc.record({ text: fc.constantFrom(...'abcdefghij'), add: fc.boolean() }))
  fc.assert(
    fc.property(steps, (steps) => {
      const memory = createTextMemory(3)
      const added = new Set<string>()
      for (const { text, add } of steps) {
        if (add) {
          memory.add(text)
          added.add(text)
          expect(memory.has(text)).toBe(true)
        } else if (memory.has(text)) {
          expect(added).toContain(text)
        }
      }
      expect([...added].filter((text) => memory.has(text)).length).toBeLessThanOrEqual(6)
    }),
  )
})

test('what is asked for again outlives what is not', () => {
  const memory = createTextMemory(10)
  memory.add('kept')
  memory.add('forgotten')
  for (let index = 0; index < 30; index++) {
    memory.add(`filler ${index}`)
    expect(memory.has('kept')).toBe(true)
  }
  expect(memory.has('forgotten')).toBe(false)
})

test('long texts are not kept', () => {
  const memory = createTextMemory(10)
  memory.add('x'.repeat(257))
  expect(memory.has('x'.repeat(257))).toBe(false)
})
