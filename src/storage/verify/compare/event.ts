import type { NormalisedEvent } from '#domain/event/event.ts'
import { userHash, userIdentity } from '#domain/event/user-identity.ts'
import { groupAgain } from '#domain/grouping/rules/group-by-rules.ts'
import { normaliseEvent } from '#domain/normalise/event.ts'
import type { EventDocument } from '../../event/payload.ts'
import type { ReadEvent } from '../read-documents.ts'

export interface Description {
  title: string
  culprit: string
  exception_type: string | null
  words: string
  platform: string
}

export interface RecomputedEvent {
  /** Grouping keys, the primary one first; empty if it is not known what grouped the event. */
  keys: string[]
  userHash: Buffer | null
  description: Description
  problems: [check: string, message: string][]
}

export interface ComparedEvent {
  row: EventColumns
  event: Pick<RecomputedEvent, 'keys' | 'userHash'>
}

type EventColumns = Omit<ReadEvent, 'document' | 'damage'>

export function recomputeEvent(row: EventColumns, { payload, grouping }: EventDocument): RecomputedEvent {
  const event = normaliseEvent(payload, {
    receivedAt: row.received_at,
    retentionDays: Number.POSITIVE_INFINITY,
  })
  const keys = grouping?.version === 1 ? groupAgain(event, grouping.rule).keys : []
  const identity = userIdentity(event.user)
  const problems = columnProblems(row, event)
  if (keys.join() !== (grouping?.version === 1 ? grouping.keys.join() : ''))
    problems.push(['event.grouping', `event row ${row.seq} is grouped by ${grouping?.keys}, not by ${keys}`])
  return {
    keys,
    userHash: identity === undefined ? null : userHash(identity),
    description: descriptionOf(event),
    problems,
  }
}

function descriptionOf(event: NormalisedEvent): Description {
  const { title, culprit, exceptionType, words, platform } = event
  return { title, culprit, exception_type: exceptionType, words, platform }
}

function columnProblems(row: EventColumns, event: NormalisedEvent): RecomputedEvent['problems'] {
  const expected = {
    level: event.level,
    environment: event.environment,
    release: event.release,
    platform: event.platform,
    runtime_name: event.runtimeName,
    runtime_version: event.runtimeVersion,
    browser_name: event.browserName,
    os_name: event.osName,
    user_id: event.user.id,
    user_email: event.user.email,
  }
  return Object.entries(expected)
    .filter(([column, value]) => row[column as keyof typeof expected] !== value)
    .map(([column, value]) => [
      `event.${column}`,
      `${column} of event row ${row.seq} differs from its document, which says ${JSON.stringify(value)}`,
    ])
}
