import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentQueue } from '#actions/agents/queue.ts'
import { listAlerts } from '#actions/alerts/alerts.ts'
import { issueEvents } from '#actions/events/list-events.ts'
import { listEventFeedback, listFeedback, listIssueFeedback } from '#actions/events/list-feedback.ts'
import { readEvent } from '#actions/events/read-event.ts'
import { listComments } from '#actions/issues/comments.ts'
import { issueHistory } from '#actions/issues/history.ts'
import { listIssues } from '#actions/issues/list-issues.ts'
import { mergedIssues, readIssue } from '#actions/issues/read-issue.ts'
import { issueTimeline } from '#actions/issues/timeline.ts'
import { issueTrends } from '#actions/issues/trends.ts'
import { projectReleases } from '#actions/projects/project-releases.ts'
import { projectStats } from '#actions/projects/project-stats.ts'
import { listReleasePage } from '#actions/projects/release-page.ts'
import { completeSearch } from '#actions/search/complete-search.ts'
import { issueListQuery } from '#contract/issue/issue.ts'
import { quoteQueryValue } from '#contract/issue/query-value.ts'
import { queueQuery } from '#contract/issue/queue.ts'
import { ISSUE_SORTS } from '#contract/vocabulary.ts'
import { listOverdueFeedback } from '#storage/event/waiting-feedback.ts'
import { listDueHolds } from '#storage/issue/hold.ts'
import { findUsedContents } from '#storage/project/release-file.ts'
import { deleteUnusedReleaseFiles } from '#storage/project/release-file-deletion.ts'
import { listSavedViews } from '#storage/search/saved-view.ts'
import {
  deleteAged,
  deleteAuditBefore,
  issuesWithEventsBefore,
  listIssueAges,
} from '#storage/upkeep/retention.ts'
import { seedQueryData } from '../../bench/seed/queries.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { openPlanProbe } from '../support/plan-probe/open-plan-probe.ts'
import { type PlanProbe, wholeReads } from '../support/plan-probe/plan-probe.ts'
import { HOSTILE_FRAGMENTS, storable } from '../support/searched-issues.ts'
import { NO_SOURCE_MAPS } from '../support/symbols/no-source-maps.ts'

const NOW = Date.UTC(2026, 10, 20)
const NOBODY = { kind: 'system' as const, id: null }
const EVENT = '0f8fad5b-d9cb-469f-a165-70867728950e'
/** Enough for PostgreSQL to have figures to plan by. */
const OTHERS = { issues: 1500, events: 15_000, projects: 3, hotEvents: 2000, families: 20 }

