import { z } from 'zod'
import { clamped, nextCursor, pageCursor, timestamp, uuid } from '../scalars.ts'

export const deadLetter = z
  .object({
    id: z.string(),
    project_id: uuid,
    issue_id: uuid.nullable().meta({ description: 'The issue it is counted in; null if that was deleted.' }),
    event_id: uuid,
    reason: z.string(),
    received_at: timestamp,
    created_at: timestamp.meta({ description: 'When processing was abandoned.' }),
    retryable: z
      .boolean()
      .meta({ description: 'False if its body could not be kept, or its issue was deleted.' }),
  })
  .meta({ id: 'DeadLetter' })
export type DeadLetter = z.infer<typeof deadLetter>

/** `{id}` of a path. */
export const deadLetterParams = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/, 'Use the ID of a dead letter.'),
})

export const deadLetterQuery = z.object({
  project_id: uuid.optional().meta({ description: 'Only those of this project.' }),
  limit: clamped({ fallback: 50, min: 1, max: 200 }).meta({ description: 'Dead letters per page.' }),
  cursor: pageCursor,
})
export type DeadLetterQuery = z.infer<typeof deadLetterQuery>

/** Answer of GET /api/v1/dead-letters, newest first. */
export const deadLetterPage = z.object({
  dead_letters: z.array(deadLetter),
  next_cursor: nextCursor,
})
export type DeadLetterPage = z.infer<typeof deadLetterPage>

export const retriedAnswer = z.object({ retried: z.literal(true), event_id: uuid })
export type RetriedAnswer = z.infer<typeof retriedAnswer>
