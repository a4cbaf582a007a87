import { z } from 'zod'
import { patchOf } from '../scalars.ts'
import { FINGERPRINT_RULE_LIMITS, INTAKE_LIMITS } from './intake-words.ts'

const pattern = z.string().trim().min(1).max(INTAKE_LIMITS.patternChars)
const patterns = z.array(pattern).max(INTAKE_LIMITS.patterns)

const filters = {
  browser_extensions: z.boolean().meta({
    description:
      'Errors thrown in the code of a browser extension, and errors that extensions are known to cause.',
  }),
  crawlers: z.boolean().meta({ description: 'Errors from crawlers and other bots.' }),
  health_checks: z.boolean().meta({
    description: 'Errors from requests to paths such as `/healthz` or `/ping`.',
  }),
  releases: patterns.meta({
    description: 'Releases whose events are dropped. `*` matches any text.',
    examples: [['web@1.*']],
  }),
  messages: patterns.meta({
    description:
      "Messages whose events are dropped: the whole message, the exception's text, or both its type and text as `Type: text`. `*` matches any text.",
    examples: [['ResizeObserver loop *']],
  }),
}

export const inboundFilters = z
  .object({
    browser_extensions: filters.browser_extensions.default(false),
    crawlers: filters.crawlers.default(false),
    health_checks: filters.health_checks.default(false),
    releases: filters.releases.default([]),
    messages: filters.messages.default([]),
  })
  .meta({ id: 'InboundFilters' })
export type InboundFilters = z.infer<typeof inboundFilters>

/** What stands between the words of a text, where patterns of words can't match. */
const BETWEEN_WORDS = /[\s"'`()[\]{}<>,;=|&?!:/\\]/
const isNarrow = (text: string): boolean => text.replaceAll('*', '').length >= 2
const NARROW = 'Use at least two characters besides `*`; this would match nearly everything.'

const namePatterns = z.array(pattern.refine(isNarrow, { message: NARROW })).max(INTAKE_LIMITS.patterns)
const wordPatterns = z
  .array(
    pattern.refine(isNarrow, { message: NARROW }).refine((text) => !BETWEEN_WORDS.test(text), {
      message:
        'A pattern matches one word. It cannot contain spaces, quotes, brackets, or any of , ; = | & ? ! : / \\.',
    }),
  )
  .max(INTAKE_LIMITS.patterns)

const rules = {
  fields: namePatterns.meta({
    description:
      "Names of fields whose values are filtered, at any depth; case, `-`, `_` and `.` don't matter. `*` matches any text.",
    examples: [['customer_id', 'iban*']],
  }),
  patterns: wordPatterns.meta({
    description: 'Words that are filtered in every text, in either case. `*` matches any text, `#` a digit.',
    examples: [['CUST-######', '*@example.com']],
  }),
  exceptions: namePatterns.meta({
    description:
      'Names of fields whose values are never filtered by name or shape. The patterns still apply.',
    examples: [['session_length']],
  }),
}

export const scrubRules = z
  .object({
    fields: rules.fields.default([]),
    patterns: rules.patterns.default([]),
    exceptions: rules.exceptions.default([]),
  })
  .meta({ id: 'ScrubRules' })
export type ScrubRules = z.infer<typeof scrubRules>

const grouping = {
  fingerprint_rules: z
    .string()
    .max(FINGERPRINT_RULE_LIMITS.textChars)
    .meta({
      description:
        'One rule per line: `matcher:pattern … -> fingerprint`. The first that matches a new event decides its fingerprint. `*` matches any text; lines that begin with `#` are comments.',
      examples: ['type:DatabaseError message:"*connection refused*" -> database-down'],
    }),
}

const groupingRules = z
  .object({ fingerprint_rules: grouping.fingerprint_rules.default('') })
  .meta({ id: 'GroupingRules' })
export type GroupingRules = z.infer<typeof groupingRules>

export const projectIntake = z
  .object({ filters: inboundFilters, scrubbing: scrubRules, grouping: groupingRules })
  .meta({ id: 'ProjectIntake' })
export type ProjectIntake = z.infer<typeof projectIntake>

/** Body of PATCH /api/v1/projects/{id}/intake: what is absent stays, in each of its parts as well. */
export const projectIntakePatch = patchOf({
  filters: z.object(filters).partial().meta({ id: 'InboundFiltersPatch' }).optional(),
  scrubbing: z.object(rules).partial().meta({ id: 'ScrubRulesPatch' }).optional(),
  grouping: z.object(grouping).partial().meta({ id: 'GroupingRulesPatch' }).optional(),
}).meta({ id: 'ProjectIntakePatch' })
export type ProjectIntakePatch = z.infer<typeof projectIntakePatch>

export const scrubbingTest = z
  .object({
    sample: z
      .string()
      .max(INTAKE_LIMITS.sampleChars)
      .meta({ description: 'An event as JSON, or any text.', examples: ['{"extra":{"password":"x"}}'] }),
    scrubbing: scrubRules.optional().meta({ description: "Absent: the project's rules." }),
  })
  .meta({ id: 'ScrubbingTest' })
export type ScrubbingTest = z.infer<typeof scrubbingTest>

export const scrubbedSample = z
  .object({
    scrubbed: z
      .string()
      .meta({ description: 'The sample as it would be stored; JSON if the sample is JSON.' }),
  })
  .meta({ id: 'ScrubbedSample' })
export type ScrubbedSample = z.infer<typeof scrubbedSample>