describeOn(ENGINES, 'plans read no table whole', (engine) => {
  let probe: PlanProbe
  let project: SeedProject
  let issueId: string
  let familyId: string

  beforeAll(async () => {
    probe = await openPlanProbe(engine, async (database) => {
      const org = await seedQueryData(database, OTHERS, NOW)
      familyId = org.hotFamily.uid
      project = await seedProject(database, org, 'shop')
      const events = [{ at: NOW, eventId: EVENT, release: '1.0', payload: {} }, { at: NOW - 1 }]
      issueId = (await seedIssue(database, { project, title: 'TypeError: x', events })).uid
    })
  })
  afterAll(() => probe?.close())

  const deps = () => ({ database: probe.database, clock: () => NOW, symbols: NO_SOURCE_MAPS })
  const scope = () => ({ db: probe.database.queries, orgId: project.orgId, orgUid: project.orgUid })
  const events = async (ofIssue: string, query: { limit: number; offset: number; release?: string }) =>
    Array.fromAsync((await issueEvents(deps(), project, { issueId: ofIssue, query })).events)
  const list = (query: Record<string, string>) => () =>
    listIssues(deps(), project, issueListQuery.parse(query))

  test.each<Record<string, string>>([
    ...ISSUE_SORTS.map((sort) => ({ sort })),
    ...ISSUE_SORTS.map((sort) => ({ sort, window: '90d' })),
    { q: 'is:unresolved !is:snoozed level:error' },
    { q: 'is:snoozed,resolved !level:error,fatal' },
    { q: 'env:production' },
    { q: '!env:production' },
    { q: 'release:1.0' },
    { q: '(release:1.0 OR user.id:7 level:error) is:unresolved' },
    { q: 'level:fatal OR assigned:me !env:production', sort: 'events_desc' },
    { q: '!(timeout env:production) (cart OR level:fatal)' },
    { q: 'first_release:1.0' },
    { q: 'regressed_in:1.0' },
    { q: 'resolved_in:1.0' },
    { q: 'browser:Chrome' },
    { q: 'user.id:7' },
    { q: 'events:>10 last_seen:-24h' },
    { q: EVENT },
    { q: 'TypeError x' },
    { q: 'env:staging TypeError', sort: 'events_desc' },
    { q: 'assigned:me' },
    { q: '!assigned:me' },
    { q: 'assigned:none' },
    { q: 'assigned:ada@example.com' },
  ])('no table is read whole for the list %j', async (query) => {
    expect(await wholeReads(probe, list(query))).toEqual([])
    expect(await wholeReads(probe, list({ ...query, project_id: project.projectUid }))).toEqual([])
  })

  test.each<Record<string, string>>([
    {},
    { q: 'cart' },
    { environment: 'staging' },
    { unclaimed: 'true' },
    { since: JSON.stringify(['queue', NOW, null, [[1, NOW]]]) },
  ])('no table is read whole for the queue %j', async (query) => {
    const reader = { ...project, actor: NOBODY }
    const queue = (more: object) => () => agentQueue(deps(), reader, queueQuery.parse({ ...query, ...more }))
    expect(await wholeReads(probe, queue({}))).toEqual([])
    expect(await wholeReads(probe, queue({ project_id: project.projectUid }))).toEqual([])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['an issue', () => readIssue(deps(), project, { issueId, viewer: NOBODY })],
    ['trends', () => issueTrends(deps(), project, { issue_ids: [issueId], window: '7d' })],
    ['trends by the day', () => issueTrends(deps(), project, { issue_ids: [issueId], window: '90d' })],
    ['a timeline', () => issueTimeline(deps(), project, { issueId, query: { window: 'all' } })],
    ['events', () => events(issueId, { limit: 50, offset: 0 })],
    ['events of a release', () => events(issueId, { limit: 50, offset: 0, release: '1.0' })],
    ['a family', () => readIssue(deps(), project, { issueId: familyId, viewer: NOBODY })],
    ['what is merged into an issue', () => mergedIssues(deps(), project, familyId)],
    ['trends of a family', () => issueTrends(deps(), project, { issue_ids: [familyId], window: '30d' })],
    [
      'a timeline of a family',
      () => issueTimeline(deps(), project, { issueId: familyId, query: { window: '30d' } }),
    ],
    ['events of a family', () => events(familyId, { limit: 50, offset: 100 })],
    ['an event', () => readEvent(deps(), project, EVENT)],
    ['feedback', () => listEventFeedback(deps(), project, EVENT)],
    ['all feedback', () => listFeedback(deps(), project, { limit: 50 })],
    [
      'the feedback of a project',
      () => listFeedback(deps(), project, { limit: 50, project_id: project.projectUid }),
    ],
    ['the feedback of an issue', () => listIssueFeedback(deps(), project, { issueId, query: { limit: 50 } })],
    [
      'feedback that has waited long enough',
      () => listOverdueFeedback(scope(), { projectId: project.projectId, now: NOW, limit: 9 }),
    ],
    ['the use of contents', () => findUsedContents(scope(), project.projectId, ['a', 'b'])],
    [
      'release files by age',
      () => deleteUnusedReleaseFiles(scope(), { projectId: project.projectId, before: 1, limit: 9 }),
    ],
    ['activity', () => issueHistory(deps(), project, issueId)],
    ['comments', () => listComments(deps(), project, { issueId, query: { limit: 50 } })],
    ['views of a member', () => listSavedViews(scope(), EVENT)],
    ['shared views', () => listSavedViews(scope(), null)],
    ['alerts', () => listAlerts(deps(), project, { view: 'all', limit: 50 })],
    ['unread alerts', () => listAlerts(deps(), project, { view: 'unread', limit: 50 })],
    ['alerts of an issue', () => listAlerts(deps(), project, { view: 'all', limit: 50, issue_id: issueId })],
    ['releases', () => projectReleases(deps(), project, project.projectUid)],
    ['projects at a glance', () => projectStats(deps(), project, { window: '90d' })],
    ['the page of releases', () => listReleasePage(deps(), project, { limit: 25 })],
    [
      'the releases of a project',
      () => listReleasePage(deps(), project, { limit: 25, project_id: project.projectUid }),
    ],
    [
      'releases by a part of the version',
      () => listReleasePage(deps(), project, { limit: 25, version: '1.0' }),
    ],
    [
      'snoozes that are due',
      () => listDueHolds(probe.database.queries, NOW, { last: undefined, limit: 200 }),
    ],
    ['issues and their ages', () => listIssueAges(scope(), 0, 500)],
    ['issues with old events', () => issuesWithEventsBefore(scope(), [1, 2], NOW)],
    ['release values', () => completeSearch(deps(), project, { key: 'release', prefix: '', limit: 9 })],
    ...(['env', 'release', 'assigned'] as const).map((key): [string, () => Promise<unknown>] => [
      `${key} values of a project`,
      () => completeSearch(deps(), project, { key, prefix: '', limit: 9, project_id: project.projectUid }),
    ]),
    [
      'retention by age',
      () => deleteAged(scope(), 'alert', { projectId: project.projectId, before: 1, limit: 9 }),
    ],
    ['audit entries of age', () => deleteAuditBefore(scope(), 1, 9)],
  ])('no table is read whole for %s', async (_, ask) => {
    expect(await wholeReads(probe, ask)).toEqual([])
  })

  test.each([
    ['level', '', '^issue: '],
    ['env', 'p', '^issue: .*issue_list_all'],
  ] as const)('known to be read in their order up to a limit: for %s', async (key, prefix, read) => {
    const values = () => completeSearch(deps(), project, { key, prefix, limit: 9 })
    expect(await wholeReads(probe, values)).toEqual([expect.stringMatching(read)])
  })

  test('addresses are read on their own, each once, for a part of one', async () => {
    const tables = (await probe.readsOf(list({ q: 'user.email:ada' }))).map(({ table }) => table)
    expect(tables).toContain('email_address')
    // Issues are counted as well, up to a limit: is the search one of all of them?
    for (const read of await wholeReads(probe, list({ q: 'user.email:ada' })))
      expect(read).toMatch(/^email_address: |issue_org_id_id_key/)
  })

  // PostgreSQL has no alerts and too few issues here to plan by.
  if (engine.name === 'SQLite') {
    test('alerts are read in the order of their list', async () => {
      const indexesOf = async (query: object) => {
        const reads = await probe.readsOf(() =>
          listAlerts(deps(), project, { view: 'all', limit: 50, ...query }),
        )
        return reads.filter(({ table }) => table === 'alert').map(({ index }) => index)
      }
      expect(await indexesOf({})).toEqual(['alert_list', 'alert_unread'])
      expect(await indexesOf({ view: 'unread' })).toEqual(['alert_unread', 'alert_unread'])
      expect(await indexesOf({ issue_id: issueId })).toEqual(['alert_issue', 'alert_unread'])
    })

    test('the queue looks up alerts of single issues', async () => {
      const reader = { ...project, actor: NOBODY }
      const reads = await probe.readsOf(() => agentQueue(deps(), reader, queueQuery.parse({})))
      const ofAlerts = reads.filter(({ table }) => table === 'alert')
      expect(ofAlerts.map(({ index, reach }) => [index, reach])).toEqual([
        ['alert_unread_issue', 'part'],
        ['alert_unread_issue', 'part'],
      ])
    })

    test('an issue that is asked for many releases is read, not asked for each', async () => {
      const names = Array.from({ length: 16 }, (_, n) => `app@1.0.${n}`).join(',')
      const reads = await probe.readsOf(list({ window: '90d', q: `!release:[${names}]` }))
      const lines = reads.map(({ line }) => line).filter((line) => /issue_facet.*issue_id=/.test(line))
      expect(lines).toContainEqual(expect.not.stringContaining('value=?'))
    })

    test('projects at a glance read issues project by project, in the order of an index', async () => {
      const reads = await probe.readsOf(() => projectStats(deps(), project, { window: '90d' }))
      expect(reads.find(({ line }) => line.includes('last_seen_at>'))?.index).toBe('issue_list')
    })

    test.each<[Record<string, string>, string]>([
      [{ sort: 'title_asc' }, 'issue_list_all'],
      [{ q: 'is:snoozed', sort: 'events_desc' }, 'issue_list_all'],
      [{ q: '!region:eu' }, 'issue_list_all'],
      [{ q: 'cart' }, 'issue_text'],
      [{ q: 'is:unresolved xyzzy', sort: 'title_asc' }, 'issue_text'],
    ])('the list %j is read in %s alone', async (query, index) => {
      const reads = await probe.readsOf(list({ window: '90d', ...query }))
      const walked = reads.filter(({ line }) => line.includes('last_seen_at'))
      expect(walked.map((read) => [read.index, read.line.includes('COVERING')])).toContainEqual([index, true])
      expect(walked.every(({ line }) => line.includes('COVERING'))).toBe(true)
    })
  }

  test('a list is read from the few issues that have a value', async () => {
    const reads = await probe.readsOf(list({ q: 'customer:customer-4321', sort: 'events_desc' }))
    expect(reads.filter(({ line }) => line.includes('last_seen_at'))).toEqual([])
  })

  test.each([
    ['first_release:1.0', 'issue_first_release'],
    ['regressed_in:1.0', 'issue_regressed_in'],
    ['resolved_in:1.0', 'issue_fix_release'],
  ])('the few issues of %s are found by an index', async (q, index) => {
    // PostgreSQL has no regressions and fixes here to plan by.
    if (engine.name === 'PostgreSQL' && index !== 'issue_first_release') return
    const indexes = (await probe.readsOf(list({ q }))).map((read) => read.index)
    expect(indexes).toContain(index)
  })

  test('SQL stays parameterized: nothing of a query is in the text of a statement', async () => {
    const textsFor = async (value: string): Promise<string[]> => {
      const quoted = quoteQueryValue(value)
      const q = `${quoted} env:${quoted} !release:${quoted} user.email:${quoted}`
      return (await probe.statementsOf(list({ q }))).map(([text]) => text)
    }
    const texts = await textsFor('plain')
    // Names of releases are looked for.
    const ofStart = await textsFor('plain*')
    expect(texts.length).toBeGreaterThan(1)
    for (const fragment of HOSTILE_FRAGMENTS) {
      const expected = fragment.endsWith('*') ? ofStart : texts
      expect(await textsFor(`no such ${storable(fragment)}`)).toEqual(expected)
    }
  })

  test('the check sees what is read whole', async () => {
    const all = probe.database.queries.selectFrom('event').select('seq')
    expect(await wholeReads(probe, () => all.execute())).toHaveLength(1)
    expect(await wholeReads(probe, () => all.where('org_id', '=', 1).execute())).toHaveLength(1)
  })
})
