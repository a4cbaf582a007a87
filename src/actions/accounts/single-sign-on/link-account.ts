import { email as emailAddress } from '#contract/account/auth.ts'
import { givenName } from '#contract/scalars.ts'
import { singleSignOnNotice } from '#domain/notify/mail-text.ts'
import type { ProviderAccount } from '#platform/oidc/provider.ts'
import { findUserByEmail, type UserCredential } from '#storage/account/credentials.ts'
import { readMember } from '#storage/account/member.ts'
import { linkIdentity, type OidcIdentity, readIdentity } from '#storage/account/oidc-identity.ts'
import { lockOrg } from '#storage/account/org.ts'
import { countPasswordLinks, deletePasswordLinks } from '#storage/account/password-link.ts'
import { lockPasswordHash, updateAccount } from '#storage/account/user.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { memberTarget, recordAct, userActor } from '../acting.ts'
import { NO_PASSWORD } from '../password/hasher.ts'
import { mailNotice } from '../password/link.ts'
import { requireProvider, type SingleSignOnDeps } from './deps.ts'
import { SsoRefusal } from './refusal.ts'

export type LinkedMember = UserCredential & { passwordHash: string; identity: OidcIdentity }

/** The first sign-in with an account of the provider: its address must be a member's, or of someone who is invited and
 * joins by it. @throws SsoRefusal */
export async function linkAccount(
  deps: SingleSignOnDeps,
  account: ProviderAccount,
  ip: string,
): Promise<LinkedMember> {
  const { name: provider, trustsEmail } = requireProvider(deps).settings
  const user = await findUserByEmail(deps.database.queries, provenEmail(account, trustsEmail))
  if (!user) throw new SsoRefusal('unknown_member')
  const { issuer, subject } = account
  const at = deps.clock()
  const { passwordHash, isNew } = await deps.database.inOrg(user, async (scope) => {
    await lockOrg(scope)
    if (!(await readMember(scope, user.userId))) throw new SsoRefusal('unknown_member')
    const linked = await readIdentity(scope, user.userId)
    const present = await lockPasswordHash(scope, user.userId)
    if (linked?.issuer === issuer) {
      // Their own, if a second tab was first.
      if (linked.subject !== subject) throw new SsoRefusal('other_account')
      return { passwordHash: present!, isNew: false }
    }
    if (present === null) await join(scope, user, { name: account.name, at, ip })
    await linkIdentity(scope, user.userId, { issuer, subject, createdAt: at })
    const act = {
      action: 'single_sign_on.linked',
      target: memberTarget(user),
      details: { provider },
    } as const
    await recordAct(scope, { actor: userActor(user), ip }, { at, ...act })
    return { passwordHash: present ?? NO_PASSWORD, isNew: true }
  })
  if (isNew) mailNotice(deps, user.email, singleSignOnNotice({ provider, at }))
  return { ...user, passwordHash, identity: { issuer, subject } }
}

function provenEmail({ email, isEmailVerified }: ProviderAccount, trustsEmail: boolean): string {
  const address = emailAddress.safeParse(email ?? '')
  if (!address.success) throw new SsoRefusal('no_email')
  if (isEmailVerified ?? trustsEmail) return address.data
  throw new SsoRefusal('unverified_email')
}

async function join(
  scope: OrgScope,
  user: UserCredential,
  { name: given, at, ip }: { name: string; at: number; ip: string },
): Promise<void> {
  const { userId, role } = user
  const open = await countPasswordLinks(scope, { userId, purpose: 'invitation' }, at)
  if (open === 0) throw new SsoRefusal('invitation_expired')
  const name = user.name || (givenName.safeParse(given).data ?? '')
  await deletePasswordLinks(scope, userId)
  await updateAccount(scope, userId, { name, passwordHash: NO_PASSWORD })
  const joined = { ...user, name }
  const act = { action: 'member.joined', target: memberTarget(joined), details: { role } } as const
  await recordAct(scope, { actor: userActor(joined), ip }, { at, ...act })
}
