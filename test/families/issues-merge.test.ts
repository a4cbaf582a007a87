import { beforeEach, expect, test } from 'vitest'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { IssueList } from '#contract/issue/issue.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { FAMILY_EVENTS, FamilyFixture } from '../support/family-fixture.ts'
import { ofSuite } from '../support/of-suite.ts'
import { HOUR, START } from '../support/server/issue-server.ts'

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

describeOn(ENGINES, 'Merge and split of processed events', (engine) => {
  const the = ofSuite(() => FamilyFixture.start(engine))
  beforeEach(() => the.begin())

  test('the list shows no merged children; GET …/merged shows them with their own numbers', async () => {
    const before = await the.issue(the.child)
    await the.merge(the.parent, the.child)
    expect(await the.kinds()).toEqual(['Other', 'Parent'])
    const { issues } = await the.get<IssueList>(`${the.parent}/merged`)
    const { facets, release_count, no_regression_reason, claim, fix, ...summary } = before
    expect(issues).toEqual([{ ...summary, merge_parent_id: the.parent }])
    expect(await the.issue(the.child)).toEqual({ ...before, merge_parent_id: the.parent })
  })

  test('list, page and answers say how many are merged into an issue', async () => {
    const counts = async () => {
      const issues = await the.list()
      return Object.fromEntries(issues.map((issue) => [issue.title.split(':')[0], issue.merged_count]))
    }
    expect(await counts()).toEqual({ Child: 0, Other: 0, Parent: 0 })
    await the.merge(the.parent, the.child, the.other)
    expect(await counts()).toEqual({ Parent: 2 })
    expect(await the.issue(the.parent)).toMatchObject({ merged_count: 2 })
    const patched = await the.client.request('PATCH', `/api/v1/issues/${the.parent}`, {
      status: 'ignored',
    })
    expect(patched.body).toMatchObject({ merged_count: 2 })
    await the.split(the.parent, the.child)
    expect(await counts()).toEqual({ Child: 0, Parent: 1 })
  })

  test('children of a child move up; updated counts rows that moved', async () => {
    await the.merge(the.child, the.other)
    expect(await the.merge(the.parent, the.child)).toBe(2)
    expect(await the.mergedInto(the.parent)).toEqual(['Child', 'Other'])
    expect(await the.mergedInto(the.child)).toEqual([])
    expect(await the.issue(the.child)).toMatchObject({ event_count: 3, merged_count: 0 })
    expect(await the.issue(the.parent)).toMatchObject({ event_count: 6, unique_user_count: 3 })
  })

  test('itself, unknown and already-there ids are skipped; a child stands for its root', async () => {
    await the.merge(the.parent, the.child)
    expect(await the.merge(the.parent, the.parent, UNKNOWN, the.child)).toBe(0)
    expect(await the.merge(the.child, the.child, the.other, the.other)).toBe(1)
    expect(await the.mergedInto(the.parent)).toEqual(['Child', 'Other'])
    expect(await the.split(the.child, the.other, UNKNOWN, the.parent)).toBe(1)
    expect(await the.split(the.parent, the.other)).toBe(0)
    expect(await the.merge(the.other, the.child)).toBe(1)
    expect(await Promise.all([the.parent, the.other].map((id) => the.mergedInto(id)))).toEqual([
      [],
      ['Child'],
    ])
    expect((await the.issue(the.parent)).event_count).toBe(2)
  })

  test('merging an ancestor into its child is 400; ids of one project only (else 400); at most 200', async () => {
    await the.merge(the.parent, the.child)
    const mine = the.project
    the.project = await the.newProject()
    await the.send({ kind: 'Else', at: START })
    const elsewhere = (await the.list())[0]!.id
    the.project = mine
    const many = Array.from({ length: 201 }, () => crypto.randomUUID())
    for (const [action, canonical, named] of [
      ['merge', the.child, [the.parent]],
      ['merge', the.parent, [the.other, elsewhere]],
      ['merge', the.parent, []],
      ['split', the.parent, []],
      ['merge', the.parent, many],
      ['split', the.parent, many],
      ['merge', 'x', [the.other]],
    ] as const) {
      const answer = await the.change(action, canonical, { ids: named })
      expect([named.length, answer.status, answer.body.error]).toEqual([named.length, 400, 'invalid_request'])
    }
    expect(await the.mergedInto(the.parent)).toEqual(['Child'])
    expect((await the.change('merge', the.parent, { ids: many.slice(1) })).body).toEqual({ updated: 0 })
  })

  test('unknown canonical 404; ids of other organizations count as unknown and are skipped', async () => {
    const client = the.server.stranger
    for (const action of ['merge', 'split'] as const) {
      expect((await the.change(action, UNKNOWN, { ids: [the.other] })).status).toBe(404)
      expect((await the.change(action, the.parent, { ids: [the.other], client })).status).toBe(404)
    }
    expect(await the.kinds()).toEqual(['Child', 'Other', 'Parent'])
  })

  test('status and snooze act on the root, and an event of a child may be its regression', async () => {
    await the.merge(the.parent, the.child)
    const patched = await the.client.request('PATCH', `/api/v1/issues/${the.child}`, {
      status: 'resolved',
      resolved_in_release: '1.2',
    })
    expect(patched.body).toMatchObject({ id: the.parent, status: 'resolved', event_count: 5 })
    const snooze = await the.client.request('POST', `/api/v1/issues/${the.child}/snooze`, {
      mode: '100',
    })
    expect(snooze.body).toMatchObject({ id: the.parent, snooze_until_count: 105 })
    const later = { at: START + HOUR, receivedAt: START + HOUR }
    const { outcome } = await the.send({ kind: 'Child', ...later, release: '1.3' })
    expect(outcome.changes[0]!.issues).toEqual([{ issueUid: the.parent, change: 'changed' }])
    expect(await the.issue(the.parent)).toMatchObject({ status: 'regression', snoozed: false })
    expect(await the.issue(the.child)).toMatchObject({ status: 'unresolved' })
    const bulk = { ids: [the.child, the.parent], action: 'ignore' }
    expect((await the.client.request('PATCH', '/api/v1/issues/bulk', bulk)).body).toEqual({
      updated: 2,
    })
    expect([(await the.issue(the.parent)).status, (await the.issue(the.child)).status]).toEqual([
      'ignored',
      'unresolved',
    ])
  })

  test('a merge and a split leave a line with both issues, each naming the other', async () => {
    await the.merge(the.parent, the.child)
    await the.split(the.parent, the.child)
    await the.merge(the.parent, the.child)
    const lines = async (id: string) =>
      (await the.get<IssueActivityAnswer>(`${id}/activity`)).activity.map(
        ({ issue_id, kind, actor, details }) => {
          expect(actor).toMatchObject({ kind: 'user', id: the.server.userId })
          return [issue_id, kind, details]
        },
      )
    const child = { other: 'child', issue_id: the.child, title: 'Child: it broke' }
    const parent = { other: 'parent', issue_id: the.parent, title: 'Parent: it broke' }
    expect(await lines(the.parent)).toEqual(
      ['merged', 'split', 'merged'].map((kind) => [the.parent, kind, child]),
    )
    expect(await lines(the.child)).toEqual(
      ['merged', 'split', 'merged'].map((kind) => [the.child, kind, parent]),
    )
  })

  test('a deleted child leaves its parent’s numbers; a deleted parent takes its children along', async () => {
    const remove = (id: string) =>
      the.client.request('DELETE', '/api/v1/issues/bulk', { ids: [id], action: 'delete' })
    const own = await the.issue(the.parent)
    await the.merge(the.parent, the.child, the.other)
    await remove(the.child)
    expect(await the.issue(the.parent)).toMatchObject({
      event_count: 3,
      unique_user_count: 2,
      merged_count: 1,
    })
    await remove(the.other)
    expect(await the.issue(the.parent)).toEqual(own)
    await the.send(...FAMILY_EVENTS.filter(({ kind }) => kind === 'Child'))
    expect(await the.kinds()).toEqual(['Child', 'Parent'])
    const child = (await the.list('Child'))[0]!.id
    await the.merge(the.parent, child)
    await remove(the.parent)
    expect([await the.kinds(), (await the.client.request('GET', `/api/v1/issues/${child}`)).status]).toEqual([
      [],
      404,
    ])
  })
})
