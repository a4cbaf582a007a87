import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FeedbackPage, IssueFeedbackAnswer } from '#contract/event/feedback.ts'
import { feedbackPage, issueFeedbackAnswer } from '#contract/event/feedback.ts'
import { uuidToBytes } from '#domain/text/uuid.ts'
import { insertFeedback } from '#storage/event/feedback.ts'
import type { ApiClient, Project } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { seedIssue } from '../support/database/seed.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startApiServer } from '../support/server/api-server.ts'

const HOUR_MS = 3_600_000

describeOn(ENGINES, 'feedback for people and agents', (engine) => {
  let client: ApiClient
  let org: { orgId: number; orgUid: string }
  let project: Project
  let other: Project
  const server = ofSuite(() => startApiServer({ engine }))
  beforeAll(async () => {
    const owner = await server.newOwner()
    client = await server.signIn(owner)
    const me = await client.get<{ org: { id: string } }>('/api/v1/auth/me')
    org = { orgId: owner.orgId, orgUid: me.org.id }
    project = await client.createProject('one')
    other = await client.createProject('two')
  })

  interface Said {
    comments: string
    eventId?: string | null
    at?: number
    waitsUntil?: number | null
    of?: Project
  }
  async function say({
    comments,
    eventId = null,
    at,
    waitsUntil = null,
    of = project,
  }: Said): Promise<string> {
    const id = randomUUID()
    await insertFeedback(server.database.scope(org), [
      {
        id,
        projectId: of.number,
        eventId: eventId === null ? null : Buffer.from(uuidToBytes(eventId)),
        waitsUntil,
        name: 'Ada',
        email: 'ada@example.com',
        comments,
        createdAt: at ?? server.clock(),
      },
    ])
    return id
  }
  async function newIssue(of = project): Promise<{ uid: string; events: string[] }> {
    const events = [randomUUID(), randomUUID()]
    const { uid } = await seedIssue(server.database, {
      project: { ...org, projectId: of.number, projectUid: of.id },
      title: `Error: ${randomUUID()}`,
      events: events.map((eventId) => ({ at: server.clock(), eventId })),
    })
    return { uid, events }
  }
  /** As a batch does that counts events of this shape. */
  async function linkPreview(issueUid: string, preview: string): Promise<void> {
    const { id } = await server.database.queries
      .selectFrom('issue')
      .select('id')
      .where('uid', '=', issueUid)
      .executeTakeFirstOrThrow()
    const row = { org_id: org.orgId, project_id: project.number, preview, issue_id: id, linked_day: 0 }
    await server.database.queries.insertInto('issue_preview').values(row).execute()
  }
  const list = async (query = ''): Promise<FeedbackPage> =>
    feedbackPage.strict().parse(await client.get(`/api/v1/feedback${query}`))
  const ofIssue = async (id: string, query = ''): Promise<IssueFeedbackAnswer> =>
    issueFeedbackAnswer.strict().parse(await client.get(`/api/v1/issues/${id}/feedback${query}`))
  const comments = ({ feedback }: IssueFeedbackAnswer): string[] => feedback.map((entry) => entry.comments)

  describe('GET /api/v1/feedback', () => {
    it('lists what is about a stored event, about one that is to come, and about none', async () => {
      const issue = await newIssue(other)
      const unknown = randomUUID()
      const at = server.clock()
      await say({ comments: 'stored', eventId: issue.events[0]!, at, of: other })
      await say({ comments: 'to come', eventId: unknown, at: at + 1, waitsUntil: at + HOUR_MS, of: other })
      const id = await say({ comments: 'none', at: at + 2, of: other })
      const { feedback, next_cursor } = await list(`?project_id=${other.id}`)
      expect(next_cursor).toBeNull()
      expect(feedback.map(({ comments, event_id, issue_id }) => [comments, event_id, issue_id])).toEqual([
        ['none', null, null],
        ['to come', unknown, null],
        ['stored', issue.events[0], issue.uid],
      ])
      expect(feedback[0]).toMatchObject({ id, project_id: other.id, name: 'Ada', email: 'ada@example.com' })
    })

    it('pages through everything once, newest first, also where times are equal', async () => {
      const made = await client.createProject(`pages ${randomUUID()}`)
      const at = server.clock()
      const ids = new Set<string>()
      for (let n = 0; n < 7; n++) {
        ids.add(await say({ comments: `${n}`, at: at + Math.floor(n / 4), of: made }))
      }
      const seen: FeedbackPage['feedback'] = []
      let query = `?project_id=${made.id}&limit=3`
      for (let page = 0; page < 3; page++) {
        const { feedback, next_cursor } = await list(query)
        seen.push(...feedback)
        query = `?project_id=${made.id}&limit=3&cursor=${next_cursor}`
        expect(next_cursor === null).toBe(page === 2)
      }
      expect(new Set(seen.map(({ id }) => id))).toEqual(ids)
      const times = seen.map(({ created_at }) => created_at)
      expect(times).toEqual(times.toSorted().reverse())
    })

    it('spans the projects of the organization, and no other', async () => {
      await say({ comments: 'here' })
      await say({ comments: 'there', of: other })
      expect(comments(await list('?limit=200'))).toEqual(expect.arrayContaining(['here', 'there']))
      const stranger = await server.signIn(await server.newOwner())
      expect(await stranger.get('/api/v1/feedback')).toEqual({ feedback: [], next_cursor: null })
      const asked = await stranger.request('GET', `/api/v1/feedback?project_id=${project.id}`)
      expect(asked.status).toBe(404)
    })

    it('refuses a cursor of another list', async () => {
      for (const cursor of ['x', Buffer.from('["fired_at",1,1]').toString('base64url')]) {
        const answer = await client.request<{ error: string }>('GET', `/api/v1/feedback?cursor=${cursor}`)
        expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
      }
    })

    it('shows nothing of a project that was deleted', async () => {
      const made = await client.createProject(`gone ${randomUUID()}`)
      await say({ comments: 'of a deleted one', of: made })
      expect((await client.request('DELETE', `/api/v1/projects/${made.id}`)).status).toBe(200)
      expect(comments(await list('?limit=200'))).not.toContain('of a deleted one')
    })
  })

  describe('GET /api/v1/issues/{id}/feedback', () => {
    it('is that of all events of the issue and of what is merged into it, newest first', async () => {
      const [parent, child, stranger] = [await newIssue(), await newIssue(), await newIssue()]
      const at = server.clock()
      await say({ comments: 'first', eventId: parent.events[0]!, at })
      await say({ comments: 'second', eventId: parent.events[1]!, at: at + 1 })
      await say({ comments: 'of the child', eventId: child.events[0]!, at: at + 2 })
      await say({ comments: 'of another', eventId: stranger.events[0]!, at: at + 3 })
      expect(comments(await ofIssue(parent.uid))).toEqual(['second', 'first'])
      const merge = { canonical_id: parent.uid, merge_ids: [child.uid] }
      expect((await client.request('POST', '/api/v1/issues/merge', merge)).status).toBe(200)
      const all = await ofIssue(parent.uid)
      expect(comments(all)).toEqual(['of the child', 'second', 'first'])
      expect(all.feedback[0]).toMatchObject({ issue_id: parent.uid, event_id: child.events[0] })
      expect(comments(await ofIssue(parent.uid, '?limit=1'))).toEqual(['of the child'])
    })

    it('is empty if nobody wrote, and 404 for an unknown issue', async () => {
      expect(await ofIssue((await newIssue()).uid)).toEqual({ feedback: [] })
      expect((await client.request('GET', `/api/v1/issues/${randomUUID()}/feedback`)).status).toBe(404)
    })
  })

  describe('feedback that has waited a day', () => {
    it('stays with an event that was stored or accepted, and is about none if it never came', async () => {
      const issue = await newIssue()
      const [counted, never, late] = [randomUUID(), randomUUID(), randomUUID()]
      const preview = randomUUID().replaceAll('-', '')
      await linkPreview(issue.uid, preview)
      const now = server.clock()
      const day = { at: now - 25 * HOUR_MS, waitsUntil: now - HOUR_MS }
      await say({ comments: 'stored', eventId: issue.events[0]!, ...day })
      await say({ comments: 'counted only', eventId: counted, ...day })
      await say({ comments: 'never came', eventId: never, ...day })
      await say({ comments: 'asked for again', eventId: late, at: now - HOUR_MS, waitsUntil: now - 1000 })
      const journal = {
        findAccepted: async (_: number, eventId: Uint8Array) =>
          Buffer.from(eventId).equals(Buffer.from(uuidToBytes(counted))) ? { preview } : null,
      }
      const { database, clock } = server
      await sweepAllowed({ database, clock, journal })
      const { feedback } = await list('?limit=200')
      const about = new Map(feedback.map((entry) => [entry.comments, entry.event_id]))
      expect(about.get('stored')).toBe(issue.events[0])
      expect(about.get('counted only')).toBe(counted)
      expect(about.get('never came')).toBeNull()
      expect(about.get('asked for again')).toBe(late)
      expect(comments(await ofIssue(issue.uid))).toEqual(expect.arrayContaining(['stored', 'counted only']))
      const waiting = await server.database.queries
        .selectFrom('feedback')
        .select(['comments', 'waits_until'])
        .where('waits_until', 'is not', null)
        .where('project_id', '=', project.number)
        .execute()
      expect(waiting).toEqual([{ comments: 'asked for again', waits_until: now + 23 * HOUR_MS }])
    })
  })
})
