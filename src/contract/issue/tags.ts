import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { count, timestamp, uuid } from '../scalars.ts'

export const issueTags = z
  .object({
    issue_id: uuid,
    events_read: count.meta({
      description:
        'Number of events read: the newest stored ones, up to 100, or fewer if they are large. All counts here cover only these.',
    }),
    tags: z
      .array(
        z.object({
          key: z
            .string()
            .meta({ description: 'A search key: transaction, url, server or the name of a tag.' }),
          events: count.meta({ description: 'Events that have the tag.' }),
          values: z
            .array(z.object({ value: z.string(), count }))
            .meta({ description: 'The most frequent values, up to 10.' }),
          other: count.meta({ description: 'Events with other values.' }),
        }),
      )
      .meta({ description: 'Most frequent first, up to 50.' }),
    users: z
      .array(
        z.object({
          key: z.enum(['id', 'email', 'username', 'ip']).meta({ description: 'Kind of the value.' }),
          value: z.string(),
          email: z.string().nullable(),
          count: count.meta({ description: 'Events of this user.' }),
          last_seen_at: timestamp,
        }),
      )
      .meta({
        description: `The users of these events, most recently seen first, up to ${LIMITS.issueUsersShown}.`,
      }),
  })
  .meta({ id: 'IssueTags' })
export type IssueTags = z.infer<typeof issueTags>
