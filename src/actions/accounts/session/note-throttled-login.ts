import type { AuditAction } from '#contract/account/audit.ts'
import { DAY_MS } from '#contract/time.ts'
import { wrongCodesNotice } from '#domain/notify/mail-text.ts'
import type { BackgroundTasks } from '#platform/background.ts'
import { isAudited } from '#storage/account/audit-entry.ts'
import { findUserByEmail } from '#storage/account/credentials.ts'
import { readMember } from '#storage/account/member.ts'
import { lockOrg } from '#storage/account/org.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { memberTarget, recordAct, SERVICE_ACTOR } from '../acting.ts'
import { type MailDeps, mailNotice } from '../password/link.ts'

export interface NoteDeps extends ActionDeps {
  background: BackgroundTasks
}

export type CodeNoteDeps = NoteDeps & MailDeps

export interface ThrottledLogin {
  ip: string
  email: string
  windowMs: number
}

/** For the audit log. Written after the answer, whose time would otherwise reveal that the member exists. */
export function noteThrottledLogin(deps: NoteDeps, login: ThrottledLogin): void {
  deps.background.run('to note a throttled login', async () => {
    await noteOnce(deps, 'login.throttled', login)
  })
}

/** For the audit log, and for the member: someone knows their password. Once a day. */
export function noteThrottledCodes(
  deps: CodeNoteDeps,
  { ip, email }: Omit<ThrottledLogin, 'windowMs'>,
): void {
  deps.background.run('to note wrong codes', async () => {
    if (!(await noteOnce(deps, 'two_factor.throttled', { ip, email, windowMs: DAY_MS }))) return
    mailNotice(deps, email, wrongCodesNotice({ at: deps.clock() }))
  })
}

/** @returns false if it was noted within the window before, or there is no such member. */
async function noteOnce(
  { database, clock }: ActionDeps,
  action: AuditAction,
  { ip, email, windowMs }: ThrottledLogin,
): Promise<boolean> {
  const user = await findUserByEmail(database.queries, email)
  if (!user) return false
  const at = clock()
  const asked = { action, targetId: user.userId }
  if (await isAudited(database.serviceScope(user), asked, at - windowMs)) return false
  return database.inOrg(user, async (scope) => {
    await lockOrg(scope)
    const member = await readMember(scope, user.userId)
    if (!member || (await isAudited(scope, asked, at - windowMs))) return false
    await recordAct(scope, { actor: SERVICE_ACTOR, ip }, { at, action, target: memberTarget(member) })
    return true
  })
}
