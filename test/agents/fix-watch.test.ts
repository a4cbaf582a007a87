import { beforeEach, expect, test } from 'vitest'
import { watchFixes } from '#actions/fixes/watch-fixes.ts'
import { LiveUpdates } from '#actions/live/live-updates.ts'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { FixStats } from '#contract/issue/fix.ts'
import type { IssueDetail } from '#contract/issue/issue.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { countedName } from '../support/counted-name.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

describeOn(ENGINES, 'The watch over fixes', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let id: string
  let agentId: string
  const seed = (title: string, at: number, release: string) =>
    seedIssue(fixture.server.database, { project, title, events: [{ at, release }] })

  /** An issue that a token resolved in 1.0.1 at START, to be verified after two hours. */
  beforeEach(async () => {
    fixture.server.stoppedAt = START
    project = await seedProject(fixture.server.database, fixture.org, countedName('shop'))
    id = (await seed('TypeError', START - HOUR, '1.0.0')).uid
    const agent = await tokenClient(fixture.client, { label: 'fixer' })
    agentId = agent.id
    const fix = { commit: 'abc123', url: 'https://git.example.com/c/abc123', note: 'was null' }
    const body = {
      status: 'resolved',
      resolved_in_release: '1.0.1',
      fix: { ...fix, verify_after_hours: 2 },
    }
    expect((await agent.client.request('PATCH', `/api/v1/agent/issues/${id}`, body)).status).toBe(200)
  })
  const read = () => fixture.client.get<IssueDetail>(`/api/v1/issues/${id}`)
  const kinds = async () =>
    (await fixture.client.get<IssueActivityAnswer>(`/api/v1/issues/${id}/activity`)).activity.map(
      ({ kind }) => kind,
    )
  /** What Errata says of the fix once a round of the watch is over at this time. */
  async function stateAt(time: number, { isOurs = true } = {}) {
    fixture.server.stoppedAt = time
    const { database, clock } = fixture.server
    await watchFixes({ database, clock, live: new LiveUpdates() }, async () => isOurs)
    // Sessions go by the same clock.
    fixture.server.stoppedAt = START
    const { fix } = await read()
    return { state: fix?.state, seen: fix?.seen_at && Date.parse(fix.seen_at) - START }
  }

  test('verified, once its release or a newer one was in use for the time, and still is', async () => {
    expect((await read()).fix).toEqual({
      state: 'watching',
      release: '1.0.1',
      commit: 'abc123',
      url: 'https://git.example.com/c/abc123',
      note: 'was null',
      by: { kind: 'token', id: agentId, name: 'fixer' },
      fixed_at: new Date(START).toISOString(),
      verify_after_hours: 2,
      seen_at: null,
      decided_at: null,
      failed_in_release: null,
    })
    await seed('old code', START + 9 * HOUR, '1.0.0')
    expect(await stateAt(START + 10 * HOUR)).toEqual({ state: 'watching', seen: null })
    await seed('the first of it', START + 10 * HOUR, '1.0.2')
    expect(await stateAt(START + 12 * HOUR - 1)).toEqual({ state: 'watching', seen: 10 * HOUR })
    // Time alone does not tell: nobody may have used it.
    expect((await stateAt(START + 13 * HOUR)).state).toBe('watching')
    await seed('something else', START + 14 * HOUR, '1.0.1')
    expect((await stateAt(START + 20 * HOUR, { isOurs: false })).state).toBe('watching')
    expect((await stateAt(START + 20 * HOUR)).state).toBe('verified')
    expect(await read()).toMatchObject({ status: 'resolved', fix: { decided_at: expect.any(String) } })
    expect(await kinds()).toEqual(['fix_verified', 'status_changed'])
    const path = `/api/v1/stats/fixes?project_id=${project.projectUid}`
    expect(await fixture.client.get<FixStats>(path)).toMatchObject({
      window: '30d',
      fixes: 1,
      by: [{ actor: { name: 'fixer' }, verified: 1, watching: 0, median_seconds_to_fix: HOUR / 1000 }],
    })
    expect((await fixture.stranger.get<FixStats>('/api/v1/stats/fixes')).fixes).toBe(0)
  })

  test('given up after 30 days if its release is not used', async () => {
    await seed('old code', START + 29 * DAY, '1.0.0')
    expect((await stateAt(START + 29 * DAY)).state).toBe('watching')
    expect((await stateAt(START + 30 * DAY)).state).toBe('unconfirmed')
    expect((await kinds())[0]).toBe('fix_unconfirmed')
  })

  test('a hidden release does not count as use of the fix; a merged issue is not watched', async () => {
    await seed('bogus', START + HOUR, '99999999.0.0')
    const hidden = `/api/v1/projects/${project.projectUid}/releases/99999999.0.0`
    expect((await fixture.client.request('PATCH', hidden, { hidden: true })).status).toBe(200)
    expect(await stateAt(START + 5 * HOUR)).toEqual({ state: 'watching', seen: null })
    const parent = (await seed('parent', START, '1.0.0')).uid
    const merge = { canonical_id: parent, merge_ids: [id] }
    expect((await fixture.client.request('POST', '/api/v1/issues/merge', merge)).status).toBe(200)
    await stateAt(START + 20 * HOUR)
    const { by } = await fixture.client.get<FixStats>(`/api/v1/stats/fixes?project_id=${project.projectUid}`)
    expect(by).toMatchObject([{ withdrawn: 1 }])
  })
})
