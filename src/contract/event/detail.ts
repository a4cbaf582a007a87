import { z } from 'zod'
import { decidingRule } from '../issue/grouping.ts'
import { count, uuid } from '../scalars.ts'
import { issueEvent } from './event.ts'

export const eventDetail = issueEvent
  .extend({
    position: count.meta({ description: 'Position in the list of events; 1 is the newest.' }),
    total: count.meta({ description: 'Stored events of the issue.' }),
    newer_event_id: uuid.nullable(),
    older_event_id: uuid.nullable(),
    grouping: z
      .object({
        version: z.int(),
        method: z.string(),
        keys: z.array(z.string()),
        components: z.array(z.string()),
        rule: decidingRule.optional(),
      })
      .nullable()
      .meta({ description: 'Why it belongs to its issue; null if unknown.' }),
    belongs_to: z.object({ issue_id: uuid, title: z.string() }).optional().meta({
      description:
        'Another issue, to which this event would belong if its source maps had been uploaded before it was received.',
    }),
  })
  .meta({ id: 'EventDetail' })
export type EventDetail = z.infer<typeof eventDetail>
