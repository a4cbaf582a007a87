import { openAppSecret } from '#actions/accounts/two-factor/secret.ts'
import { counted } from '#contract/counted.ts'
import type { Config } from '#platform/config/config.ts'
import { InstallationKey } from '#platform/installation-key.ts'
import { listTwoFactorSecrets } from '#storage/account/two-factor.ts'
import { withSnapshot } from '#storage/engine/snapshot.ts'
import { readInstallationSecret } from '#storage/upkeep/installation-secret.ts'
import { type Finding, fail, ok } from './finding.ts'

/** Whether the codes of members with two-factor sign-in can be checked; nothing if nobody uses it. */
export async function checkTwoFactor(config: Config): Promise<Finding[]> {
  const { secret, members } = await withSnapshot(config, async (db) => ({
    secret: await readInstallationSecret(db),
    members: await listTwoFactorSecrets(db),
  }))
  if (members.length === 0) return []
  const key = secret && new InstallationKey(secret)
  const unreadable = members.filter(
    ({ userId, sealedSecret }) => key === null || openAppSecret(key, userId, sealedSecret) === null,
  )
  if (unreadable.length === 0) return [ok('two-factor', `on for ${counted(members.length, 'member')}`)]
  return [
    fail(
      'two-factor',
      `the codes of ${counted(unreadable.length, 'member')} can't be checked: the installation key in the table setting is not the one that sealed them`,
      'Restore that row from a backup. Until then they sign in with recovery codes; errata user disable-two-factor turns it off.',
    ),
  ]
}
