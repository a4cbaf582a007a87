import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { clamped, count, uuid } from '../scalars.ts'
import { ISSUE_WINDOWS } from '../vocabulary.ts'
import { claim } from './claim.ts'
import { searchFindings } from './completion.ts'
import { fix } from './fix.ts'
import { issueSummary } from './issue.ts'

export const queueQuery = z.object({
  project_id: uuid.optional(),
  environment: z.string().max(200).optional().meta({ description: 'Only issues with an event there.' }),
  q: z
    .string()
    .max(2000)
    .default('')
    .meta({
      description:
        'As in the list of issues. Unless it has is: tokens: unresolved and regressed issues, and resolved ones whose ' +
        'fix does not work, that are not snoozed.',
    }),
  window: z.enum(ISSUE_WINDOWS).default('7d').meta({ description: 'How long ago the last event may lie.' }),
  unclaimed: z.enum(['true', 'false']).default('false').meta({
    description: 'true: without issues that someone else has claimed.',
  }),
  limit: clamped({ fallback: LIMITS.queuePageDefault, min: 1, max: LIMITS.queuePageMax }),
  cursor: z.string().max(4096).optional().meta({ description: 'next_cursor of the page before.' }),
  since: z.string().max(4096).optional().meta({
    description: 'since_cursor of an earlier answer: only what has changed since. next_cursor does as well.',
  }),
})
export type QueueQuery = z.infer<typeof queueQuery>

const queueEntry = z
  .object({
    issue: issueSummary,
    priority_score: count,
    reasons: z.array(z.string()).meta({
      description: 'What the score is made of, each with its points. Never text of an event.',
    }),
    claim: claim.nullable().meta({ description: 'Null: nobody has claimed it.' }),
    fix: fix.nullable().meta({ description: 'What was last done about it; null if nothing is on record.' }),
  })
  .meta({ id: 'QueueEntry' })
export type QueueEntry = z.infer<typeof queueEntry>

/** Answer of GET /api/v1/agent/queue. */
export const queuePage = z
  .object({
    queue: z.array(queueEntry).meta({ description: 'Highest score first.' }),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
    since_cursor: z.string().meta({
      description: 'Give it as since, with the same other parameters, to get only what changes from now on.',
    }),
    left: z
      .array(uuid)
      .optional()
      .meta({
        description:
          'With since, on the first page: issues that changed and do not belong to the queue any more, such as ' +
          'resolved, snoozed and merged ones.',
      }),
    left_capped: z
      .boolean()
      .optional()
      .meta({ description: 'True if left is cut off; read the whole queue again then.' }),
    search_limited: z
      .boolean()
      .optional()
      .meta({
        description: `True if only the ${LIMITS.searchedIssues} most recently seen issues were searched.`,
      }),
    search_notes: searchFindings.search_notes,
  })
  .meta({ id: 'QueuePage' })
export type QueuePage = z.infer<typeof queuePage>
