/** The closed word lists of the interface. Plain arrays, so that code without zod can use them as well. */

/** Most severe first. */
export const LEVELS = ['fatal', 'error', 'warning', 'info', 'debug'] as const
export type Level = (typeof LEVELS)[number]

export const ISSUE_STATUSES = ['unresolved', 'resolved', 'ignored', 'regression'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]

/** How the releases of a resolution or a regression are told apart; `time`: none was named. */
export const RELEASE_COMPARISONS = ['semver', 'numeric', 'first-seen', 'time'] as const
export type ReleaseComparisonKind = (typeof RELEASE_COMPARISONS)[number]

export const ISSUE_WINDOWS = ['24h', '7d', '14d', '30d', '90d'] as const
export type IssueWindow = (typeof ISSUE_WINDOWS)[number]

export const ISSUE_SORTS = [
  'last_seen_desc',
  'last_seen_asc',
  'events_desc',
  'events_asc',
  'first_seen_desc',
  'first_seen_asc',
  'title_asc',
] as const
export type IssueSort = (typeof ISSUE_SORTS)[number]

export const TIMELINE_WINDOWS = ['7d', '14d', '28d', '30d', 'all'] as const
export type TimelineWindow = (typeof TIMELINE_WINDOWS)[number]

/** `hours` and `4h`: 4 hours; `occurrences` and `100`: 100 events; `users` and `10`: 10 unique users. */
export const SNOOZE_MODES = ['hours', '4h', 'occurrences', '100', 'users', '10'] as const
export type SnoozeMode = (typeof SNOOZE_MODES)[number]

export const BULK_ACTIONS = ['resolve', 'ignore', 'reopen', ...ISSUE_STATUSES, 'snooze', 'assign'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

export const ALERT_VIEWS = ['all', 'unread', 'ignored'] as const
export type AlertView = (typeof ALERT_VIEWS)[number]

/** What a line of an issue's history may say. */
export const ACTIVITY_KINDS = [
  'status_changed',
  'resolved_in_release_changed',
  'regression',
  'snoozed',
  'snooze_ended',
  'merged',
  'split',
  'assigned',
  'commented',
  'comment_deleted',
] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** Who does something: a person, an access token, the service itself. */
export const ACTOR_KINDS = ['user', 'token', 'system'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/** Most powerful first. */
export const ROLES = ['owner', 'admin', 'member'] as const
export type Role = (typeof ROLES)[number]

/** What an access token may be allowed; reads, triage, administration. */
export const TOKEN_SCOPES = ['read:agent', 'write:triage', 'write:admin'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]
