import { sql } from 'kysely'
import { actorNames } from '../account/actor-name.ts'
import { presentEmail } from '../account/user.ts'
import type { OrgScope } from '../engine/scope.ts'
import { isOfShownProject } from '../project/deletion.ts'

export interface LetterIssue {
  id: string
  projectName: string
  title: string
  level: string
  environment: string
  release: string
  events: number
  users: number
  firstSeenAt: number
}

export async function findLetterIssues(
  scope: OrgScope,
  issueIds: readonly number[],
): Promise<Map<number, LetterIssue>> {
  if (issueIds.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('issue as asked')
    .innerJoin('issue as root', (join) =>
      join
        .onRef('root.org_id', '=', 'asked.org_id')
        .on('root.id', '=', (eb) => eb.fn.coalesce('asked.merge_parent_id', 'asked.id')),
    )
    .innerJoin('project', (join) =>
      join.onRef('project.org_id', '=', 'root.org_id').onRef('project.id', '=', 'root.project_id'),
    )
    .select(['asked.id as key', 'root.uid as id', 'project.name as projectName', 'root.title', 'root.level'])
    .select(['root.environment', 'root.release', 'root.event_count as events'])
    .select(['root.unique_user_count as users', 'root.first_seen_at as firstSeenAt'])
    .where('asked.org_id', '=', scope.orgId)
    .where('asked.id', 'in', issueIds)
    .where(isOfShownProject(scope, 'root.project_id'))
    .execute()
  return new Map(rows.map(({ key, ...issue }) => [key, issue]))
}

export async function findLetterComments(
  scope: OrgScope,
  uids: readonly string[],
): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('issue_comment')
    .select(['uid', 'body'])
    .where('org_id', '=', scope.orgId)
    .where('uid', 'in', uids)
    .execute()
  return new Map(rows.map(({ uid, body }) => [uid, body]))
}

/** An actor's current name; null if nobody is left to name. */
export async function nameOfActor(
  scope: OrgScope,
  { kind, id }: { kind: string; id: string | null },
): Promise<string | null> {
  const actor = scope.db
    .selectFrom('org')
    .select([sql`cast(${kind} as text)`.as('kind'), sql`cast(${id} as text)`.as('id')])
    .where('org.id', '=', scope.orgId)
    .as('actor')
  const names = actorNames(scope, { kind: 'actor.kind', id: 'actor.id' })
  const row = await scope.db
    .selectFrom(actor)
    .select([names.name.as('name'), names.email.as('email')])
    .executeTakeFirst()
  return row?.name || presentEmail(row?.email ?? null)
}

export interface Addressee {
  email: string
  name: string
}

/** The member with this user id, or undefined for one who has no password yet, or has left. */
export async function findAddressee(scope: OrgScope, userId: string): Promise<Addressee | undefined> {
  return scope.db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select(['app_user.email', 'app_user.name'])
    .where('membership.org_id', '=', scope.orgId)
    .where('membership.user_id', '=', userId)
    .where('app_user.password_hash', 'is not', null)
    .executeTakeFirst()
}
