import { describe, expect, test } from 'vitest'
import type { IssueSummary } from '#contract/issue/issue.ts'
import { countedName } from '../support/counted-name.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { seedIssue, seedProject } from '../support/database/seed.ts'
import { IssueChanges } from '../support/issue-model/issue-changes.ts'
import { ofSuite } from '../support/of-suite.ts'
import { DAY, HOUR, START } from '../support/server/issue-server.ts'

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

describeOn(ENGINES, 'Changing issues with stored issues', (engine) => {
  const the = ofSuite(() => IssueChanges.start(engine))

  describe('PATCH /api/v1/issues/{id}', () => {
    test.each(['resolved', 'ignored', 'regression', 'unresolved'])(
      'status %s is valid: the given status, updated issue returned',
      async (status) => {
        const id = await the.newIssue()
        const { status: code, body } = await the.send('PATCH', id, { status })
        expect(code).toBe(200)
        expect(body).toMatchObject({ id, status, title: 'Error: it broke', event_count: 3 })
        const { facets, release_count, no_regression_reason, claim, fix, ...summary } = (await the.read(
          id,
        )) as IssueSummary & Record<string, unknown>
        expect(body).toEqual(summary)
      },
    )

    test('resolved_in_release may be stored', async () => {
      const id = await the.newIssue()
      const { body } = await the.send('PATCH', id, {
        status: 'resolved',
        resolved_in_release: 'shop@2.0.0',
      })
      expect(body).toMatchObject({ status: 'resolved', resolved_in_release: 'shop@2.0.0' })
    })

    test('resolved_in_release alone in a PATCH is stored with the status unchanged', async () => {
      const id = await the.newIssue()
      const { body } = await the.send('PATCH', id, { resolved_in_release: 'shop@2.0.0' })
      expect(body).toMatchObject({ status: 'unresolved', resolved_in_release: 'shop@2.0.0' })
    })

    test('leaving resolved sets resolved_in_release null', async () => {
      const id = await the.newIssue()
      await the.send('PATCH', id, { status: 'resolved', resolved_in_release: 'shop@2.0.0' })
      const { body } = await the.send('PATCH', id, { status: 'unresolved' })
      expect(body).toMatchObject({ status: 'unresolved', resolved_in_release: null })
      expect(await the.rowOf(id)).toMatchObject({ resolved_at: null, resolved_base_release: null })
    })

    test('null and empty forget the release', async () => {
      for (const resolved_in_release of [null, '']) {
        const id = await the.newIssue()
        await the.send('PATCH', id, { status: 'resolved', resolved_in_release: 'shop@2.0.0' })
        const { body } = await the.send('PATCH', id, { resolved_in_release })
        expect(body).toMatchObject({ status: 'resolved', resolved_in_release: null })
      }
    })

    test('a resolve notes its time and the newest release the issue had been seen in', async () => {
      const other = await seedProject(the.fixture.server.database, the.fixture.org, countedName('p'))
      const seen = (release: string, ago: number) => ({ at: START - ago, release })
      const events = [seen('1.9.0', 3 * DAY), seen('1.10.0', 2 * DAY), seen('1.2.0', DAY)]
      const { uid } = await seedIssue(the.fixture.server.database, { project: other, title: 'x', events })
      const bogus = [seen('99999999.0.0', DAY)]
      await seedIssue(the.fixture.server.database, { project: other, title: 'y', events: bogus })
      await the.send('PATCH', uid, { status: 'resolved' })
      const row = await the.rowOf(uid)
      expect(row.resolved_base_release).toBe('1.10.0')
      expect(row.resolved_at).toBeGreaterThanOrEqual(START)
    })

    test.each<[unknown, string]>([
      [{}, 'at least one field required'],
      [{ status: 'closed' }, 'invalid status'],
      [{ status: '' }, 'invalid status'],
      [{ status: 7 }, 'invalid status'],
      [{ resolved_in_release: 7 }, 'a release that is not text'],
      [[], 'no object'],
    ])('%j returns 400: %s', async (body) => {
      const id = await the.newIssue()
      const answer = await the.send('PATCH', id, body)
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
      expect((await the.read(id)).status).toBe('unresolved')
    })

    test('unknown issue returns 404, of another organization too; a malformed id 400', async () => {
      const id = await the.newIssue()
      expect((await the.send('PATCH', UNKNOWN, { status: 'resolved' })).status).toBe(404)
      const foreign = await the.sendForeign('PATCH', id, { status: 'resolved' })
      expect([foreign.status, foreign.body.error]).toEqual([404, 'not_found'])
      expect((await the.send('PATCH', 'one', { status: 'resolved' })).status).toBe(400)
      expect((await the.read(id)).status).toBe('unresolved')
    })

    test('activity: who, what, when; what changes nothing leaves no line', async () => {
      const id = await the.newIssue()
      await the.send('PATCH', id, { status: 'resolved', resolved_in_release: '3' })
      await the.send('PATCH', id, { status: 'resolved' })
      await the.send('PATCH', id, { status: 'ignored' })
      const lines = await the.history(id)
      expect(lines.map((line) => [line.kind, line.details.from, line.details.to])).toEqual([
        ['status_changed', 'resolved', 'ignored'],
        ['status_changed', 'unresolved', 'resolved'],
      ])
      expect(lines[1]).toMatchObject({
        actor: { kind: 'user', id: the.fixture.userId },
        details: { resolved_in_release: '3' },
      })
      expect(Date.parse(lines[1]!.at)).toBeGreaterThanOrEqual(START)
    })
  })

  describe('POST /api/v1/issues/{id}/snooze', () => {
    test.each(['hours', '4h'])('mode %s = 4 hours, status not changed', async (mode) => {
      const id = await the.newIssue()
      const { status, body } = await the.send('POST', `${id}/snooze`, { mode })
      expect(status).toBe(200)
      expect(body).toMatchObject({ status: 'unresolved', snoozed: true, snooze_until_count: null })
      const until = Date.parse(body.snooze_until!) - the.fixture.server.clock()
      expect(until).toBeGreaterThan(4 * HOUR - 60_000)
      expect(until).toBeLessThanOrEqual(4 * HOUR)
    })

    test.each(['occurrences', '100'])('mode %s = until 100 occurrences', async (mode) => {
      const { body } = await the.send('POST', `${await the.newIssue()}/snooze`, { mode })
      expect(body).toMatchObject({ snoozed: true, snooze_until: null, snooze_until_count: 103 })
    })

    test.each(['users', '10'])('mode %s = until 10 unique users', async (mode) => {
      const { body } = await the.send('POST', `${await the.newIssue()}/snooze`, { mode })
      expect(body).toMatchObject({ snoozed: true, snooze_until_count: null, snooze_until_users: 13 })
    })

    test('a new snooze replaces a hold; the other two become null', async () => {
      const id = await the.newIssue()
      await the.send('POST', `${id}/snooze`, { mode: '4h' })
      const { body } = await the.send('POST', `${id}/snooze`, { mode: '10' })
      expect(body).toMatchObject({ snooze_until: null, snooze_until_count: null, snooze_until_users: 13 })
      expect((await the.history(id)).map((line) => line.kind)).toEqual(['snoozed', 'snoozed'])
    })

    test('a manual status change ends a hold; a release alone does not', async () => {
      const id = await the.newIssue()
      await the.send('POST', `${id}/snooze`, { mode: '4h' })
      expect((await the.send('PATCH', id, { resolved_in_release: '1' })).body.snoozed).toBe(true)
      const { body } = await the.send('PATCH', id, { status: 'ignored' })
      expect(body).toMatchObject({ snoozed: false, snooze_until: null })
    })

    test('a hold ends by clock', async () => {
      const id = await the.newIssue()
      await the.send('POST', `${id}/snooze`, { mode: '4h' })
      the.fixture.server.clockAhead += 4 * HOUR
      try {
        expect(await the.read(id)).toMatchObject({ snoozed: false, snooze_until: null })
        const { issues } = await the.fixture.client.get<{ issues: IssueSummary[] }>(
          '/api/v1/issues?q=is:snoozed',
        )
        expect(issues.map((issue) => issue.id)).not.toContain(id)
      } finally {
        the.fixture.server.clockAhead -= 4 * HOUR
      }
    })

    test('unknown mode returns 400, unknown issue 404', async () => {
      const id = await the.newIssue()
      for (const mode of ['5h', '', null, 100]) {
        expect((await the.send('POST', `${id}/snooze`, { mode })).status).toBe(400)
      }
      expect((await the.send('POST', `${id}/snooze`)).status).toBe(400)
      expect((await the.send('POST', `${UNKNOWN}/snooze`, { mode: '4h' })).status).toBe(404)
      expect((await the.sendForeign('POST', `${id}/snooze`, { mode: '4h' })).status).toBe(404)
      expect((await the.read(id)).snoozed).toBe(false)
    })
  })
})
