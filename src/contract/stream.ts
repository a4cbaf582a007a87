import { z } from 'zod'
import { timestamp, uuid } from './scalars.ts'

/** The change to an issue, the most important one if there were several: `deleted`; `created` by its first
 * event; `changed` in status, snooze or resolution (events may have come as well); only got `events`. */
export const ISSUE_CHANGES = ['deleted', 'created', 'changed', 'events'] as const
export type IssueChangeKind = (typeof ISSUE_CHANGES)[number]

/** A message of GET /api/v1/stream, each the JSON of one `data:` line. There is no history: a client that
 * connects, again or for the first time, reads what it shows again, unless the stream begins at the
 * position (`event: position`) that all its answers named (`X-Live-Position`). `event: beat` comes every
 * `LIMITS.streamBeatMs`: a client that hears none knows that something keeps the stream from it. */
export const streamMessage = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('issue'),
      change: z.enum(ISSUE_CHANGES),
      issue_id: uuid,
      project_id: uuid,
    }),
    z
      .object({ kind: z.literal('many'), project_id: uuid })
      .meta({ description: 'More issues of the project changed than are listed: read the list again.' }),
    z.object({ kind: z.literal('first_event'), project_id: uuid }),
    z
      .object({ kind: z.literal('alerts'), project_id: uuid.nullable() })
      .meta({ description: 'Alerts of this project are new or changed; null: of several projects.' }),
    z.object({
      kind: z.literal('rejected'),
      project_id: uuid,
      at: timestamp,
      status: z.int(),
      code: z.string(),
      message: z.string(),
    }),
  ])
  .meta({ id: 'StreamMessage' })
export type StreamMessage = z.infer<typeof streamMessage>
