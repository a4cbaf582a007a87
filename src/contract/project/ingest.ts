import { z } from 'zod'
import { count, timestamp, uuid } from '../scalars.ts'

const ingestAttempt = z
  .object({
    at: timestamp,
    status: z.int(),
    code: z.string().meta({ description: 'Error code of the response.' }),
    message: z.string(),
    path: z.string().meta({ description: 'Path without the query, which may contain a key.' }),
    user_agent: z.string().meta({ description: 'Empty if the client sent none.' }),
  })
  .meta({ id: 'IngestAttempt' })
export type IngestAttempt = z.infer<typeof ingestAttempt>

/** Answer of GET /api/v1/projects/{id}/ingest-attempts: refused ones, newest first, at most 20. */
export const ingestAttempts = z.object({ attempts: z.array(ingestAttempt) })
export type IngestAttempts = z.infer<typeof ingestAttempts>

export const sentTestEvent = z.object({ id: uuid.meta({ description: 'Of the event.' }) })
export type SentTestEvent = z.infer<typeof sentTestEvent>

/** Where something was lost: in the service by a filter, a refusal or the spike valve, or in an SDK by its own account. */
const DROP_SOURCES = ['filter', 'refused', 'valve', 'sdk', 'sdk_other'] as const

const projectDrop = z
  .object({
    source: z.enum(DROP_SOURCES).meta({
      description:
        '`valve`: counted in its issue but not stored. `sdk`: events that an SDK reported as dropped. `sdk_other`: other data that it reported as dropped, such as spans.',
    }),
    reason: z.string().meta({ description: 'A filter, an error code, or a reason given by an SDK.' }),
    last_24h: count,
    last_7d: count,
  })
  .meta({ id: 'ProjectDrop' })

export const projectUsage = z
  .object({
    hour: z
      .object({ start: timestamp, accepted: count, cap: count })
      .meta({ description: 'The current hour (UTC) by time of arrival, as the limit counts it.' }),
    last_24h: z.array(z.object({ start: timestamp, accepted: count })).meta({
      description:
        '24 hours (UTC), oldest first, by event time; events that are only counted, by time of receipt.',
    }),
    retention_days: count.meta({
      description: "How long events are kept: the project's setting, or the server default.",
    }),
    rejected: z
      .record(z.string(), count)
      .meta({ description: 'Rejected attempts by error code since the service started.' }),
    dropped: z.array(projectDrop).meta({
      description:
        'Events that were not stored, by source and reason, most frequent in the last 24 hours first.',
    }),
  })
  .meta({ id: 'ProjectUsage' })
export type ProjectUsage = z.infer<typeof projectUsage>
