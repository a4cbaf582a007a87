import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { clamped, count, nextCursor, pageCursor, timestamp, uuid } from '../scalars.ts'
import {
  ACTIVITY_KINDS,
  ACTOR_KINDS,
  BULK_ACTIONS,
  ISSUE_SORTS,
  ISSUE_STATUSES,
  ISSUE_WINDOWS,
  LEVELS,
  RELEASE_COMPARISONS,
  SNOOZE_MODES,
  TIMELINE_WINDOWS,
} from '../vocabulary.ts'
import { changeId } from './change-id.ts'
import { claim } from './claim.ts'
import { searchFindings } from './completion.ts'
import { fix } from './fix.ts'
import { issueRelease } from './release.ts'
import { onlyHoursEndAtTime, snoozeUntil, UNTIL_NEEDS_HOURS } from './snooze.ts'
import { trendBucket } from './trend.ts'

export const assignee = z
  .object({ id: uuid, name: z.string(), email: z.string() })
  .nullable()
  .meta({ description: 'The assignee.' })

export const issueSummary = z
  .object({
    id: uuid,
    org_id: uuid,
    project_id: uuid,
    fingerprint: z.string().meta({ description: 'Grouping key.' }),
    title: z.string(),
    culprit: z.string().meta({ description: 'Where the error was thrown; empty if unknown.' }),
    exception_type: z.string().nullable(),
    platform: z.string(),
    status: z.enum(ISSUE_STATUSES),
    level: z.enum(LEVELS),
    environment: z.string(),
    release: z.string().meta({ description: 'Empty if the latest event has none.' }),
    event_count: count.meta({
      description: 'All accepted events: always the sum of stored, counted only and evicted.',
    }),
    stored_event_count: count.meta({ description: 'Events that can be read.' }),
    counted_only_event_count: count.meta({
      description:
        'Events that were counted but not stored: by spike protection, or because they could not be processed.',
    }),
    evicted_event_count: count.meta({
      description: 'Stored events that retention has deleted.',
    }),
    unique_user_count: count,
    last_seen_at: timestamp,
    first_seen_at: timestamp,
    first_release: z.string().meta({ description: 'Release of its first event; empty if it has none.' }),
    resolved_in_release: z.string().nullable(),
    resolved_at: timestamp.nullable().meta({ description: 'Null if the status is not resolved.' }),
    resolved_comparison: z
      .enum(RELEASE_COMPARISONS)
      .nullable()
      .meta({
        description:
          'How the release of a new event will be compared, decided when the issue was resolved; null if it is not. ' +
          'With semver or numeric, a release that is neither cannot make it a regression.',
      }),
    still_happening: z.boolean().meta({
      description: 'True if it is resolved and still receives events, but none from a newer release.',
    }),
    regression_comparison: z.enum(RELEASE_COMPARISONS).nullable().meta({
      description: "The rule by which the regression's release counts as newer.",
    }),
    regression_note: z.string().nullable().meta({
      description: `How the regression's release was compared, e.g. "compared 1.10.0 > 1.9.0 by semver".`,
    }),
    snoozed: z.boolean(),
    snooze_until: timestamp.nullable(),
    snooze_until_count: count.nullable(),
    snooze_until_users: count.nullable(),
    merge_parent_id: uuid.nullable(),
    merged_count: count.meta({ description: 'Issues merged into this one.' }),
    assignee,
  })
  .meta({ id: 'IssueSummary' })
export type IssueSummary = z.infer<typeof issueSummary>

