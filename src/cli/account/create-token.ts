import { makeTokenFor } from '#actions/accounts/token/operator-token.ts'
import { type AgentToken, type NewAgentToken, newAgentToken } from '#contract/account/agent-token.ts'
import { fieldMessage } from '#contract/field-message.ts'
import { TOKEN_SCOPES } from '#contract/vocabulary.ts'
import { systemClock } from '#platform/clock.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { withDatabase } from '../with-database.ts'

type TokenArguments = NewAgentToken & { email: string; json: boolean }

/** `token create`: an access token that acts for a user, also while the service runs; prints its secret. */
export async function createTokenCommand(context: CommandContext): Promise<void> {
  const { json, ...asked } = readArguments(context.args)
  await withDatabase(context, async (database) => {
    const { token, secret } = await makeTokenFor({ database, clock: systemClock }, asked)
    const answer = { token: { ...token, token: secret } }
    process.stdout.write(json ? `${JSON.stringify(answer)}\n` : sentences(token, secret))
  })
}

function readArguments(args: string[]): TokenArguments {
  const { email, label, scope, json = false } = readOptions(args, ['email', 'label', 'scope', 'json'])
  if (!email || !label || !scope) {
    throw new UsageError(`token create needs --email, --label and --scope (${TOKEN_SCOPES.join(', ')}).`)
  }
  const given = { label, scopes: scope.flatMap((words) => words.split(',')) }
  const body = newAgentToken.safeParse(given, { error: fieldMessage })
  if (body.success) return { email: email.trim().toLowerCase(), json, ...body.data }
  const [problem] = body.error.issues
  const name = problem?.path[0] === 'scopes' ? 'scope' : 'label'
  throw new UsageError(`--${name} is not valid. ${problem?.message}`)
}

function sentences({ label, created_by: { email }, scopes }: AgentToken, secret: string): string {
  const made = `Created the access token ${label} for ${email} with ${scopes.join(', ')}.`
  return `${made} Its secret is shown only once:\n${secret}\n`
}
