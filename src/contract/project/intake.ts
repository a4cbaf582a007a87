import { z } from 'zod'
import { INTAKE_LIMITS } from './intake-words.ts'

const pattern = z.string().trim().min(1).max(INTAKE_LIMITS.patternChars)
const patterns = z.array(pattern).max(INTAKE_LIMITS.patterns)

export const inboundFilters = z
  .object({
    browser_extensions: z.boolean().default(false).meta({
      description:
        'Errors thrown in the code of a browser extension, and what extensions are known to throw.',
    }),
    crawlers: z.boolean().default(false).meta({ description: 'Errors that crawlers and other bots met.' }),
    health_checks: z.boolean().default(false).meta({
      description: 'Errors of requests to addresses such as `/healthz` or `/ping`.',
    }),
    releases: patterns.default([]).meta({
      description: 'Releases whose events are left out. `*` stands for any text.',
      examples: [['web@1.*']],
    }),
    messages: patterns.default([]).meta({
      description:
        'Messages whose events are left out: the whole text of a message, of an exception, or of both its type and text as `Type: text`. `*` stands for any text.',
      examples: [['ResizeObserver loop *']],
    }),
  })
  .meta({ id: 'InboundFilters' })
export type InboundFilters = z.infer<typeof inboundFilters>

/** What stands between the words of a text, where patterns of words can't match. */
const BETWEEN_WORDS = /[\s"'`()[\]{}<>,;=|&?!:/\\]/
const isNarrow = (text: string): boolean => text.replaceAll('*', '').length >= 2
const NARROW = 'Name at least two characters beside `*`: it would match nearly everything.'

const namePatterns = z.array(pattern.refine(isNarrow, { message: NARROW })).max(INTAKE_LIMITS.patterns)
const wordPatterns = z
  .array(
    pattern.refine(isNarrow, { message: NARROW }).refine((text) => !BETWEEN_WORDS.test(text), {
      message:
        'A pattern is for one word: give it without spaces, quotes, brackets, and , ; = | & ? ! : / \\.',
    }),
  )
  .max(INTAKE_LIMITS.patterns)

export const scrubRules = z
  .object({
    fields: namePatterns.default([]).meta({
      description:
        'Names of fields whose values are filtered, at any depth, in either case, without regard to `-`, `_` and `.`; `*` stands for any text.',
      examples: [['customer_id', 'iban*']],
    }),
    patterns: wordPatterns.default([]).meta({
      description:
        'Words that are filtered in every text: `*` stands for any text, `#` for a digit, everything else for itself, in either case.',
      examples: [['CUST-######', '*@example.com']],
    }),
    exceptions: namePatterns.default([]).meta({
      description:
        'Names of fields whose texts and numbers are kept, whatever they are called or look like. The patterns still hold.',
      examples: [['session_length']],
    }),
  })
  .meta({ id: 'ScrubRules' })
export type ScrubRules = z.infer<typeof scrubRules>

/** Answer of GET and PATCH /api/v1/projects/{id}/intake. */
export const projectIntake = z
  .object({ filters: inboundFilters, scrubbing: scrubRules })
  .meta({ id: 'ProjectIntake' })
export type ProjectIntake = z.infer<typeof projectIntake>

/** Body of PATCH /api/v1/projects/{id}/intake: what is absent stays. */
export const projectIntakePatch = z
  .object({ filters: inboundFilters.optional(), scrubbing: scrubRules.optional() })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    message: 'Give filters, scrubbing, or both.',
  })
  .meta({ id: 'ProjectIntakePatch' })
export type ProjectIntakePatch = z.infer<typeof projectIntakePatch>

/** Body of POST /api/v1/projects/{id}/scrubbing-test. */
export const scrubbingTest = z
  .object({
    sample: z
      .string()
      .max(INTAKE_LIMITS.sampleChars)
      .meta({ description: 'An event as JSON, or any text.', examples: ['{"extra":{"password":"x"}}'] }),
    scrubbing: scrubRules.optional().meta({ description: 'Absent: the rules of the project.' }),
  })
  .meta({ id: 'ScrubbingTest' })
export type ScrubbingTest = z.infer<typeof scrubbingTest>

/** Its answer. */
export const scrubbedSample = z
  .object({
    scrubbed: z.string().meta({ description: 'As it would be stored: JSON where the sample is JSON.' }),
  })
  .meta({ id: 'ScrubbedSample' })
export type ScrubbedSample = z.infer<typeof scrubbedSample>
