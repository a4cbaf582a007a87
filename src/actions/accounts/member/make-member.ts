import type { MemberRow } from '#storage/account/member.ts'
import type { ActionDeps } from '../../action-deps.ts'
import { type Acting, memberTarget, recordAct } from '../acting.ts'
import { writeAsMember } from '../write-as-member.ts'
import { addMember, type MemberToAdd } from './add-member.ts'

/** Notes who did it. The caller checks that they may. @throws conflict if the e-mail address is in use. */
export function makeMember(
  deps: Pick<ActionDeps, 'database'>,
  by: Acting,
  member: MemberToAdd,
): Promise<MemberRow> {
  return writeAsMember(deps, by, async (scope) => {
    const made = await addMember(scope, member)
    await recordAct(scope, by, {
      at: member.createdAt,
      action: 'invitation' in member.access ? 'member.invited' : 'member.created',
      target: memberTarget(made),
      details: { role: member.role },
    })
    return made
  })
}
