import { z } from 'zod'
import { count, timestamp, uuid } from '../scalars.ts'

/** Answer of GET /api/v1/issues/{id}/tags. */
export const issueTags = z
  .object({
    issue_id: uuid,
    events_read: count.meta({
      description: 'The newest stored events, up to 100: all that is said here counts these alone.',
    }),
    tags: z
      .array(
        z.object({
          key: z
            .string()
            .meta({ description: 'A search key: transaction, url, server or the name of a tag.' }),
          events: count.meta({ description: 'Events that have it.' }),
          values: z
            .array(z.object({ value: z.string(), count }))
            .meta({ description: 'The most frequent values, up to 10.' }),
          other: count.meta({ description: 'Events with values that are not listed.' }),
        }),
      )
      .meta({ description: 'Those that most events have first, up to 50.' }),
    users: z
      .array(
        z.object({
          key: z.enum(['id', 'email', 'username', 'ip']).meta({ description: 'What the value is.' }),
          value: z.string(),
          email: z.string().nullable(),
          count: count.meta({ description: 'Events of this user.' }),
          last_seen_at: timestamp,
        }),
      )
      .meta({ description: 'The users of these events, the last one seen first, up to 50.' }),
  })
  .meta({ id: 'IssueTags' })
export type IssueTags = z.infer<typeof issueTags>
