import { z } from 'zod'
import { count, uuid } from '../scalars.ts'
import { issueEvent } from './event.ts'

/** Answer of GET /api/v1/events/{id}: the event, and where it stands among those of its issue. */
export const eventDetail = issueEvent
  .extend({
    position: count.meta({ description: 'Its place in the list of events, 1 for the newest.' }),
    total: count.meta({ description: 'Stored events of the issue.' }),
    newer_event_id: uuid.nullable(),
    older_event_id: uuid.nullable(),
    grouping: z
      .object({
        version: z.int(),
        method: z.string(),
        keys: z.array(z.string()),
        components: z.array(z.string()),
      })
      .nullable()
      .meta({ description: 'What put it into its issue; null when that is not known.' }),
  })
  .meta({ id: 'EventDetail' })
export type EventDetail = z.infer<typeof eventDetail>
