import type { Database } from '#storage/engine/database.ts'
import type { OrgKey } from '#storage/engine/scope.ts'
import { lockFamilies, moveIssues, refreshFamily } from '#storage/issue/family.ts'

/** Issues of a family: a root and three that are merged into it. */
export const FAMILY_SIZE = 4

/** Which issues of an organization are merged. */
export interface FamilySpread {
  /** Row keys in the order the issues were made; every `projects`-th one is of the same project. */
  issueIds: readonly number[]
  projects: number
  families: number
  /** Epoch ms. */
  now: number
}

/** Merges three issues each into some others of the same project, evenly spread. */
export async function mergeFamilies(database: Database, org: OrgKey, spread: FamilySpread): Promise<void> {
  const { issueIds, projects, families, now } = spread
  const step = Math.floor(issueIds.length / families)
  for (let family = 0; family < families; family++) {
    const members = Array.from(
      { length: FAMILY_SIZE },
      (_, n) => issueIds[(family * step + n * projects) % issueIds.length]!,
    )
    await mergeFamily(database, org, { members, now })
  }
}

/** Merges issues (row keys) into the first of them. */
export async function mergeFamily(
  database: Database,
  org: OrgKey,
  { members, now }: { members: readonly number[]; now: number },
): Promise<void> {
  const [rootId, ...children] = members as [number, ...number[]]
  await database.inOrg(org, async (scope) => {
    await lockFamilies(scope, members)
    await moveIssues(scope, children, { rootId, now })
    await refreshFamily(scope, rootId, now)
  })
}
