import { grouped } from '#contract/counted.ts'
import { ServiceError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { type CountedThing, countInOrg } from '#storage/account/org-counts.ts'
import type { OrgScope } from '#storage/engine/scope.ts'

interface Room {
  most: number
  name: string
  remedy: string
}

const ROOM: Record<CountedThing, Room> = {
  projects: { most: LIMITS.projectsPerOrg, name: 'projects', remedy: 'Delete one first.' },
  members: { most: LIMITS.membersPerOrg, name: 'members', remedy: 'Remove one first.' },
  tokens: { most: LIMITS.tokensPerOrg, name: 'active access tokens', remedy: 'Revoke one first.' },
  rules: { most: LIMITS.rulesPerOrg, name: 'alert rules', remedy: 'Delete one first.' },
  webhooks: { most: LIMITS.webhooksPerOrg, name: 'webhooks', remedy: 'Delete one first.' },
  comments: { most: LIMITS.commentsPerOrg, name: 'comments', remedy: 'Delete some first.' },
}

/** Not locked: requests at the same time may go past the limit by their number. @throws conflict */
export async function requireRoom(scope: OrgScope, thing: CountedThing): Promise<void> {
  const { most, name, remedy } = ROOM[thing]
  if ((await countInOrg(scope, thing)) < most) return
  throw new ServiceError('conflict', `An organization can have up to ${grouped(most)} ${name}. ${remedy}`)
}