const facetCounts = z.array(z.object({ value: z.string(), count }))
export const issueDetail = issueSummary
  .extend({
    claim: claim.nullable().meta({ description: 'Who is working on it; null if nobody has claimed it.' }),
    fix: fix.nullable().meta({ description: 'The most recent fix; null if none is on record.' }),
    no_regression_reason: z.string().nullable().meta({
      description:
        'Why the latest event did not make it a regression, in one sentence; null unless it is still happening.',
    }),
    facets: z.object({
      environments: facetCounts,
      releases: facetCounts,
      browsers: facetCounts,
      operating_systems: facetCounts,
    }),
    facets_other: z
      .object({ environments: count, releases: count, browsers: count, operating_systems: count })
      .optional()
      .meta({ description: 'Events with other values. Absent if all values are listed.' }),
    release_count: count.meta({ description: 'Releases that its events name, hidden ones included.' }),
    release_count_capped: z.boolean().optional().meta({
      description: 'There were more: rare ones are only counted together. Absent if not.',
    }),
  })
  .meta({ id: 'IssueDetail' })
export type IssueDetail = z.infer<typeof issueDetail>

export const issueListQuery = z.object({
  project_id: uuid.optional(),
  q: z
    .string()
    .max(LIMITS.searchChars)
    .default('')
    .meta({
      description:
        `Tokens such as is:unresolved, and free text: up to ${LIMITS.searchTextTerms} words or phrases, ` +
        `${LIMITS.searchFacetTerms} env:, browser:, os:, user.id:, tag and release terms with ${LIMITS.searchFacetValues} values, and ` +
        `${LIMITS.searchEmailTerms} addresses.`,
    }),
  window: z
    .enum(ISSUE_WINDOWS)
    .default('7d')
    .meta({ description: 'Only issues with an event in this time.' }),
  sort: z.enum(ISSUE_SORTS).default('last_seen_desc'),
  limit: clamped({ fallback: LIMITS.issuesPageDefault, min: 1, max: LIMITS.issuesPageMax }),
  cursor: pageCursor,
})
export type IssueListQuery = z.infer<typeof issueListQuery>

export const issuePage = z
  .object({
    issues: z.array(issueSummary),
    next_cursor: nextCursor,
    total: count,
    total_capped: z
      .boolean()
      .optional()
      .meta({ description: 'True if there are, or may be, more issues than total.' }),
    search_limited: z
      .boolean()
      .optional()
      .meta({
        description:
          `True if only the ${LIMITS.searchedIssues} most recently seen issues, or a part of the users' addresses or of ` +
          'earlier messages, were searched. Narrow the window or the project to search the rest.',
      }),
    ...searchFindings,
  })
  .meta({ id: 'IssuePage' })
export type IssuePage = z.infer<typeof issuePage>

export const issueList = z.object({ issues: z.array(issueSummary), total: count })
export type IssueList = z.infer<typeof issueList>

const bulkIds = z.array(uuid).min(1).max(LIMITS.bulkIssues)

export const bulkChangeBody = z
  .object({
    ids: bulkIds,
    action: z.enum(BULK_ACTIONS),
    resolved_in_release: z
      .string()
      .max(LIMITS.releaseChars)
      .nullable()
      .optional()
      .meta({ description: 'With resolve: the release that has the fix.' }),
    mode: z.enum(SNOOZE_MODES).optional().meta({ description: 'Required for snooze.' }),
    until: snoozeUntil,
    assignee_id: uuid
      .nullable()
      .optional()
      .meta({ description: 'Required for assign: a member of the organization; null for nobody.' }),
    change_id: changeId.describe(
      'Names a change of status or snooze. Required for undo: gives the issues back what your change of that name took, if it is still the latest.',
    ),
  })
  .refine(({ action, mode }) => action !== 'snooze' || mode !== undefined, {
    message: 'Set the mode of the snooze.',
    path: ['mode'],
  })
  .refine(onlyHoursEndAtTime, UNTIL_NEEDS_HOURS)
  .refine(({ action, change_id }) => action !== 'undo' || change_id !== undefined, {
    message: 'Set the ID that you gave the change.',
    path: ['change_id'],
  })
  .refine(({ action, assignee_id }) => action !== 'assign' || assignee_id !== undefined, {
    message: 'Set the ID of a member, or null for nobody.',
    path: ['assignee_id'],
  })
  .meta({ id: 'BulkChange' })
export type BulkChangeBody = z.infer<typeof bulkChangeBody>

