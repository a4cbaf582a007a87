import { Lru } from '#platform/lru.ts'
import type { BatchTransaction } from './batch.ts'
import type { IssueRow } from './update-issues.ts'

/** An issue was deleted or merged between being found and being locked: find the issues again and repeat. */
export class IssuesChangedError extends Error {}

/** The issues of a batch, locked, as they were before it. */
export interface LockedIssues {
  rows: Map<number, IssueRow>
  /** Row keys of issues in a family, to that of the root in which their events show too. */
  rootOf: Map<number, number>
}

const KEPT_ROOTS = 100_000

/** Locks issues together with cached roots, in key order; the cache is checked against the locked rows. */
export class IssueLocker {
  readonly #rootOf = new Lru<number, number>(KEPT_ROOTS)

  /** In key order. @throws IssuesChangedError if an issue is gone or its root is not locked. */
  async lock(
    tx: BatchTransaction,
    ids: Iterable<number>,
    projects: ReadonlyMap<number, unknown>,
  ): Promise<LockedIssues> {
    const touched = new Set(ids)
    const wanted = new Set(touched)
    for (const id of touched) wanted.add(this.#rootOf.get(id) ?? id)
    const rows = await lockRows(tx, wanted)
    const rootOf = new Map<number, number>()
    for (const id of touched) {
      const row = rows.get(id)
      if (!row || !projects.has(row.project_id))
        throw new IssuesChangedError('An issue was deleted in the meantime.')
      if (row.merge_parent_id !== null) rootOf.set(id, row.merge_parent_id)
      else if (row.has_merged === 1) rootOf.set(id, id)
      this.#remember(row)
    }
    for (const rootId of rootOf.values()) {
      if (!rows.has(rootId))
        throw new IssuesChangedError('An issue was merged into another one in the meantime.')
    }
    return { rows, rootOf }
  }

  #remember({ id, merge_parent_id }: IssueRow): void {
    if (merge_parent_id !== null) this.#rootOf.set(id, merge_parent_id)
    else this.#rootOf.delete(id)
  }
}

async function lockRows(tx: BatchTransaction, ids: Set<number>): Promise<Map<number, IssueRow>> {
  if (ids.size === 0) return new Map()
  const rows = await tx.db
    .selectFrom('issue')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
