/** The closed word lists of the interface. Plain arrays, so that code without zod can use them as well. */

/** Most severe first. */
export const LEVELS = ['fatal', 'error', 'warning', 'info', 'debug'] as const
export type Level = (typeof LEVELS)[number]

export const ISSUE_STATUSES = ['unresolved', 'resolved', 'ignored', 'regression'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]

/** The search for issues that wait for someone, as the tab Open has it. */
export const OPEN_ISSUES = 'is:unresolved,regression !is:snoozed'

export const RELEASE_COMPARISONS = ['semver', 'numeric', 'first-seen', 'time'] as const
export type ReleaseComparisonKind = (typeof RELEASE_COMPARISONS)[number]

export const ISSUE_WINDOWS = ['24h', '7d', '14d', '30d', '90d'] as const
export type IssueWindow = (typeof ISSUE_WINDOWS)[number]

export const ISSUE_SORTS = [
  'last_seen_desc',
  'last_seen_asc',
  'events_desc',
  'events_asc',
  'users_desc',
  'users_asc',
  'first_seen_desc',
  'first_seen_asc',
  'title_asc',
] as const
export type IssueSort = (typeof ISSUE_SORTS)[number]

export const VIEW_VISIBILITIES = ['private', 'shared'] as const

export const TIMELINE_WINDOWS = ['7d', '14d', '28d', '30d', 'all'] as const
export type TimelineWindow = (typeof TIMELINE_WINDOWS)[number]

/** The second name of each says what it stands for. */
export const SNOOZE_MODES = ['hours', '4h', 'occurrences', '100', 'users', '10'] as const
export type SnoozeMode = (typeof SNOOZE_MODES)[number]

/** How long a snooze lasts, whatever comes: hours, or further events or users of the issue. */
export const SNOOZE_LASTS = { hours: 4, events: 100, users: 10 } as const

export const ALERT_VIEWS = ['all', 'unread', 'ignored'] as const
export type AlertView = (typeof ALERT_VIEWS)[number]

/** The event an alert rule fires: `velocity_spike` or `custom_rule`. */
export const RULE_KINDS = ['velocity', 'custom'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

export const RULE_THRESHOLDS = ['count', 'users', 'percent_increase'] as const
export type RuleThresholdType = (typeof RULE_THRESHOLDS)[number]

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
  'claimed',
  'claim_released',
  'fix_verified',
  'fix_failed',
  'fix_unconfirmed',
] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** The state of a fix. `unconfirmed`: its release was not used long enough to tell; `withdrawn`: the issue
 * was reopened, or another fix took its place. */
export const FIX_STATES = ['watching', 'verified', 'still_failing', 'unconfirmed', 'withdrawn'] as const
export type FixState = (typeof FIX_STATES)[number]

export const CONTEXT_EVENTS = ['best', 'latest', 'first'] as const

export const ACTOR_KINDS = ['user', 'token', 'system'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/** Most powerful first. */
export const ROLES = ['owner', 'admin', 'member'] as const
export type Role = (typeof ROLES)[number]

export const TOKEN_SCOPES = ['read:agent', 'write:triage', 'write:admin'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

export const NEWS_KINDS = [
  'assigned',
  'mentioned',
  'snooze_ended',
  'issue_created',
  'regression',
  'rule_fired',
] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

export const WEBHOOK_EVENTS = ['issue_created', 'regression', 'velocity_spike', 'custom_rule'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const WEBHOOK_FORMATS = ['generic', 'chat_a', 'chat_b', 'adaptive_card'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'canceled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
