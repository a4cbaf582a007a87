import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { uuid } from '../../scalars.ts'
import { BULK_ACTIONS, SNOOZE_MODES } from '../../vocabulary.ts'
import { changeId } from './change-id.ts'
import { onlyHoursEndAtTime, snoozeUntil, UNTIL_NEEDS_HOURS } from './snooze.ts'

const bulkIds = z.array(uuid).min(1).max(LIMITS.bulkIssues)

export const bulkChangeBody = z
  .object({
    ids: bulkIds,
    action: z.enum(BULK_ACTIONS),
    resolved_in_release: z
      .string()
      .max(LIMITS.releaseChars)
      .nullable()
      .optional()
      .meta({ description: 'With resolve: the release that has the fix.' }),
    mode: z.enum(SNOOZE_MODES).optional().meta({ description: 'Required for snooze.' }),
    until: snoozeUntil,
    assignee_id: uuid
      .nullable()
      .optional()
      .meta({ description: 'Required for assign: a member of the organization; null for nobody.' }),
    change_id: changeId.describe(
      'Names a change of status or snooze. Required for undo: gives the issues back what your change of that name took, if it is still the latest.',
    ),
  })
  .refine(({ action, mode }) => action !== 'snooze' || mode !== undefined, {
    message: 'Set the mode of the snooze.',
    path: ['mode'],
  })
  .refine(onlyHoursEndAtTime, UNTIL_NEEDS_HOURS)
  .refine(({ action, change_id }) => action !== 'undo' || change_id !== undefined, {
    message: 'Set the ID that you gave the change.',
    path: ['change_id'],
  })
  .refine(({ action, assignee_id }) => action !== 'assign' || assignee_id !== undefined, {
    message: 'Set the ID of a member, or null for nobody.',
    path: ['assignee_id'],
  })
  .meta({ id: 'BulkChange' })
export type BulkChangeBody = z.infer<typeof bulkChangeBody>

export const bulkDeleteBody = z.object({ ids: bulkIds, action: z.literal('delete') })
export type BulkDeleteBody = z.infer<typeof bulkDeleteBody>
