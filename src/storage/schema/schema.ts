import type { Generated } from 'kysely'
import type {
  ActivityKind,
  ActorKind,
  IssueStatus,
  Level,
  ReleaseComparisonKind,
} from '#contract/vocabulary.ts'
import type {
  AgentTokenTable,
  AppUserTable,
  AuditEntryTable,
  DsnKeyTable,
  LoginFailureTable,
  MembershipTable,
  OidcIdentityTable,
  OrgTable,
  PasswordLinkTable,
  ProjectDropTable,
  ProjectHourTable,
  ProjectTable,
  RecoveryCodeTable,
  ReleaseCommitsTable,
  ReleaseFileTable,
  ReleaseFileUseTable,
  ReleaseTable,
  SessionTable,
  SettingTable,
  TwoFactorTable,
} from './account.ts'
import type { IssueClaimTable } from './claim.ts'
import type {
  DeadLetterTable,
  EventPayloadTable,
  EventTable,
  FeedbackTable,
  PayloadDictionaryTable,
} from './event.ts'
import type { IssueFixTable } from './fix.ts'
import type { IssueFacetTable, IssueMessageTable, IssueTagTable } from './issue-value.ts'
import type { LetterTable, NoticeTable, NotificationPreferenceTable } from './notify.ts'
import type { AlertRuleTable, AlertTable, IssueRuleStateTable } from './rule.ts'
import type { SavedViewTable } from './view.ts'
import type { WebhookAttemptTable, WebhookDeliveryTable, WebhookTable } from './webhook.ts'

/** Column types of both engines: integers are numbers, bytes are Buffers, flags are 0/1. Mirrors migrations/. */
export interface IssueTable {
  id: Generated<number>
  uid: string
  org_id: number
  project_id: number
  fingerprint: string
  title: string
  culprit: string
  exception_type: string | null
  search_text: string
  platform: string
  level: Level
  environment: string
  release: string
  status: IssueStatus
  event_count: number
  stored_event_count: number
  evicted_event_count: number
  unique_user_count: number
  first_seen_at: number
  last_seen_at: number
  first_release: string
  is_placeholder: number
  merge_parent_id: number | null
  resolved_in_release: string | null
  resolved_at: number | null
  resolved_base_release: string | null
  resolved_comparison: Generated<ReleaseComparisonKind | null>
  regression_note: string | null
  regression_comparison: Generated<ReleaseComparisonKind | null>
  /** Of the event that reopened it last. */
  regressed_in_release: Generated<string | null>
  snooze_until: number | null
  snooze_until_count: number | null
  snooze_until_users: number | null
  updated_at: number
  has_merged: Generated<number>
  assignee_id: Generated<string | null>
  tag_counts: Generated<string>
  described_at: Generated<number>
  labelled_at: Generated<number>
}

export interface IssueOwnTable {
  org_id: number
  issue_id: number
  event_count: number
  stored_event_count: number
  evicted_event_count: number
  unique_user_count: number
  first_seen_at: number
  last_seen_at: number
  level: Level
  environment: string
  release: string
  first_release: string
  labelled_at: number
}

export interface IssueCommentTable {
  id: Generated<number>
  uid: string
  org_id: number
  issue_id: number
  author_kind: ActorKind
  author_id: string
  body: string
  created_at: number
}

export interface NewIssueCountTable {
  org_id: number
  project_id: number
  hour: number
  created: number
}

export interface IssueFingerprintTable {
  org_id: number
  project_id: number
  fingerprint: string
  issue_id: number
}

export interface IssuePreviewTable {
  org_id: number
  project_id: number
  preview: string
  issue_id: number
  /** Epoch day. */
  linked_day: Generated<number>
}

export interface IssueHourTable {
  org_id: number
  issue_id: number
  hour: number
  event_count: number
  stored_event_count: number
  evicted_event_count: Generated<number>
}

export interface IssueDayTable {
  org_id: number
  issue_id: number
  day: number
  event_count: number
}

export interface IssueUserTable {
  org_id: number
  issue_id: number
  user_hash: Buffer
}

export interface IssueEmailTable {
  org_id: number
  email: string
  issue_id: number
  /** Epoch day. */
  seen_day: Generated<number>
}

export interface EmailAddressTable {
  org_id: number
  email: string
}

export interface IssueActivityTable {
  id: Generated<number>
  org_id: number
  issue_id: number
  at: number
  actor_kind: ActorKind
  actor_id: string | null
  kind: ActivityKind
  details: string
}

export interface HourlyUseTable {
  org_id: number
  project_id: number
  kind: string
  hour: number
  used: number
}

export interface ConsumerTable {
  lane: number
  epoch: string
  consumed_offset: number
  attempts: number
  next_event_number: number
  updated_at: number
}

export interface LeaseTable {
  name: string
  holder: string
  expires_at: number
}

export interface Schema {
  setting: SettingTable
  org: OrgTable
  app_user: AppUserTable
  membership: MembershipTable
  session: SessionTable
  login_failure: LoginFailureTable
  project: ProjectTable
  dsn_key: DsnKeyTable
  release: ReleaseTable
  release_commits: ReleaseCommitsTable
  release_file: ReleaseFileTable
  release_file_use: ReleaseFileUseTable
  issue: IssueTable
  issue_fingerprint: IssueFingerprintTable
  issue_preview: IssuePreviewTable
  issue_hour: IssueHourTable
  issue_day: IssueDayTable
  issue_user: IssueUserTable
  issue_facet: IssueFacetTable
  issue_email: IssueEmailTable
  issue_tag: IssueTagTable
  issue_message: IssueMessageTable
  email_address: EmailAddressTable
  issue_activity: IssueActivityTable
  event: EventTable
  event_payload: EventPayloadTable
  payload_dictionary: PayloadDictionaryTable
  feedback: FeedbackTable
  hourly_use: HourlyUseTable
  project_drop: ProjectDropTable
  project_hour: ProjectHourTable
  consumer: ConsumerTable
  dead_letter: DeadLetterTable
  issue_own: IssueOwnTable
  issue_comment: IssueCommentTable
  issue_claim: IssueClaimTable
  issue_fix: IssueFixTable
  agent_token: AgentTokenTable
  password_link: PasswordLinkTable
  alert: AlertTable
  alert_rule: AlertRuleTable
  issue_rule_state: IssueRuleStateTable
  new_issue_count: NewIssueCountTable
  audit_entry: AuditEntryTable
  lease: LeaseTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  webhook_attempt: WebhookAttemptTable
  notification_preference: NotificationPreferenceTable
  notice: NoticeTable
  letter: LetterTable
  saved_view: SavedViewTable
  two_factor: TwoFactorTable
  recovery_code: RecoveryCodeTable
  oidc_identity: OidcIdentityTable
}
