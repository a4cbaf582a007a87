import { z } from 'zod'
import { LIST_LIMITS, SEARCH_LIMITS } from '../limits.ts'
import { clamped, count, nextCursor, pageCursor, timestamp, uuid } from '../scalars.ts'
import { ISSUE_SORTS, ISSUE_STATUSES, ISSUE_WINDOWS, LEVELS, RELEASE_COMPARISONS } from '../vocabulary.ts'
import { claim } from './claim.ts'
import { searchFindings } from './completion.ts'
import { fix } from './fix.ts'

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
    first_release: z
      .string()
      .meta({ description: 'Release of the event that was first by its own time; empty if it has none.' }),
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
    .max(SEARCH_LIMITS.chars)
    .default('')
    .meta({
      description:
        `Tokens such as is:unresolved, and free text, all of which must match; OR, !( ) and ( ) combine them. Up to ${SEARCH_LIMITS.textTerms} words or phrases, ` +
        `${SEARCH_LIMITS.facetTerms} env:, browser:, os:, user.id:, tag and release terms with ${SEARCH_LIMITS.facetValues} values, and ` +
        `${SEARCH_LIMITS.emailTerms} addresses.`,
    }),
  window: z
    .enum(ISSUE_WINDOWS)
    .default('7d')
    .meta({ description: 'Only issues with an event in this time.' }),
  sort: z.enum(ISSUE_SORTS).default('last_seen_desc'),
  limit: clamped({ fallback: LIST_LIMITS.issuesDefault, min: 1, max: LIST_LIMITS.issuesMax }),
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
          `True if only the ${SEARCH_LIMITS.issues} most recently seen issues, or a part of the users' addresses or of ` +
          'earlier messages, were searched. Narrow the window or the project to search the rest.',
      }),
    ...searchFindings,
  })
  .meta({ id: 'IssuePage' })
export type IssuePage = z.infer<typeof issuePage>

export const issueList = z.object({ issues: z.array(issueSummary), total: count })
export type IssueList = z.infer<typeof issueList>

export const issueFacetsAnswer = issueDetail.pick({ facets: true, facets_other: true })
export type IssueFacetsAnswer = z.infer<typeof issueFacetsAnswer>
