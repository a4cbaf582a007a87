import { describe, expect, it } from 'vitest'
import { describeBucket } from './bucket-text.ts'

describe('describeBucket', () => {
  it('calls counted only what was, and not what retention has deleted since', () => {
    const bucket = { start: '2026-11-20T21:00:00.000Z', count: 12, stored: 5, counted_only: 3, evicted: 4 }
    expect(describeBucket(bucket, 'hour')).toBe('2026-11-20 21:00 UTC: 12 events, 3 counted only')
    const old = { ...bucket, count: 1, stored: 0, counted_only: 0, evicted: 1 }
    expect(describeBucket(old, 'day')).toBe('2026-11-20 UTC: 1 event')
  })
})
