import type { RetriedAnswer } from '#contract/dead-letter.ts'
import { ServiceError } from '#contract/errors.ts'
import { scrubText } from '#domain/scrub-text.ts'
import { uuidFromBytes } from '#domain/uuid.ts'
import type { StoredItem } from '#storage/batch/batch.ts'
import type { Database, OrgKey } from '#storage/database.ts'
import { findDeadLetter, type StoredDeadLetter } from '#storage/dead-letter.ts'
import { type Restoration, restoreEvent } from '#storage/restore-event.ts'
import { processAgain } from './process-again.ts'

export interface RetryDeps {
  database: Database
  clock: () => number
}

const REFUSALS: Record<Exclude<Restoration, 'restored'>, string> = {
  letter_gone: 'This dead letter was retried or removed meanwhile.',
  issue_gone:
    'The issue that this event was counted in has been deleted: there is nothing to store it under.',
  already_stored: 'An event with this id is stored by now: nothing is left to retry.',
}

/**
 * Processes the event of a dead letter once more and stores it under the issue it was counted in; nothing is counted
 * twice. What fails again stays a dead letter.
 * @throws ServiceError not_found, conflict with what stands in the way.
 */
export async function retryDeadLetter(deps: RetryDeps, org: OrgKey, id: number): Promise<RetriedAnswer> {
  const letter = await findDeadLetter(deps.database.scope(org), id)
  if (!letter) throw new ServiceError('not_found', 'There is no dead letter with this id.')
  const item = await processedItem(org, letter)
  const { database, clock } = deps
  const restoring = { letterId: id, item, dialect: database.dialect, now: clock() }
  const restoration = await database.transaction((db) =>
    restoreEvent({ db, orgId: org.orgId, orgUid: org.orgUid }, restoring),
  )
  if (restoration !== 'restored') throw new ServiceError('conflict', REFUSALS[restoration])
  return { retried: true, event_id: uuidFromBytes(letter.event_id) }
}

async function processedItem(
  { orgId }: OrgKey,
  { body, project_id, event_id, received_at }: StoredDeadLetter,
): Promise<StoredItem> {
  if (body === null) {
    throw new ServiceError(
      'conflict',
      'The body of this event could not be kept, so there is nothing to process again. It stays counted.',
    )
  }
  const result = await processAgain({ scrubbed: body, receivedAt: received_at })
  if ('failure' in result) {
    const reason = scrubText(result.failure)
    throw new ServiceError(
      'conflict',
      `The event could not be processed this time either (${reason}). It stays here.`,
    )
  }
  return {
    kind: 'stored',
    orgId,
    projectId: project_id,
    eventId: event_id,
    receivedAt: received_at,
    preview: '',
    userHash: null,
    event: { ...result.event, occurredAt: received_at },
    fingerprints: result.fingerprints,
    document: Buffer.from(result.document),
  }
}
