import { beforeAll, expect, test } from 'vitest'
import type { CommentPage } from '#contract/issue/comment.ts'
import { LIMITS } from '#contract/limits.ts'
import { mcpClient } from '../support/client/mcp-client.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { readFences } from '../support/fenced-text.ts'
import { issueContexts } from '../support/issue-contexts.ts'
import { INJECTIONS, MARK } from '../support/sample/injection-corpus.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

describeOn(ONE_ENGINE, 'comments of agents, and for them', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  beforeAll(async () => {
    fixture.server.stoppedAt = START
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
  })

  const { newIssue, json, markdown } = issueContexts(() => ({ fixture, project }))
  const connected = async () => {
    const { secret } = await tokenClient(fixture.client, { label: 'fixer' })
    return mcpClient({ url: fixture.server.url, secret })
  }
  const comment = (id: string, body: string) =>
    fixture.client.request('POST', `/api/v1/issues/${id}/comments`, { body })

  test('comment_issue says something under the token’s name, for people to read', async () => {
    const { call } = await connected()
    const { uid } = await newIssue([{}])
    const url = `https://errors.example.com/issues/${uid}`
    const { fields } = await call('comment_issue', { issue: url, body: 'Waits for the new **gateway**.' })
    expect(fields).toMatchObject({ issue_id: uid, id: expect.any(String) })
    const { comments } = await fixture.client.get<CommentPage>(`/api/v1/issues/${uid}/comments`)
    expect(comments).toMatchObject([
      { body: 'Waits for the new **gateway**.', author: { kind: 'token', name: 'fixer' } },
    ])
  })

  test('a comment says whom it mentions, over HTTP too', async () => {
    const { call } = await connected()
    const { uid: issue } = await newIssue([{}])
    const { user } = await fixture.client.get<{ user: { email: string } }>('/api/v1/auth/me')
    const body = `@${user.email} and @nobody@example.com: please decide`
    expect((await call('comment_issue', { issue, body })).fields).toMatchObject({ mentioned: [user.email] })
    expect((await call('comment_issue', { issue, body: 'Nobody.' })).fields).toMatchObject({ mentioned: [] })
    const posted = await fixture.client.request('POST', `/api/v1/issues/${issue}/comments`, { body })
    expect(posted.body).toMatchObject({ mentioned: [user.email] })
  })

  test('an empty comment, one that is too long and one on an unknown issue say what is wrong', async () => {
    const { call } = await connected()
    const { uid } = await newIssue([{}])
    for (const [args, message] of [
      [{ issue: uid, body: '  ' }, /body: The comment is empty/],
      [{ issue: uid, body: 'x'.repeat(LIMITS.commentChars + 1) }, /body: .*10,?000/],
      [{ issue: UNKNOWN, body: 'hello' }, /not_found: No issue has this ID/],
      [{ issue: 'TypeError', body: 'hello' }, /Use an ID from list_queue/],
    ] as const) {
      const answer = await call('comment_issue', args)
      expect([answer.isError, answer.text]).toEqual([true, expect.stringMatching(message)])
    }
    expect((await fixture.client.get<CommentPage>(`/api/v1/issues/${uid}/comments`)).comments).toEqual([])
  })

  test('the context has what the team said, newest first, and says how much it leaves out', async () => {
    const { uid } = await newIssue([{}])
    expect((await json(uid)).client.comments).toEqual([])
    for (let n = 1; n <= 12; n++) await comment(uid, `Finding ${n}\nsecond line`)
    const { server, client, truncated } = await json(uid)
    expect(server.comment_count).toBe(12)
    expect(client.comments).toHaveLength(3)
    expect(client.comments[0]).toMatch(/^2\S+Z .+: Finding 12/)
    const how = `GET /api/v1/issues/${uid}/comments`
    expect(truncated).toContainEqual({ what: 'comments', shown: 3, total: 12, how })
    expect((await json(uid, { max_chars: '90000' })).client.comments).toHaveLength(10)
    const text = await markdown(uid)
    expect(text).toContain('### Comments by the team (newest first)')
    expect(text).toContain('comments: 12')
  })

  test('a comment that quotes hostile text stays inside the fences, without secrets', async () => {
    for (const text of INJECTIONS.filter(({ length }) => length < 5000).slice(0, 40)) {
      const { uid } = await newIssue([{}])
      await comment(uid, `A customer wrote: ${text.replaceAll('\0', '')} Bearer geheim42xgeheim42x`)
      const { outside, blocks } = readFences(await markdown(uid))
      expect(outside.join('\n')).not.toContain(MARK)
      expect(blocks.flatMap(({ lines }) => lines).join('\n')).toContain('A customer wrote')
      expect(JSON.stringify(blocks)).not.toContain('geheim42x')
    }
  })
})
