import { sql } from 'kysely'
import type { OrgScope } from '../../engine/scope.ts'
import type { Difference } from '../difference.ts'
import type { IssueFacts, VerifiedIssue } from '../issue-facts.ts'
import { type IssueRange, within } from '../range.ts'

interface Members {
  root: number
  count: number
  events: number
  stored: number
  evicted: number
  first: number
  last: number
}

export async function compareFamilies(
  scope: OrgScope,
  facts: ReadonlyMap<number, IssueFacts>,
  range: IssueRange,
): Promise<Difference[]> {
  const members = new Map((await memberSums(scope, range)).map((row) => [row.root, row]))
  const users = new Map((await familyUsers(scope, range)).map((row) => [row.root, row.count]))
  const found: Difference[] = []
  for (const entry of facts.values()) {
    const subject = `issue ${entry.issue.uid}`
    const children = members.get(entry.issue.id)
    const problems = rootProblems(entry, children, users.get(entry.issue.id) ?? 0)
    for (const message of problems) found.push({ check: 'family.numbers', subject, message })
    for (const message of flagProblems(entry.issue, children))
      found.push({ check: 'family.flag', subject, message })
  }
  for (const uid of await lostChildren(scope, range)) {
    const message = 'it is merged into an issue that is missing, of another project, or merged itself'
    found.push({ check: 'family.parent', subject: `issue ${uid}`, message })
  }
  return found
}

function rootProblems({ issue, own }: IssueFacts, children: Members | undefined, users: number): string[] {
  if (issue.has_merged === 0 || !own || !children) return []
  const expected: [keyof VerifiedIssue, number][] = [
    ['event_count', own.event_count + children.events],
    ['stored_event_count', own.stored_event_count + children.stored],
    ['evicted_event_count', own.evicted_event_count + children.evicted],
    ['unique_user_count', users],
    ['first_seen_at', Math.min(own.first_seen_at, children.first)],
    ['last_seen_at', Math.max(own.last_seen_at, children.last)],
  ]
  return expected
    .filter(([column, value]) => issue[column] !== value)
    .map(([column, value]) => `${column} is ${issue[column]}, but its family's is ${value}`)
}

function flagProblems(issue: VerifiedIssue, children: Members | undefined): string[] {
  const count = children?.count ?? 0
  if (issue.has_merged === Number(count > 0)) return []
  return [`has_merged is ${issue.has_merged}, but the number of issues merged into it is ${count}`]
}

async function memberSums(scope: OrgScope, range: IssueRange): Promise<Members[]> {
  const { rows } = await sql<Members>`
    SELECT merge_parent_id AS root, count(*) AS count, sum(event_count) AS events,
      sum(stored_event_count) AS stored, sum(evicted_event_count) AS evicted,
      min(first_seen_at) AS first, max(last_seen_at) AS last
    FROM issue
    WHERE ${within(scope, range, 'issue.merge_parent_id')} AND merge_parent_id IS NOT NULL
    GROUP BY merge_parent_id`.execute(scope.db)
  return rows
}

async function familyUsers(scope: OrgScope, range: IssueRange): Promise<{ root: number; count: number }[]> {
  const { rows } = await sql<{ root: number; count: number }>`
    SELECT root, count(DISTINCT user_hash) AS count FROM (
      SELECT id AS root, id AS member FROM issue
      WHERE ${within(scope, range, 'issue.id')} AND has_merged = 1
      UNION ALL
      SELECT merge_parent_id, id FROM issue
      WHERE ${within(scope, range, 'issue.merge_parent_id')} AND merge_parent_id IS NOT NULL
    ) AS families
    JOIN issue_user ON issue_user.org_id = ${scope.orgId} AND issue_user.issue_id = families.member
    GROUP BY root`.execute(scope.db)
  return rows
}

async function lostChildren(scope: OrgScope, range: IssueRange): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    SELECT child.uid FROM issue AS child
    LEFT JOIN issue AS parent ON parent.org_id = child.org_id AND parent.id = child.merge_parent_id
    WHERE ${within(scope, range, 'child.id')} AND child.merge_parent_id IS NOT NULL
      AND (parent.id IS NULL OR parent.merge_parent_id IS NOT NULL OR parent.project_id <> child.project_id)
    ORDER BY child.id`.execute(scope.db)
  return rows.map(({ uid }) => uid)
}
