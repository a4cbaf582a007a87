import { comparisonOfResolution } from '#domain/issue/status.ts'
import { knownReleases } from '../release/known-releases.ts'
import type { BatchTransaction, PlacedItem } from './batch.ts'
import type { IssueRow } from './update-issues.ts'

interface KnownRelease {
  firstSeenAt: number
  isHidden: boolean
}

export class ComparedReleases {
  readonly #known = new Map<string, KnownRelease>()

  add(projectId: number, version: string, release: KnownRelease): void {
    const key = `${projectId}:${version}`
    if (!this.#known.has(key)) this.#known.set(key, release)
  }

  /** When the project first received an event of a release, epoch ms. */
  firstSeen(projectId: number, version: string): number | undefined {
    return this.#known.get(`${projectId}:${version}`)?.firstSeenAt
  }

  isHidden(projectId: number, version: string): boolean {
    return this.#known.get(`${projectId}:${version}`)?.isHidden ?? false
  }
}

/** Releases to compare resolved issues by. A hidden base is replaced here: hiding itself changes one row. */
export async function comparedReleases(
  tx: BatchTransaction,
  placed: readonly PlacedItem[],
  issues: ReadonlyMap<number, IssueRow>,
): Promise<ComparedReleases> {
  const releases = await findReleases(tx, placed, issues)
  const resolved = new Set(placed.map(({ issueId }) => issues.get(issueId)!))
  const misled = [...resolved].filter(
    ({ project_id, resolved_in_release, resolved_base_release: base }) =>
      !resolved_in_release && base !== null && releases.isHidden(project_id, base),
  )
  if (misled.length === 0) return releases
  for (const issue of misled) await measureAgain(tx, issue)
  return findReleases(tx, placed, issues)
}

async function measureAgain(tx: BatchTransaction, issue: IssueRow): Promise<void> {
  const scope = { db: tx.db, orgId: issue.org_id }
  const { id, project_id, resolved_at: until } = issue
  const { newest, latest } = (await knownReleases(scope, [{ id, project_id, until }])).get(id)!
  issue.resolved_base_release = newest
  issue.resolved_comparison = comparisonOfResolution(newest, latest)
  await tx.db
    .updateTable('issue')
    .set({ resolved_base_release: newest, resolved_comparison: issue.resolved_comparison })
    .where('org_id', '=', issue.org_id)
    .where('id', '=', id)
    .execute()
}

async function findReleases(
  tx: BatchTransaction,
  placed: readonly PlacedItem[],
  issues: ReadonlyMap<number, IssueRow>,
): Promise<ComparedReleases> {
  const compared = placed.flatMap(({ issueId, release }) => {
    const { resolved_in_release, resolved_base_release } = issues.get(issueId)!
    return [release, resolved_in_release, resolved_base_release]
  })
  const rows = await tx.db
    .selectFrom('release')
    .select(['project_id', 'version', 'first_seen_at', 'hidden_at'])
    .where('org_id', 'in', [...new Set(placed.map(({ item }) => item.orgId))])
    .where('project_id', 'in', [...new Set(placed.map(({ item }) => item.projectId))])
    .where('version', 'in', [...new Set(compared.filter((release) => release !== null))])
    .execute()
  const releases = new ComparedReleases()
  for (const { project_id, version, first_seen_at, hidden_at } of rows) {
    releases.add(project_id, version, { firstSeenAt: first_seen_at, isHidden: hidden_at !== null })
  }
  // One that is new in this batch is the newest.
  for (const { item, release } of placed) {
    releases.add(item.projectId, release, { firstSeenAt: item.receivedAt, isHidden: false })
  }
  return releases
}
