import { z } from 'zod'
import { LIST_LIMITS } from '../limits.ts'
import { clamped, nextCursor, pageCursor, uuid } from '../scalars.ts'
import { ISSUE_STATUSES } from '../vocabulary.ts'
import { feedback } from './event.ts'

const limit = clamped({ fallback: LIST_LIMITS.feedbackDefault, min: 1, max: LIST_LIMITS.feedbackMax })

export const feedbackListQuery = z.object({
  project_id: uuid.optional(),
  limit,
  cursor: pageCursor,
})
export type FeedbackListQuery = z.infer<typeof feedbackListQuery>

export const issueFeedbackQuery = z.object({ limit })
export type IssueFeedbackQuery = z.infer<typeof issueFeedbackQuery>

const listedFeedback = feedback
  .extend({
    event_id: uuid.nullable().meta({
      description:
        'The event it is about, which may not have arrived yet; null if it is about none, or the event did not arrive within a day.',
    }),
    project_id: uuid,
    issue_id: uuid.nullable().meta({ description: "The event's issue, once the event was processed." }),
    issue_title: z.string().nullable(),
    issue_status: z.enum(ISSUE_STATUSES).nullable(),
    is_event_stored: z.boolean().meta({
      description:
        'False if there is no event to read: it has not arrived, was only counted, or has expired.',
    }),
  })
  .meta({ id: 'ListedFeedback' })
export type ListedFeedback = z.infer<typeof listedFeedback>

/** Answer of GET /api/v1/feedback, newest first. */
export const feedbackPage = z
  .object({
    feedback: z.array(listedFeedback),
    next_cursor: nextCursor,
  })
  .meta({ id: 'FeedbackPage' })
export type FeedbackPage = z.infer<typeof feedbackPage>

/** Answer of GET /api/v1/issues/{id}/feedback, newest first. */
export const issueFeedbackAnswer = z.object({ feedback: z.array(listedFeedback) })
export type IssueFeedbackAnswer = z.infer<typeof issueFeedbackAnswer>
