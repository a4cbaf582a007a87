import type { Queries } from '../engine/scope.ts'
import type { ReadHeld } from '../sqlite/held-file.ts'

export interface ConsumerPosition {
  lane: number
  epoch: string
  offset: number
  /** Attempts begun at this offset that were neither committed nor taken back. */
  attempts: number
}

/** Another worker moved the offset meanwhile: the batch at hand must not take effect. */
export class OffsetMovedError extends Error {
  constructor(lane: number) {
    super(`Lane ${lane} was moved on by another worker.`)
    this.name = 'OffsetMovedError'
  }
}

export async function readConsumer(db: Queries, lane: number): Promise<ConsumerPosition | null> {
  const row = await db.selectFrom('consumer').selectAll().where('lane', '=', lane).executeTakeFirst()
  if (!row) return null
  const { epoch, consumed_offset: offset, attempts } = row
  return { lane, epoch, offset, attempts }
}

/** The positions of all lanes, by lane: from one statement, so that they are of one moment. */
export async function listConsumers(db: Queries): Promise<Map<number, ConsumerPosition>> {
  const rows = await db.selectFrom('consumer').selectAll().execute()
  return new Map(
    rows.map(({ lane, epoch, consumed_offset: offset, attempts }) => [
      lane,
      { lane, epoch, offset, attempts },
    ]),
  )
}

/** The positions of all lanes in a held picture of the embedded database. */
export function heldConsumers(read: ReadHeld): Map<number, ConsumerPosition> {
  const rows = read<ConsumerPosition>(
    'SELECT lane, epoch, consumed_offset AS "offset", attempts FROM consumer',
  )
  return new Map(rows.map((row) => [row.lane, row]))
}

export async function startConsumer(db: Queries, position: ConsumerPosition, now: number): Promise<void> {
  await db
    .insertInto('consumer')
    .values({
      lane: position.lane,
      epoch: position.epoch,
      consumed_offset: position.offset,
      attempts: position.attempts,
      next_event_number: 0,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('lane').doNothing())
    .execute()
}

/** Continues lanes at another journal or place, whatever was recorded before. In a transaction, for operators. */
export async function adoptPositions(
  db: Queries,
  positions: readonly ConsumerPosition[],
  now: number,
): Promise<void> {
  for (const { lane, epoch, offset } of positions) {
    await startConsumer(db, { lane, epoch, offset, attempts: 0 }, now)
    await db
      .updateTable('consumer')
      .set({ epoch, consumed_offset: offset, attempts: 0, updated_at: now })
      .where('lane', '=', lane)
      .execute()
  }
}

/** Commits an attempt before its work, to find fatal records. False if the lane is gone or another began. */
export async function beginAttempt(db: Queries, from: ConsumerPosition, now: number): Promise<boolean> {
  const { numUpdatedRows } = await placeOf(db, from)
    .set({ attempts: from.attempts + 1, updated_at: now })
    .where('attempts', '=', from.attempts)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Takes back a harmless attempt; nothing if the lane has moved on or fewer than `atLeast` are counted. */
export async function takeBackAttempt(db: Queries, from: ConsumerPosition, atLeast: number): Promise<void> {
  await placeOf(db, from)
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('attempts', '>=', atLeast)
    .execute()
}

function placeOf(db: Queries, { lane, epoch, offset }: ConsumerPosition) {
  return db
    .updateTable('consumer')
    .where('lane', '=', lane)
    .where('epoch', '=', epoch)
    .where('consumed_offset', '=', offset)
}

/** Reserves the row key of one event that does not come from the journal's next batch. */
export async function reserveEventKey(db: Queries): Promise<number> {
  const row = await db
    .updateTable('consumer')
    .set((eb) => ({ next_event_number: eb('next_event_number', '+', 1) }))
    .where('lane', '=', (eb) => eb.selectFrom('consumer').select((of) => of.fn.min('lane').as('lane')))
    .returning(['lane', 'next_event_number'])
    .executeTakeFirstOrThrow()
  return (row.next_event_number - 1) * EVENT_KEY_LANES + row.lane
}

/** Row keys of events: each lane counts by itself, so lanes never wait for each other. */
export const EVENT_KEY_LANES = 64

/**
 * Moves the offset and reserves event row keys, in the batch's transaction. @throws OffsetMovedError
 * `to.attempts`: 1 if work on what follows has begun, else 0. @returns the key of the n-th event, from 0.
 */
export async function moveConsumer(
  db: Queries,
  from: ConsumerPosition,
  to: { offset: number; attempts: number; events: number; now: number },
): Promise<(n: number) => number> {
  const row = await db
    .updateTable('consumer')
    .set((eb) => ({
      consumed_offset: to.offset,
      attempts: to.attempts,
      next_event_number: eb('next_event_number', '+', to.events),
      updated_at: to.now,
    }))
    .where('lane', '=', from.lane)
    .where('epoch', '=', from.epoch)
    .where('consumed_offset', '=', from.offset)
    .returning('next_event_number')
    .executeTakeFirst()
  if (!row) throw new OffsetMovedError(from.lane)
  const first = row.next_event_number - to.events
  return (n) => (first + n) * EVENT_KEY_LANES + from.lane
}
