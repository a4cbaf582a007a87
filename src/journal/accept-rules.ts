import { INGEST_LIMITS } from '#contract/limits.ts'
import { epochHour, HOUR_MS, secondsToHourEnd } from '#contract/time.ts'
import type { AppendRequest, AppendResult } from './journal.ts'
import { admitWholeBody, type SpikeCandidate, type SpikeWindow } from './spike-window.ts'

/** How long an accepted event id is remembered, ms. */
export const DEDUPE_MS = INGEST_LIMITS.dedupeHours * HOUR_MS

/** How long cap use is kept, hours: a clock that is set back by less finds what was used. */
export const CAP_HOURS_KEPT = 48

/** The order of the codes is the form in which they are stored and sent between threads. */
const VERDICTS = ['whole', 'counted_only', 'duplicate', 'cap_exceeded', 'key_cap_exceeded'] as const
export type Verdict = (typeof VERDICTS)[number]

export interface AcceptedId<Id extends Uint8Array = Uint8Array>
  extends Pick<AppendRequest, 'projectId' | 'preview' | 'receivedAt'> {
  eventId: Id
}

export interface AcceptMemory<Id extends Uint8Array = Uint8Array> {
  /** Cap use of a project (row key) or a DSN key (`KeyCap.subject`) in an epoch hour. */
  capUsed(subject: number, hour: number): number
  addCapUse(subject: number, hour: number): void
  /** True when the event id was accepted for the project within 48 h before `receivedAt`, a time that `DedupeTime` judges. */
  isAccepted(projectId: number, eventId: Id, receivedAt: number): boolean
  /** Remembers the event id; false, and nothing done, when `isAccepted` would be true. */
  remember(event: AcceptedId<Id>): boolean
  spikeWindow(projectId: number, preview: string, receivedAt: number): SpikeWindow
}

export type AcceptCandidate<Id extends Uint8Array = Uint8Array> = { eventId: Id } & SpikeCandidate &
  Pick<AppendRequest, 'projectId' | 'preview' | 'receivedAt' | 'hourlyCap' | 'keyCap' | 'spikePerMinute'>

/**
 * In order: repeated id, caps (of project, then key; 0 accepts none), spike valve (0 keeps counts only).
 * A repeated or refused event changes nothing in `memory`.
 */
export function judge<Id extends Uint8Array>(
  candidate: AcceptCandidate<Id>,
  memory: AcceptMemory<Id>,
): Verdict {
  const { projectId, eventId, preview, receivedAt, keyCap } = candidate
  const hour = epochHour(receivedAt)
  const reached = reachedCap(candidate, memory, hour)
  if (reached) return memory.isAccepted(projectId, eventId, receivedAt) ? 'duplicate' : reached
  if (!memory.remember(candidate)) return 'duplicate'
  memory.addCapUse(projectId, hour)
  if (keyCap) memory.addCapUse(keyCap.subject, hour)
  const window = memory.spikeWindow(projectId, preview, receivedAt)
  const { spikePerMinute: limit, place, user } = candidate
  return admitWholeBody(window, receivedAt, { limit, place, user }) ? 'whole' : 'counted_only'
}

function reachedCap(
  { projectId, hourlyCap, keyCap }: Pick<AcceptCandidate, 'projectId' | 'hourlyCap' | 'keyCap'>,
  memory: Pick<AcceptMemory, 'capUsed'>,
  hour: number,
): 'cap_exceeded' | 'key_cap_exceeded' | null {
  if (memory.capUsed(projectId, hour) >= hourlyCap) return 'cap_exceeded'
  if (keyCap && memory.capUsed(keyCap.subject, hour) >= keyCap.hourlyCap) return 'key_cap_exceeded'
  return null
}

export function verdictCode(verdict: Verdict): number {
  return VERDICTS.indexOf(verdict)
}

/** Whether it is recorded, with its body or without. */
export function isRecorded(verdict: Verdict | undefined): boolean {
  return verdict === 'whole' || verdict === 'counted_only'
}

export function addsRecord(code: number): boolean {
  return isRecorded(VERDICTS[code])
}

export function resultOf(code: number, receivedAt: number): AppendResult {
  const verdict = VERDICTS[code]
  switch (verdict) {
    case 'whole':
      return { status: 'accepted', countedOnly: false }
    case 'counted_only':
      return { status: 'accepted', countedOnly: true }
    case 'duplicate':
      return { status: 'duplicate' }
    case 'cap_exceeded':
    case 'key_cap_exceeded':
      return { status: verdict, retryAfterSeconds: secondsToHourEnd(receivedAt) }
    default:
      throw new Error(`Unknown verdict code ${code} of the journal.`)
  }
}
