import { beforeAll, expect, test } from 'vitest'
import type { IssueActivityAnswer } from '#contract/issue/activity.ts'
import type { CommentPage, CreatedComment, IssueComment } from '#contract/issue/comment.ts'
import type { ApiClient } from '../support/client/api-client.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import type { TestUser } from '../support/server/api-server.ts'
import { HOUR, issueServer, START } from '../support/server/issue-server.ts'

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

describeOn(
  ENGINES,
  '“comments (`GET/POST /api/v1/issues/{id}/comments`)” in an organization of two',
  (engine) => {
    const fixture = issueServer(engine)
    let project: SeedProject
    let ada: TestUser
    let asAda: ApiClient

    beforeAll(async () => {
      project = await seedProject(fixture.server.database, fixture.org, 'shop')
      ada = await fixture.server.newMember(fixture.org.orgId, 'member')
      asAda = await fixture.server.signIn(ada)
    })

    async function newIssue(columns = {}) {
      const issue = { project, title: 'Error: it broke', events: [{ at: START - HOUR }], columns }
      return seedIssue(fixture.server.database, issue)
    }
    function say(id: string, body: unknown, client = fixture.client) {
      return client.request<CreatedComment>('POST', `/api/v1/issues/${id}/comments`, { body })
    }
    async function read(id: string, query = ''): Promise<CommentPage> {
      return fixture.client.get(`/api/v1/issues/${id}/comments${query}`)
    }
    async function history(id: string) {
      const { activity } = await fixture.client.get<IssueActivityAnswer>(`/api/v1/issues/${id}/activity`)
      return activity
    }

    test('a comment is kept as it was written, with who wrote it and when', async () => {
      const { uid: id } = await newIssue()
      const body = '  **Fixed** by #42 <script>alert(1)</script>\n\npassword=hunter2 \u{1F600}\n'
      const { status, body: made } = await say(id, body, asAda)
      expect(status).toBe(201)
      expect(made).toMatchObject({
        issue_id: id,
        body,
        author: { kind: 'user', id: ada.userId, name: '', email: ada.email },
      })
      expect(Math.abs(Date.parse(made.created_at) - START)).toBeLessThan(HOUR)
      const { mentioned, ...kept } = made
      expect(mentioned).toEqual([])
      expect(await read(id)).toEqual({ comments: [kept], next_cursor: null })
    })

    test('a page of long comments is sent in pieces, and is all there', async () => {
      const { uid: id } = await newIssue()
      const body = '\u044f\u202e'.repeat(5_000)
      for (let made = 0; made < 20; made += 1) expect((await say(id, body)).status).toBe(201)
      const answer = await sendRaw(fixture.server.url, {
        method: 'GET',
        path: `/api/v1/issues/${id}/comments?limit=15`,
        headers: { cookie: await fixture.server.cookie(ada) },
      })
      expect(answer.headers['content-length']).toBeUndefined()
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      const page = answer.json as unknown as CommentPage
      expect(page.comments.map((comment) => comment.body)).toEqual(Array(15).fill(body))
      expect((await read(id, `?cursor=${page.next_cursor}`)).comments).toHaveLength(5)
    })

    test('a token comments under its own label, and may delete what it said, nothing else', async () => {
      const { uid: id } = await newIssue()
      const made = await fixture.client.request<{ token: { id: string; token: string } }>(
        'POST',
        '/api/v1/agent-tokens',
        { label: 'Night shift', scopes: ['write:triage'] },
      )
      const { token } = made.body
      const ask = async (method: string, path: string, body?: object) => {
        const headers = { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' }
        const init = { method, headers, body: body ? JSON.stringify(body) : null }
        const response = await fetch(fixture.server.url + path, init)
        return { status: response.status, body: (await response.json()) as IssueComment }
      }
      const { body: said } = await ask('POST', `/api/v1/issues/${id}/comments`, { body: 'Looks like DNS.' })
      expect(said.author).toMatchObject({ kind: 'token', id: token.id, name: 'Night shift' })
      const { body: other } = await say(id, 'of a person')
      expect(await ask('DELETE', `/api/v1/comments/${other.id}`)).toMatchObject({ status: 403 })
      expect(await ask('DELETE', `/api/v1/comments/${said.id}`)).toMatchObject({ status: 200 })
      const actor = { kind: 'token', id: token.id, name: 'Night shift' }
      expect(await history(id)).toMatchObject([
        { kind: 'comment_deleted', actor },
        { kind: 'commented', actor: { kind: 'user' } },
        { kind: 'commented', actor },
      ])
    })

    test('newest first; every one on exactly one page', async () => {
      const { uid: id } = await newIssue()
      for (let n = 1; n <= 5; n++) await say(id, `${n}`)
      const bodies: string[] = []
      let [cursor, pages]: [string | null, number] = ['', 0]
      for (; cursor !== null; pages++) {
        const page: CommentPage = await read(id, `?limit=2${cursor && `&cursor=${cursor}`}`)
        bodies.push(...page.comments.map(({ body }) => body))
        cursor = page.next_cursor
      }
      expect([bodies, pages]).toEqual([['5', '4', '3', '2', '1'], 3])
      expect((await read(id, '?limit=0')).comments).toHaveLength(1)
      expect((await read(id, '?limit=x')).comments).toHaveLength(5)
    })

    test('a line of the activity says that there is one, and when it was deleted', async () => {
      const { uid: id } = await newIssue()
      const { body: comment } = await say(id, 'a secret nobody should read', asAda)
      expect(await asAda.request('DELETE', `/api/v1/comments/${comment.id}`)).toMatchObject({
        status: 200,
        body: { deleted: true },
      })
      const lines = await history(id)
      expect(lines).toMatchObject([
        { kind: 'comment_deleted', actor: { id: ada.userId }, details: { comment_id: comment.id } },
        { kind: 'commented', actor: { id: ada.userId }, details: { comment_id: comment.id } },
      ])
      expect(JSON.stringify(lines)).not.toContain('secret')
      expect((await read(id)).comments).toEqual([])
      expect(await asAda.request('DELETE', `/api/v1/comments/${comment.id}`)).toMatchObject({ status: 404 })
    })

    test('a member deletes only own comments, an Owner any', async () => {
      const { uid: id } = await newIssue()
      const { body: mine } = await say(id, 'of the Owner')
      const { body: hers } = await say(id, 'of the member', asAda)
      expect(await asAda.request('DELETE', `/api/v1/comments/${mine.id}`)).toMatchObject({
        status: 403,
        body: { error: 'forbidden' },
      })
      expect(await fixture.client.request('DELETE', `/api/v1/comments/${hers.id}`)).toMatchObject({
        status: 200,
      })
      expect((await read(id)).comments).toMatchObject([{ id: mine.id, body: mine.body }])
    })

    test('what was said on an issue is seen on the one it is merged into', async () => {
      const parent = await newIssue({ has_merged: 1 })
      const child = await newIssue({ merge_parent_id: parent.id })
      await say(parent.uid, 'on the parent')
      await say(child.uid, 'on the child')
      const said = async (id: string) =>
        (await read(id)).comments.map(({ body, issue_id }) => [body, issue_id])
      expect(await said(child.uid)).toEqual([['on the child', child.uid]])
      expect(await said(parent.uid)).toEqual([
        ['on the child', child.uid],
        ['on the parent', parent.uid],
      ])
    })

    test.each([
      ['nothing', undefined],
      ['an empty one', ''],
      ['blanks', ' \n\t '],
      ['10,001 characters', 'x'.repeat(10_001)],
      ['a number', 5],
    ])('%s is 400', async (_, body) => {
      const { uid: id } = await newIssue()
      expect(await say(id, body)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
      expect(await history(id)).toEqual([])
    })

    test('10,000 characters are fine; an unknown issue is 404; a cursor of another list is 400', async () => {
      const { uid: id } = await newIssue()
      expect((await say(id, 'x'.repeat(10_000))).status).toBe(201)
      expect(await say(UNKNOWN, 'x')).toMatchObject({ status: 404 })
      expect(await fixture.client.request('GET', `/api/v1/issues/${UNKNOWN}/comments`)).toMatchObject({
        status: 404,
      })
      const { body } = await fixture.client.request('GET', `/api/v1/issues/${id}/comments?cursor=abc`)
      expect(body).toMatchObject({ error: 'invalid_request', details: [{ path: 'cursor' }] })
    })
  },
)
