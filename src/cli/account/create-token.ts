import { makeTokenFor } from '#actions/accounts/token/operator-token.ts'
import { type CreatedAgentToken, type NewAgentToken, newAgentToken } from '#contract/account/agent-token.ts'
import { fieldMessage } from '#contract/field-message.ts'
import { TOKEN_SCOPES } from '#contract/vocabulary.ts'
import { systemClock } from '#platform/clock.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { withDatabase } from '../with-database.ts'

const NAMES = ['email', 'label', 'scope', 'expires-in-days', 'json'] as const
/** Options by the field that has their value. */
const OPTION_OF = new Map<PropertyKey | undefined, string>([
  ['scopes', 'scope'],
  ['expires_in_days', 'expires-in-days'],
])

type TokenArguments = NewAgentToken & { email: string; json: boolean }

/** `token create`: an access token that acts for a user, also while the service runs; prints its secret. */
export async function createTokenCommand(context: CommandContext): Promise<void> {
  const { json, ...asked } = readArguments(context.args)
  await withDatabase(context, async (database) => {
    const answer = await makeTokenFor({ database, clock: systemClock }, asked)
    process.stdout.write(json ? `${JSON.stringify(answer)}\n` : sentences(answer))
  })
}

function readArguments(args: string[]): TokenArguments {
  const { email, label, scope, json = false, ...rest } = readOptions(args, NAMES)
  if (!email || !label || !scope) {
    throw new UsageError(`token create needs --email, --label and --scope (${TOKEN_SCOPES.join(', ')}).`)
  }
  const days = rest['expires-in-days']
  const scopes = scope.flatMap((words) => words.split(','))
  const given = { label, scopes, expires_in_days: days === undefined ? undefined : Number(days) }
  const body = newAgentToken.safeParse(given, { error: fieldMessage })
  if (body.success) return { email: email.trim().toLowerCase(), json, ...body.data }
  const [problem] = body.error.issues
  throw new UsageError(`--${OPTION_OF.get(problem?.path[0]) ?? 'label'} is not valid. ${problem?.message}`)
}

function sentences({ token }: CreatedAgentToken): string {
  const { label, created_by: creator, scopes, expires_at: end } = token
  const made = `Created the access token ${label} for ${creator.email} with ${scopes.join(', ')}.`
  const expiry = end === undefined ? '' : ` It expires at ${end}.`
  return `${made}${expiry} Its secret is shown only once:\n${token.token}\n`
}
