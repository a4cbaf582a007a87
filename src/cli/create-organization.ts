import { parseArgs } from 'node:util'
import { ServiceError } from '#contract/errors.ts'
import { createOrganization } from '#http/auth/create-organization.ts'
import { PasswordHasher } from '#http/auth/password-hasher.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#storage/database.ts'
import { type CommandContext, UsageError } from './command-context.ts'

/** `org create`: a further organization with its Owner, also while the service runs. */
export async function createOrganizationCommand({ config, args }: CommandContext): Promise<void> {
  const { name, ownerEmail, ownerPassword } = readArguments(args)
  const { dataDir, databaseUrl } = config
  const database = await openDatabase({ dataDir, databaseUrl, threads: false })
  try {
    const deps = { database, passwords: new PasswordHasher(), clock: systemClock }
    const made = await createOrganization(deps, {
      organization: name,
      email: ownerEmail,
      password: ownerPassword,
    })
    process.stdout.write(`Made organization ${name} (${made.orgUid}) with Owner ${ownerEmail}.\n`)
  } catch (error) {
    throw error instanceof ServiceError ? new UsageError(sentenceOf(error)) : error
  } finally {
    await database.close()
  }
}

function readArguments(args: string[]): { name: string; ownerEmail: string; ownerPassword: string } {
  const option = { type: 'string' } as const
  const options = { name: option, 'owner-email': option, 'owner-password': option }
  let values: Partial<Record<keyof typeof options, string>>
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  const { name, 'owner-email': ownerEmail, 'owner-password': ownerPassword } = values
  if (!name || !ownerEmail || !ownerPassword) {
    throw new UsageError('org create needs --name, --owner-email and --owner-password.')
  }
  return { name, ownerEmail, ownerPassword }
}

function sentenceOf(error: ServiceError): string {
  return [error.message, ...(error.details ?? []).map(({ path, message }) => `${path}: ${message}`)].join(' ')
}
