import { parseArgs } from 'node:util'
import { newAgentToken } from '#contract/agent-token.ts'
import { TOKEN_SCOPES } from '#contract/vocabulary.ts'
import { roleMay } from '#domain/access.ts'
import { viewToken } from '#http/api/agent-tokens.ts'
import { createAgentToken } from '#http/auth/create-agent-token.ts'
import { systemClock } from '#platform/clock.ts'
import type { TokenRow } from '#storage/agent-token.ts'
import { recordAudit } from '#storage/audit-entry.ts'
import { findUserByEmail, type UserCredential } from '#storage/credentials.ts'
import type { Database } from '#storage/database.ts'
import { type CommandContext, UsageError } from './command-context.ts'
import { orUsageError } from './read-options.ts'
import { withDatabase } from './with-database.ts'

type TokenArguments = Pick<TokenRow, 'label' | 'scopes'> & { email: string; json: boolean }

/** `token create`: an access token that acts for a user, also while the service runs; prints its secret. */
export async function createTokenCommand(context: CommandContext): Promise<void> {
  const asked = readArguments(context.args)
  await withDatabase(context, async (database) => {
    const user = await requireAdministrator(database, asked.email)
    const { row, secret } = await make(database, user, asked)
    const answer = { token: { ...viewToken(row), token: secret } }
    process.stdout.write(asked.json ? `${JSON.stringify(answer)}\n` : sentences(row, secret))
  })
}

async function make(
  database: Database,
  { userId, orgId, orgUid, ...user }: UserCredential,
  { label, scopes }: TokenArguments,
): Promise<{ row: TokenRow; secret: string }> {
  const createdAt = systemClock()
  const { id, secret, tokenPrefix } = await database.inOrg({ orgId, orgUid }, async (scope) => {
    const made = await createAgentToken(scope, { userId, label, scopes, createdAt })
    await recordAudit(scope, {
      at: createdAt,
      actor: { kind: 'command_line', id: null, name: 'errata token create' },
      ip: '',
      action: 'token.created',
      target: { kind: 'token', id: made.id, name: label },
      details: { scopes },
    })
    return made
  })
  const creator = { userId, userEmail: user.email, userName: user.name }
  const row = { id, label, tokenPrefix, scopes, ...creator, createdAt, lastUsedAt: null, revokedAt: null }
  return { row, secret }
}

/** As in the dashboard: a token that a Member may neither see nor revoke is not made for one either. */
async function requireAdministrator(database: Database, email: string): Promise<UserCredential> {
  const user = await findUserByEmail(database.queries, email)
  if (!user) throw new UsageError(`There is no user with the email ${email}.`)
  if (!roleMay(user.role, 'tokens:manage')) {
    throw new UsageError(`${email} has the role ${user.role}; access tokens are for admins and owners.`)
  }
  return user
}

function readArguments(args: string[]): TokenArguments {
  const option = { type: 'string' } as const
  const options = {
    email: option,
    label: option,
    scope: { ...option, multiple: true },
    json: { type: 'boolean', default: false },
  } as const
  const { email, label, scope, json } = orUsageError(() => parseArgs({ args, options }).values)
  if (!email || !label || !scope) {
    throw new UsageError(`token create needs --email, --label and --scope (${TOKEN_SCOPES.join(', ')}).`)
  }
  const body = newAgentToken.safeParse({ label, scopes: scope.flatMap((words) => words.split(',')) })
  if (body.success) return { email: email.trim().toLowerCase(), json, ...body.data }
  const [problem] = body.error.issues
  const name = problem?.path[0] === 'scopes' ? 'scope' : 'label'
  throw new UsageError(`--${name} is not valid: ${problem?.message}.`)
}

function sentences({ label, userEmail, scopes }: TokenRow, secret: string): string {
  const made = `Made the access token ${label} of ${userEmail} with ${scopes.join(', ')}.`
  return `${made} Its secret is shown this once:\n${secret}\n`
}
