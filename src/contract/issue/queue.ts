import { z } from 'zod'
import { AGENT_LIMITS, SEARCH_LIMITS } from '../limits.ts'
import { clamped, count, nextCursor, pageCursor, uuid } from '../scalars.ts'
import { ISSUE_WINDOWS } from '../vocabulary.ts'
import { claim } from './claim.ts'
import { searchFindings } from './completion.ts'
import { fix } from './fix.ts'
import { issueSummary } from './issue.ts'

export const queueQuery = z.object({
  project_id: uuid.optional(),
  environment: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Only issues with an event in this environment.' }),
  q: z
    .string()
    .max(2000)
    .default('')
    .meta({
      description:
        'As in the list of issues. Unless it has is: tokens: unresolved and regressed issues, and resolved ones whose ' +
        'fix does not work, that are not snoozed.',
    }),
  window: z
    .enum(ISSUE_WINDOWS)
    .default('7d')
    .meta({ description: 'Only issues with an event in this time.' }),
  unclaimed: z.enum(['true', 'false']).default('false').meta({
    description: 'true: leaves out issues that someone else has claimed.',
  }),
  limit: clamped({ fallback: AGENT_LIMITS.queuePageDefault, min: 1, max: AGENT_LIMITS.queuePageMax }),
  cursor: pageCursor,
  since: z.string().max(4096).optional().meta({
    description: 'since_cursor or next_cursor of an earlier response: returns only what has changed since.',
  }),
})
export type QueueQuery = z.infer<typeof queueQuery>

const queueEntry = z
  .object({
    issue: issueSummary,
    priority_score: count,
    reasons: z.array(z.string()).meta({
      description: 'The reasons for the score, each with its points. Never text from events.',
    }),
    claim: claim.nullable().meta({ description: 'Null if nobody has claimed it.' }),
    fix: fix.nullable().meta({ description: 'The most recent fix; null if none is on record.' }),
  })
  .meta({ id: 'QueueEntry' })
export type QueueEntry = z.infer<typeof queueEntry>

export const queuePage = z
  .object({
    queue: z.array(queueEntry).meta({ description: 'Highest score first.' }),
    next_cursor: nextCursor,
    since_cursor: z.string().meta({
      description: 'Pass it as since, with the same other parameters, to get only later changes.',
    }),
    left: z
      .array(uuid)
      .optional()
      .meta({
        description:
          'With since, on the first page: issues that changed and no longer belong to the queue, such as ' +
          'resolved, snoozed and merged ones.',
      }),
    left_capped: z
      .boolean()
      .optional()
      .meta({ description: 'True if left is cut off; then read the whole queue again.' }),
    search_limited: z
      .boolean()
      .optional()
      .meta({
        description:
          `True if only the ${SEARCH_LIMITS.issues} most recently seen issues, or a part of earlier messages, ` +
          'were searched.',
      }),
    search_notes: searchFindings.search_notes,
  })
  .meta({ id: 'QueuePage' })
export type QueuePage = z.infer<typeof queuePage>
