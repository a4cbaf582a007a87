import { describe, expect, it } from 'vitest'
import { migrate, newestSchema } from './migrate.ts'

describe('migrate', () => {
  it.each([
    ['tells of an upgrade before its first step', 3, [`3 to ${newestSchema()}`, 'step 4']],
    ['has nothing to tell of a new database', 0, ['step 1', 'step 2']],
  ])('%s', async (_, current, told) => {
    const log: string[] = []
    await migrate({
      dialect: 'sqlite',
      currentVersion: async () => current,
      apply: async ({ version }) => void log.push(`step ${version}`),
      onUpgrade: (from, to) => void log.push(`${from} to ${to}`),
    })
    expect(log.slice(0, 2)).toEqual(told)
    expect(log.at(-1)).toBe(`step ${newestSchema()}`)
  })

  it('does nothing with the newest data', async () => {
    const unexpected = () => {
      throw new Error('not asked for')
    }
    const current = async () => newestSchema()
    await migrate({ dialect: 'sqlite', currentVersion: current, apply: unexpected, onUpgrade: unexpected })
  })
})
