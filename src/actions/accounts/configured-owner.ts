import type { Logger } from 'pino'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#storage/engine/database.ts'
import { createFirstOwner } from './create-organization.ts'
import type { PasswordHasher } from './password/hasher.ts'
import { type PasswordOwner, passwordProblem } from './password/rule.ts'

export async function createConfiguredOwner(
  config: Pick<Config, 'owner'>,
  parts: { database: Database; passwords: PasswordHasher; log: Logger },
): Promise<void> {
  const { owner } = config
  if (!owner) return
  const { email, password, orgName } = owner
  const deps = { ...parts, clock: systemClock }
  const made = await createFirstOwner(deps, { organization: orgName, email, password })
  if (made) void warnOfWeakPassword(parts.log, { email, organization: orgName, password })
}

/** Beside the start, which it must not delay: the owner is made whatever it finds. */
async function warnOfWeakPassword(
  log: Logger,
  { password, ...owner }: PasswordOwner & { password: string },
): Promise<void> {
  try {
    const problem = await passwordProblem(password, owner)
    if (problem !== null) log.warn(`SVC_OWNER_PASSWORD is weak: ${problem}`)
  } catch (err) {
    log.warn({ err }, 'the strength of SVC_OWNER_PASSWORD was not checked')
  }
}
