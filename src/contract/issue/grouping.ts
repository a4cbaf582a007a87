import { z } from 'zod'
import { count, uuid } from '../scalars.ts'

export const groupingQuery = z.object({
  compare_with: uuid
    .optional()
    .meta({ description: 'Another issue, to explain why the two are not grouped together.' }),
})
export type GroupingQuery = z.infer<typeof groupingQuery>

export const decidingRule = z
  .object({
    text: z.string().meta({ examples: ['type:DatabaseError -> database-down'] }),
    fingerprint: z.array(z.string()).meta({ description: 'As it is written, with its variables.' }),
  })
  .meta({ id: 'DecidingRule', description: 'A fingerprint rule of the project, as it was when it decided.' })

const part = z.object({
  kind: z.string().meta({ examples: ['frame', 'type', 'message'] }),
  text: z.string().meta({ description: 'Up to 500 characters.' }),
})

const leftOutPart = part.extend({
  rule: z.string().meta({ description: 'Stable name of the rule that left it out.' }),
  reason: z.string().meta({ description: 'The rule in plain words.' }),
})

const comparison = z
  .object({
    issue_id: uuid,
    event_id: uuid.nullable().meta({ description: 'The event used for the comparison.' }),
    together: z.boolean().meta({ description: 'True if new events of both would share a fingerprint.' }),
    reason: z.string(),
    parts: z.array(part.extend({ in: z.enum(['both', 'this', 'other']) })),
    parts_more: count.meta({ description: 'Number of parts not listed.' }),
  })
  .meta({ id: 'GroupingComparison' })
export type GroupingComparison = z.infer<typeof comparison>

export const issueGrouping = z
  .object({
    issue_id: uuid,
    event_id: uuid.nullable().meta({ description: 'The newest stored event, which this explains.' }),
    version: z.int().nullable().meta({ description: 'Version of the grouping algorithm.' }),
    method: z.string().nullable(),
    summary: z.string(),
    rule: decidingRule.nullable().meta({
      description: 'The fingerprint rule of the project that decided, as it was then. Null if none matched.',
    }),
    rule_now: decidingRule.nullable().meta({
      description: 'The rule that would decide for such an event now. Null if none matches.',
    }),
    rules_changed: z.boolean().meta({
      description: "True if the project's rules would now give such an event another fingerprint.",
    }),
    fingerprint: z.string().nullable().meta({ description: 'Hash of the parts that counted.' }),
    fingerprints: z
      .array(z.string())
      .meta({ description: 'Fingerprints that lead to the issue, the primary one first.' }),
    counted: z.array(part).meta({ description: 'In hash order; outermost call first.' }),
    counted_more: count.meta({ description: 'Number of parts that counted and are not listed.' }),
    left_out: z.array(leftOutPart),
    left_out_more: count.meta({ description: 'Number of parts left out and not listed.' }),
    comparison: comparison.optional(),
  })
  .meta({ id: 'IssueGrouping' })
export type IssueGrouping = z.infer<typeof issueGrouping>
