import { z } from 'zod'
import { AGENT_LIMITS } from '../limits.ts'
import { count, timestamp, uuid } from '../scalars.ts'
import { ACTOR_KINDS, FIX_STATES, ISSUE_WINDOWS } from '../vocabulary.ts'

export const newFix = z
  .object({
    commit: z.string().trim().min(1).max(100).optional().meta({ description: 'Commit ID.' }),
    url: z
      .url({ protocol: /^https?$/, error: 'Use an http or https URL.' })
      .max(2000)
      .optional()
      .meta({
        description: 'URL of the pull request or commit.',
        examples: ['https://git.example.com/shop/pull/12'],
      }),
    note: z
      .string()
      .trim()
      .max(AGENT_LIMITS.fixNoteChars)
      .optional()
      .meta({ description: 'What was wrong.' }),
    verify_after_hours: z
      .int()
      .min(1)
      .max(AGENT_LIMITS.fixWatchHoursMax)
      .optional()
      .meta({
        description: `How long the release must be in use without the error; default ${AGENT_LIMITS.fixWatchHoursDefault}.`,
      }),
  })
  .meta({ id: 'NewFix' })
export type NewFix = z.infer<typeof newFix>

const fixActor = z.object({
  kind: z.enum(ACTOR_KINDS),
  id: z.string().nullable(),
  name: z.string().nullable().meta({
    description: "The user's name, or the token's label; null if unknown.",
  }),
})

export const fix = z
  .object({
    state: z.enum(FIX_STATES).meta({
      description:
        'watching: too early to tell. verified: the release, or a newer one, was in use for verify_after_hours ' +
        'without the error. still_failing: it happened in that release or a newer one. unconfirmed: the release ' +
        'was not used long enough within 30 days. withdrawn: reopened, or replaced by another fix.',
    }),
    release: z.string().meta({ description: 'The release that has the fix.' }),
    commit: z.string().nullable(),
    url: z.string().nullable(),
    note: z.string().nullable(),
    by: fixActor,
    fixed_at: timestamp,
    verify_after_hours: count,
    seen_at: timestamp.nullable().meta({
      description: 'When the release, or a newer one, was first in use; null if it has not been.',
    }),
    decided_at: timestamp.nullable().meta({ description: 'Null while Errata watches it.' }),
    failed_in_release: z.string().nullable().meta({ description: 'The release it still happened in.' }),
  })
  .meta({ id: 'Fix' })
export type Fix = z.infer<typeof fix>

export const fixStatsQuery = z.object({
  project_id: uuid.optional(),
  window: z.enum(ISSUE_WINDOWS).default('30d').meta({ description: 'How far back to look.' }),
})
export type FixStatsQuery = z.infer<typeof fixStatsQuery>

export const fixStats = z
  .object({
    window: z.enum(ISSUE_WINDOWS),
    fixes: count,
    fixes_capped: z
      .boolean()
      .optional()
      .meta({ description: `True if only the latest ${AGENT_LIMITS.fixesCounted} fixes were counted.` }),
    by: z
      .array(
        z.object({
          actor: fixActor,
          fixes: count,
          watching: count,
          verified: count,
          still_failing: count,
          unconfirmed: count,
          withdrawn: count,
          median_seconds_to_fix: count.nullable().meta({
            description:
              'From when the issue was first seen, or last came back or was reopened, to the fix. Fixes that failed ' +
              'or were withdrawn do not count; null if there is no other.',
          }),
        }),
      )
      .meta({ description: 'Each person and token, most fixes first.' }),
  })
  .meta({ id: 'FixStats' })
export type FixStats = z.infer<typeof fixStats>
