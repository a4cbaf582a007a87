import { expect, it } from 'vitest'
import { LiveUpdates } from '#actions/live/live-updates.ts'
import { LiveStreams } from './live-streams.ts'

it('one organization has at most 500 streams; others are not affected', () => {
  const noDatabase = { queries: null as never }
  const streams = new LiveStreams({ live: new LiveUpdates(), database: noDatabase, clock: () => 0 })
  const open = (orgId: number, user: number) =>
    streams.open({ orgId, userId: `${orgId}.${user}`, kind: 'session', credentialId: `${orgId}.${user}` })
  const opened = Array.from({ length: 500 }, (_, n) => open(1, Math.floor(n / 40)))
  expect(() => open(1, 99)).toThrow('Too many live streams')
  const other = open(2, 0)
  opened[0]!.destroy()
  for (const stream of [...opened, other]) stream.destroy()
})
