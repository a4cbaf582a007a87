import { z } from 'zod'
import { count, timestamp, uuid } from '../scalars.ts'
import { ISSUE_WINDOWS, OPEN_ISSUES } from '../vocabulary.ts'

/** Query of GET /api/v1/stats/projects. */
export const projectStatsQuery = z.object({
  window: z
    .enum(ISSUE_WINDOWS)
    .default('24h')
    .meta({ description: 'The time that all counts are of, as in the list of issues.' }),
})
export type ProjectStatsQuery = z.infer<typeof projectStatsQuery>

const issuesOf = (term: string) =>
  count.meta({ description: `Issues that the search ${term} finds in the project in this time.` })

export const projectStats = z
  .object({
    project_id: uuid,
    event_count: count.meta({ description: 'Accepted events by their own time: the sum of event_counts.' }),
    event_counts: z
      .array(count)
      .meta({ description: 'Events in each bucket, in the order of bucket_starts.' }),
    open_issues: issuesOf(OPEN_ISSUES),
    new_issues: issuesOf('first_seen:-24h (or the other window)'),
    regressions: issuesOf('is:regression'),
    last_seen_at: timestamp.nullable().meta({ description: 'Of its latest event. Null without issues.' }),
    latest_release: z.string().nullable().meta({
      description:
        'The newest by version of the 20 releases first seen last that are not hidden. Null if events name none.',
    }),
  })
  .meta({ id: 'ProjectStats' })
export type ProjectStats = z.infer<typeof projectStats>

/** Every project of the organization, by name. */
export const projectStatsList = z.object({
  window: z.enum(ISSUE_WINDOWS),
  bucket_starts: z
    .array(timestamp)
    .meta({ description: 'Starts of the buckets of all projects, oldest first.' }),
  projects: z.array(projectStats),
})
export type ProjectStatsList = z.infer<typeof projectStatsList>
