import type { Generated } from 'kysely'

export interface NotificationPreferenceTable {
  org_id: number
  user_id: string
  assigned: number
  mentioned: number
  snooze_ended: number
  issue_created: number
  regression: number
  rule_fired: number
  time_zone: string
  quiet_from: number | null
  quiet_to: number | null
  muted_until: number | null
  muted_projects: string
  digest_at: number | null
}

export interface NoticeTable {
  id: Generated<number>
  org_id: number
  facts: string
  created_at: number
}

export interface LetterTable {
  id: Generated<number>
  uid: string
  org_id: number
  user_id: string
  kind: string
  facts: string
  gathers: number
  tries: Generated<number>
  next_attempt_at: number | null
  created_at: number
  sent_at: number | null
}
