import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { IssueDetail, IssueSummary } from '#contract/issue/issue.ts'
import { type ApiClient, type Project, signedIn } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { sendSmallEvents } from '../support/pipeline/small-event.ts'
import { startService } from '../support/server/service.ts'

describeOn(ENGINES, 'Regression through the whole service', (engine) => {
  let client: ApiClient

  const service = ofSuite(async () => startService({ databaseUrl: await engine.databaseUrl() }))
  beforeAll(async () => {
    client = await signedIn(service.url)
  })

  /** A project with one issue, seen in these releases in this order. */
  async function newIssue(releases: string[]) {
    const project = await client.createProject(`p${crypto.randomUUID()}`)
    for (const release of releases) await send(project, release)
    const [issue] = await client.untilCounted(project.id, releases.length)
    return { project, id: issue!.id, count: releases.length }
  }
  async function send(project: Project, release: string): Promise<void> {
    await sendSmallEvents(service.url, project, [{ type: 'TypeError', release }])
    // First-seen order is that of receive times in milliseconds.
    await sleep(3)
  }
  /** The issue after one more event. */
  async function afterEvent(
    issue: Awaited<ReturnType<typeof newIssue>>,
    release: string,
  ): Promise<IssueDetail> {
    await send(issue.project, release)
    issue.count += 1
    await client.untilCounted(issue.project.id, issue.count)
    return client.get(`/api/v1/issues/${issue.id}`)
  }
  async function patch(id: string, body: object): Promise<IssueSummary> {
    const answer = await client.request<IssueSummary>('PATCH', `/api/v1/issues/${id}`, body)
    expect(answer.status).toBe(200)
    await sleep(3)
    return answer.body
  }

  test.each([
    ['v1.2.3', 'web@1.2.4', 'semver'],
    ['1.2.3.9', '1.2.3.10', 'numeric'],
    ['1.9.0', '1.9.0.1', 'numeric'],
  ])('strictly NEWER than resolved_in_release %s: %s, by %s', async (base, newer, kind) => {
    const issue = await newIssue([base])
    await patch(issue.id, { status: 'resolved', resolved_in_release: base })
    const bare = (release: string) => release.replace(/^.*@/, '').replace(/^v/, '')
    expect(await afterEvent(issue, newer)).toMatchObject({
      status: 'regression',
      regression_comparison: kind,
      regression_note: `compared ${bare(newer)} > ${bare(base)} by ${kind}`,
      resolved_in_release: null,
      resolved_at: null,
      resolved_comparison: null,
      still_happening: false,
    })
  })

  test('when that is not given, than the newest release that THIS issue had been seen in when it was resolved', async () => {
    const issue = await newIssue(['1.10.0', '1.9.0'])
    const resolved = await patch(issue.id, { status: 'resolved' })
    expect(resolved).toMatchObject({ resolved_in_release: null, resolved_comparison: 'semver' })
    expect((await afterEvent(issue, '1.9.5')).status).toBe('resolved')
    expect((await afterEvent(issue, '1.10.1')).status).toBe('regression')
  })

  test('where there was none, any event received after the resolve', async () => {
    const issue = await newIssue([''])
    const resolved = await patch(issue.id, { status: 'resolved' })
    expect(resolved.resolved_comparison).toBe('time')
    expect(await afterEvent(issue, '')).toMatchObject({
      status: 'regression',
      regression_comparison: 'time',
      regression_note: 'received after it was resolved',
    })
  })

  test('The same release, an older one, or no release against a known one: counted, stays resolved, shown as "still happening"', async () => {
    const issue = await newIssue(['1.8.0', '1.9.0'])
    const resolved = await patch(issue.id, { status: 'resolved', resolved_in_release: '1.9.0' })
    expect(resolved.still_happening).toBe(false)
    expect(Date.parse(resolved.resolved_at!)).toBeLessThanOrEqual(Date.now())
    for (const release of ['1.9.0', '1.8.0', '', 'web@1.9.0+77']) {
      expect(await afterEvent(issue, release)).toMatchObject({
        status: 'resolved',
        resolved_in_release: '1.9.0',
        resolved_at: resolved.resolved_at,
        still_happening: true,
        event_count: issue.count,
        regression_note: null,
        regression_comparison: null,
      })
    }
  })

  test('else first-seen order of the releases in the project', async () => {
    const [first, second, third] = ['f0e1d2c', '1234567', '0a1b2c3']
    const issue = await newIssue([first, second])
    const resolved = await patch(issue.id, { status: 'resolved', resolved_in_release: second })
    expect(resolved.resolved_comparison).toBe('first-seen')
    expect((await afterEvent(issue, first)).status).toBe('resolved')
    expect(await afterEvent(issue, third)).toMatchObject({
      status: 'regression',
      regression_comparison: 'first-seen',
      regression_note: `compared ${third} > ${second} by first-seen`,
    })
  })

  test('the comparison kind is stored with the resolution, so that a later odd release name cannot flip it', async () => {
    const issue = await newIssue(['1.8.0', '1.9.0'])
    const resolved = await patch(issue.id, { status: 'resolved' })
    expect(resolved.resolved_comparison).toBe('semver')
    for (const odd of ['nightly', 'a93c7d2', 'release 7']) {
      expect(await afterEvent(issue, odd)).toMatchObject({
        status: 'resolved',
        resolved_comparison: 'semver',
        still_happening: true,
      })
    }
    expect(await afterEvent(issue, '1.9.1')).toMatchObject({
      status: 'regression',
      regression_comparison: 'semver',
    })
  })

  test('a release named later is compared again; leaving resolved sets it null', async () => {
    const issue = await newIssue(['1.8.0', '1.9.0'])
    await patch(issue.id, { status: 'resolved', resolved_in_release: '1.9.0' })
    const later = await patch(issue.id, { resolved_in_release: '2.0.0' })
    expect(later).toMatchObject({ status: 'resolved', resolved_in_release: '2.0.0' })
    expect((await afterEvent(issue, '1.9.9')).status).toBe('resolved')
    const left = await patch(issue.id, { status: 'unresolved' })
    expect(left).toMatchObject({ resolved_in_release: null, resolved_at: null, resolved_comparison: null })
    expect((await afterEvent(issue, '3.0.0')).status).toBe('unresolved')
  })

  test('The decision is stored and shown; a regression ends a hold', async () => {
    const issue = await newIssue(['1.9.0'])
    await patch(issue.id, { status: 'resolved', resolved_in_release: '1.9.0' })
    await client.request('POST', `/api/v1/issues/${issue.id}/snooze`, { mode: '4h' })
    expect(await afterEvent(issue, '1.10.0')).toMatchObject({ status: 'regression', snoozed: false })
    const { activity } = await client.get<IssueActivityAnswer>(`/api/v1/issues/${issue.id}/activity`)
    expect(activity[0]).toMatchObject({
      kind: 'regression',
      actor: { kind: 'system' },
      details: {
        comparison: 'semver',
        note: 'compared 1.10.0 > 1.9.0 by semver',
        resolved_in: '1.9.0',
      },
    })
    const resolved = await patch(issue.id, { status: 'resolved' })
    expect(resolved).toMatchObject({ regression_note: null, regression_comparison: null })
  })

  test('Events never change ignored or unresolved', async () => {
    for (const status of ['ignored', 'unresolved']) {
      const issue = await newIssue(['1.0.0'])
      await patch(issue.id, { status })
      expect((await afterEvent(issue, '9.0.0')).status).toBe(status)
    }
  })
})
