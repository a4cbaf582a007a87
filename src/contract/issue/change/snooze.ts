import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { givenTime } from '../../scalars.ts'
import { SNOOZE_MODES } from '../../vocabulary.ts'
import { changeId } from './change-id.ts'

const snoozeUntil = givenTime.optional().meta({
  description: `With mode hours: when the snooze ends, in place of 4 hours. At most ${LIMITS.snoozeDaysMax} days from now.`,
})

export const onlyHoursEndAtTime = ({
  mode,
  until,
}: {
  mode?: string | undefined
  until?: string | undefined
}) => until === undefined || mode === 'hours' || mode === '4h'
export const UNTIL_NEEDS_HOURS = { message: 'Use until only with mode hours.', path: ['until'] }

export const snoozeFields = { mode: z.enum(SNOOZE_MODES), until: snoozeUntil, change_id: changeId.optional() }

export const snoozeBody = z.object(snoozeFields).refine(onlyHoursEndAtTime, UNTIL_NEEDS_HOURS)
export type SnoozeBody = z.infer<typeof snoozeBody>
