import type { Generated } from 'kysely'
import type { AlertKind } from '#contract/alert/alert.ts'
import type { RuleKind, RuleThresholdType } from '#contract/vocabulary.ts'

export interface AlertRuleTable {
  id: Generated<number>
  uid: string
  org_id: number
  project_id: number
  name: string
  enabled: number
  kind: RuleKind
  query: string
  window_minutes: number
  threshold_type: RuleThresholdType
  threshold_value: number
  cooldown_minutes: number
  counter_key: number
  counted_from: number
  created_at: number
}

export interface IssueRuleStateTable {
  org_id: number
  issue_id: number
  state: string
  expires_at: number
}

export interface AlertTable {
  id: Generated<number>
  uid: string
  org_id: number
  project_id: number
  issue_id: number | null
  rule_id: string | null
  kind: AlertKind
  title: string
  details: string
  dedupe_key: string | null
  fired_at: number
  read_at: number | null
  ignored: Generated<number>
}
