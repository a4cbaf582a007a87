import { afterAll, beforeAll, expect, test } from 'vitest'
import { asService } from '#actions/accounts/write-as-member.ts'
import { listAlerts } from '#actions/alerts/alerts.ts'
import { listIssueFeedback } from '#actions/events/list-feedback.ts'
import { readEvent } from '#actions/events/read-event.ts'
import { mergeIssues } from '#actions/issues/family/merge-issues.ts'
import { uuidFromBytes } from '#domain/text/uuid.ts'
import { recordAudit } from '#storage/account/audit-entry.ts'
import { listAuditEntries } from '#storage/account/audit-list.ts'
import { type SeedProject, seedIssue, seedOrg, seedProject } from '../support/database/seed.ts'
import type { PlanProbe } from '../support/plan-probe/plan-probe.ts'
import { openSqliteProbe } from '../support/plan-probe/plan-probe-sqlite.ts'
import { NO_SOURCE_MAPS } from '../support/symbols/no-source-maps.ts'

const NOW = Date.UTC(2026, 10, 20)
/** Statements that are longer are prepared again each time. */
const KEPT_STATEMENT_CHARS = 16_384
const MEMBERS = 150

let probe: PlanProbe
let project: SeedProject
let issues: { id: number; uid: string }[]

beforeAll(async () => {
  probe = await openSqliteProbe(async (database) => {
    project = await seedProject(database, await seedOrg(database, 'bounds'), 'shop')
    issues = []
    for (let n = 0; n < MEMBERS; n++) {
      issues.push(await seedIssue(database, { project, title: `Error: ${n}`, events: [{ at: NOW - n }] }))
    }
  })
})
afterAll(() => probe?.close())

const deps = () => ({ database: probe.database, clock: () => NOW, symbols: NO_SOURCE_MAPS })

async function indexesOf(table: string, ask: () => Promise<unknown>): Promise<(string | null)[]> {
  return (await probe.readsOf(ask)).filter((read) => read.table === table).map(({ index }) => index)
}

test('ignored alerts, however few of many, are read by an index of their own', async () => {
  const ask = () => listAlerts(deps(), project, { view: 'ignored', limit: 50 })
  expect(await indexesOf('alert', ask)).toEqual(['alert_ignored', 'alert_unread'])
})

test.each([
  [{ actions: ['member.removed' as const] }, ['audit_entry_action']],
  [{ actorId: '0f8fad5b-d9cb-469f-a165-70867728950e' }, ['audit_entry_actor']],
  [{ since: NOW - 5000, until: NOW }, ['audit_entry_at', 'audit_entry_at', 'audit_entry_org']],
])('the audit log with %j is read by indexes', async (query, indexes) => {
  const scope = { db: probe.database.queries, orgId: project.orgId, orgUid: project.orgUid }
  const page = { beforeId: undefined, limit: 50 }
  const act = { action: 'member.removed', target: { kind: 'member', id: '1', name: 'x' } } as const
  await recordAudit(scope, { ...act, at: NOW - 1, ip: '', actor: { kind: 'user', id: '1', name: 'y' } })
  expect(await indexesOf('audit_entry', () => listAuditEntries(scope, query, page))).toEqual(indexes)
})

test('feedback of an issue with few events is found from them, not by going through the feedback of the project', async () => {
  const ask = () => listIssueFeedback(deps(), project, { issueId: issues[0]!.uid, query: { limit: 50 } })
  const indexes = await indexesOf('feedback', ask)
  expect(indexes).toEqual(expect.arrayContaining(['feedback_event', 'feedback_issue', 'feedback_preview']))
  expect(indexes).not.toContain('feedback_list')
})

test('the events next to one of a large family are found by statements that are kept', async () => {
  const [root, ...members] = issues.map(({ uid }) => uid)
  const live = { issuesChanged: () => {} }
  const body = { canonical_id: root!, merge_ids: members }
  await mergeIssues({ ...deps(), live }, asService(project), body)
  const { event_id } = await probe.database.queries
    .selectFrom('event')
    .select('event_id')
    .where('issue_id', '=', issues[70]!.id)
    .executeTakeFirstOrThrow()
  const statements = await probe.statementsOf(() => readEvent(deps(), project, uuidFromBytes(event_id)))
  expect(Math.max(...statements.map(([text]) => text.length))).toBeLessThan(KEPT_STATEMENT_CHARS)
})
