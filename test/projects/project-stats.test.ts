import { beforeAll, expect, test } from 'vitest'
import type { IssueSummary } from '#contract/issue/issue.ts'
import type { ProjectUsage } from '#contract/project/ingest.ts'
import type { ProjectStats, ProjectStatsList } from '#contract/project/project-stats.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

const SEARCHES = {
  open_issues: () => 'is:unresolved,regression !is:snoozed',
  new_issues: (window: string) => `first_seen:-${window}`,
  regressions: () => 'is:regression',
} as const

describeOn(ENGINES, 'The projects at a glance over HTTP', (engine) => {
  const fixture = issueServer(engine)
  let feed: PipelineFeed
  let shop: SeedProject
  let cart: SeedProject
  beforeAll(async () => {
    feed = await PipelineFeed.start(fixture.server.database)
    shop = await seedProject(fixture.server.database, fixture.org, 'shop')
    cart = await seedProject(fixture.server.database, fixture.org, 'cart')
  })

  const send = (to: SeedProject, kind: string, { ago, release }: { ago: number; release?: string }) =>
    feed.send(to, [
      {
        kind,
        at: START - ago,
        receivedAt: Date.now() + fixture.server.clockAhead - ago,
        ...(release !== undefined && { release }),
      },
    ])
  const found = (of: SeedProject, q: string, window: string) =>
    fixture.client.get<{ total: number; issues: IssueSummary[] }>(
      `/api/v1/issues?${new URLSearchParams({ window, project_id: of.projectUid, q })}`,
    )
  async function change(of: SeedProject, kind: string, body: object): Promise<void> {
    const { id } = (await found(of, kind, '90d')).issues[0]!
    expect((await fixture.client.request('PATCH', `/api/v1/issues/${id}`, body)).status).toBe(200)
  }
  /** Of one project, each number of issues the same as what its search finds, and each sum that of its parts. */
  async function stats(of: SeedProject, window = '24h'): Promise<ProjectStats> {
    const { projects } = await fixture.client.get<ProjectStatsList>(`/api/v1/stats/projects?window=${window}`)
    const own = projects.find(({ project_id }) => project_id === of.projectUid)!
    for (const [field, q] of Object.entries(SEARCHES) as [keyof typeof SEARCHES, (w: string) => string][]) {
      expect([field, own[field]]).toEqual([field, (await found(of, q(window), window)).total])
    }
    expect(own.event_counts.reduce((sum, count) => sum + count, 0)).toBe(own.event_count)
    return own
  }

  test('counts events, open and new issues and regressions of each, of the time asked for', async () => {
    expect(await stats(shop)).toMatchObject({ event_count: 0, last_seen_at: null, latest_release: null })
    await send(shop, 'Old', { ago: 10 * DAY, release: '1.0.0' })
    await send(shop, 'Old', { ago: 3 * HOUR, release: '1.1.0' })
    await send(shop, 'New', { ago: 2 * HOUR })
    await send(cart, 'Old', { ago: 5 * DAY })
    const counts = { event_count: 2, open_issues: 2, new_issues: 1, regressions: 0 }
    expect(await stats(shop)).toMatchObject({ ...counts, latest_release: '1.1.0' })
    expect(await stats(shop, '30d')).toMatchObject({ event_count: 3, open_issues: 2, new_issues: 2 })
    expect(await stats(cart)).toMatchObject({ event_count: 0, open_issues: 0, new_issues: 0 })
    expect(await stats(cart, '7d')).toMatchObject({ event_count: 1, open_issues: 1, new_issues: 1 })

    await change(shop, 'New', { status: 'resolved' })
    await change(shop, 'Old', { status: 'resolved', resolved_in_release: '1.1.0' })
    expect(await stats(shop)).toMatchObject({ open_issues: 0, new_issues: 1, regressions: 0 })
    await send(shop, 'Old', { ago: -HOUR, release: '1.2.0' })
    expect(await stats(shop, '7d')).toMatchObject({ open_issues: 1, regressions: 1 })
  })

  test('has the events of the usage of a project, bucket by bucket', async () => {
    const usage = await fixture.client.get<ProjectUsage>(`/api/v1/projects/${shop.projectUid}/usage`)
    const { bucket_starts } = await fixture.client.get<ProjectStatsList>('/api/v1/stats/projects')
    const { event_counts } = await stats(shop)
    expect(bucket_starts.map((start, at) => ({ start, accepted: event_counts[at] }))).toEqual(usage.last_24h)
  })

  test('takes a family for one issue', async () => {
    await send(cart, 'One', { ago: HOUR })
    await send(cart, 'Two', { ago: HOUR })
    expect(await stats(cart)).toMatchObject({ event_count: 2, open_issues: 2, new_issues: 2 })
    const [one, two] = (await found(cart, 'is:unresolved', '24h')).issues
    const merge = { canonical_id: one!.id, merge_ids: [two!.id] }
    expect((await fixture.client.request('POST', '/api/v1/issues/merge', merge)).status).toBe(200)
    expect(await stats(cart)).toMatchObject({ event_count: 2, open_issues: 1, new_issues: 1 })
  })

  test('an old version that reports late is not the latest release', async () => {
    await send(shop, 'Old', { ago: -2 * HOUR, release: '1.1.9' })
    expect(await stats(shop)).toMatchObject({ latest_release: '1.2.0' })
  })

  test('names no hidden release, no deleted project and nothing of others', async () => {
    const path = `/api/v1/projects/${shop.projectUid}/releases/1.2.0`
    expect((await fixture.client.request('PATCH', path, { hidden: true })).status).toBe(200)
    expect(await stats(shop)).toMatchObject({ latest_release: '1.1.9' })
    expect((await fixture.stranger.get<ProjectStatsList>('/api/v1/stats/projects')).projects).toEqual([])
    const gone = await fixture.client.request('DELETE', `/api/v1/projects/${cart.projectUid}`)
    expect(gone.status).toBe(200)
    const { projects } = await fixture.client.get<ProjectStatsList>('/api/v1/stats/projects')
    expect(projects.map(({ project_id }) => project_id)).toEqual([shop.projectUid])
  })
})
