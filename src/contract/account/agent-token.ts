import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { count, givenName, timestamp, uuid } from '../scalars.ts'
import { ROLES, TOKEN_SCOPES } from '../vocabulary.ts'

const scopes = z.array(z.enum(TOKEN_SCOPES))

const tokenFields = z.object({
  id: uuid,
  label: z.string(),
  token_prefix: z.string().meta({ description: 'The start of the secret, to tell tokens apart.' }),
  scopes,
  created_by: z.object({ id: uuid, email: z.string(), name: z.string() }).meta({
    description: 'The member who created the token. It has their current role.',
  }),
  created_at: timestamp,
  last_used_at: timestamp.nullable().meta({ description: 'Updated at most once a minute.' }),
  revoked_at: timestamp.nullable(),
})

/** A personal access token as it is listed: never with its secret. */
const agentToken = tokenFields
  .extend({
    expires_at: timestamp
      .nullable()
      .meta({ description: 'From then on it is refused. Null: it never expires.' }),
  })
  .meta({ id: 'AgentToken' })
export type AgentToken = z.infer<typeof agentToken>

/** Answer of GET /api/v1/agent-tokens: expired and revoked ones too, newest first. */
export const agentTokenList = z.object({ tokens: z.array(agentToken) })
export type AgentTokenList = z.infer<typeof agentTokenList>

/** A scope given twice counts once. */
export const newAgentToken = z
  .object({
    label: givenName.min(1),
    scopes: scopes
      .min(1)
      .max(LIMITS.choicesGiven)
      .transform((given) => TOKEN_SCOPES.filter((scope) => given.includes(scope))),
    expires_in_days: z
      .int()
      .min(1)
      .max(LIMITS.tokenDaysMax)
      .optional()
      .meta({
        description: 'How long the token works. Without it, the token never expires.',
        examples: [90],
      }),
  })
  .meta({ id: 'NewAgentToken' })
export type NewAgentToken = z.infer<typeof newAgentToken>

export const createdAgentToken = z.object({
  token: tokenFields
    .extend({
      expires_at: timestamp.optional().meta({ description: 'If the request has expires_in_days.' }),
      token: z.string().meta({ description: 'The secret. No other response has it.' }),
    })
    .meta({ id: 'CreatedAgentToken' }),
})
export type CreatedAgentToken = z.infer<typeof createdAgentToken>

const rateWindow = z.object({
  limit: count,
  remaining: count,
  reset_seconds: count.meta({ description: 'Seconds until more requests are allowed; 0 if all are left.' }),
})

export const whoami = z
  .object({
    org_id: uuid,
    user_id: uuid,
    role: z.enum(ROLES).meta({ description: "The current role of the token's creator." }),
    scopes,
    token: tokenFields.pick({ id: true, label: true, token_prefix: true }).extend({
      expires_at: timestamp.optional().meta({ description: 'If the token expires.' }),
    }),
    limits: z.object({ window_seconds: count, reads: rateWindow, writes: rateWindow }).meta({
      description: 'Requests left in the sliding window of this token and address, after this one.',
    }),
  })
  .meta({ id: 'Whoami' })
export type Whoami = z.infer<typeof whoami>
