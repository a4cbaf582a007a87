import { grouped } from '#contract/counted.ts'
import { ServiceError } from '#contract/errors.ts'
import { QUOTAS } from '#contract/limits.ts'
import { countActiveTokens } from '#storage/account/agent-token.ts'
import { lockOrg } from '#storage/account/org.ts'
import { type CountedThing, countInOrg } from '#storage/account/org-counts.ts'
import { countAlertRules } from '#storage/alert/alert-rule.ts'
import { countWebhooks } from '#storage/alert/webhook.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { countKeys } from '#storage/project/dsn-key.ts'
import { countPrivateViews } from '#storage/search/saved-view.ts'

interface Room {
  most: number
  name: string
  remedy: string
}

const IN_ORG: Record<CountedThing, Room> = {
  projects: { most: QUOTAS.projectsPerOrg, name: 'projects', remedy: 'Delete one first.' },
  members: { most: QUOTAS.membersPerOrg, name: 'members', remedy: 'Remove one first.' },
  rules: { most: QUOTAS.rulesPerOrg, name: 'alert rules', remedy: 'Delete one first.' },
  webhooks: { most: QUOTAS.webhooksPerOrg, name: 'webhooks', remedy: 'Delete one first.' },
  comments: { most: QUOTAS.commentsPerOrg, name: 'comments', remedy: 'Delete some first.' },
  sharedViews: { most: QUOTAS.sharedViewsPerOrg, name: 'shared views', remedy: 'Delete one first.' },
}

const IN_PROJECT = {
  keys: {
    most: QUOTAS.keysPerProject,
    name: 'active DSN keys',
    remedy: 'Revoke one first.',
    count: countKeys,
  },
  rules: {
    most: QUOTAS.rulesPerProject,
    name: 'alert rules',
    remedy: 'Delete one that you no longer need.',
    count: countAlertRules,
  },
  webhooks: {
    most: QUOTAS.webhooksPerProject,
    name: 'webhooks',
    remedy: 'Delete one first.',
    count: countWebhooks,
  },
}

const TOKENS: Room = { most: QUOTAS.tokensPerOrg, name: 'active access tokens', remedy: 'Revoke one first.' }
const OWN_VIEWS: Room = { most: QUOTAS.ownViews, name: 'private views', remedy: 'Delete one first.' }

/** For one more of a thing, in the transaction that adds it: nobody else adds any until it ends. @throws conflict */
export async function requireRoom(scope: OrgScope, thing: CountedThing): Promise<void> {
  await lockOrg(scope)
  requireFewer(await countInOrg(scope, thing), IN_ORG[thing], 'An organization')
}

/** The same for an access token; expired ones don't count. @throws conflict */
export async function requireRoomForToken(scope: OrgScope, now: number): Promise<void> {
  await lockOrg(scope)
  requireFewer(await countActiveTokens(scope, now), TOKENS, 'An organization')
}

/** The same for a private view of a member. @throws conflict */
export async function requireRoomForView(scope: OrgScope, userId: string): Promise<void> {
  await lockOrg(scope)
  requireFewer(await countPrivateViews(scope, userId), OWN_VIEWS, 'You')
}

/** The same for a thing of a project (row key), whose row the caller has locked. @throws conflict */
export async function requireRoomInProject(
  scope: OrgScope,
  projectId: number,
  thing: keyof typeof IN_PROJECT,
): Promise<void> {
  const { count, ...room } = IN_PROJECT[thing]
  requireFewer(await count(scope, projectId), room, 'A project')
}

function requireFewer(count: number, { most, name, remedy }: Room, whose: string): void {
  if (count < most) return
  throw new ServiceError('conflict', `${whose} can have up to ${grouped(most)} ${name}. ${remedy}`)
}
