import { DAY_MS } from '#contract/time.ts'
import { NEWS_KINDS } from '#contract/vocabulary.ts'
import type { NotificationsPatch } from '../../api/wire.ts'

const KINDS = [...NEWS_KINDS, 'weekly_digest'] as const

/** The values of the notification form. Quiet hours need both times. */
export function notificationsPatch(form: FormData): NotificationsPatch {
  const asked = form.getAll('kinds')
  const [from, to] = [String(form.get('quiet_from')), String(form.get('quiet_to'))]
  return {
    ...Object.fromEntries(KINDS.map((kind) => [kind, asked.includes(kind)])),
    quiet_hours: from === '' || to === '' ? null : { from, to },
    time_zone: readerTimeZone(),
    ...(form.has('muted_shown') && { muted_project_ids: form.getAll('muted_projects').map(String) }),
  }
}

/** IANA name, as the browser has it. */
export function readerTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function muteUntil(now: number, days: number): string {
  return new Date(now + days * DAY_MS).toISOString()
}
