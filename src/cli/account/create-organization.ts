import { createOrganization } from '#actions/accounts/create-organization.ts'
import { PasswordHasher } from '#actions/accounts/password/hasher.ts'
import { requireGoodPassword } from '#actions/accounts/password/rule.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#storage/engine/database.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { withDatabase } from '../with-database.ts'
import { givenPassword } from './given-password.ts'

/** `org create`: a further organization with its Owner, also while the service runs. */
export async function createOrganizationCommand(context: CommandContext): Promise<void> {
  const options = readOptions(context.args, ['name', 'owner-email', 'owner-password'])
  const { name, 'owner-email': email, 'owner-password': given } = options
  if (!name || !email || !given) {
    throw new UsageError('org create needs --name, --owner-email and --owner-password.')
  }
  const password = await givenPassword(given)
  await requireGoodPassword(password, { email, organization: name })
  const create = async (database: Database) => {
    const made = await createOrganization(
      { database, passwords: new PasswordHasher(), clock: systemClock },
      { organization: name, email, password, origin: { kind: 'command_line', ip: '' } },
    )
    process.stdout.write(`Created organization ${name} (${made.orgUid}) with owner ${email}.\n`)
  }
  await withDatabase(context, create, { mayBegin: true })
}
