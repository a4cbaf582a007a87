import { z } from 'zod'
import { timestamp, uuid } from '../scalars.ts'
import { ACTIVITY_KINDS, ACTOR_KINDS } from '../vocabulary.ts'

export const actor = z
  .object({
    kind: z.enum(ACTOR_KINDS),
    id: z.string().nullable().meta({ description: 'ID of the user or token; null for the service itself.' }),
    name: z
      .string()
      .nullable()
      .meta({ description: "The user's name, or the token's label; null if no longer known." }),
    email: z.string().nullable().meta({ description: "A token has its creator's email." }),
  })
  .meta({ id: 'Actor' })

const issueActivity = z
  .object({
    id: z.string(),
    issue_id: uuid.meta({
      description: 'The issue it happened to: this one, or one merged into it.',
    }),
    at: timestamp,
    kind: z.enum(ACTIVITY_KINDS),
    actor,
    details: z.record(z.string(), z.unknown()).meta({
      description:
        'By kind: status_changed {from, to, resolved_in_release?}; resolved_in_release_changed ' +
        '{from, to, resolved_in_release?}; regression {note, comparison, release, resolved_in}; snoozed ' +
        '{until, until_count, until_users}; snooze_ended {reason: clock, events or users}; merged and split ' +
        '{other: parent or child, issue_id, title}; assigned {from, to}, each {id, name, email} or null; ' +
        'commented and comment_deleted {comment_id}; claimed {until}; claim_released {}; fix_verified and ' +
        'fix_unconfirmed {release}; fix_failed {release, fixed_in}.',
    }),
  })
  .meta({ id: 'IssueActivity' })
export type IssueActivity = z.infer<typeof issueActivity>

/** Newest first. */
export const issueActivityAnswer = z.object({ activity: z.array(issueActivity) })
export type IssueActivityAnswer = z.infer<typeof issueActivityAnswer>
