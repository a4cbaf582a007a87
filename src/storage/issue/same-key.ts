import type { OrgScope } from '../engine/scope.ts'

/** The issue that events of a project with one of these keys, the first one first, are shown in. */
export async function findIssueOfKeys(
  scope: OrgScope,
  projectId: number,
  keys: readonly string[],
): Promise<{ id: number; uid: string; title: string } | undefined> {
  const rows = await scope.db
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
  return rows.toSorted((a, b) => keys.indexOf(a.fingerprint) - keys.indexOf(b.fingerprint))[0]
}
