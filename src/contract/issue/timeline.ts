import { z } from 'zod'
import { count, uuid } from '../scalars.ts'
import { TIMELINE_WINDOWS } from '../vocabulary.ts'
import { issueRelease } from './release.ts'
import { trendBucket } from './trend.ts'

export const timelineQuery = z.object({ window: z.enum(TIMELINE_WINDOWS).default('7d') })
export type TimelineQuery = z.infer<typeof timelineQuery>

export const timeline = z
  .object({
    issue_id: uuid,
    window: z.enum(TIMELINE_WINDOWS),
    bucket: z.enum(['hour', 'day']),
    event_count: count.meta({ description: 'Sum of the buckets.' }),
    stored_event_count: count,
    counted_only_event_count: count,
    evicted_event_count: count,
    buckets: z.array(
      trendBucket
        .extend({ stored: count, counted_only: count, evicted: count })
        .meta({ description: 'In every bucket, count is the sum of stored, counted_only and evicted.' }),
    ),
    summary: z.object({ last_1h: count, last_24h: count, last_7d: count }).meta({
      description: 'Whole hours (UTC): last_1h is the present hour so far, and the others end with it.',
    }),
    releases: z.array(issueRelease).meta({
      description: 'The one first seen last comes first, with all its events, whatever the window.',
    }),
  })
  .meta({ id: 'Timeline' })
export type Timeline = z.infer<typeof timeline>
