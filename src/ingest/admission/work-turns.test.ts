import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { WorkTurns } from './work-turns.ts'

const ATTACKED = { orgId: 1, projectId: 1, client: '192.0.2.1' }
const OTHERS = { orgId: 2, projectId: 2, client: '192.0.2.2' }

/** By a clock that only work moves, so that each rest lasts for as long as the real timer of it. */
function newTurns() {
  let now = 0
  const done: string[] = []
  const clock = () => now
  const turns = new WorkTurns(clock, clock)
  const body = (name: string, ms: number, worker = ATTACKED) =>
    turns.run(worker, () => {
      now += ms
      done.push(name)
    })
  const pass = (ms: number) => {
    now += ms
  }
  return { body, done, pass }
}

describe('bodies that are costly to read', () => {
  it('are read one at a time once a project had many, and others before them', async () => {
    const { body, done } = newTurns()
    const costly = ['a', 'b', 'c'].map((name) => body(name, 120))
    const others = body('other', 120, OTHERS)
    expect(done).toEqual(['a', 'other'])
    await Promise.all([...costly, others])
    expect(done).toEqual(['a', 'other', 'b', 'c'])
  })

  it('are read in turns of projects and of their clients', async () => {
    const { body, done } = newTurns()
    const second = { ...ATTACKED, client: '192.0.2.3' }
    const all = ['a', 'b', 'c', 'd'].map((name) => body(name, 120))
    all.push(body('second', 1, second), body('other a', 120, OTHERS), body('other b', 1, OTHERS))
    await Promise.all(all)
    expect(done).toEqual(['a', 'other a', 'b', 'c', 'other b', 'second', 'd'])
  })

  it('leave the thread free for as long as they took', async () => {
    const { body, done } = newTurns()
    await body('a', 150)
    const later = body('b', 1)
    await sleep(50)
    expect(done).toEqual(['a'])
    await later
    expect(done).toEqual(['a', 'b'])
  })

  it('are forgiven in time; ordinary ones are never counted', async () => {
    const { body, done, pass } = newTurns()
    for (let n = 0; n < 1000; n++) void body('ordinary', 3)
    expect(done).toHaveLength(1000)
    void body('costly', 150)
    pass(300)
    void body('after', 1)
    expect(done.at(-1)).toBe('after')
  })

  it('are told by what they had of the processor, not by how long it took', () => {
    let now = 0
    const turns = new WorkTurns(
      () => now,
      () => now / 100,
    )
    let read = 0
    for (let n = 0; n < 100; n++)
      void turns.run(ATTACKED, () => {
        now += 150
        read += 1
      })
    expect(read).toBe(100)
  })

  it('count also if they fail', async () => {
    let now = 0
    const clock = () => now
    const turns = new WorkTurns(clock, clock)
    const failing = () => {
      now += 150
      throw new Error('no event')
    }
    await expect(turns.run(ATTACKED, failing)).rejects.toThrow('no event')
    let isRead = false
    const next = turns.run(ATTACKED, () => {
      isRead = true
    })
    expect(isRead).toBe(false)
    await next
    expect(isRead).toBe(true)
  })
})
