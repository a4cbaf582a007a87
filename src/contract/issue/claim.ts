import { z } from 'zod'
import { AGENT_LIMITS } from '../limits.ts'
import { timestamp } from '../scalars.ts'
import { ACTOR_KINDS } from '../vocabulary.ts'

export const claim = z
  .object({
    claimed_by: z.object({
      kind: z.enum(ACTOR_KINDS),
      id: z.string(),
      name: z.string().nullable().meta({
        description: "The user's name, or the token's label; null if no longer known.",
      }),
    }),
    claimed_at: timestamp,
    expires_at: timestamp.meta({ description: 'The claim expires then.' }),
    mine: z.boolean().meta({ description: 'True if the caller holds it.' }),
  })
  .meta({ id: 'Claim' })
export type Claim = z.infer<typeof claim>

export const claimBody = z
  .object({
    minutes: z
      .int()
      .min(1)
      .max(AGENT_LIMITS.claimMinutesMax)
      .default(AGENT_LIMITS.claimMinutesDefault)
      .meta({ description: 'How long the claim lasts. Claim again to extend it.' }),
  })
  .meta({ id: 'ClaimBody' })
export type ClaimBody = z.infer<typeof claimBody>

export const releasedAnswer = z.object({ released: z.boolean() })
export type ReleasedAnswer = z.infer<typeof releasedAnswer>
