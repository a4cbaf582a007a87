import { z } from 'zod'
import { count, timestamp, uuid } from '../scalars.ts'

/** `{id}` (project) and `{version}` of a path. */
export const releaseFilesParams = z.object({ id: uuid, version: z.string().min(1).max(1024) })
export type ReleaseFilesParams = z.infer<typeof releaseFilesParams>

const releaseFile = z
  .object({
    id: uuid,
    name: z.string().meta({ description: '`~/` stands for the scheme and host of a URL.' }),
    dist: z.string().meta({ description: 'Empty: every distribution.' }),
    size_bytes: count,
    sha256: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'ReleaseFile' })

/** Answer of GET /api/v1/projects/{id}/releases/{version}/files and …/release-files/by-debug-id, by name; empty for an
 * unknown release. */
export const releaseFileList = z.object({ files: z.array(releaseFile) })
export type ReleaseFileList = z.infer<typeof releaseFileList>

const releaseFileGroup = z
  .object({
    version: z.string().meta({ description: 'Empty: not tied to a release; found by debug ID alone.' }),
    files: count,
    size_bytes: count,
    uploaded_at: timestamp.meta({ description: 'Time of the last upload.' }),
  })
  .meta({ id: 'ReleaseFileGroup' })
export type ReleaseFileGroup = z.infer<typeof releaseFileGroup>

/** Answer of GET /api/v1/projects/{id}/release-files: by release, the one uploaded to last first. */
export const releaseFileGroups = z.object({ releases: z.array(releaseFileGroup) })
export type ReleaseFileGroups = z.infer<typeof releaseFileGroups>

export const deletedFilesAnswer = z.object({ deleted: count })
