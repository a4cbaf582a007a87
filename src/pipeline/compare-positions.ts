import type { JournalReader, LanePosition } from '#journal/journal.ts'
import type { ConsumerPosition } from '#storage/upkeep/consumer.ts'

export interface ComparedLane {
  journal: LanePosition
  /** Null if the database knows nothing of the lane. */
  consumer: ConsumerPosition | null
  /** Why the two do not belong together; null if they do. */
  problem: string | null
}

/**
 * Works beside other nodes: reads trimmed offsets before positions, and last offsets after, since a lane
 * is trimmed after its position moves, and that after the journal grows.
 */
export async function comparePositions(
  reader: Pick<JournalReader, 'positions'>,
  readConsumers: () => Promise<ReadonlyMap<number, ConsumerPosition>>,
): Promise<ComparedLane[]> {
  const before = await reader.positions()
  const consumers = await readConsumers()
  const after = new Map((await reader.positions()).map((lane) => [lane.lane, lane]))
  return before.map((lane) => {
    const { epoch, lastOffset } = after.get(lane.lane) ?? lane
    const journal = { lane: lane.lane, trimmedTo: lane.trimmedTo, epoch, lastOffset }
    const consumer = consumers.get(lane.lane) ?? null
    return { journal, consumer, problem: consumer ? findBreak(journal, consumer) : findLostDatabase(journal) }
  })
}

function findBreak(lane: LanePosition, position: ConsumerPosition): string | null {
  if (lane.epoch !== position.epoch) {
    return `Lane ${lane.lane}: the database was fed from journal ${position.epoch}, but this is journal ${lane.epoch}.`
  }
  if (lane.lastOffset < position.offset) {
    return `Lane ${lane.lane}: the journal ends at ${lane.lastOffset}, but the database has processed up to ${position.offset}: the journal is an older copy.`
  }
  if (lane.trimmedTo > position.offset) {
    return `Lane ${lane.lane}: the database is at ${position.offset}, but the journal begins after ${lane.trimmedTo}: the database is an older copy.`
  }
  return null
}

function findLostDatabase(lane: LanePosition): string | null {
  if (lane.trimmedTo === 0) return null
  return `Lane ${lane.lane}: the journal has history that the database does not know: the database was replaced.`
}
