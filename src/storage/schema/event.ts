import type { Generated } from 'kysely'
import type { Level } from '#contract/vocabulary.ts'

export interface EventTable {
  seq: number
  org_id: number
  project_id: number
  issue_id: number
  event_id: Buffer
  occurred_at: number
  received_at: number
  level: Level
  environment: string
  release: string
  platform: string
  runtime_name: string | null
  runtime_version: string | null
  browser_name: string | null
  os_name: string | null
  user_id: string | null
  user_email: string | null
}

export interface EventPayloadTable {
  seq: number
  org_id: number
  dictionary_id: number | null
  data: Buffer
}

export interface PayloadDictionaryTable {
  id: Generated<number>
  org_id: number
  issue_id: number
  data: Buffer
  created_at: number
}

export interface FeedbackTable {
  id: string
  org_id: number
  project_id: number
  event_id: Buffer | null
  name: string
  email: string
  comments: string
  created_at: number
  waits_until: Generated<number | null>
  preview: Generated<string | null>
  issue_id: Generated<number | null>
}

export interface DeadLetterTable {
  id: Generated<number>
  org_id: number
  project_id: number
  issue_id: number | null
  event_id: Buffer
  reason: string
  received_at: number
  created_at: number
  meta: string
  body: Buffer | null
}
