import { PasswordHasher } from '#actions/accounts/password/hasher.ts'
import { makeResetLink, setPassword } from '#actions/accounts/password/operator-reset.ts'
import { systemClock } from '#platform/clock.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { withDatabase } from '../with-database.ts'
import { givenPassword } from './given-password.ts'
import { printLink } from './print-link.ts'

/** Prints a link that sets a password, or sets the given one and ends all sessions; also while running. */
export async function resetPasswordCommand(context: CommandContext): Promise<void> {
  const { email, password: given } = readOptions(context.args, ['email', 'password'])
  if (!email) throw new UsageError('user reset-password needs --email.')
  const password = given === undefined ? undefined : await givenPassword(given)
  await withDatabase(context, async (database) => {
    const deps = { database, clock: systemClock, passwords: new PasswordHasher() }
    if (password === undefined) {
      printLink(context.config, await makeResetLink(deps, email))
      return
    }
    await setPassword(deps, { email, password })
    process.stdout.write(`Set the password of ${email} and ended their sessions.\n`)
  })
}