export const bulkDeleteBody = z.object({ ids: bulkIds, action: z.literal('delete') })
export type BulkDeleteBody = z.infer<typeof bulkDeleteBody>

const movedIds = z.array(uuid).min(1).max(LIMITS.mergeIssues)
export const mergeBody = z
  .object({
    canonical_id: uuid.meta({ description: 'The issue that the others are merged into.' }),
    merge_ids: movedIds,
  })
  .meta({ id: 'MergeBody' })
export type MergeBody = z.infer<typeof mergeBody>

export const splitBody = z
  .object({
    canonical_id: uuid.meta({ description: 'The issue that the others are merged into.' }),
    split_ids: movedIds,
  })
  .meta({ id: 'SplitBody' })
export type SplitBody = z.infer<typeof splitBody>

export const updatedAnswer = z.object({ updated: count })
export type UpdatedAnswer = z.infer<typeof updatedAnswer>

export const timelineQuery = z.object({ window: z.enum(TIMELINE_WINDOWS).default('7d') })
export type TimelineQuery = z.infer<typeof timelineQuery>

export const timeline = z
  .object({
    issue_id: uuid,
    window: z.enum(TIMELINE_WINDOWS),
    bucket: z.enum(['hour', 'day']),
    event_count: count.meta({ description: 'Sum of the buckets.' }),
    stored_event_count: count,
    counted_only_event_count: count,
    evicted_event_count: count,
    buckets: z.array(
      trendBucket
        .extend({ stored: count, counted_only: count, evicted: count })
        .meta({ description: 'In every bucket, count is the sum of stored, counted_only and evicted.' }),
    ),
    summary: z.object({ last_1h: count, last_24h: count, last_7d: count }).meta({
      description: 'Whole hours (UTC): last_1h is the present hour so far, and the others end with it.',
    }),
    releases: z.array(issueRelease).meta({
      description: 'The one first seen last comes first, with all its events, whatever the window.',
    }),
  })
  .meta({ id: 'Timeline' })
export type Timeline = z.infer<typeof timeline>

export const actor = z
  .object({
    kind: z.enum(ACTOR_KINDS),
    id: z.string().nullable().meta({ description: 'ID of the user or token; null for the service itself.' }),
    name: z
      .string()
      .nullable()
      .meta({ description: "The user's name, or the token's label; null if no longer known." }),
    email: z.string().nullable().meta({ description: "A token has its creator's email." }),
  })
  .meta({ id: 'Actor' })

export const issueActivity = z
  .object({
    id: z.string(),
    issue_id: uuid.meta({
      description: 'The issue it happened to: this one, or one merged into it.',
    }),
    at: timestamp,
    kind: z.enum(ACTIVITY_KINDS),
    actor,
    details: z.record(z.string(), z.unknown()).meta({
      description:
        'By kind: status_changed {from, to, resolved_in_release?}; resolved_in_release_changed ' +
        '{from, to, resolved_in_release?}; regression {note, comparison, release, resolved_in}; snoozed ' +
        '{until, until_count, until_users}; snooze_ended {reason: clock, events or users}; merged and split ' +
        '{other: parent or child, issue_id, title}; assigned {from, to}, each {id, name, email} or null; ' +
        'commented and comment_deleted {comment_id}; claimed {until}; claim_released {}; fix_verified and ' +
        'fix_unconfirmed {release}; fix_failed {release, fixed_in}.',
    }),
  })
  .meta({ id: 'IssueActivity' })
export type IssueActivity = z.infer<typeof issueActivity>

/** Answer of GET /api/v1/issues/{id}/activity, newest first. */
export const issueActivityAnswer = z.object({ activity: z.array(issueActivity) })
export type IssueActivityAnswer = z.infer<typeof issueActivityAnswer>

export const issueFacetsAnswer = issueDetail.pick({ facets: true, facets_other: true })
export type IssueFacetsAnswer = z.infer<typeof issueFacetsAnswer>
