import { describe, expect, test } from 'vitest'
import type { FeedbackAnswer } from '#contract/event/event.ts'
import type { UpdatedAnswer } from '#contract/scalars.ts'
import { uuidToBytes } from '#domain/text/uuid.ts'
import { insertFeedback } from '#storage/event/feedback.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { Seeder, seedIssue, seedProject } from '../support/database/seed.ts'
import { IssueChanges } from '../support/issue-model/issue-changes.ts'
import { ofSuite } from '../support/of-suite.ts'
import { START } from '../support/server/issue-server.ts'

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

describeOn(ENGINES, 'Changing many issues with stored issues', (engine) => {
  const the = ofSuite(() => IssueChanges.start(engine))

  async function eventAt(issueId: string, offset: number): Promise<string> {
    const { events } = await the.fixture.client.events(issueId, { offset: `${offset}`, limit: '1' })
    return events[0]!.id
  }
  async function sayOf(eventId: string): Promise<void> {
    const about = { eventId: Buffer.from(uuidToBytes(eventId)), projectId: the.project.projectId }
    const said = { name: 'Ada', email: 'ada@example.com', comments: 'It broke', createdAt: START }
    const scope = the.fixture.server.database.scope(the.fixture.org)
    await insertFeedback(scope, [{ id: crypto.randomUUID(), waitsUntil: null, ...about, ...said }])
  }
  async function saidOf(eventId: string): Promise<string[]> {
    const { feedback } = await the.fixture.client.get<FeedbackAnswer>(`/api/v1/events/${eventId}/feedback`)
    return feedback.map(({ comments }) => comments)
  }

  describe('PATCH /api/v1/issues/bulk', () => {
    test.each([
      ['resolve', 'resolved'],
      ['ignore', 'ignored'],
      ['reopen', 'unresolved'],
      ['regression', 'regression'],
      ['resolved', 'resolved'],
    ])('action %s: status %s, response updated count', async (action, status) => {
      const ids = [await the.newIssue(), await the.newIssue()]
      const answer = await the.send<UpdatedAnswer>('PATCH', 'bulk', { ids, action })
      expect([answer.status, answer.body]).toEqual([200, { updated: 2 }])
      for (const id of ids) expect((await the.read(id)).status).toBe(status)
    })

    test('ids of other organizations count as unknown and are skipped; updated = visible rows matched', async () => {
      const ids = [await the.newIssue(), await the.newIssue()]
      const foreign = await the.sendForeign<UpdatedAnswer>('PATCH', 'bulk', { ids, action: 'ignore' })
      expect(foreign.body).toEqual({ updated: 0 })
      expect((await the.read(ids[0]!)).status).toBe('unresolved')
      const body = { ids: [...ids, ids[0], UNKNOWN, ids[1]!.toUpperCase()], action: 'ignore' }
      expect((await the.send<UpdatedAnswer>('PATCH', 'bulk', body)).body).toEqual({ updated: 2 })
      expect((await the.send<UpdatedAnswer>('PATCH', 'bulk', body)).body).toEqual({ updated: 2 })
      expect(await the.history(ids[0]!)).toHaveLength(1)
    })

    test('snooze begins the hold of each from its own numbers, the status stays', async () => {
      const ids = [await the.newIssue(), await the.newIssue()]
      await the.send('PATCH', 'bulk', { ids: [ids[1]], action: 'ignore' })
      const body = { ids: [...ids, UNKNOWN], action: 'snooze', mode: 'occurrences' }
      expect((await the.send<UpdatedAnswer>('PATCH', 'bulk', body)).body).toEqual({ updated: 2 })
      const hold = { snoozed: true, snooze_until: null, snooze_until_count: 103, snooze_until_users: null }
      expect(await the.read(ids[0]!)).toMatchObject({ ...hold, status: 'unresolved' })
      expect(await the.read(ids[1]!)).toMatchObject({ ...hold, status: 'ignored' })
      expect((await the.history(ids[0]!)).map(({ kind }) => kind)).toEqual(['snoozed'])
      await the.send('PATCH', 'bulk', { ids, action: 'unresolved' })
      expect((await the.read(ids[0]!)).snoozed).toBe(false)
    })

    test('assign gives them to a member or to nobody; what changes nothing leaves no line', async () => {
      const ids = [await the.newIssue(), await the.newIssue()]
      const me = await the.fixture.client.get<{ user: { id: string; email: string } }>('/api/v1/auth/me')
      const body = { ids, action: 'assign', assignee_id: me.user.id }
      expect((await the.send<UpdatedAnswer>('PATCH', 'bulk', body)).body).toEqual({ updated: 2 })
      expect((await the.send<UpdatedAnswer>('PATCH', 'bulk', body)).body).toEqual({ updated: 2 })
      for (const id of ids) expect((await the.read(id)).assignee).toMatchObject(me.user)
      expect(await the.history(ids[0]!)).toMatchObject([
        { kind: 'assigned', details: { from: null, to: { id: me.user.id } } },
      ])
      await the.send('PATCH', 'bulk', { ids, action: 'assign', assignee_id: null })
      for (const id of ids) expect((await the.read(id)).assignee).toBe(null)
      expect(await the.history(ids[1]!)).toMatchObject([
        { kind: 'assigned', details: { from: { id: me.user.id }, to: null } },
        { kind: 'assigned' },
      ])
    })

    test('resolve may name the release that has the fix; other actions name none', async () => {
      const ids = [await the.newIssue(), await the.newIssue()]
      await the.send('PATCH', 'bulk', { ids, action: 'resolve', resolved_in_release: '2.0.0' })
      for (const id of ids) {
        expect(await the.read(id)).toMatchObject({ status: 'resolved', resolved_in_release: '2.0.0' })
      }
      await the.send('PATCH', 'bulk', { ids, action: 'ignore', resolved_in_release: '3.0.0' })
      expect(await the.read(ids[0]!)).toMatchObject({ status: 'ignored', resolved_in_release: null })
    })

    test('resolve does not look at every release of the project for each issue', async () => {
      const { database } = the.fixture.server
      const project = await seedProject(database, the.fixture.org, 'releases')
      const seeder = new Seeder(database)
      const ids: string[] = []
      for (let issue = 0; issue < 40; issue++) {
        const events = Array.from({ length: 50 }, (_, n) => ({
          at: START - n,
          release: `app@1.${issue * 50 + n}.0`,
        }))
        ids.push((await seeder.issue({ project, title: `Error: ${issue} broke`, events })).uid)
      }
      await seeder.flush()
      const began = performance.now()
      const { body } = await the.send<UpdatedAnswer>('PATCH', 'bulk', { ids, action: 'resolve' })
      expect(body).toEqual({ updated: 40 })
      expect(performance.now() - began).toBeLessThan(3000)
      expect(await the.read(ids[0]!)).toMatchObject({ status: 'resolved', resolved_comparison: 'semver' })
    })

    test('500 ids are changed at once', async () => {
      const id = await the.newIssue()
      const ids = [...Array.from({ length: 499 }, () => crypto.randomUUID()), id]
      expect((await the.send<UpdatedAnswer>('PATCH', 'bulk', { ids, action: 'resolve' })).body).toEqual({
        updated: 1,
      })
    })

    test.each([
      ['no ids', { ids: [], action: 'resolve' }],
      ['501 ids', { ids: Array.from({ length: 501 }, () => UNKNOWN), action: 'resolve' }],
      ['an id that is not a UUID', { ids: ['1'], action: 'resolve' }],
      ['an unknown action', { ids: [UNKNOWN], action: 'close' }],
      ['delete', { ids: [UNKNOWN], action: 'delete' }],
      ['ids missing', { action: 'resolve' }],
      ['snooze without its mode', { ids: [UNKNOWN], action: 'snooze' }],
      ['an unknown mode', { ids: [UNKNOWN], action: 'snooze', mode: 'forever' }],
      ['assign without its member', { ids: [UNKNOWN], action: 'assign' }],
      ['a member that is none', { ids: [UNKNOWN], action: 'assign', assignee_id: UNKNOWN }],
    ])('1–500 ids and a known action, else 400: %s', async (_, body) => {
      expect((await the.send('PATCH', 'bulk', body)).status).toBe(400)
    })

    test.each([
      [{ action: 'close' }, 'action: Use one of resolve, resolved, ignore'],
      [{ action: 'snooze' }, 'mode: Use one of'],
      [{ action: 'snooze', mode: 'users', until: '2026-12-20T09:00:00Z' }, 'until: Use until only with'],
      [{ action: 'undo' }, 'change_id: This field is required.'],
      [{ action: 'resolve', resolved_in_relase: '1' }, 'Did you mean "resolved_in_release"?'],
      [{ aktion: 'resolve' }, 'Did you mean "action"?'],
    ])('%o is answered with the field: %s', async (change, message) => {
      const answer = await the.send('PATCH', 'bulk', { ids: [UNKNOWN], ...change })
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
    })
  })

  describe('DELETE /api/v1/issues/bulk', () => {
    test('deletes the issues and everything that hangs on them; other organizations can not', async () => {
      const ids = [await the.newIssue({ email: 'a@b.c', release: '1', payload: {} }), await the.newIssue()]
      const kept = await the.newIssue({ payload: {} })
      const body = { ids: [...ids, UNKNOWN], action: 'delete' }
      expect((await the.sendForeign<UpdatedAnswer>('DELETE', 'bulk', body)).body).toEqual({
        updated: 0,
      })
      const rowIds = [(await the.rowOf(ids[0]!)).id, (await the.rowOf(ids[1]!)).id]
      expect((await the.send<UpdatedAnswer>('DELETE', 'bulk', body)).body).toEqual({ updated: 2 })
      expect((await the.send('GET', ids[0]!)).status).toBe(404)
      for (const table of HANGING_TABLES) {
        const rows = await the.fixture.server.database.queries
          .selectFrom(table)
          .select('issue_id')
          .where('issue_id', 'in', rowIds)
          .execute()
        expect(rows, table).toEqual([])
      }
      expect((await the.fixture.client.events(kept)).total).toBe(3)
    })

    test('a large issue goes in steps', async () => {
      const events = Array.from({ length: 4500 }, (_, n) => ({ at: START - n * 60_000 }))
      const { uid } = await seedIssue(the.fixture.server.database, {
        project: the.project,
        title: 'large',
        events,
      })
      expect(
        (await the.send<UpdatedAnswer>('DELETE', 'bulk', { ids: [uid], action: 'delete' })).body,
      ).toEqual({
        updated: 1,
      })
      expect((await the.send('GET', uid)).status).toBe(404)
    })

    test.each([
      ['a small issue', 3],
      ['one that goes in steps', 2_500],
    ])('what people said about the events goes with them: %s', async (title, count) => {
      const { database } = the.fixture.server
      const events = Array.from({ length: count }, (_, n) => ({ at: START - n * 60_000 }))
      const gone = await seedIssue(database, { project: the.project, title, events })
      const kept = await seedIssue(database, {
        project: the.project,
        title: 'kept',
        events: [{ at: START }],
      })
      const eventIds = [
        await eventAt(gone.uid, 0),
        await eventAt(gone.uid, count - 1),
        await eventAt(kept.uid, 0),
      ]
      for (const eventId of eventIds) await sayOf(eventId)
      await the.send('DELETE', 'bulk', { ids: [gone.uid], action: 'delete' })
      expect(await Promise.all(eventIds.map(saidOf))).toEqual([[], [], ['It broke']])
    })

    test('any other action returns 400', async () => {
      const id = await the.newIssue()
      expect((await the.send('DELETE', 'bulk', { ids: [id], action: 'resolve' })).status).toBe(400)
      expect((await the.send('DELETE', 'bulk', { ids: [id] })).status).toBe(400)
      expect((await the.read(id)).id).toBe(id)
    })
  })
})

const HANGING_TABLES = [
  'event',
  'issue_hour',
  'issue_user',
  'issue_facet',
  'issue_email',
  'issue_tag',
  'issue_message',
  'issue_activity',
] as const
