import { ServiceError } from '#contract/errors.ts'
import type { RetriedAnswer } from '#contract/event/dead-letter.ts'
import type { JsonObject } from '#contract/scalars.ts'
import { scrubText } from '#domain/scrub/text.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import { TooManyWaitingError } from '#platform/turns/fair-turns.ts'
import type { StoredItem } from '#storage/batch/batch.ts'
import type { OrgKey } from '#storage/engine/scope.ts'
import { findDeadLetter, type ReadDeadLetter, type StoredDeadLetter } from '#storage/event/dead-letter.ts'
import { type Restoration, restoreEvent } from '#storage/event/restore.ts'
import { readFingerprintRules } from '#storage/project/intake.ts'
import { type Acting, recordAct } from '../accounts/acting.ts'
import { requireStanding } from '../accounts/write-as-member.ts'
import type { ActionDeps } from '../action-deps.ts'
import { storageRefusal } from '../storage-refusal.ts'

export interface RetryDeps extends ActionDeps {
  /** Processes the event once more, in a thread; @throws TooManyWaitingError */
  processKept: ProcessKept
}

export type ProcessKept = (event: {
  orgId: number
  letter: StoredDeadLetter & { body: string }
  fingerprintRules: string | null
}) => Promise<StoredItem | { failure: string }>

const BUSY_SECONDS = 10

const NOT_KEPT = 'The body of this event could not be kept'
const REFUSALS: Record<Exclude<Restoration, 'restored'>, string> = {
  letter_gone: 'This dead letter was retried or removed in the meantime.',
  issue_gone: 'The issue of this event was deleted, so it cannot be stored.',
  already_stored:
    'An event with this ID is already stored, so there was nothing to retry and the dead letter was removed.',
}

/** Stores it under the issue it was counted in, and notes who asked for it; nothing is counted twice. An event that
 * fails again stays a dead letter; one that is stored already doesn't. `id` null: no dead letter has the ID that was given.
 * @throws not_found, conflict with the obstacle, rate_limit_exceeded, unauthenticated, forbidden */
export async function retryDeadLetter(
  deps: RetryDeps,
  by: Acting,
  id: number | null,
): Promise<RetriedAnswer> {
  const { database, clock } = deps
  const letter = id === null ? undefined : await findDeadLetter(database.scope(by), id)
  if (!letter) throw new ServiceError('not_found', 'No dead letter has this ID.')
  const item = await processedItem(deps, by, letter)
  const at = clock()
  const eventId = uuidFromBytes(letter.event_id)
  const restoring = { letterId: letter.id, item, now: at }
  const restoration = await database
    .transaction(async (db) => {
      const scope = { db, orgId: by.orgId, orgUid: by.orgUid }
      // Processing may have taken ten seconds, and longer until its turn.
      await requireStanding(scope, by)
      const result = await restoreEvent(scope, restoring)
      if (result === 'restored' || result === 'already_stored') {
        const target = { kind: 'event', id: eventId, name: eventId } as const
        const details: JsonObject = result === 'already_stored' ? { already_stored: true } : {}
        await recordAct(scope, by, { at, action: 'dead_letter.retried', target, details })
      }
      return result
    })
    .catch(refuseWhatStorageRefuses)
  if (restoration !== 'restored') throw new ServiceError('conflict', REFUSALS[restoration])
  return { retried: true, event_id: eventId }
}

async function processedItem(
  { processKept, database }: RetryDeps,
  org: OrgKey,
  { isDamaged, ...letter }: ReadDeadLetter,
): Promise<StoredItem> {
  const { body, received_at } = letter
  if (body === null) {
    const what = isDamaged ? 'The stored body of this event is damaged' : NOT_KEPT
    throw new ServiceError('conflict', `${what}, so it cannot be retried. It is still counted.`)
  }
  const fingerprintRules = await readFingerprintRules(database.scope(org), letter.project_id)
  const event = { orgId: org.orgId, letter: { ...letter, body }, fingerprintRules }
  const result = await processKept(event).catch(refuseWhenBusy)
  if ('failure' in result) throw failedAgain('processed', result.failure)
  // It happened, for all numbers, when it was counted, and so did the person it is of.
  return { ...result, userHash: null, event: { ...result.event, occurredAt: received_at } }
}

/** As it may have done before (decision 0227). Trouble of the engine is of the moment, and told as everywhere. */
function refuseWhatStorageRefuses(error: unknown): never {
  if (error instanceof ServiceError || storageRefusal(error) !== null) throw error
  throw failedAgain('stored', (error as Error).message, error)
}

function failedAgain(what: 'processed' | 'stored', reason: string, cause?: unknown): ServiceError {
  const message = `The event could not be ${what} this time either (${scrubText(reason)}). It stays in this list.`
  return new ServiceError('conflict', message, { cause })
}

function refuseWhenBusy(error: unknown): never {
  if (!(error instanceof TooManyWaitingError)) throw error
  throw new ServiceError('rate_limit_exceeded', 'Too many dead letters are being retried. Try again later.', {
    retryAfterSeconds: BUSY_SECONDS,
    cause: error,
  })
}
