import { z } from 'zod'
import { timestamp } from './scalars.ts'

export const release = z
  .object({ version: z.string(), first_seen_at: timestamp })
  .meta({ id: 'Release', description: 'A release that events of the project have named.' })
export type Release = z.infer<typeof release>

/** Answer of GET /api/v1/projects/{id}/releases, the one first seen most recently first. */
export const releaseList = z.object({ releases: z.array(release) })
export type ReleaseList = z.infer<typeof releaseList>
