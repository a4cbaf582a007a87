import { z } from 'zod'
import { count, timestamp } from '../scalars.ts'

export const issueRelease = z.object({ release: z.string(), first_seen_at: timestamp, event_count: count })

export const issueReleasesQuery = z.object({
  events: z.enum(['true', 'false']).default('false').meta({ description: 'true: adds `seen`.' }),
})

export const issueReleasesAnswer = z.object({
  releases: z.array(z.string()),
  seen: z.array(issueRelease).optional().meta({
    description: 'With events=true: the same releases with their events, in the same order.',
  }),
})
export type IssueReleasesAnswer = z.infer<typeof issueReleasesAnswer>
