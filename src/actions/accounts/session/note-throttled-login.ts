import type { BackgroundTasks } from '#platform/background.ts'
import { isAudited } from '#storage/account/audit-entry.ts'
import { findUserByEmail } from '#storage/account/credentials.ts'
import { lockMembers, readMember } from '#storage/account/member.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { memberTarget, recordAct, SERVICE_ACTOR } from '../acting.ts'

const ACTION = 'login.throttled'

export interface NoteDeps extends ActionDeps {
  background: BackgroundTasks
}

export interface ThrottledLogin {
  ip: string
  email: string
  windowMs: number
}

/** For the audit log. Written after the answer, whose time would otherwise reveal that the member exists. */
export function noteThrottledLogin(
  { background, database, clock }: NoteDeps,
  { ip, email, windowMs }: ThrottledLogin,
): void {
  background.run('to note a throttled login', async () => {
    const user = await findUserByEmail(database.queries, email)
    if (!user) return
    const at = clock()
    const asked = { action: ACTION, targetId: user.userId } as const
    if (await isAudited(database.serviceScope(user), asked, at - windowMs)) return
    await database.inOrg(user, async (scope) => {
      await lockMembers(scope)
      const member = await readMember(scope, user.userId)
      if (!member || (await isAudited(scope, asked, at - windowMs))) return
      const act = { action: ACTION, target: memberTarget(member) } as const
      await recordAct(scope, { actor: SERVICE_ACTOR, ip }, { at, ...act })
    })
  })
}
