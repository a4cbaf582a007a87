import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { count, timestamp, uuid } from '../scalars.ts'
import { ISSUE_WINDOWS } from '../vocabulary.ts'

export const trendBucket = z.object({ start: timestamp, count })
export const trend = z.object({ issue_id: uuid, buckets: z.array(trendBucket) }).meta({ id: 'Trend' })
export type Trend = z.infer<typeof trend>

export const trendsBody = z.object({
  issue_ids: z.array(uuid).max(LIMITS.trendIssues),
  window: z.enum(ISSUE_WINDOWS).default('7d'),
})
export type TrendsBody = z.infer<typeof trendsBody>

/** One entry per asked id, in the order asked. */
export const trendsAnswer = z.object({ trends: z.array(trend) })
export type TrendsAnswer = z.infer<typeof trendsAnswer>
