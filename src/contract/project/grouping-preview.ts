import { z } from 'zod'
import { count, uuid } from '../scalars.ts'
import { FINGERPRINT_RULE_LIMITS } from './intake-words.ts'

export const groupingPreviewInput = z
  .object({
    fingerprint_rules: z
      .string()
      .max(FINGERPRINT_RULE_LIMITS.textChars)
      .meta({
        description: 'Rules to try, one per line. They are not saved.',
        examples: ['type:DatabaseError -> database-down'],
      }),
  })
  .meta({ id: 'GroupingPreviewInput' })
export type GroupingPreviewInput = z.infer<typeof groupingPreviewInput>

const issue = z.object({ id: uuid, title: z.string() })
const example = {
  into: issue.nullable().meta({ description: 'The issue that has events of this kind; null: a new one.' }),
  title: z.string().meta({ description: 'Title of the newest event.' }),
  event_id: uuid.meta({ description: 'The newest event.' }),
  rule: z.string().nullable().meta({ description: 'The rule that decides for it; null if none does.' }),
  events: count,
}

export const groupingPreview = z
  .object({
    events: count.meta({ description: 'Stored events that were looked at, the newest ones.' }),
    left_out: count.meta({
      description: 'Further events that say nothing: damaged, or in the overflow issue.',
    }),
    complete: z.boolean().meta({
      description: 'False if older events are stored that were not looked at, or if time ran out.',
    }),
    moved: count.meta({
      description: 'Events whose like would be in another issue than by the rules in force.',
    }),
    unchanged_issues: count.meta({ description: 'Issues of which no event would be elsewhere.' }),
    changed: z
      .array(
        z.object({
          issue,
          events: count.meta({ description: 'Of its events that were looked at.' }),
          staying: count,
          parts: z.array(
            z.object({
              ...example,
              joined: z
                .boolean()
                .meta({ description: 'True if events of other issues would be there, too.' }),
            }),
          ),
          parts_more: count,
        }),
      )
      .meta({ description: 'Issues that events would leave, most events first.' }),
    changed_more: count.meta({ description: 'Number of those not listed.' }),
    joined: z
      .array(
        z.object({
          ...example,
          issues: z.array(issue.extend({ events: count })),
          issues_more: count,
        }),
      )
      .meta({ description: 'Issues that would have events of several, most events first.' }),
    joined_more: count.meta({ description: 'Number of those not listed.' }),
    rules: z
      .array(
        z.object({
          line: z.int(),
          text: z.string(),
          events: count.meta({ description: 'Events for which it decides.' }),
        }),
      )
      .meta({ description: 'Each rule that was tried, with its line.' }),
  })
  .meta({ id: 'GroupingPreview' })
export type GroupingPreview = z.infer<typeof groupingPreview>
