import { searchText } from '#domain/text/search-text.ts'
import { OVERFLOW_FINGERPRINT } from '../../batch/overflow-issue.ts'
import type { OrgScope } from '../../engine/scope.ts'
import type { Difference } from '../difference.ts'
import type { IssueFacts, IssueRange, VerifiedIssue } from '../issue-facts.ts'
import { type ReadEvent, readEventsOfIssue, readFirstEvents } from '../read-documents.ts'
import { type Description, recomputeEvent } from './event.ts'

/** Events looked at to find the one that an issue began with: only retried dead letters can come before it. */
const MAX_BEGINNINGS = 20

/**
 * Compares how issues are called with the event each began with, as long as none of its events was evicted, and what
 * a search finds them by with how they are called.
 */
export async function compareDescriptions(
  scope: OrgScope,
  facts: ReadonlyMap<number, IssueFacts>,
  range: IssueRange,
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const { issue } of facts.values()) if (!isFoundByName(issue)) found.push(unfound(issue))
  for await (const row of readFirstEvents(scope, range)) {
    const entry = facts.get(row.issue_id)
    if (!entry || !beganWithEvent(entry) || beganWith(entry.issue, row)) continue
    if (await beganWithLater(scope, entry.issue)) continue
    const message = 'its title, culprit, type, platform or search text is not that of the event it began with'
    found.push({ check: 'issue.title', subject: `issue ${entry.issue.uid}`, message })
  }
  return found
}

function beganWithEvent({ issue, own }: IssueFacts): boolean {
  const isDescribed = issue.is_placeholder === 0 && issue.fingerprint !== OVERFLOW_FINGERPRINT
  return isDescribed && own !== null && own.evicted_event_count === 0
}

/** True as well if the event cannot be read: that is another difference. */
function beganWith(issue: VerifiedIssue, row: ReadEvent): boolean {
  if (row.document === null) return true
  const { description } = recomputeEvent(row, row.document)
  return (Object.keys(description) as (keyof Description)[]).every(
    (column) => description[column] === issue[column],
  )
}

async function beganWithLater(scope: OrgScope, issue: VerifiedIssue): Promise<boolean> {
  for await (const row of readEventsOfIssue(scope, issue.id, MAX_BEGINNINGS))
    if (beganWith(issue, row)) return true
  return false
}

/** The value of the exception may follow, which is nowhere else. */
function isFoundByName({ title, culprit, exception_type, search_text }: VerifiedIssue): boolean {
  const named = searchText([title, culprit, exception_type ?? ''])
  return search_text === named || search_text.startsWith(`${named}\n`)
}

function unfound({ uid }: VerifiedIssue): Difference {
  const message = 'a search does not find it by its title, culprit or type'
  return { check: 'issue.search_text', subject: `issue ${uid}`, message }
}
