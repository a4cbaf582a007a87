import { expect, test } from 'vitest'
import type { EventDetail } from '#contract/event/detail.ts'
import type { IssueGrouping } from '#contract/issue/grouping.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { dsnHeaders, Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

const frame = (name: string, inApp: boolean): JsonObject => ({
  function: name,
  filename: `${name}.py`,
  in_app: inApp,
})
const thrown = (...frames: JsonObject[]): JsonObject => ({
  platform: 'python',
  exception: { values: [{ type: 'KeyError', value: 'id 7', stacktrace: { frames } }] },
})

describeOn(ONE_ENGINE, 'Why events are one issue by what was sent', (engine) => {
  const journey = ofSuite(async () => Journey.start({ databaseUrl: await engine.databaseUrl() }))

  async function send(event: JsonObject, project = journey.project): Promise<EventDetail> {
    const { status, json } = await journey.raw({
      path: `/api/${project.id}/store/`,
      headers: dsnHeaders(project),
      body: JSON.stringify(event),
    })
    expect(status).toBe(202)
    const path = `/api/v1/events/${json!.id}`
    await expect.poll(() => journey.refusal('GET', path)).toEqual([200, undefined])
    return journey.client.get(path)
  }
  const explain = (issueId: string, query = '') =>
    journey.client.get<IssueGrouping>(`/api/v1/issues/${issueId}/grouping${query}`)

  test('the newest event says what counted, and what was left out by which rule', async () => {
    const event = await send(thrown(frame('main', true), frame('flask', false), frame('pay', true)))
    const grouping = await explain(event.issue_id)
    expect(grouping).toMatchObject({
      event_id: event.id,
      version: 1,
      method: 'exception',
      summary: 'Grouped by stack trace: 1 type and 2 frames.',
      fingerprint: event.grouping!.keys[0],
      fingerprints: event.grouping!.keys,
    })
    expect(grouping.counted.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(event.grouping!.components)
    expect(grouping.left_out.map(({ kind, rule }) => [kind, rule])).toEqual([
      ['frame', 'library'],
      ['value', 'frames_decide'],
    ])
    expect(grouping.left_out[0]!.reason).toContain('library code')
  })

  test('two issues are compared component by component', async () => {
    const pay = await send(thrown(frame('main', true), frame('pay', true)))
    const refund = await send(thrown(frame('main', true), frame('refund', true)))
    const { comparison } = await explain(pay.issue_id, `?compare_with=${refund.issue_id}`)
    expect(comparison).toMatchObject({ issue_id: refund.issue_id, event_id: refund.id, together: false })
    expect(comparison!.parts.map((part) => `${part.in} ${part.text}`)).toEqual([
      'both KeyError',
      'both main.py in main',
      'this pay.py in pay',
      'other refund.py in refund',
    ])
    const itself = await explain(pay.issue_id, `?compare_with=${pay.issue_id}`)
    expect(itself.comparison).toMatchObject({ together: true, reason: 'This is the same issue.' })
  })

  test('what separates or joins two issues besides their events is said', async () => {
    const ids: string[] = []
    for (const name of ['buy', 'sell', 'ship']) ids.push((await send(thrown(frame(name, true)))).issue_id)
    const [canonical, merged, other] = ids as [string, string, string]
    const twin = await send(thrown(frame('ship', true)), await journey.client.createProject())
    const merge = { canonical_id: canonical, merge_ids: [merged] }
    expect(await journey.refusal('POST', '/api/v1/issues/merge', { body: merge })).toEqual([200, undefined])
    const reasons = [
      [merged, canonical, 'One is merged into the other.'],
      [canonical, merged, 'One is merged into the other.'],
      [other, twin.issue_id, 'They belong to different projects.'],
    ] as const
    for (const [left, right, reason] of reasons) {
      const { comparison } = await explain(left, `?compare_with=${right}`)
      expect(comparison?.reason).toContain(reason)
    }
    const { comparison } = await explain(other, `?compare_with=${twin.issue_id}`)
    expect(comparison).toMatchObject({ together: false, parts_more: 0 })
    expect(comparison!.parts.map((part) => part.in)).toEqual(['both', 'both'])
  })

  test('an unknown issue, on either side, is not found', async () => {
    const { issue_id: id } = await send({ message: 'hello' })
    const unknown = '0f8fad5b-d9cb-469f-a165-70867728950e'
    for (const path of [`${unknown}/grouping`, `${id}/grouping?compare_with=${unknown}`])
      expect((await journey.refusal('GET', `/api/v1/issues/${path}`))[0]).toBe(404)
    expect((await journey.refusal('GET', `/api/v1/issues/${id}/grouping?compare_with=x`))[0]).toBe(400)
  })
})
