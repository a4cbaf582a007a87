import { z } from 'zod'
import { clamped, count, uuid } from '../scalars.ts'

const COMPLETION_KEYS = [
  'env',
  'release',
  'level',
  'assigned',
  'browser',
  'os',
  'user.id',
  'transaction',
  'url',
  'server',
  'tag',
] as const
export type CompletionKey = (typeof COMPLETION_KEYS)[number]

export const completionQuery = z.object({
  key: z.enum(COMPLETION_KEYS),
  tag: z.string().max(140).optional().meta({
    description: 'With key=tag: the tag whose values to complete. Absent: completes tag names.',
  }),
  project_id: uuid.optional(),
  prefix: z.string().max(200).default('').meta({
    description:
      'Case-insensitive; for transaction, url, server and tag case-sensitive. For release, of the version is enough: 1.4 completes shop@1.4.0.',
  }),
  limit: clamped({ fallback: 20, min: 1, max: 100 }),
})
export type CompletionQuery = z.infer<typeof completionQuery>

export const completionAnswer = z.object({
  values: z.array(
    z.object({
      value: z.string(),
      count: count.meta({
        description:
          'Issues with the value: of a tag name, of the 500 issues seen last; of other keys except level and assigned, up to 500.',
      }),
      capped: z.boolean().meta({ description: 'True if there may be more than count.' }),
    }),
  ),
})
export type CompletionAnswer = z.infer<typeof completionAnswer>

export const searchFindings = {
  search_notes: z
    .array(z.string())
    .optional()
    .meta({ description: 'Terms that look like conditions but were searched as text.' }),
  event: z.object({ id: uuid, issue_id: uuid }).optional().meta({
    description:
      'The stored event whose ID is in q. The list then has only its issue, whatever the other parameters.',
  }),
}
