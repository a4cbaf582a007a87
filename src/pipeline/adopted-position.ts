import type { LanePosition } from '#journal/journal.ts'
import type { ConsumerPosition } from '#storage/upkeep/consumer.ts'
import type { ComparedLane } from './compare-positions.ts'

export interface Adoption {
  position: ConsumerPosition
  isChange: boolean
  effect: string
}

/**
 * Where a lane continues. A fitting position stays, or untrimmed records would count twice. In one journal
 * (same epoch), everything up to it was processed, in an older copy too.
 */
export function adoptedPosition({ journal, consumer, problem }: ComparedLane): Adoption {
  const { lane, epoch } = journal
  const offset = consumer?.epoch === epoch ? nearestOffset(journal, consumer.offset) : journal.trimmedTo
  if (consumer !== null && problem === null) {
    return { position: consumer, isChange: false, effect: `it keeps its place at ${consumer.offset}` }
  }
  return {
    position: { lane, epoch, offset, attempts: 0 },
    isChange: true,
    effect: `${fromWhere(consumer)} to ${offset} of journal ${epoch}: ${consequence(journal, consumer, offset)}`,
  }
}

function nearestOffset({ trimmedTo, lastOffset }: LanePosition, offset: number): number {
  return Math.max(trimmedTo, Math.min(offset, lastOffset))
}

function fromWhere(consumer: ConsumerPosition | null): string {
  return consumer === null ? 'it moves' : `it moves from ${consumer.offset} of journal ${consumer.epoch}`
}

function consequence(journal: LanePosition, consumer: ConsumerPosition | null, offset: number): string {
  const waiting = journal.lastOffset - offset
  const next =
    waiting === 0
      ? 'no record of it waits'
      : `its records ${offset + 1} to ${journal.lastOffset} are processed next`
  if (consumer?.epoch !== journal.epoch) {
    const lost = consumer === null ? '' : '; records that only the other journal had are lost'
    return `${next}${lost}`
  }
  if (consumer.offset < offset)
    return `records ${consumer.offset + 1} to ${offset} are no longer in this journal and are lost; ${next}`
  return `${next}; records after ${offset} that only the newer copy of this journal had stay as they were processed`
}
