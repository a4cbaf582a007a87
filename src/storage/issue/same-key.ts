import { slicesOf } from '#platform/slices.ts'
import type { OrgScope } from '../engine/scope.ts'

interface KeyOwner {
  id: number
  uid: string
  title: string
}

const KEYS_PER_READ = 500

/** The issue that events of a project with one of these keys, the first one first, are shown in. */
export async function findIssueOfKeys(
  scope: OrgScope,
  projectId: number,
  keys: readonly string[],
): Promise<KeyOwner | undefined> {
  const owners = await findIssuesOfKeys(scope, projectId, new Set(keys))
  const first = keys.find((key) => owners.has(key))
  return first === undefined ? undefined : owners.get(first)
}

/** By key, the issue that events of a project with it are shown in; without keys that none has. */
export async function findIssuesOfKeys(
  scope: OrgScope,
  projectId: number,
  keys: ReadonlySet<string>,
): Promise<Map<string, KeyOwner>> {
  const owners = new Map<string, KeyOwner>()
  for (const some of slicesOf([...keys], KEYS_PER_READ)) {
    const rows = await ownersOf(scope, projectId, some)
    for (const { fingerprint, ...owner } of rows) owners.set(fingerprint, owner)
  }
  return owners
}

function ownersOf(scope: OrgScope, projectId: number, keys: readonly string[]) {
  return scope.db
    .selectFrom('issue_fingerprint as key')
    .innerJoin('issue as own', (join) =>
      join.onRef('own.org_id', '=', 'key.org_id').onRef('own.id', '=', 'key.issue_id'),
    )
    .innerJoin('issue as root', (join) =>
      join
        .onRef('root.org_id', '=', 'own.org_id')
        .on((eb) => eb('root.id', '=', eb.fn.coalesce('own.merge_parent_id', 'own.id'))),
    )
    .select(['key.fingerprint', 'root.id', 'root.uid', 'root.title'])
    .where('key.org_id', '=', scope.orgId)
    .where('key.project_id', '=', projectId)
    .where('key.fingerprint', 'in', [...keys])
    .execute()
}
