/** The wire types of the dashboard, one name for each wherever the contract keeps them. Types only. */
export type { AgentToken, CreatedAgentToken, NewAgentToken } from '#contract/account/agent-token.ts'
export type { AuditEntry, AuditGroup, AuditPage } from '#contract/account/audit.ts'
export type { Me as Session, SessionList, SetupState } from '#contract/account/auth.ts'
export type { Invitation, InvitedMember, Member, NewMember, ResetLink } from '#contract/account/member.ts'
export type { Organization, OrganizationPatch } from '#contract/account/organization.ts'
export type { RecoveryCodes, TwoFactor, TwoFactorSetup } from '#contract/account/two-factor.ts'
export type { Alert, AlertPage, AlertPatch } from '#contract/alert/alert.ts'
export type {
  AlertRule,
  AlertRulePatch,
  AlertRulePreview,
  AlertRulePreviewBody,
  NewAlertRule,
} from '#contract/alert/alert-rule.ts'
export type {
  Delivery,
  DeliveryAttempt,
  DeliveryEvent,
  DeliveryPage,
  NewWebhook,
  Webhook,
  WebhookPatch,
  WebhookSecret,
} from '#contract/alert/webhook.ts'
export type { DeadLetter, DeadLetterPage, RetriedAnswer } from '#contract/event/dead-letter.ts'
export type { EventDetail } from '#contract/event/detail.ts'
export type { Breadcrumb, EventPage, IssueEvent, StackFrame } from '#contract/event/event.ts'
export type { FeedbackPage, IssueFeedbackAnswer, ListedFeedback } from '#contract/event/feedback.ts'
export type { IssueActivity } from '#contract/issue/activity.ts'
export type { BulkChangeBody } from '#contract/issue/change/bulk.ts'
export type { IssuePatch } from '#contract/issue/change/patch.ts'
export type { SnoozeBody } from '#contract/issue/change/snooze.ts'
export type { Claim } from '#contract/issue/claim.ts'
export type { CommentPage, IssueComment } from '#contract/issue/comment.ts'
export type { CompletionAnswer, CompletionKey } from '#contract/issue/completion.ts'
export type { Fix } from '#contract/issue/fix.ts'
export type {
  IssueDetail,
  IssuePage,
  IssueSummary,
} from '#contract/issue/issue.ts'
export type { QueueEntry, QueuePage } from '#contract/issue/queue.ts'
export type { IssueReleasesAnswer as IssueReleases } from '#contract/issue/release.ts'
export type { NewSavedView, SavedView, SavedViewPatch } from '#contract/issue/saved-view.ts'
export type { SuspectCommits } from '#contract/issue/suspect-commits.ts'
export type { IssueTags } from '#contract/issue/tags.ts'
export type { Timeline } from '#contract/issue/timeline.ts'
export type { Trend } from '#contract/issue/trend.ts'
export type { Notifications, NotificationsPatch } from '#contract/notify/notification.ts'
export type { IngestAttempt, ProjectUsage } from '#contract/project/ingest.ts'
export type { CreatedProject, DsnKey, DsnKeyPatch, NewDsnKey, Project } from '#contract/project/project.ts'
export type { ProjectStats, ProjectStatsList } from '#contract/project/project-stats.ts'
export type { ListedRelease, Release, ReleasePage } from '#contract/project/release.ts'
export type { ReleaseFileGroups, ReleaseFileList } from '#contract/project/release-file.ts'
export type { Json, JsonObject } from '#contract/scalars.ts'
export type { StreamMessage } from '#contract/stream.ts'
export type {
  AlertView,
  IssueSort,
  IssueStatus,
  IssueWindow,
  Level,
  Role,
  RuleKind,
  RuleThresholdType,
  TimelineWindow,
  TokenScope,
  WebhookEvent,
  WebhookFormat,
} from '#contract/vocabulary.ts'

import type { IssueDetail } from '#contract/issue/issue.ts'
import type { Timeline } from '#contract/issue/timeline.ts'
import type { Trend } from '#contract/issue/trend.ts'

export type TrendBucket = Trend['buckets'][number]
export type TimelineBucket = Timeline['buckets'][number]
export type FacetValue = IssueDetail['facets']['environments'][number]

/** The snoozes the dashboard offers; the interface knows a second name for each. */
export type SnoozeMode = 'hours' | 'occurrences' | 'users'
