import type { OrgScope } from '../../engine/scope.ts'
import type { Difference } from '../difference.ts'
import type { IssueFacts, IssueRange } from '../issue-facts.ts'
import { readEventsOf } from '../read-documents.ts'
import { type ComparedEvent, recomputeEvent } from './event.ts'
import { compareKeys } from './keys.ts'

const LOOKED_UP_TOGETHER = 500

export interface DocumentPart {
  range: IssueRange
  isDeep: boolean
  /** Row key of the event that the part before ended with; -1 for the first. */
  after: number
}

export interface ReadDocuments {
  count: number
  differences: Difference[]
  /** Row key of the last event, if more may follow; else null. */
  next: number | null
}

/** Compares some hundred documents with derived rows: all (`isDeep`), or one per issue's dictionary. */
export async function compareDocuments(
  scope: OrgScope,
  facts: ReadonlyMap<number, IssueFacts>,
  { range, isDeep, after }: DocumentPart,
): Promise<ReadDocuments> {
  const found: ReadDocuments = { count: 0, differences: [], next: null }
  const batch: ComparedEvent[] = []
  for await (const { document, damage, ...row } of readEventsOf(scope, { range, isDeep, after })) {
    found.count += 1
    const issue = facts.get(row.issue_id)?.issue
    if (issue) {
      const subject = `issue ${issue.uid}`
      if (damage !== null) {
        const message = `the document of event row ${row.seq} cannot be read: ${damage}`
        found.differences.push({ check: 'event.document', subject, message })
      }
      if (document !== null) {
        const { problems, ...event } = recomputeEvent(row, document)
        found.differences.push(...problems.map(([check, message]) => ({ check, subject, message })))
        batch.push({ row, event })
      }
    }
    if (found.count < LOOKED_UP_TOGETHER) continue
    found.next = row.seq
    break
  }
  found.differences.push(...(await compareKeys(scope, facts, batch)))
  return found
}
