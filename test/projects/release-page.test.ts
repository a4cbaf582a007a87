import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { IssueSummary } from '#contract/issue/issue.ts'
import type { ListedRelease, ReleasePage } from '#contract/project/release.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { noteOwn } from '../support/database/own-statements.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

const MINUTE = 60_000
const TERMS = {
  new_issues: 'first_release',
  regressions: 'regressed_in',
  resolved_issues: 'resolved_in',
} as const

/** The statements of the migration that fill the new columns. */
function updatesOfMigration(engine: 'SQLite' | 'PostgreSQL'): string[] {
  const file = new URL('../../src/storage/migrations/0029-releases.sql', import.meta.url)
  const release = engine === 'SQLite' ? "json_extract(details, '$.release')" : "(details::json ->> 'release')"
  const statements = readFileSync(file, 'utf8')
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
  const updates = statements.map((text) => text.trim()).filter((text) => text.startsWith('UPDATE'))
  return updates.map((text) => text.replace('{{release_of_details}}', release))
}

describeOn(ENGINES, 'The list of releases over HTTP', (engine) => {
  const fixture = issueServer(engine)
  let feed: PipelineFeed
  let project: SeedProject
  let minute = 0
  beforeAll(async () => {
    feed = await PipelineFeed.start(fixture.server.database)
    project = await newProject('shop')
  })

  const newProject = (slug: string) => seedProject(fixture.server.database, fixture.org, slug)
  async function send(kind: string, release: string, count = 1, to = project) {
    const at = START - 600 * MINUTE + minute++ * MINUTE
    // A resolve is at the present, so events after it are received later.
    const receivedAt = Date.now() + fixture.server.clockAhead + minute
    const events = Array.from({ length: count }, (_, n) => ({ kind, release, at: at + n, receivedAt }))
    await feed.send(to, events)
  }
  const read = (query: Record<string, string> = {}) =>
    fixture.client.get<ReleasePage>(`/api/v1/releases?${new URLSearchParams(query)}`)
  const found = (q: string, of = project) =>
    fixture.client.get<{ total: number; issues: IssueSummary[] }>(
      `/api/v1/issues?${new URLSearchParams({ window: '90d', project_id: of.projectUid, q })}`,
    )
  async function issue(kind: string): Promise<IssueSummary> {
    return (await found(kind)).issues[0]!
  }
  async function change(kind: string, body: object): Promise<void> {
    const { id } = await issue(kind)
    expect((await fixture.client.request('PATCH', `/api/v1/issues/${id}`, body)).status).toBe(200)
  }
  /** Numbers by version, each the same as what its search finds, and all as `errata verify` counts them. */
  async function numbers(): Promise<Record<string, number[]>> {
    const { releases } = await read({ project_id: project.projectUid })
    for (const release of releases) {
      for (const [field, term] of Object.entries(TERMS) as [keyof typeof TERMS, string][]) {
        const { total } = await found(`${term}:${release.version}`)
        expect([release.version, term, release[field].count]).toEqual([release.version, term, total])
      }
    }
    expect((await verifyDatabase(fixture.server.database.queries)).differences).toEqual([])
    const counts = ({ event_count, new_issues, regressions, resolved_issues }: ListedRelease) => [
      event_count,
      ...[new_issues, regressions, resolved_issues].map(({ count }) => count),
    ]
    return Object.fromEntries(releases.map((release) => [release.version, counts(release)]))
  }

  test('counts events, new issues, regressions and fixes, whatever is done to the issues', async () => {
    await send('Alpha', '1.0.0', 3)
    await send('Beta', '1.0.0', 2)
    await send('Alpha', '1.1.0', 4)
    await send('Gamma', '1.1.0')
    await send('Gamma', '')
    expect(await numbers()).toEqual({ '1.1.0': [5, 1, 0, 0], '1.0.0': [5, 2, 0, 0] })
    await change('Alpha', { status: 'resolved', resolved_in_release: '1.1.0' })
    await change('Beta', { status: 'resolved', resolved_in_release: '1.1.0', in_next_release: true })
    expect(await numbers()).toMatchObject({ '1.1.0': [5, 1, 0, 1] })
    await send('Alpha', '1.2.0')
    expect(await numbers()).toMatchObject({ '1.2.0': [1, 0, 1, 0], '1.1.0': [5, 1, 0, 0] })
    // It still came back in 1.2.0 once it is resolved again.
    await change('Alpha', { status: 'resolved', resolved_in_release: '1.2.0' })
    expect(await numbers()).toMatchObject({ '1.2.0': [1, 0, 1, 1] })

    const [alpha, beta, gamma] = await Promise.all(['Alpha', 'Beta', 'Gamma'].map(issue))
    const merge = { canonical_id: beta!.id, merge_ids: [alpha!.id, gamma!.id] }
    expect((await fixture.client.request('POST', '/api/v1/issues/merge', merge)).status).toBe(200)
    expect(await numbers()).toEqual({ '1.2.0': [1, 0, 0, 0], '1.1.0': [5, 0, 0, 0], '1.0.0': [5, 1, 0, 0] })
    const split = { canonical_id: beta!.id, split_ids: [alpha!.id] }
    expect((await fixture.client.request('POST', '/api/v1/issues/split', split)).status).toBe(200)
    expect(await numbers()).toMatchObject({ '1.2.0': [1, 0, 1, 1], '1.0.0': [5, 2, 0, 0] })
    const deleted = { ids: [alpha!.id], action: 'delete' }
    expect((await fixture.client.request('DELETE', '/api/v1/issues/bulk', deleted)).status).toBe(200)
    expect(await numbers()).toEqual({ '1.2.0': [0, 0, 0, 0], '1.1.0': [1, 0, 0, 0], '1.0.0': [2, 1, 0, 0] })
  })

  test('is in the order of first sight over all projects, in pages, by project and by a part of the version', async () => {
    const other = await newProject('cart')
    await send('Delta', 'CART@2.0.0', 1, other)
    const versions = async (query: Record<string, string>) =>
      (await read(query)).releases.map(({ version }) => version)
    expect(await versions({})).toEqual(['CART@2.0.0', '1.2.0', '1.1.0', '1.0.0'])
    expect(await versions({ project_id: other.projectUid })).toEqual(['CART@2.0.0'])
    expect(await versions({ version: 'cart@' })).toEqual(['CART@2.0.0'])
    expect(await versions({ version: '%' })).toEqual([])
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: ReleasePage = await read({ version: '.0', limit: '2', ...(cursor && { cursor }) })
      paged.push(...page.releases.map(({ version }) => version))
      cursor = page.next_cursor
    }
    expect(paged).toEqual(['CART@2.0.0', '1.2.0', '1.1.0', '1.0.0'])
    const status = async (query: string) =>
      (await fixture.client.request('GET', `/api/v1/releases?${query}`)).status
    expect(await status('cursor=nonsense')).toBe(400)
    expect(await status(`project_id=${crypto.randomUUID()}`)).toBe(404)
    expect((await fixture.stranger.get<ReleasePage>('/api/v1/releases')).releases).toEqual([])
  })

  test('has hidden releases, and says so', async () => {
    const path = `/api/v1/projects/${project.projectUid}/releases/1.1.0`
    expect((await fixture.client.request('PATCH', path, { hidden: true })).status).toBe(200)
    const { releases } = await read({ version: '1.1' })
    expect(releases).toMatchObject([{ version: '1.1.0', hidden: true, event_count: 1 }])
  })

  test('says that it counts fewer events than there were if an issue has over 1,000 releases', async () => {
    const ci = await newProject('ci')
    for (let n = 0; n < 1300; n += 100) {
      const at = START - 700 * MINUTE + n * 1000
      await feed.send(
        ci,
        Array.from({ length: 100 }, (_, m) => ({ kind: 'Busy', release: `build-${n + m}`, at: at + m })),
      )
    }
    const { releases } = await read({ project_id: ci.projectUid, version: 'build-2', limit: '100' })
    const partial = releases.filter(({ event_count_partial }) => event_count_partial)
    expect(partial.length).toBeGreaterThan(0)
    expect(partial.every(({ event_count }) => event_count === 0)).toBe(true)
    expect((await verifyDatabase(fixture.server.database.queries)).differences).toEqual([])
  })

  test('an upgrade counts what is there', async () => {
    const { queries } = fixture.server.database
    const rows = async () => ({
      counted: await queries.selectFrom('release').select(['id', 'event_count']).orderBy('id').execute(),
      reopened: await queries
        .selectFrom('issue')
        .select(['id', 'regressed_in_release'])
        .orderBy('id')
        .execute(),
    })
    await send('Alpha', '1.0.0')
    await change('Alpha', { status: 'resolved', resolved_in_release: '1.0.0' })
    await send('Alpha', '1.3.0')
    const before = await rows()
    expect(before.reopened.some((issue) => issue.regressed_in_release === '1.3.0')).toBe(true)
    await queries.updateTable('release').set({ event_count: 0 }).execute()
    await queries.updateTable('issue').set({ regressed_in_release: null }).execute()
    for (const statement of updatesOfMigration(engine.name)) {
      // A migration of this worker may have asked for it first, and would be taken for the one who did.
      noteOwn(statement)
      await sql.raw(statement).execute(queries)
    }
    expect(await rows()).toEqual(before)
  })
})
