import { isAudited, recordAudit } from '#storage/audit-entry.ts'
import { findUserByEmail } from '#storage/credentials.ts'
import { lockMembers, readMember } from '#storage/member.ts'
import type { ApiServices } from '../api-services.ts'
import { SERVICE_ACTOR } from './record-act.ts'

const ACTION = 'login.throttled'

export interface ThrottledLogin {
  ip: string
  /** Lower case. */
  email: string
  /** One entry in this time is enough. */
  windowMs: number
}

/**
 * Notes in the organization's audit log that logins of a member are being refused for a while. Not before the
 * answer, whose time would tell that there is such a member.
 */
export function noteThrottledLogin(
  { background, database, clock }: ApiServices,
  { ip, email, windowMs }: ThrottledLogin,
): void {
  background.run('to note a throttled login', async () => {
    const user = await findUserByEmail(database.queries, email)
    if (!user) return
    const at = clock()
    const asked = { action: ACTION, targetId: user.userId } as const
    if (await isAudited(database.scope(user), asked, at - windowMs)) return
    await database.inOrg(user, async (scope) => {
      await lockMembers(scope)
      const member = await readMember(scope, user.userId)
      if (!member || (await isAudited(scope, asked, at - windowMs))) return
      const target = { kind: 'member', id: member.userId, name: member.name || member.email } as const
      await recordAudit(scope, { at, actor: SERVICE_ACTOR, ip, action: ACTION, target })
    })
  })
}
