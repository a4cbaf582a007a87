import { beforeAll, describe, expect, it } from 'vitest'
import { Journey } from '../support/journey.ts'
import { ofSuite } from '../support/of-suite.ts'

/* Agents and terminals read answers as text: nothing that events say is hidden in it. Contexts: agents/. */

const HIDDEN = '\u202e\u{e0049}\u{e0067}\u200b\u009b2J\u007f'
const UNSEEN = /[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\u{e0000}-\u{e007f}]/u

describe('answers with text of events', () => {
  let issueId: string
  const journey = ofSuite(() => Journey.start())
  beforeAll(async () => {
    const text = `Broken${HIDDEN}`
    await journey.send({
      kind: text,
      release: `1.0${HIDDEN}`,
      environment: `prod${HIDDEN}`,
      transaction: `/pay${HIDDEN}`,
      user: { id: `7${HIDDEN}` },
      tags: { [`k${HIDDEN}`]: `v${HIDDEN}` },
    })
    await journey.settled()
    const { issues } = await journey.client.get<{ issues: { id: string }[] }>('/api/v1/issues')
    issueId = issues[0]!.id
  })

  it.each([
    '/api/v1/issues',
    '/api/v1/issues/{id}',
    '/api/v1/issues/{id}/events',
    '/api/v1/issues/{id}/events/latest',
    '/api/v1/issues/{id}/facets',
    '/api/v1/issues/{id}/tags',
    '/api/v1/issues/{id}/grouping',
    '/api/v1/issues/{id}/releases',
    '/api/v1/issues/queue',
    '/api/v1/agent/queue',
    '/api/v1/agent/issues/{id}',
    '/api/v1/search/values?key=release',
  ])('%s has no character that cannot be seen, and a parser gets the very text', async (path) => {
    const token = await journey.token(['read:agent'])
    const answer = await fetch(journey.service.url + path.replace('{id}', issueId), {
      headers: { authorization: `Bearer ${token.secret}` },
    })
    const text = await answer.text()
    expect([answer.status, UNSEEN.exec(text)?.[0] ?? null]).toEqual([200, null])
    expect(JSON.stringify(JSON.parse(text))).toContain('\u202e')
  })
})
