import type { IssueEvent } from '#contract/event/event.ts'
import { isoTime } from '#contract/time.ts'
import { breadcrumbs, stackFrames } from '#domain/event/view.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import type { EventRow } from '#storage/event/event.ts'

/** Takes note of events whose stored document is damaged, which an operator has to hear of. */
export type OnDamagedEvent = (event: { eventId: string; seq: number; reason: string }) => void

const DAMAGED =
  'The stored data of this event is damaged and cannot be read. The event is still counted. ' +
  'The service log has the row, and `errata verify --deep` finds others.'

export function reportDamage(
  onDamaged: OnDamagedEvent | undefined,
  { event_id, seq, damage }: Pick<EventRow, 'event_id' | 'seq' | 'damage'>,
): void {
  if (damage !== null) onDamaged?.({ eventId: uuidFromBytes(event_id), seq, reason: damage })
}

/** Under its issue, or the root. Without a document the payload is empty; a damaged one is reported. */
export function eventView(
  row: EventRow,
  issueUid: string,
  onDamaged?: OnDamagedEvent | undefined,
): IssueEvent {
  const payload = row.document?.payload ?? {}
  reportDamage(onDamaged, row)
  return {
    id: uuidFromBytes(row.event_id),
    issue_id: issueUid,
    occurred_at: isoTime(row.occurred_at),
    environment: row.environment,
    release: row.release,
    platform: row.platform,
    runtime_name: row.runtime_name,
    runtime_version: row.runtime_version,
    browser_name: row.browser_name,
    os_name: row.os_name,
    user_id: row.user_id,
    user_email: row.user_email,
    payload_json: payload,
    ...(row.damage !== null && { payload_note: DAMAGED }),
    stack_frames: stackFrames(payload),
    breadcrumbs: breadcrumbs(payload),
  }
}
