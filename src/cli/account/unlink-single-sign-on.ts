import { unlinkUser } from '#actions/accounts/single-sign-on/unlink.ts'
import { systemClock } from '#platform/clock.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { withDatabase } from '../with-database.ts'

/** `user unlink-single-sign-on`: for someone whose account at the provider was replaced; also while the service runs. */
export async function unlinkSingleSignOnCommand(context: CommandContext): Promise<void> {
  const { email } = readOptions(context.args, ['email'])
  if (!email) throw new UsageError('user unlink-single-sign-on needs --email.')
  await withDatabase(context, async (database) => {
    await unlinkUser({ database, clock: systemClock }, email)
    process.stdout.write(
      `Unlinked the single sign-on account of ${email}, and ended their sessions. The next account with this address that signs in is linked.\n`,
    )
  })
}
