import type { OrgScope } from '../../engine/scope.ts'
import { decompressDictionary } from '../../event/payload-codec.ts'
import type { Difference } from '../difference.ts'
import type { IssueRange } from '../range.ts'

const READ_TOGETHER = 50

/** Dictionaries of these issues that cannot be unpacked. `uids` are the public ids by row key. */
export async function compareDictionaries(
  scope: OrgScope,
  { first, last }: IssueRange,
  uids: ReadonlyMap<number, string>,
): Promise<Difference[]> {
  const found: Difference[] = []
  for (let after = -1; ; ) {
    const rows = await scope.db
      .selectFrom('payload_dictionary')
      .select(['id', 'issue_id', 'data'])
      .where('org_id', '=', scope.orgId)
      .where('issue_id', '>=', first)
      .where('issue_id', '<=', last)
      .where('id', '>', after)
      .orderBy('id')
      .limit(READ_TOGETHER)
      .execute()
    if (rows.length === 0) return found
    for (const { id, issue_id, data } of rows) {
      const uid = uids.get(issue_id)
      const problem = dictionaryProblem(data)
      if (!uid || problem === null) continue
      const message = `its payload dictionary ${id} cannot be read: ${problem}`
      found.push({ check: 'payload.dictionary', subject: `issue ${uid}`, message })
    }
    after = rows.at(-1)!.id
  }
}

function dictionaryProblem(data: Buffer): string | null {
  try {
    decompressDictionary(data)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
