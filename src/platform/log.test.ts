import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'

const PERIOD_MS = 10_000

function logged() {
  const written: string[] = []
  const log = createLog('info', { write: (line: string) => void written.push(line) })
  return { log, written, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

describe('warnings and errors that repeat', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('are one line per period, and no one is lost from the count', () => {
    const { log, lines } = logged()
    const err = new Error('the disk is away')
    for (let n = 1; n <= 1000; n++) log.warn({ err, n }, 'not noted')
    expect(lines()).toMatchObject([{ n: 1, msg: 'not noted' }])
    vi.advanceTimersByTime(PERIOD_MS)
    expect(lines().slice(1)).toMatchObject([{ level: 40, n: 1000, repeated: 999, msg: 'not noted' }])
    for (let n = 0; n < 5; n++) log.warn({ err }, 'not noted')
    expect(lines()).toHaveLength(2)
    vi.advanceTimersByTime(PERIOD_MS)
    expect(lines().slice(2)).toMatchObject([{ repeated: 5 }])
    vi.advanceTimersByTime(10 * PERIOD_MS)
    expect(lines()).toHaveLength(3)
    log.warn({ err }, 'not noted')
    expect(lines()).toHaveLength(4)
    expect(lines()[3]).not.toHaveProperty('repeated')
  })

  test('differ by message, code and origin of the error, and by nothing that a sender chooses', () => {
    const { log, lines } = logged()
    const fault = (message: string) => new Error(message)
    const other = () => new Error('other')
    const child = log.child({ request_id: 'a' })
    log.error({ err: fault('first') }, 'request failed')
    for (let n = 0; n < 100; n++) child.error({ err: fault(`text ${n}`), request_id: n }, 'request failed')
    log.error({ err: other() }, 'request failed')
    log.error({ err: fault('x'), code: 'internal' }, 'request failed')
    log.error('request failed')
    log.error('another failed')
    expect(lines()).toHaveLength(5)
  })

  test('the number of kinds is bounded, too', () => {
    const { log, lines } = logged()
    for (let n = 0; n < 100_000; n++) log.error(`failed for ${n}`)
    expect(lines().length).toBeLessThan(1000)
    vi.advanceTimersByTime(PERIOD_MS)
    const told = lines().reduce((sum, { repeated = 0 }) => sum + (repeated as number), 0)
    expect(lines().length - 1 + told).toBe(100_000)
  })

  test('leave lines of other levels alone', () => {
    const { log, lines } = logged()
    for (let n = 0; n < 20; n++) {
      log.info('answered')
      log.fatal('the end')
    }
    expect(lines()).toHaveLength(40)
  })

  test('hide secrets in later lines as well', () => {
    const { log, written } = logged()
    for (let n = 0; n < 3; n++) log.warn({ headers: { authorization: 'hunter2' } }, 'odd')
    vi.advanceTimersByTime(PERIOD_MS)
    expect(written).toHaveLength(2)
    expect(written.join()).not.toContain('hunter2')
  })
})
