import { disableUserTwoFactor } from '#actions/accounts/two-factor/member-two-factor.ts'
import { systemClock } from '#platform/clock.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { withDatabase } from '../with-database.ts'

/** `user disable-two-factor`: for someone who has lost device and recovery codes; also while the service runs. */
export async function disableTwoFactorCommand(context: CommandContext): Promise<void> {
  const { email } = readOptions(context.args, ['email'])
  if (!email) throw new UsageError('user disable-two-factor needs --email.')
  await withDatabase(context, async (database) => {
    await disableUserTwoFactor({ database, clock: systemClock }, email)
    process.stdout.write(`Turned off two-factor sign-in for ${email}. The password alone signs in now.\n`)
  })
}
