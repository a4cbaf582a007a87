import { expect, test } from 'vitest'
import { BatchSlots, SlotViews } from './batch-slots.ts'
import type { AppendRequest, RecordMeta } from './journal.ts'

const META: RecordMeta = {
  format: 'store',
  encoding: 'identity',
  eventStart: 0,
  eventEnd: 1,
  summary: { title: 't', level: 'error', environment: 'e', release: 'r', platform: 'p' },
}

function requestOf(projectId: number, body: Uint8Array, meta = META): AppendRequest {
  const eventId = new Uint8Array(16).fill(projectId)
  const limits = { hourlyCap: 1, spikePerMinute: 1, place: 1, user: 0 }
  return { orgId: 1, projectId, eventId, preview: 'ab', receivedAt: 1, meta, body, ...limits }
}

test('a batch that cannot be packed takes no slot, and the next batch arrives whole', () => {
  const slots = new BatchSlots(2)
  const views = new SlotViews()
  const circular = { ...META, self: null as unknown }
  circular.self = circular
  const large = new Uint8Array(700_000).fill(1)
  for (let n = 0; n < 5; n++) {
    expect(() => slots.fill([requestOf(1, large), requestOf(2, large, circular)])).toThrow('circular')
  }
  for (const projectId of [3, 4]) {
    const body = new Uint8Array(600_000).fill(projectId)
    const batch = views.open(slots.fill([requestOf(projectId, body)]))
    expect(batch.count).toBe(1)
    expect(Buffer.compare(batch.bodies, body)).toBe(0)
  }
  expect(slots.hasFree).toBe(false)
})
