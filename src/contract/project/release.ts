import { z } from 'zod'
import { timestamp, uuid } from '../scalars.ts'

export const release = z
  .object({
    version: z.string(),
    first_seen_at: timestamp,
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
export type ReleaseParams = z.infer<typeof releaseParams>

/** Body of PATCH /api/v1/projects/{id}/releases/{version}. */
export const releasePatch = z.object({ hidden: z.boolean() }).meta({ id: 'ReleasePatch' })
export type ReleasePatch = z.infer<typeof releasePatch>
