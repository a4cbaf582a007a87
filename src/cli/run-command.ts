import { ConfigError, readConfig, unknownSettings } from '#platform/config.ts'
import { adoptJournal } from './adopt-journal.ts'
import { type CommandContext, UsageError } from './command-context.ts'
import { createOrganizationCommand } from './create-organization.ts'
import { createTokenCommand } from './create-token.ts'
import { createUserCommand } from './create-user.ts'
import { resetPasswordCommand } from './reset-password.ts'
import { serve } from './serve.ts'
import { verify } from './verify.ts'

/** Exit codes: 0 done, 1 failed, 2 used wrongly. */
const FAILED = 1
const USED_WRONGLY = 2
/** What is written, databases above all, other users of the machine cannot read, whoever made the folder. */
const NOT_FOR_OTHERS = 0o027

const COMMANDS: Record<string, { run: (context: CommandContext) => Promise<void>; help: string }> = {
  serve: { run: serve, help: 'serve                    run the service in the foreground' },
  'org create': {
    run: createOrganizationCommand,
    help: 'org create --name N --owner-email E --owner-password P\n                           add an organization with its Owner; works while the service runs',
  },
  'token create': {
    run: createTokenCommand,
    help: 'token create --email E --label L --scope S [--scope S] [--json]\n                           make an access token of an Admin or Owner and print its secret; scopes are read:agent,\n                           write:triage and write:admin; works while the service runs',
  },
  verify: {
    run: verify,
    help: 'verify [--json]          make every number again from the rows it is made of, and say where they differ;\n                           works while the service runs, exit code 1 on any difference',
  },
  'user create': {
    run: createUserCommand,
    help: 'user create --email E --role R [--org O] [--name N] [--password P]\n                           add a member; without --password it prints an invitation link',
  },
  'user reset-password': {
    run: resetPasswordCommand,
    help: 'user reset-password --email E [--password P]\n                           set the password, or print a link with which its owner does',
  },
  'journal adopt': {
    run: adoptJournal,
    help: 'journal adopt            continue the database with the journal now in place, after one of them was replaced',
  },
}

/**
 * Runs one command line.
 * @returns the exit code of the process.
 */
export async function runCommand(argv: string[], env: Record<string, string | undefined>): Promise<number> {
  const words = argv.filter((word) => !word.startsWith('-'))
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((word) => Object.hasOwn(COMMANDS, word))
  if (!name) {
    const asked = argv.length === 0 || argv.includes('--help') || argv.includes('-h') || words[0] === 'help'
    ;(asked ? process.stdout : process.stderr).write(
      usage(asked ? '' : `Unknown command: ${argv.join(' ')}\n\n`),
    )
    return asked ? 0 : USED_WRONGLY
  }
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(`  ${COMMANDS[name]!.help}\n`)
    return 0
  }
  process.umask(NOT_FOR_OTHERS)
  try {
    const config = readConfig(env)
    for (const warning of unknownSettings(env)) process.stderr.write(`warning: ${warning}\n`)
    await COMMANDS[name]!.run({ config, args: argv.slice(name.split(' ').length) })
    return 0
  } catch (error) {
    process.stderr.write(`errata: ${describe(error)}\n`)
    return error instanceof UsageError || error instanceof ConfigError ? USED_WRONGLY : FAILED
  }
}

function usage(before: string): string {
  const commands = Object.values(COMMANDS).map(({ help }) => `  ${help}`)
  return `${before}errata: a self-hosted error tracker\n\n${commands.join('\n')}\n\nSettings are environment variables named SVC_*: see docs/configuration.md.\n`
}

/** The sentence a person needs. What only a mistake in this program throws has none: its stack says where. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isOurs = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
  return isOurs ? `this is a fault of the program, please report it: ${error.stack}` : error.message
}
