import { describe, expect, test } from 'vitest'
import type { UpdatedAnswer } from '#contract/scalars.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { IssueChanges } from '../support/issue-model/issue-changes.ts'
import { ofSuite } from '../support/of-suite.ts'
import { HOUR } from '../support/server/issue-server.ts'

const RELEASE = 'shop@1.4.2'
const RESOLVED = { status: 'resolved', resolved_in_release: RELEASE }
const STATES: Record<string, object[]> = {
  open: [],
  'open and snoozed': [{ mode: '100' }],
  'ignored and snoozed': [{ status: 'ignored' }, { mode: 'hours' }],
  'marked as a regression': [{ status: 'regression' }],
  'resolved in a watched release': [RESOLVED],
  'resolved in the next release': [{ ...RESOLVED, in_next_release: true }],
}
const CHANGES: object[] = [
  { status: 'unresolved' },
  { status: 'ignored' },
  { status: 'resolved', resolved_in_release: 'shop@2.0.0' },
  { mode: '10' },
]
const NAME = 'the change to be undone'

describeOn(ENGINES, 'Undo with stored issues', (engine) => {
  const the = ofSuite(() => IssueChanges.start(engine))

  async function change(id: string, body: object): Promise<void> {
    const answer =
      'mode' in body ? await the.send('POST', `${id}/snooze`, body) : await the.send('PATCH', id, body)
    expect(answer.status).toBe(200)
    the.fixture.server.clockAhead += 1000
  }
  async function undo(ids: string[], change_id = NAME): Promise<number> {
    const body = { ids, action: 'undo', change_id }
    return (await the.send<UpdatedAnswer>('PATCH', 'bulk', body)).body.updated
  }
  /** All that the database has of an issue's state and fixes. */
  async function stored(id: string): Promise<unknown> {
    const { queries } = the.fixture.server.database
    const issue = await the.rowOf(id)
    const fixes = queries.selectFrom('issue_fix').selectAll().where('issue_id', '=', issue.id)
    return { ...issue, updated_at: 0, fixes: await fixes.orderBy('id').execute() }
  }

  describe.each(Object.entries(STATES))('of a change to an issue that was %s', (_, steps) => {
    test.each(CHANGES)('%j', async (made) => {
      const id = await the.newIssue()
      for (const step of steps) await change(id, step)
      const before = await stored(id)
      const summary = await the.read(id)
      await change(id, { ...made, change_id: NAME })
      expect(await undo([id])).toBe(await lastIsUndone(id))
      expect(await stored(id)).toEqual(before)
      expect(await the.read(id)).toEqual(summary)
      expect(await undo([id])).toBe(0)
    })
  })

  /** 1 if the change left a line, as all do that change anything that is seen. */
  async function lastIsUndone(id: string): Promise<number> {
    const [last] = await the.history(id)
    return last?.details.undone === true ? 1 : 0
  }

  test('takes back a change to many, of any states', async () => {
    const ids = [await the.newIssue(), await the.newIssue()]
    await change(ids[0]!, { mode: '100' })
    await change(ids[1]!, RESOLVED)
    const before = await Promise.all(ids.map(stored))
    const body = { ids, action: 'ignore', change_id: NAME }
    expect((await the.send<UpdatedAnswer>('PATCH', 'bulk', body)).body).toEqual({ updated: 2 })
    expect(await undo(ids)).toBe(2)
    expect(await Promise.all(ids.map(stored))).toEqual(before)
  })

  test('leaves an issue that has been changed since, and changes of others', async () => {
    const id = await the.newIssue()
    await change(id, { status: 'ignored', change_id: NAME })
    await change(id, { status: 'resolved' })
    expect(await undo([id])).toBe(0)
    expect(await undo([id], 'a change that never was made')).toBe(0)
    expect((await the.read(id)).status).toBe('resolved')
    const foreign = { ids: [id], action: 'undo', change_id: NAME }
    expect((await the.sendForeign<UpdatedAnswer>('PATCH', 'bulk', foreign)).body).toEqual({ updated: 0 })
  })

  test('needs the name of the change, which nobody is told', async () => {
    const id = await the.newIssue()
    expect((await the.send('PATCH', 'bulk', { ids: [id], action: 'undo' })).status).toBe(400)
    expect((await the.send('PATCH', id, { change_id: NAME })).status).toBe(400)
    await change(id, { status: 'ignored', change_id: NAME })
    expect(JSON.stringify(await the.history(id))).not.toContain(NAME)
  })

  test('a fix after an undone reopening has been open since the issue came', async () => {
    const id = await the.newIssue()
    await change(id, { status: 'resolved' })
    the.fixture.server.clockAhead += HOUR
    await change(id, { status: 'unresolved', change_id: NAME })
    expect(await undo([id])).toBe(1)
    await change(id, RESOLVED)
    const { queries } = the.fixture.server.database
    const issue = await the.rowOf(id)
    const fix = queries.selectFrom('issue_fix').select('opened_at').where('issue_id', '=', issue.id)
    expect((await fix.executeTakeFirstOrThrow()).opened_at).toBe(issue.first_seen_at)
  })
})
