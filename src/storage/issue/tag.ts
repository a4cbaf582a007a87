import type { OrgScope } from '../engine/scope.ts'

export async function knownTagKeys(scope: OrgScope, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (const key of keys) {
    const row = await scope.db
      .selectFrom('issue_tag')
      .select('issue_id')
      .where('org_id', '=', scope.orgId)
      .where('tag_key', '=', key)
      .limit(1)
      .executeTakeFirst()
    if (row) known.add(key)
  }
  return known
}

export function tagCountsOf(text: string): Map<string, number> {
  return new Map(Object.entries(JSON.parse(text) as Record<string, number>))
}

export function tagCountsText(counts: ReadonlyMap<string, number>): string {
  return JSON.stringify(Object.fromEntries(counts))
}

/** How many values issues (row keys) from `first` to `last` have of each tag, by their rows. */
export function countTags(
  scope: OrgScope,
  issues: { first: number; last: number },
): Promise<{ issue_id: number; tag_key: string; count: number }[]> {
  return scope.db
    .selectFrom('issue_tag')
    .select(['issue_id', 'tag_key'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', scope.orgId)
    .where('issue_id', '>=', issues.first)
    .where('issue_id', '<=', issues.last)
    .groupBy(['issue_id', 'tag_key'])
    .execute()
}

export async function recountTags(scope: OrgScope, issueIds: readonly number[]): Promise<void> {
  for (const id of issueIds) {
    const rows = await countTags(scope, { first: id, last: id })
    const counts = new Map(rows.map(({ tag_key, count }) => [tag_key, count]))
    await scope.db
      .updateTable('issue')
      .set({ tag_counts: tagCountsText(counts) })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', id)
      .execute()
  }
}
