import { expect, it } from 'vitest'
import { signedIn } from '../support/client/api-client.ts'
import { ofTest } from '../support/of-suite.ts'
import { startService } from '../support/server/service.ts'

const LIMIT = 30

it('a signed-in user has a limit of requests a minute over all sessions; the response says so', async () => {
  const service = await ofTest(startService({ env: { SVC_SESSION_REQUESTS_PER_MINUTE: String(LIMIT) } }))
  const clients = [await signedIn(service.url), await signedIn(service.url)]
  const answers = []
  // Two minutes of the clock may share the requests, but not twice the limit.
  for (let n = 0; n < 2 * LIMIT + 1; n++) {
    answers.push(await clients[n % 2]!.request<{ error: string }>('GET', '/api/v1/projects'))
  }
  expect(answers[0]!.status).toBe(200)
  const refused = answers.find(({ status }) => status !== 200)!
  expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([
    429,
    'rate_limit_exceeded',
    '5',
  ])
  // What has no session is not counted with it.
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
})
