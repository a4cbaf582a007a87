import type { Queries } from './scope.ts'

/** How far a lane of the journal was processed. */
export interface ConsumerPosition {
  lane: number
  /** Of the journal the offset belongs to. */
  epoch: string
  /** Highest offset whose effects are committed. */
  offset: number
  /** Batches begun since the offset last moved; more than one means an earlier one did not finish. */
  attempts: number
}

/** Another worker moved the offset meanwhile: the batch at hand must not take effect. */
export class OffsetMovedError extends Error {
  constructor(lane: number) {
    super(`Lane ${lane} was moved on by another worker.`)
    this.name = 'OffsetMovedError'
  }
}

/** The position of a lane, or null where nothing was ever processed. */
export async function readConsumer(db: Queries, lane: number): Promise<ConsumerPosition | null> {
  const row = await db.selectFrom('consumer').selectAll().where('lane', '=', lane).executeTakeFirst()
  return row
    ? { lane: row.lane, epoch: row.epoch, offset: row.consumed_offset, attempts: row.attempts }
    : null
}

/** Records where a new consumer of a lane begins. */
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

/** Continues a lane at another journal or place, whatever was recorded before. For operators. */
export async function adoptPosition(db: Queries, position: ConsumerPosition, now: number): Promise<void> {
  await startConsumer(db, position, now)
  await db
    .updateTable('consumer')
    .set({ epoch: position.epoch, consumed_offset: position.offset, attempts: 0, updated_at: now })
    .where('lane', '=', position.lane)
    .execute()
}

/**
 * Counts an attempt, committed before the work begins, so that a record that ends the process is found out.
 * @returns attempts since the offset last moved, this one included.
 */
export async function beginAttempt(db: Queries, lane: number, now: number): Promise<number> {
  const row = await db
    .updateTable('consumer')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), updated_at: now }))
    .where('lane', '=', lane)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return row.attempts
}

/** Takes back what `beginAttempt` counted, after a failure that says nothing about the records. */
export async function clearAttempts(db: Queries, lane: number): Promise<void> {
  await db.updateTable('consumer').set({ attempts: 0 }).where('lane', '=', lane).execute()
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
const EVENT_KEY_LANES = 64

/**
 * Moves the offset in the transaction of the batch's effects and reserves row keys for its events.
 * @param to.attempts 1 when work on what follows has begun already, else 0.
 * @returns the row key of the n-th event of the batch, n from 0 to `events` - 1.
 * @throws OffsetMovedError when the offset no longer stands where the batch began.
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
