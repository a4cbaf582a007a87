import { describe, expect, it } from 'vitest'
import { limitsIn, limitsText, NO_LIMITS } from './key-limits.ts'

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

describe('limits of a key', () => {
  it('empty fields set no limit', () => {
    expect(limitsIn(form({ cap: ' ', origins: ' \n', rate: '' }))).toEqual(NO_LIMITS)
    expect(limitsText(NO_LIMITS)).toBeUndefined()
  })

  it('0 is a limit; origins are apart by spaces, commas or lines', () => {
    const limits = limitsIn(
      form({ cap: '0', origins: 'https://a.test, https://b.test\nhttps://c.test', rate: '60' }),
    )
    expect(limits).toEqual({
      hourly_cap: 0,
      allowed_origins: ['https://a.test', 'https://b.test', 'https://c.test'],
      client_events_per_minute: 60,
    })
    expect(limitsText(limits)).toBe('0/h · 60/min per client · 3 origins')
  })
})
