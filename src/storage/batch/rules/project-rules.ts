import type { RuleKind } from '#contract/vocabulary.ts'
import { type CountedRule, RuleBook } from '#domain/alert/rule-book.ts'
import { Lru } from '#platform/lru.ts'
import type { BatchTransaction } from '../batch.ts'
import type { BatchProject } from '../batch-projects.ts'

export interface ActiveRule extends CountedRule {
  uid: string
  name: string
  kind: RuleKind
  cooldownMinutes: number
}

interface KnownRules {
  revision: number
  book: RuleBook<ActiveRule>
}

const KEPT_PROJECTS = 10_000

/** The rules of projects, read again when their revision says that they have changed: no query per batch. */
export class ProjectRules {
  readonly #known = new Lru<number, KnownRules>(KEPT_PROJECTS)

  /** The rules in force of a batch's projects, by row key; a project without any is missing. */
  async load(
    tx: BatchTransaction,
    projects: ReadonlyMap<number, BatchProject>,
  ): Promise<Map<number, RuleBook<ActiveRule>>> {
    const found = new Map<number, RuleBook<ActiveRule>>()
    for (const project of projects.values()) {
      let known = this.#known.get(project.id)
      if (known?.revision !== project.rules_revision) {
        known = { revision: project.rules_revision, book: new RuleBook(await readRules(tx, project)) }
        this.#known.set(project.id, known)
      }
      if (known.book.rules.length > 0) found.set(project.id, known.book)
    }
    return found
  }
}

async function readRules(tx: BatchTransaction, { id, org_id }: BatchProject): Promise<ActiveRule[]> {
  const rows = await tx.db
    .selectFrom('alert_rule')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('project_id', '=', id)
    .where('enabled', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    name: row.name,
    kind: row.kind,
    query: row.query,
    windowMinutes: row.window_minutes,
    type: row.threshold_type,
    value: row.threshold_value,
    cooldownMinutes: row.cooldown_minutes,
    counterKey: row.counter_key,
    countedFrom: row.counted_from,
  }))
}
