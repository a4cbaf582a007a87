import { z } from 'zod'
import { ERRORS, type ErrorCode } from './errors.ts'

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

export const problem = z
  .object({
    error: z.enum(CODES),
    message: z.string().meta({ description: 'One sentence for a person.' }),
    request_id: z.string().meta({ description: 'Also in X-Request-Id and in the log.' }),
    details: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'The invalid fields, for invalid_request.' }),
    detail: z.string().optional().meta({ description: 'Ingest only: the same as message.' }),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof problem>
