import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { uuid } from '../../scalars.ts'
import { changeId } from './change-id.ts'
import { onlyHoursEndAtTime, snoozeFields, UNTIL_NEEDS_HOURS } from './snooze.ts'

const bulkIds = z.array(uuid).min(1).max(LIMITS.bulkIssues)

const bulkResolve = z.object({
  action: z.enum(['resolve', 'resolved']),
  ids: bulkIds,
  resolved_in_release: z
    .string()
    .max(LIMITS.releaseChars)
    .nullable()
    .optional()
    .meta({ description: 'The release that has the fix.' }),
  change_id: changeId.optional(),
})

const bulkStatus = z.object({
  action: z.enum(['ignore', 'ignored', 'reopen', 'unresolved', 'regression']),
  ids: bulkIds,
  change_id: changeId.optional(),
})

const bulkSnooze = z
  .object({ action: z.literal('snooze'), ids: bulkIds, ...snoozeFields })
  .refine(onlyHoursEndAtTime, UNTIL_NEEDS_HOURS)

const bulkAssign = z.object({
  action: z.literal('assign'),
  ids: bulkIds,
  assignee_id: uuid.nullable().meta({ description: 'A member of the organization; null for nobody.' }),
})

const bulkUndo = z.object({
  action: z.literal('undo'),
  ids: bulkIds,
  change_id: changeId.describe(
    'Gives the issues back what your change of this name took, if it is still the latest.',
  ),
})

export const bulkChangeBody = z
  .discriminatedUnion('action', [bulkResolve, bulkStatus, bulkSnooze, bulkAssign, bulkUndo])
  .meta({ id: 'BulkChange' })
export type BulkChangeBody = z.infer<typeof bulkChangeBody>
export type BulkStatusChange = z.infer<typeof bulkResolve> | z.infer<typeof bulkStatus>

export const bulkDeleteBody = z.object({ ids: bulkIds, action: z.literal('delete') })
