import type { Generated } from 'kysely'
import type { AuditAction, AuditActorKind, AuditTargetKind } from '#contract/account/audit.ts'
import type { LinkMailState } from '#contract/account/member.ts'
import type { Role } from '#contract/vocabulary.ts'

/** Column types of both engines: integers are numbers, bytes Buffers, flags 0/1. Mirrors migrations/. */
export interface SettingTable {
  name: string
  value: string
}

export interface OrgTable {
  id: Generated<number>
  uid: string
  name: string
  created_at: number
  requires_two_factor: Generated<number>
}

export interface AppUserTable {
  id: string
  email: string
  name: string
  password_hash: string | null
  created_at: number
  last_seen_at: number | null
}

export interface MembershipTable {
  org_id: number
  user_id: string
  role: Role
  created_at: number
}

export interface SessionTable {
  token_hash: Buffer
  id: string
  org_id: number
  user_id: string
  created_at: number
  last_seen_at: number
  expires_at: number
  user_agent: string
  ip: string
  via_provider: Generated<number>
}

export interface LoginFailureTable {
  throttle_key: string
  failed_at: number
  id: string
}

export interface ProjectTable {
  id: Generated<number>
  uid: string
  org_id: number
  name: string
  slug: string
  platform: string
  retention_days: number | null
  ingest_hourly_cap: number | null
  created_at: number
  first_event_at: number | null
  deleted_at: number | null
  retention_swept_to: Generated<number | null>
  retention_swept_days: Generated<number | null>
  retention_allowed: Generated<number>
  retention_held_count: Generated<number | null>
  folded_to: Generated<number | null>
  /** Epoch day from which `project_hour` is complete; null: from the beginning. */
  hours_from: Generated<number | null>
  rules_revision: Generated<number>
  inbound_filters: Generated<string | null>
  scrub_rules: Generated<string | null>
  fingerprint_rules: Generated<string | null>
  source_links: Generated<string | null>
}

export interface ProjectHourTable {
  org_id: number
  project_id: number
  hour: number
  event_count: number
  counted_only_count: number
}

export interface ProjectDropTable {
  org_id: number
  project_id: number
  hour: number
  reason: string
  quantity: number
}

export interface DsnKeyTable {
  id: string
  org_id: number
  project_id: number
  label: string
  public_key: string
  secret_hash: Buffer
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  hourly_cap: Generated<number | null>
  allowed_origins: Generated<string | null>
  client_events_per_minute: Generated<number | null>
}

export interface ReleaseTable {
  id: Generated<number>
  org_id: number
  project_id: number
  version: string
  first_seen_at: number
  hidden_at: number | null
  /** Accepted events that issues count with it. */
  event_count: Generated<number>
  /** When the last one was received. */
  last_seen_at: Generated<number>
  /** 1 if issues counted some of its events with their other releases. */
  is_partial: Generated<number>
}

export interface ReleaseCommitsTable {
  org_id: number
  project_id: number
  version: string
  created_at: number
  /** When commits were last named; null: never. */
  named_at: number | null
  /** JSON: an array of `Commit`. */
  commits: string
}

export interface ReleaseFileTable {
  id: string
  org_id: number
  project_id: number
  version: string
  name: string
  dist: string
  size_bytes: number
  sha256: string
  created_at: number
  is_public: Generated<number>
  used_at: number
  debug_id: Generated<string | null>
  source_map: Generated<string | null>
}

export interface ReleaseFileUseTable {
  org_id: number
  project_id: number
  file_count: number
  total_bytes: number
  public_file_count: number
  public_bytes: number
  changes: Generated<number>
}

export interface AgentTokenTable {
  id: string
  org_id: number
  user_id: string
  label: string
  token_prefix: string
  token_hash: Buffer
  scopes: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  /** Null: never. */
  expires_at: Generated<number | null>
  expiry_told_at: Generated<number | null>
}

export interface PasswordLinkTable {
  token_hash: Buffer
  org_id: number
  user_id: string
  purpose: string
  created_at: number
  expires_at: number
  mail_state: LinkMailState
}

export interface TwoFactorTable {
  org_id: number
  user_id: string
  sealed_secret: string
  created_at: number
  /** Null until a first code has confirmed it. */
  enabled_at: number | null
  last_step: number
}

export interface RecoveryCodeTable {
  org_id: number
  user_id: string
  code_hash: Buffer
}

export interface OidcIdentityTable {
  org_id: number
  user_id: string
  issuer: string
  subject: string
  created_at: number
}

export interface AuditEntryTable {
  id: Generated<number>
  org_id: number
  at: number
  actor_kind: AuditActorKind
  actor_id: string | null
  actor_name: string
  ip: string
  action: AuditAction
  target_kind: AuditTargetKind
  target_id: string
  target_name: string
  details: string
}
