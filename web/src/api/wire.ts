/** The wire types of the dashboard, one name for each wherever the contract keeps them. Types only. */
export type { AgentToken, CreatedAgentToken, NewAgentToken } from '#contract/agent-token.ts'
export type { Alert, AlertPage, AlertPatch } from '#contract/alert.ts'
export type { AuditEntry, AuditPage } from '#contract/audit.ts'
export type { Me as Session, SessionList, SetupState } from '#contract/auth.ts'
export type { CommentPage, IssueComment } from '#contract/comment.ts'
export type { CompletionAnswer, CompletionKey } from '#contract/completion.ts'
export type { Breadcrumb, EventPage, Feedback, IssueEvent, StackFrame } from '#contract/event.ts'
export type { EventDetail } from '#contract/event-detail.ts'
export type { IssueActivity, IssueDetail, IssuePage, IssueSummary, Timeline, Trend } from '#contract/issue.ts'
export type { Invitation, InvitedMember, Member, NewMember, ResetLink } from '#contract/member.ts'
export type { CreatedProject, DsnKey, Project } from '#contract/project.ts'
export type { IngestAttempt, ProjectUsage } from '#contract/project-ingest.ts'
export type { Json, JsonObject } from '#contract/scalars.ts'
export type { StreamMessage } from '#contract/stream.ts'
export type {
  AlertView,
  IssueSort,
  IssueStatus,
  IssueWindow,
  Level,
  Role,
  TimelineWindow,
  TokenScope,
} from '#contract/vocabulary.ts'

import type { IssueDetail, Timeline, Trend } from '#contract/issue.ts'

export type TrendBucket = Trend['buckets'][number]
export type TimelineBucket = Timeline['buckets'][number]
export type FacetValue = IssueDetail['facets']['environments'][number]

/** The snoozes the dashboard offers; the interface knows a second name for each. */
export type SnoozeMode = 'hours' | 'occurrences' | 'users'
