import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FeedbackPage, IssueFeedbackAnswer, ListedFeedback } from '#contract/event/feedback.ts'
import { type ApiClient, type Project, sdkEnvelopePath, signedIn } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { Service } from '../support/server/service.ts'

interface List {
  issues: { id: string; title: string; event_count: number }[]
}

describeOn(ENGINES, 'feedback about events that were only counted', (engine) => {
  let service: Service
  let client: ApiClient
  let project: Project
  beforeAll(async () => {
    const databaseUrl = await engine.databaseUrl()
    service = new Service({ databaseUrl, env: { SVC_SPIKE_EVENTS_PER_MINUTE: '1' } })
    await service.start()
    client = await signedIn(service.url)
    project = await client.createProject('counted')
  })
  afterAll(() => service.close())

  async function send(...items: [header: object, payload: object][]): Promise<void> {
    const lines = items.flatMap((item) => item.map((part) => JSON.stringify(part)))
    const body = ['{}', ...lines].join('\n')
    const answer = await fetch(service.url + sdkEnvelopePath(project), { method: 'POST', body })
    expect(answer.status).toBe(200)
  }
  const event = (eventId: string, message: string): [object, object] => [
    { type: 'event' },
    { event_id: eventId.replaceAll('-', ''), message },
  ]
  const report = (eventId: string, comments: string): [object, object] => [
    { type: 'user_report' },
    { event_id: eventId.replaceAll('-', ''), name: 'Ada', email: 'ada@example.com', comments },
  ]
  async function counted(message: string, count: number): Promise<string> {
    const found = async () => {
      const { issues } = await client.get<List>(`/api/v1/issues?project_id=${project.id}`)
      return issues.find(({ title, event_count }) => title.includes(message) && event_count === count)?.id
    }
    await expect.poll(found).toBeDefined()
    return (await found())!
  }
  const ofIssue = async (id: string): Promise<ListedFeedback[]> =>
    (await client.get<IssueFeedbackAnswer>(`/api/v1/issues/${id}/feedback`)).feedback
  const all = async (): Promise<ListedFeedback[]> =>
    (await client.get<FeedbackPage>(`/api/v1/feedback?project_id=${project.id}`)).feedback
  const said = (feedback: ListedFeedback[]) =>
    feedback.map(({ comments, is_event_stored }) => [comments, is_event_stored]).sort()

  it('an issue shows it, whether it came with its event, at once or later, also once merged', async () => {
    const [stored, only, together] = [randomUUID(), randomUUID(), randomUUID()]
    await send(event(stored, 'a storm'), report(stored, 'of the stored event'))
    await send(event(only, 'a storm'))
    await send(report(only, 'at once'))
    await send(event(together, 'a storm'), report(together, 'in one envelope'))
    const issueId = await counted('a storm', 3)
    const later = await fetch(
      `${service.url}/api/${project.id}/user-feedback/?compat_key=${project.keys[0]!.public_key}`,
      { method: 'POST', body: JSON.stringify({ event_id: only, comments: 'later' }) },
    )
    expect(later.status).toBe(201)
    const shown = [
      ['at once', false],
      ['in one envelope', false],
      ['later', false],
      ['of the stored event', true],
    ]
    expect(said(await ofIssue(issueId))).toEqual(shown)
    expect(said(await all())).toEqual(shown)
    expect(new Set((await all()).map(({ issue_id }) => issue_id))).toEqual(new Set([issueId]))
    await send(event(randomUUID(), 'another'))
    const other = await counted('another', 1)
    expect(await ofIssue(other)).toEqual([])
    const merge = { canonical_id: other, merge_ids: [issueId] }
    expect((await client.request('POST', '/api/v1/issues/merge', merge)).status).toBe(200)
    expect(said(await ofIssue(other))).toEqual(shown)
    const subject = ({ issue_title, issue_status }: ListedFeedback) => `${issue_title} ${issue_status}`
    expect(new Set((await all()).map(subject))).toEqual(new Set(['another unresolved']))
  })

  it('it is deleted with the issue', async () => {
    const [stored, only] = [randomUUID(), randomUUID()]
    await send(event(stored, 'to be deleted'))
    await send(event(only, 'to be deleted'))
    await send(report(only, 'goes with it'))
    const issueId = await counted('to be deleted', 2)
    expect(said(await ofIssue(issueId))).toEqual([['goes with it', false]])
    const deletion = { ids: [issueId], action: 'delete' }
    expect((await client.request('DELETE', '/api/v1/issues/bulk', deletion)).status).toBe(200)
    expect(said(await all())).not.toContainEqual(['goes with it', false])
  })

  it('one of another project finds no issue by the same event ID', async () => {
    const eventId = randomUUID()
    await send(event(eventId, 'mine'))
    await counted('mine', 1)
    const other = await client.createProject('other')
    const body = ['{}', ...report(eventId, 'foreign').map((part) => JSON.stringify(part))].join('\n')
    await fetch(service.url + sdkEnvelopePath(other), { method: 'POST', body })
    const { feedback } = await client.get<FeedbackPage>(`/api/v1/feedback?project_id=${other.id}`)
    expect(feedback).toMatchObject([
      {
        comments: 'foreign',
        issue_id: null,
        issue_title: null,
        issue_status: null,
        is_event_stored: false,
      },
    ])
  })
})
