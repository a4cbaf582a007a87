import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { uuid } from '../../scalars.ts'
import { ISSUE_STATUSES } from '../../vocabulary.ts'
import { newFix } from '../fix.ts'
import { changeId } from './change-id.ts'

export const issuePatch = z
  .object({
    status: z.enum(ISSUE_STATUSES).optional(),
    resolved_in_release: z.string().max(LIMITS.releaseChars).nullable().optional(),
    in_next_release: z
      .boolean()
      .optional()
      .meta({
        examples: [false],
        description:
          'True if the fix comes in a release after resolved_in_release, so that events of that release say nothing ' +
          'about it. No fix is watched.',
      }),
    assignee_id: uuid
      .nullable()
      .optional()
      .meta({ description: 'A member of the organization; null for nobody.' }),
    change_id: changeId.optional(),
    fix: newFix.optional().meta({
      description:
        'What was done; needs status resolved and resolved_in_release. Errata watches whether it comes back.',
    }),
  })
  .refine(({ change_id, ...body }) => Object.values(body).some((value) => value !== undefined), {
    message: 'Set status, resolved_in_release, fix, assignee_id or several of them.',
  })
  .refine((body) => !body.in_next_release || (body.status === 'resolved' && body.resolved_in_release), {
    message: 'Set status resolved and resolved_in_release, the newest release without the fix.',
    path: ['in_next_release'],
  })
  .refine((body) => !body.in_next_release || body.fix === undefined, {
    message:
      'A fix is watched in the release that has it. Name that release without in_next_release, or leave out fix.',
    path: ['fix'],
  })
  .meta({ id: 'IssuePatch' })
export type IssuePatch = z.infer<typeof issuePatch>
