import { z } from 'zod'
import { LIMITS, LIST_LIMITS } from '../limits.ts'
import { clamped, count, nextCursor, pageCursor, timestamp, uuid } from '../scalars.ts'

export const release = z
  .object({
    version: z.string(),
    first_seen_at: timestamp.meta({ description: 'When its first event was received.' }),
    hidden: z.boolean().meta({
      description:
        'True if an admin has hidden it. Its events stay, but it never counts for regressions, and completions and timelines leave it out.',
    }),
  })
  .meta({ id: 'Release', description: 'A release of the project, known from its events.' })
export type Release = z.infer<typeof release>

/** Answer of GET /api/v1/projects/{id}/releases, the one first seen most recently first; hidden ones too. */
export const releaseList = z.object({ releases: z.array(release) })
export type ReleaseList = z.infer<typeof releaseList>

/** `{id}` (project) and `{version}` of a path. */
export const releaseParams = z.object({ id: uuid, version: z.string().min(1).max(1024) })

/** Body of PATCH /api/v1/projects/{id}/releases/{version}. */
export const releasePatch = z.object({ hidden: z.boolean() }).meta({ id: 'ReleasePatch' })

/** Query of GET /api/v1/releases. */
export const releasePageQuery = z.object({
  project_id: uuid.optional(),
  version: z
    .string()
    .max(LIMITS.releaseChars)
    .optional()
    .meta({
      description: `Only releases with this text in their version, in any case; among the ${LIMITS.releasesSearched} newest.`,
      examples: ['1.4'],
    }),
  limit: clamped({ fallback: LIST_LIMITS.releasesDefault, min: 1, max: LIST_LIMITS.releasesMax }),
  cursor: pageCursor,
})
export type ReleasePageQuery = z.infer<typeof releasePageQuery>

function issuesFoundBy(term: string) {
  return z.object({
    count: count.meta({
      description: `Issues that the search ${term} finds in the project, up to ${LIMITS.issuesTotalExact}.`,
    }),
    capped: z.boolean().meta({ description: 'True if there are more.' }),
  })
}

const listedRelease = release
  .extend({
    project_id: uuid,
    last_seen_at: timestamp.meta({ description: 'When its latest event was received.' }),
    event_count: count.meta({
      description:
        'Accepted events that the issues found by release: count with it: stored, counted only and deleted by retention.',
    }),
    event_count_partial: z.boolean().meta({
      description:
        'True if it had more events: an issue with over 1,000 releases counts the rare old ones together.',
    }),
    new_issues: issuesFoundBy('first_release:'),
    regressions: issuesFoundBy('regressed_in:'),
    resolved_issues: issuesFoundBy('resolved_in:'),
  })
  .meta({ id: 'ListedRelease' })
export type ListedRelease = z.infer<typeof listedRelease>

/** The one first seen most recently first; hidden ones too. */
export const releasePage = z
  .object({
    releases: z.array(listedRelease),
    next_cursor: nextCursor,
  })
  .meta({ id: 'ReleasePage' })
export type ReleasePage = z.infer<typeof releasePage>
