import { z } from 'zod'
import { count, timestamp } from '../scalars.ts'

const suspectCommit = z.object({
  id: z.string(),
  message: z.string().meta({ description: 'The first line of its message.' }),
  author: z.string(),
  committed_at: timestamp.nullable(),
  file: z.string().meta({ description: 'The file of the stack that it changed.' }),
  url: z.string().nullable().meta({ description: "By the project's source links; null: they don't say." }),
})

/** Answer of GET /api/v1/issues/{id}/suspect-commits. */
export const suspectCommits = z
  .object({
    release: z.string().meta({
      description:
        'Where it came back, if it is a regression, else where it was first seen; empty if none is known.',
    }),
    commit_count: count.meta({ description: 'Commits of that release that are known.' }),
    commits: z.array(suspectCommit).meta({
      description:
        'At most 5 of them that changed a file of the stack: those of its innermost frame first, then the newest.',
    }),
  })
  .meta({ id: 'SuspectCommits' })
export type SuspectCommits = z.infer<typeof suspectCommits>
