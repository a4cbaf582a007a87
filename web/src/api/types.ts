/** The wire types the dashboard reads. Fields that an older or leaner server may omit are optional. */

export type Level = 'fatal' | 'error' | 'warning' | 'info' | 'debug'
export type IssueStatus = 'unresolved' | 'resolved' | 'ignored' | 'regression'
export type IssueWindow = '24h' | '7d' | '14d' | '30d' | '90d'
export type IssueSort =
  | 'last_seen_desc'
  | 'last_seen_asc'
  | 'events_desc'
  | 'events_asc'
  | 'first_seen_desc'
  | 'first_seen_asc'
  | 'title_asc'
export type SnoozeMode = 'hours' | 'occurrences' | 'users'
export type TimelineWindow = '7d' | '14d' | '28d' | '30d' | 'all'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export interface IssueSummary {
  id: string
  org_id: string
  project_id: string
  fingerprint: string
  title: string
  status: IssueStatus
  level: Level
  environment: string
  release: string
  event_count: number
  unique_user_count: number
  last_seen_at: string
  first_seen_at: string
  resolved_in_release: string | null
  snoozed: boolean
  snooze_until: string | null
  snooze_until_count: number | null
  snooze_until_users: number | null
  merge_parent_id?: string | null
  culprit?: string
  exception_type?: string | null
  platform?: string
  stored_event_count?: number
  first_release?: string
  regression_note?: string | null
  merged_count?: number
  facets?: IssueFacets
}

export interface FacetValue {
  value: string
  count: number
}

export interface IssueFacets {
  environments?: FacetValue[]
  releases?: FacetValue[]
}

export interface IssuePage {
  issues: IssueSummary[]
  next_cursor: string | null
  total: number
  total_capped?: boolean
}

export interface TrendBucket {
  start: string
  count: number
}

export interface Trend {
  issue_id: string
  buckets: TrendBucket[]
}

export interface TimelineBucket {
  start: string
  count: number
  stored: number
}

export interface Timeline {
  issue_id: string
  window: TimelineWindow
  bucket: 'hour' | 'day'
  event_count: number
  stored_event_count: number
  buckets: TimelineBucket[]
  summary: { last_1h: number; last_24h: number; last_7d: number }
  releases: { release: string; first_seen_at: string }[]
}

export interface StackFrame {
  filename: string | null
  abs_path: string | null
  module: string | null
  function: string | null
  lineno: number | null
  colno: number | null
  in_app: boolean
  pre_context: string[]
  context_line: string | null
  post_context: string[]
  vars: JsonObject | null
  raw?: JsonObject
}

export interface Breadcrumb {
  timestamp: string | null
  type: string | null
  category: string | null
  level: string | null
  message: string | null
  data: JsonObject | null
}

export interface IssueEvent {
  id: string
  issue_id: string
  occurred_at: string
  environment: string
  release: string
  platform: string
  runtime_name: string | null
  runtime_version: string | null
  browser_name: string | null
  os_name: string | null
  user_id: string | null
  user_email: string | null
  payload_json: JsonObject
  stack_frames: StackFrame[]
  breadcrumbs: Breadcrumb[]
}

export interface EventPage {
  events: IssueEvent[]
  total: number
  has_more: boolean
}

export interface Feedback {
  id: string
  event_id: string
  name: string | null
  email: string | null
  comments: string | null
  created_at: string
}

export interface DsnKey {
  id: string
  project_id: string
  label: string
  public_key: string
  secret_key?: string
  dsn: string
  sdk_dsn: string
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
}

export interface Project {
  id: string
  org_id: string
  name: string
  slug: string
  number: number
  platform: string | null
  retention_days: number | null
  ingest_hourly_cap: number | null
  created_at: string
  keys?: DsnKey[]
}

export type Role = 'owner' | 'admin' | 'member'

export interface Session {
  user: { id: string; email: string; name: string | null }
  org: { id: string; name: string }
  role: Role
}

export interface SetupState {
  needed: boolean
  token_required?: boolean
}
