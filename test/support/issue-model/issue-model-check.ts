import { expect } from 'vitest'
import type { EventDetail } from '#contract/event/detail.ts'
import type { EventPage } from '#contract/event/event.ts'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { CompletionAnswer } from '#contract/issue/completion.ts'
import type { IssueDetail, IssueList, IssuePage } from '#contract/issue/issue.ts'
import type { IssueReleasesAnswer } from '#contract/issue/release.ts'
import type { Timeline } from '#contract/issue/timeline.ts'
import type { TrendsAnswer } from '#contract/issue/trend.ts'
import type { ReleasePage } from '#contract/project/release.ts'
import { ISSUE_SORTS } from '#contract/vocabulary.ts'
import type { ApiClient } from '../client/api-client.ts'
import { type IssueModel, type ModelIssue, RELEASES } from './issue-model.ts'
import {
  expectedBuckets,
  expectedEvents,
  expectedFacet,
  expectedOfRelease,
  expectedOrder,
  expectedReleases,
  expectedSummary,
  expectedTimeline,
  labelling,
  latest,
  TIMELINE_SHAPES,
  TREND_SHAPES,
} from './issue-model-views.ts'

const DAY = 24 * 3_600_000
const EVENT_PAGES = 3
const WINDOW_DAYS = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }

/** Compares what the service shows of one project with a model, number by number. */
export class ModelCheck {
  readonly #client: ApiClient
  readonly #projectUid: string

  constructor(client: ApiClient, projectUid: string) {
    this.#client = client
    this.#projectUid = projectUid
  }

  /** The list alone: enough to see at once which step went wrong. */
  async list(model: IssueModel): Promise<void> {
    const { issues, total } = await this.#list({ window: '90d' })
    expect(issues.map(({ id }) => id)).toEqual(expectedOrder(model, 'last_seen_desc', () => true))
    expect(total).toBe(model.roots().length)
    for (const issue of issues) {
      const known = model.issues.find(({ uid }) => uid === issue.id)!
      expect(issue).toMatchObject(expectedSummary(model, known))
    }
  }

  /** Every number on every route. */
  async everything(model: IssueModel): Promise<void> {
    await this.list(model)
    await this.#lists(model)
    await this.#searches(model)
    await this.#completions(model)
    await this.#releases(model)
    await this.#trends(model)
    for (const issue of model.issues) {
      await this.#issue(model, issue)
      await this.#timelines(model, issue)
      await this.#events(model, issue)
    }
  }

