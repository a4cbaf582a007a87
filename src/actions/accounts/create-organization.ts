import { randomUUID } from 'node:crypto'
import { setupBody } from '#contract/account/auth.ts'
import { invalidField, ServiceError } from '#contract/errors.ts'
import { fieldMessage } from '#contract/field-message.ts'
import type { AuditActor } from '#storage/account/audit-entry.ts'
import { hasUsers } from '#storage/account/credentials.ts'
import { insertFirstOrganization, insertOrganization, type NewOrganization } from '#storage/account/org.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { ActionDeps } from '../action-deps.ts'
import { COMMAND_LINE_ACTOR, recordAct, SERVICE_ACTOR, userActor } from './acting.ts'
import type { PasswordHasher } from './password/hasher.ts'
import { requireGoodPassword } from './password/rule.ts'
import type { SignedIn } from './session/start-session.ts'

export interface OrganizationDeps extends ActionDeps {
  passwords: PasswordHasher
}

export interface OrganizationRequest {
  organization: string
  email: string
  password: string
  /** The Owner's name; default empty. */
  name?: string | undefined
  origin?: { kind: 'owner' | 'command_line' | 'system'; ip: string }
}

/** Works while the service runs. Judge the password first.
 * @throws invalid_request, conflict (e-mail in use) */
export async function createOrganization(
  deps: OrganizationDeps,
  request: OrganizationRequest,
): Promise<SignedIn> {
  const organization = await toOrganization(deps, request)
  const made = await insert(deps, { organization, origin: request.origin, write: insertOrganization })
  if (!made) throw new ServiceError('conflict', `A user with the email ${organization.email} already exists.`)
  return made
}

/** For the setup page. @throws invalid_request, conflict (there is a user already) */
export async function setUpOrganization(
  deps: OrganizationDeps,
  request: OrganizationRequest,
): Promise<SignedIn> {
  await requireGoodPassword(request.password, request)
  const owner = await createFirstOwner(deps, request)
  if (!owner) throw alreadySetUp()
  return owner
}

/** Null if there is a user already. Any password goes: an operator who sets one by environment is warned
 * with `passwordProblem`, not refused. @throws invalid_request (e-mail, empty name) */
export async function createFirstOwner(
  deps: OrganizationDeps,
  request: OrganizationRequest,
): Promise<SignedIn | null> {
  // Each start asks, and almost always there is one: hashing a password costs the most.
  if (await hasUsers(deps.database.queries)) return null
  const organization = await toOrganization(deps, request)
  return insert(deps, { organization, origin: request.origin, write: insertFirstOrganization })
}

interface Insertion {
  organization: NewOrganization
  origin: OrganizationRequest['origin']
  write: typeof insertOrganization
}

async function insert(
  { database }: OrganizationDeps,
  { organization, origin, write }: Insertion,
): Promise<SignedIn | null> {
  const key = await database.transaction(async (tx) => {
    const key = await write(tx, organization)
    if (key) await noteOrganization({ db: tx, ...key }, organization, origin)
    return key
  })
  const { userId, passwordHash } = organization
  return key && { userId, passwordHash, ...key }
}

async function noteOrganization(
  scope: OrgScope,
  { orgName, createdAt, userId, email, userName }: NewOrganization,
  origin: OrganizationRequest['origin'],
): Promise<void> {
  const actors: Record<NonNullable<typeof origin>['kind'], AuditActor> = {
    owner: userActor({ userId, email, name: userName }),
    command_line: COMMAND_LINE_ACTOR,
    system: SERVICE_ACTOR,
  }
  const by = { actor: actors[origin?.kind ?? 'system'], ip: origin?.ip ?? '' }
  await recordAct(scope, by, {
    at: createdAt,
    action: 'organization.created',
    target: { kind: 'organization', id: scope.orgUid, name: orgName },
    details: { owner: email },
  })
}

const named = setupBody.pick({ organization: true, email: true, name: true })

async function toOrganization(
  deps: OrganizationDeps,
  request: OrganizationRequest,
): Promise<NewOrganization> {
  const given = named.safeParse(request, { error: fieldMessage })
  if (!given.success) {
    const problem = given.error.issues[0]!
    throw invalidField(problem.path.join('.'), problem.message)
  }
  const { organization, email, name = '' } = given.data
  return {
    orgUid: randomUUID(),
    orgName: organization,
    userId: randomUUID(),
    email,
    userName: name,
    passwordHash: await deps.passwords.hash(request.password),
    createdAt: deps.clock(),
  }
}

export function alreadySetUp(): ServiceError {
  return new ServiceError('conflict', 'This installation is already set up. Sign in.')
}
