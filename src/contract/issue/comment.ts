import { z } from 'zod'
import { LIMITS, LIST_LIMITS } from '../limits.ts'
import { clamped, nextCursor, pageCursor, timestamp, uuid } from '../scalars.ts'
import { actor } from './activity.ts'

const issueComment = z
  .object({
    id: uuid,
    issue_id: uuid.meta({
      description: 'The issue it was written on, which may be merged into the requested one.',
    }),
    author: actor,
    body: z.string().meta({ description: 'The source text. Show it as text, or as sanitized Markdown.' }),
    created_at: timestamp,
  })
  .meta({ id: 'IssueComment' })
export type IssueComment = z.infer<typeof issueComment>

export const createdComment = issueComment
  .extend({
    mentioned: z.array(z.string()).meta({
      description: 'Emails of the members that the comment mentions. Any other @ mentions nobody.',
    }),
  })
  .meta({ id: 'CreatedComment' })
export type CreatedComment = z.infer<typeof createdComment>

export const commentListQuery = z.object({
  limit: clamped({ fallback: LIST_LIMITS.commentsDefault, min: 1, max: LIST_LIMITS.commentsMax }),
  cursor: pageCursor,
})
export type CommentListQuery = z.infer<typeof commentListQuery>

/** Newest first. */
export const commentPage = z
  .object({
    comments: z.array(issueComment),
    next_cursor: nextCursor,
  })
  .meta({ id: 'CommentPage' })
export type CommentPage = z.infer<typeof commentPage>

export const newComment = z
  .object({
    body: z
      .string()
      .min(1)
      .max(LIMITS.commentChars)
      .refine((body) => body.trim() !== '', { message: 'The comment is empty.' })
      .meta({ description: 'Plain text or Markdown source.' }),
  })
  .meta({ id: 'NewComment' })