  async #lists(model: IssueModel): Promise<void> {
    for (const sort of ISSUE_SORTS) {
      const { issues } = await this.#list({ window: '90d', sort })
      expect([sort, issues.map(({ id }) => id)]).toEqual([sort, expectedOrder(model, sort, () => true)])
    }
    for (const [window, days] of Object.entries(WINDOW_DAYS)) {
      const since = model.now - days * DAY
      const { issues } = await this.#list({ window })
      const inWindow = expectedOrder(
        model,
        'last_seen_desc',
        (issue) => latest(model.events(issue)).at >= since,
      )
      expect([window, issues.map(({ id }) => id)]).toEqual([window, inWindow])
    }
  }

  async #searches(model: IssueModel): Promise<void> {
    const has = (facet: 'environment' | 'release', value: string) => (issue: ModelIssue) =>
      model.events(issue).some((event) => event[facet] === value)
    const met = (part: string) => (issue: ModelIssue) =>
      model.family(issue).some(({ emails }) => [...emails].some((email) => email.includes(part)))
    const searches: [q: string, meets: (issue: ModelIssue) => boolean][] = [
      ['is:resolved', ({ status }) => status === 'resolved'],
      ['is:regression,ignored', ({ status }) => status === 'regression' || status === 'ignored'],
      ['is:snoozed', (issue) => model.isSnoozed(issue)],
      ['is:unresolved !is:snoozed', (issue) => issue.status === 'unresolved' && !model.isSnoozed(issue)],
      ['level:warning,fatal', (issue) => labelling(model, issue).level !== 'error'],
      ['env:staging', has('environment', 'staging')],
      ['env:qa', has('environment', 'qa')],
      ['!env:staging', (issue) => !has('environment', 'staging')(issue)],
      ['release:1.10.0', has('release', '1.10.0')],
      ['release:2.0.0', has('release', '2.0.0')],
      ['!release:1.2.0', (issue) => !has('release', '1.2.0')(issue)],
      ['user.email:u4@', met('u4@')],
      ['!user.email:u5@example.com', (issue) => !met('u5@example.com')(issue)],
      ['user.email:*', met('@')],
      ['Kind1', (issue) => model.family(issue).some(({ kind }) => kind === 'Kind1')],
    ]
    for (const [q, meets] of searches) {
      const { issues, total } = await this.#list({ window: '90d', q })
      const expected = expectedOrder(model, 'last_seen_desc', meets)
      expect([q, total, issues.map(({ id }) => id)]).toEqual([q, expected.length, expected])
    }
  }

  /** How many issues of the list have each value. */
  async #completions(model: IssueModel): Promise<void> {
    const environments = new Set(
      model.issues.flatMap(({ events }) => events.map((event) => event.environment)),
    )
    for (const [key, facet, values] of [
      ['env', 'environment', [...environments]],
      ['release', 'release', RELEASES.filter(Boolean)],
    ] as const) {
      const query = new URLSearchParams({ key, project_id: this.#projectUid })
      const answer = await this.#client.get<CompletionAnswer>(`/api/v1/search/values?${query}`)
      for (const value of values) {
        const count = model
          .roots()
          .filter((issue) => model.events(issue).some((event) => event[facet] === value)).length
        const shown = answer.values.find((one) => one.value === value)?.count ?? 0
        expect([key, value, shown]).toEqual([key, value, count])
      }
    }
  }

  /** Of each release its numbers, and the issues that the search finds for them. */
  async #releases(model: IssueModel): Promise<void> {
    const page = await this.#client.get<ReleasePage>(`/api/v1/releases?project_id=${this.#projectUid}`)
    const shown = page.releases.map(({ version, event_count, new_issues, regressions, resolved_issues }) => {
      const counts = [new_issues, regressions, resolved_issues].map(({ count }) => count)
      return [version, event_count, ...counts]
    })
    const events = model.issues.flatMap((issue) => issue.events)
    const expected = RELEASES.filter(Boolean).map((version) => {
      const searches = expectedOfRelease(model, version)
      return [
        version,
        events.filter(({ release }) => release === version).length,
        ...searches.map(([, meets]) => model.roots().filter(meets).length),
      ]
    })
    // One whose issues are all deleted is kept until retention looks at it.
    for (const row of expected.filter(([, ...counts]) => counts.some((count) => count !== 0)))
      expect(shown).toContainEqual(row)
    for (const [version, ...counts] of shown)
      expect([version, ...counts]).toEqual(expected.find(([known]) => known === version))
    for (const [q, meets] of expectedOfRelease(model, '1.10.0')) {
      const { issues } = await this.#list({ window: '90d', q })
      const found = expectedOrder(model, 'last_seen_desc', meets)
      expect([q, issues.map(({ id }) => id)]).toEqual([q, found])
      const others = await this.#list({ window: '90d', q: `!${q}` })
      expect([`!${q}`, others.issues.length]).toEqual([`!${q}`, model.roots().length - found.length])
    }
  }

  async #trends(model: IssueModel): Promise<void> {
    if (model.issues.length === 0) return
    const ids = model.issues.map(({ uid }) => uid)
    for (const [window, shape] of Object.entries(TREND_SHAPES)) {
      const { body } = await this.#client.request<TrendsAnswer>('POST', '/api/v1/issues/trends', {
        issue_ids: ids,
        window,
      })
      const expected = model.issues.map((issue) => ({
        issue_id: issue.uid,
        buckets: expectedBuckets(model.events(issue), model.now, shape).map(({ start, inside }) => ({
          start,
          count: inside.length,
        })),
      }))
      expect([window, body.trends]).toEqual([window, expected])
    }
  }

  async #issue(model: IssueModel, issue: ModelIssue): Promise<void> {
    const events = model.events(issue)
    const merged = model.family(issue).slice(1)
    const detail = await this.#get<IssueDetail>(issue, '')
    const facets = {
      environments: expectedFacet(events, 'environment'),
      releases: expectedFacet(events, 'release'),
    }
    expect(detail).toMatchObject({ ...expectedSummary(model, issue), facets })
    const children = await this.#get<IssueList>(issue, '/merged')
    expect(children.issues.map(({ id }) => id)).toEqual(merged.map(({ uid }) => uid))
    for (const [index, child] of children.issues.entries()) {
      expect(child).toMatchObject(expectedSummary(model, merged[index]!))
    }
    const { releases } = await this.#get<IssueReleasesAnswer>(issue, '/releases')
    expect(releases).toEqual(expectedReleases(events))
    const { activity } = await this.#get<IssueActivityAnswer>(issue, '/activity')
    // The model knows no fixes: test/agents/fixes.test.ts.
    const known = activity.filter(({ kind }) => !kind.startsWith('fix_'))
    expect(known.map(({ kind, issue_id }) => `${kind} ${issue_id}`)).toEqual(model.activity(issue))
  }

  async #timelines(model: IssueModel, issue: ModelIssue): Promise<void> {
    const events = model.events(issue)
    for (const window of [...Object.keys(TIMELINE_SHAPES), 'all'] as (
      | keyof typeof TIMELINE_SHAPES
      | 'all'
    )[]) {
      const timeline = await this.#get<Timeline>(issue, `/timeline?window=${window}`)
      expect(timeline).toMatchObject({ issue_id: issue.uid, ...expectedTimeline(events, model.now, window) })
      expect(timeline.releases.map(({ release }) => release)).toEqual(expectedReleases(events))
    }
  }

  async #events(model: IssueModel, issue: ModelIssue): Promise<void> {
    const expected = expectedEvents(model.events(issue)).map(({ id }) => id)
    const limit = Math.min(200, Math.max(1, Math.ceil(expected.length / EVENT_PAGES)))
    for (let offset = 0; offset <= expected.length; offset += limit) {
      const page = await this.#get<EventPage>(issue, `/events?limit=${limit}&offset=${offset}`)
      expect(page.events.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit))
      expect([page.total, page.has_more]).toEqual([expected.length, offset + limit < expected.length])
    }
    for (const release of RELEASES.slice(1, 3)) {
      const page = await this.#get<EventPage>(issue, `/events?limit=200&release=${release}`)
      const ofRelease = expectedEvents(model.events(issue)).filter((event) => event.release === release)
      expect([page.total, page.has_more]).toEqual([ofRelease.length, false])
      expect(page.events.map(({ id }) => id)).toEqual(ofRelease.map(({ id }) => id))
    }
    if (issue.parent === null) await this.#walk(issue, expected)
  }

  /** The first, a middle and the last event know their place and their neighbours. */
  async #walk(issue: ModelIssue, ids: string[]): Promise<void> {
    for (const index of new Set([0, ids.length >> 1, ids.length - 1])) {
      if (ids[index] === undefined) continue
      const event = await this.#client.get<EventDetail>(`/api/v1/events/${ids[index]}`)
      expect(event).toMatchObject({
        issue_id: issue.uid,
        position: index + 1,
        total: ids.length,
        newer_event_id: ids[index - 1] ?? null,
        older_event_id: ids[index + 1] ?? null,
      })
    }
  }

  #list(query: Record<string, string>): Promise<IssuePage> {
    const all = new URLSearchParams({ project_id: this.#projectUid, ...query })
    return this.#client.get(`/api/v1/issues?${all}`)
  }

  #get<T>(issue: ModelIssue, path: string): Promise<T> {
    return this.#client.get(`/api/v1/issues/${issue.uid}${path}`)
  }
}
