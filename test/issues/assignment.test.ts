import { beforeAll, expect, test } from 'vitest'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { CompletionAnswer } from '#contract/issue/completion.ts'
import type { IssuePage, IssueSummary } from '#contract/issue/issue.ts'
import type { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import type { TestUser } from '../support/server/api-server.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

describeOn(
  ENGINES,
  '“Assignment (`assignee_id` in PATCH, `assigned:me` in q)” in an organization of two',
  (engine) => {
    const fixture = issueServer(engine)
    let ada: TestUser
    let asAda: ApiClient
    let project: SeedProject

    beforeAll(async () => {
      ada = await fixture.server.newMember(fixture.org.orgId, 'member')
      asAda = await fixture.server.signIn(ada)
      project = await seedProject(fixture.server.database, fixture.org, 'shop')
    })

    async function newIssue(title = 'Error: it broke'): Promise<string> {
      const issue = { project, title, events: [{ at: START - HOUR }] }
      return (await seedIssue(fixture.server.database, issue)).uid
    }
    function patch(id: string, body: object, client = fixture.client) {
      return client.request<IssueSummary>('PATCH', `/api/v1/issues/${id}`, body)
    }
    async function history(id: string) {
      const { activity } = await fixture.client.get<IssueActivityAnswer>(`/api/v1/issues/${id}/activity`)
      return activity
    }
    async function found(q: string, client = fixture.client): Promise<string[]> {
      const query = new URLSearchParams({ q, project_id: project.projectUid })
      const { issues } = await client.get<IssuePage>(`/api/v1/issues?${query}`)
      return issues.map(({ title }) => title).sort()
    }

    test('gives an issue to a member, shows who has it wherever it is shown, and takes it back', async () => {
      const id = await newIssue()
      const assignee = { id: ada.userId, name: '', email: ada.email }
      const given = await patch(id, { assignee_id: ada.userId })
      expect(given).toMatchObject({ status: 200, body: { id, status: 'unresolved', assignee } })
      expect(await fixture.client.get(`/api/v1/issues/${id}`)).toMatchObject({ assignee })
      const list = await fixture.client.get<IssuePage>('/api/v1/issues')
      expect(list.issues.find((issue) => issue.id === id)).toMatchObject({ assignee })
      const back = await patch(id, { assignee_id: null })
      expect(back.body).toMatchObject({ assignee: null })
    })

    test('writes a line with who gave it to whom; what changes nothing leaves none', async () => {
      const id = await newIssue()
      const owner = await fixture.client.get<{ user: { email: string; name: string } }>('/api/v1/auth/me')
      await patch(id, { assignee_id: ada.userId })
      await patch(id, { assignee_id: ada.userId })
      await patch(id, { assignee_id: fixture.userId }, asAda)
      await patch(id, { assignee_id: null })
      await patch(id, { assignee_id: null })
      const [toAda, toOwner] = [
        { id: ada.userId, name: '', email: ada.email },
        { id: fixture.userId, ...pick(owner) },
      ]
      expect(await history(id)).toMatchObject([
        { kind: 'assigned', actor: { id: fixture.userId }, details: { to: null, from: toOwner } },
        { kind: 'assigned', actor: { id: ada.userId }, details: { to: toOwner, from: toAda } },
        { kind: 'assigned', actor: { kind: 'user', id: fixture.userId }, details: { to: toAda, from: null } },
      ])
      expect(await history(id)).toHaveLength(3)
    })

    test('goes together with a status in one request', async () => {
      const id = await newIssue()
      const { body } = await patch(id, { status: 'ignored', assignee_id: ada.userId })
      expect(body).toMatchObject({ status: 'ignored', assignee: { id: ada.userId } })
      expect((await history(id)).map(({ kind }) => kind).sort()).toEqual(['assigned', 'status_changed'])
    })

    test('someone who is no member is 400, and nothing of the request happens', async () => {
      const id = await newIssue()
      const stranger = await fixture.server.newOwner()
      for (const assignee_id of [UNKNOWN, stranger.userId]) {
        const answer = await patch(id, { status: 'resolved', assignee_id })
        expect(answer).toMatchObject({
          status: 400,
          body: { error: 'invalid_request', details: [{ path: 'assignee_id' }] },
        })
      }
      expect(await patch(id, { assignee_id: 'ada' })).toMatchObject({ status: 400 })
      expect(await patch(UNKNOWN, { assignee_id: ada.userId })).toMatchObject({ status: 404 })
      expect(await fixture.client.get(`/api/v1/issues/${id}`)).toMatchObject({
        status: 'unresolved',
        assignee: null,
      })
    })

    test('acts on the issue that the given one is merged into', async () => {
      const parent = await newIssue('parent')
      const child = await newIssue('child')
      await fixture.client.request('POST', '/api/v1/issues/merge', {
        canonical_id: parent,
        merge_ids: [child],
      })
      await patch(child, { assignee_id: ada.userId })
      expect(await fixture.client.get(`/api/v1/issues/${parent}`)).toMatchObject({
        assignee: { id: ada.userId },
      })
    })

    test('with a token `me` is who made it, and the token is in the activity', async () => {
      project = await seedProject(fixture.server.database, fixture.org, 'by token')
      const id = await newIssue('mine')
      const asked = { label: 'Night shift', scopes: ['read:agent', 'write:triage'] }
      const { body } = await fixture.client.request<{ token: { id: string; token: string } }>(
        'POST',
        '/api/v1/agent-tokens',
        asked,
      )
      const headers = { authorization: `Bearer ${body.token.token}`, 'content-type': 'application/json' }
      const change = { method: 'PATCH', headers, body: JSON.stringify({ assignee_id: fixture.userId }) }
      expect((await fetch(`${fixture.server.url}/api/v1/agent/issues/${id}`, change)).status).toBe(200)
      const query = new URLSearchParams({ q: 'assigned:me', project_id: project.projectUid })
      const answer = await fetch(`${fixture.server.url}/api/v1/issues?${query}`, { headers })
      const { issues } = (await answer.json()) as IssuePage
      expect(issues.map(({ title }) => title)).toEqual(['mine'])
      expect(await history(id)).toMatchObject([
        { kind: 'assigned', actor: { kind: 'token', id: body.token.id, name: 'Night shift' } },
      ])
    })

    test('`assigned:` finds them by me, none and e-mail, and completes', async () => {
      project = await seedProject(fixture.server.database, fixture.org, 'search')
      const [mine, hers] = [await newIssue('mine'), await newIssue('hers')]
      await newIssue('nobody’s')
      await patch(mine, { assignee_id: fixture.userId })
      await patch(hers, { assignee_id: ada.userId })
      expect(await found('assigned:me')).toEqual(['mine'])
      expect(await found('assigned:me', asAda)).toEqual(['hers'])
      expect(await found('!assigned:me')).toEqual(['hers', 'nobody’s'])
      expect(await found('assigned:none')).toEqual(['nobody’s'])
      expect(await found('!assigned:none')).toEqual(['hers', 'mine'])
      expect(await found(`assigned:${ada.email.toUpperCase()}`)).toEqual(['hers'])
      expect(await found(`!assigned:${ada.email}`)).toEqual(['mine', 'nobody’s'])
      expect(await found('assigned:nobody@example.com')).toEqual([])
      expect(await found('assigned:me is:resolved')).toEqual([])

      const path = `/api/v1/search/values?key=assigned&project_id=${project.projectUid}`
      const { values } = await fixture.client.get<CompletionAnswer>(path)
      expect(values.slice(0, 2)).toEqual([
        { value: 'me', count: 1, capped: false },
        { value: 'none', count: 1, capped: false },
      ])
      expect(values).toContainEqual({ value: ada.email, count: 1, capped: false })
      const some = await fixture.client.get<CompletionAnswer>(`${path}&prefix=${ada.email.slice(0, 9)}`)
      expect(some.values).toEqual([{ value: ada.email, count: 1, capped: false }])
    })
  },
)

function pick({ user }: { user: { name: string; email: string } }) {
  return { name: user.name, email: user.email }
}
