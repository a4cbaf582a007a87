import { sql } from 'kysely'
import type { OrgScope, Queries } from '../scope.ts'
import { compareEmails } from './compare-emails.ts'
import { compareFacts } from './compare-facts.ts'
import { compareFamilies } from './compare-families.ts'
import { compareRows } from './compare-rows.ts'
import { type Difference, Differences } from './difference.ts'
import { gatherFacts, listIssues } from './issue-facts.ts'
import { orphanProblems, positionProblems } from './whole-tables.ts'

/** What a verification found. */
export interface Verification {
  organizations: number
  issues: number
  /** Event rows. */
  events: number
  /** At most 1,000 of them. */
  differences: Difference[]
  differencesTotal: number
}

/** Issues looked at together; with their rows they fit in memory, however many there are. */
const ISSUES_PER_PAGE = 200

/**
 * Makes every number again from the rows it is made of and compares: counts, hours, users, facets, times,
 * families, documents, and the places where the pipeline goes on. Runs across organizations; give it one
 * unchanging picture of the data.
 */
export async function verifyDatabase(db: Queries): Promise<Verification> {
  const differences = new Differences()
  const orgs = await db.selectFrom('org').select(['id', 'uid']).orderBy('id').execute()
  let issues = 0
  let events = 0
  for (const { id, uid } of orgs) {
    const scope = { db, orgId: id, orgUid: uid }
    const checked = await verifyIssues(scope, differences)
    issues += checked.issues
    events += checked.events
    differences.add(...(await projectProblems(scope)))
  }
  differences.add(...(await orphanProblems(db)), ...(await positionProblems(db)))
  return {
    organizations: orgs.length,
    issues,
    events,
    differences: differences.kept,
    differencesTotal: differences.total,
  }
}

async function verifyIssues(
  scope: OrgScope,
  differences: Differences,
): Promise<{ issues: number; events: number }> {
  const checked = { issues: 0, events: 0 }
  for (let after = 0; ; ) {
    const page = await listIssues(scope, after, ISSUES_PER_PAGE)
    if (page.length === 0) return checked
    const range = { first: page[0]!.id, last: page.at(-1)!.id }
    const uids = new Map(page.map(({ id, uid }) => [id, uid]))
    const facts = await gatherFacts(scope, page, range)
    for (const entry of facts.values()) {
      checked.issues += 1
      checked.events += entry.events.count
      differences.add(...compareFacts(entry))
    }
    differences.add(...(await compareFamilies(scope, facts, range)))
    differences.add(...(await compareRows(scope, range, uids)))
    differences.add(...(await compareEmails(scope, range, uids)))
    after = range.last
  }
}

async function projectProblems({ db, orgId }: OrgScope): Promise<Difference[]> {
  const { rows } = await sql<{ uid: string }>`
    SELECT uid FROM project WHERE org_id = ${orgId} AND deleted_at IS NULL AND first_event_at IS NULL AND EXISTS (
      SELECT 1 FROM issue WHERE issue.org_id = ${orgId} AND issue.project_id = project.id)
    ORDER BY id`.execute(db)
  return rows.map(({ uid }) => ({
    check: 'project.first_event_at',
    subject: `project ${uid}`,
    message: 'it has issues, but no time of its first event',
  }))
}
