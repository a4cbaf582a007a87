import { expect, it, vi } from 'vitest'
import { LiveUpdates } from '#actions/live/live-updates.ts'
import { LiveStreams } from './live-streams.ts'

const noDatabase = { queries: null as never }

it('one organization has at most 500 streams; others are not affected', () => {
  const streams = streamsWith(() => {})
  const open = (orgId: number, user: number) =>
    streams.open({ orgId, userId: `${orgId}.${user}`, kind: 'session', credentialId: `${orgId}.${user}` })
  const opened = Array.from({ length: 500 }, (_, n) => open(1, Math.floor(n / 40)))
  expect(() => open(1, 99)).toThrow('Too many live streams')
  const other = open(2, 0)
  opened[0]!.destroy()
  for (const stream of [...opened, other]) stream.destroy()
})

it('says so if it cannot look for ended sessions; their streams stay open', async () => {
  vi.useFakeTimers()
  const errors: unknown[] = []
  const stream = streamsWith((error) => errors.push(error)).open({
    orgId: 1,
    userId: 'ada',
    kind: 'session',
    credentialId: 'of ada',
  })
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  expect(errors).toEqual([expect.any(TypeError)])
  expect(stream.readableEnded).toBe(false)
  stream.destroy()
})

function streamsWith(onCheckFailed: (error: unknown) => void): LiveStreams {
  return new LiveStreams({ live: new LiveUpdates(), database: noDatabase, clock: () => 0, onCheckFailed })
}
