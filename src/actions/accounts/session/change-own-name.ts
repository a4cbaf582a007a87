import { updateName } from '#storage/account/user.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { type ActingCaller, memberTarget, recordAct } from '../acting.ts'
import type { SessionPrincipal } from '../principal.ts'
import { writeAsMember } from '../write-as-member.ts'

/** In the audit log, so that nobody can pass for someone else unnoticed. @param name empty: the email address is shown */
export async function changeOwnName(
  deps: ActionDeps,
  caller: ActingCaller<SessionPrincipal>,
  name: string,
): Promise<void> {
  if (name === caller.name) return
  await writeAsMember(deps, caller, async (scope) => {
    await updateName(scope, caller.userId, name)
    await recordAct(scope, caller, {
      at: deps.clock(),
      action: 'member.renamed',
      target: memberTarget(caller),
      details: { from: caller.name, to: name },
    })
  })
}
