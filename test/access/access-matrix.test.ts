import { beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '#http/routes/route.ts'
import { apiRoutes } from '#http/routes/routes.ts'
import { type Verdict, verdictOf } from '../support/client/access-oracle.ts'
import { ApiClient, type Trend } from '../support/client/api-client.ts'
import { type MatrixCaller, MatrixCallers } from '../support/client/matrix-callers.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { dumpOrg } from '../support/database/org-dump.ts'
import { addressOf, type SampleRequest, sampleRequest } from '../support/fuzz/route-samples.ts'
import { ofSuite } from '../support/of-suite.ts'
import {
  type SampleTenant,
  type SampleThings,
  sampleTenant,
  sampleThings,
} from '../support/sample/sample-tenant.ts'
import { startApiServer } from '../support/server/api-server.ts'

interface Trends {
  trends: Trend[]
}

interface Expected {
  status: number
  /** What the body has at least. */
  body?: object
}

const refusal = (status: number, error: string): Expected => ({ status, body: { error } })
const NOT_FOUND = refusal(404, 'not_found')
const REFUSED: Record<Exclude<Verdict, 'allowed'>, Expected> = {
  unauthenticated: refusal(401, 'unauthenticated'),
  forbidden: refusal(403, 'forbidden'),
}

/** The routes without a credential: the same answer to everybody, with any credential. */
const PUBLIC: Record<string, Expected> = {
  'GET /api/v1/openapi.json': { status: 200, body: { openapi: '3.1.0' } },
  'GET /api/v1/setup': { status: 200, body: { needed: false, mail_configured: false } },
  'POST /api/v1/setup': refusal(409, 'conflict'),
  'POST /api/v1/auth/login': refusal(401, 'invalid_credentials'),
  'GET /api/v1/auth/single-sign-on': NOT_FOUND,
  'GET /api/v1/auth/single-sign-on/callback': NOT_FOUND,
  'POST /api/v1/auth/single-sign-on/code': NOT_FOUND,
  'POST /api/v1/auth/invitation': NOT_FOUND,
  'POST /api/v1/auth/accept-invitation': NOT_FOUND,
  'POST /api/v1/auth/password-reset': { status: 204 },
  'POST /api/v1/auth/password-reset/confirm': NOT_FOUND,
}

/** Where a caller who is let through meets more than the plain success, with things of his own organization. */
const OWN: Record<string, (caller: MatrixCaller) => Expected | null> = {
  // Samples that are refused for what they say, after the credential was judged.
  'POST /api/v1/auth/password': () => refusal(400, 'invalid_request'),
  'POST /api/v1/auth/two-factor/setup': () => refusal(400, 'invalid_request'),
  'POST /api/v1/auth/two-factor/enable': () => refusal(409, 'conflict'),
  'POST /api/v1/auth/two-factor/disable': () => refusal(400, 'invalid_request'),
  'POST /api/v1/auth/two-factor/recovery-codes': () => refusal(400, 'invalid_request'),
  'POST /api/v1/members/{id}/reset-link': () => refusal(409, 'conflict'),
  'DELETE /api/v1/members/{id}/two-factor': () => refusal(409, 'conflict'),
  'DELETE /api/v1/members/{id}/single-sign-on': () => refusal(409, 'conflict'),
  // The sample is the Owner's: who may not moderate may change only comments and views of their own.
  'DELETE /api/v1/comments/{id}': ofModerators,
  'PATCH /api/v1/views/{id}': ofModerators,
  'DELETE /api/v1/views/{id}': ofModerators,
}

function ofModerators(caller: MatrixCaller): Expected | null {
  return caller.kind === 'session' && caller.role !== 'member' ? null : REFUSED.forbidden
}

const UPDATED_NONE: Expected = { status: 200, body: { updated: 0 } }
/** Routes whose body or query names things of another organization, which do not exist for the caller. */
const FOREIGN: Record<string, Expected> = {
  'GET /api/v1/issues': NOT_FOUND,
  'GET /api/v1/feedback': NOT_FOUND,
  'POST /api/v1/views': NOT_FOUND,
  'GET /api/v1/alert-rules': NOT_FOUND,
  'POST /api/v1/alert-rules': NOT_FOUND,
  'POST /api/v1/alert-rules/preview': NOT_FOUND,
  'GET /api/v1/webhooks': NOT_FOUND,
  'POST /api/v1/webhooks': NOT_FOUND,
  'POST /api/v1/issues/merge': NOT_FOUND,
  'POST /api/v1/issues/split': NOT_FOUND,
  'PATCH /api/v1/issues/bulk': UPDATED_NONE,
  'DELETE /api/v1/issues/bulk': UPDATED_NONE,
  'POST /api/v1/issues/trends': { status: 200 },
  // By decision: empty, rather than unknown, for any event without feedback.
  'GET /api/v1/events/{id}/feedback': { status: 200, body: { feedback: [] } },
}

const routes = apiRoutes().map((route) => [addressOf(route), route] as const)
const guarded = routes.filter(([, { credential }]) => credential !== 'none')
const open = routes.filter(([, { credential }]) => credential === 'none')

describeOn(ENGINES, 'every route × every credential × own and foreign ids', (engine) => {
  // Who may do what is decided before storage is asked; only what a caller who may then meets differs by engine.
  const isFirst = engine === ENGINES[0]
  let mine: SampleTenant
  let theirs: SampleTenant
  let callers: MatrixCallers
  /** For requests that may be repeated: they use nothing up. */
  let lasting: SampleThings
  /** What no request here may change. */
  let theirRows: Awaited<ReturnType<typeof dumpOrg>>
  const server = ofSuite(() => startApiServer({ engine, trustProxy: true }))
  beforeAll(async () => {
    mine = await sampleTenant(server)
    theirs = await sampleTenant(server)
    callers = await MatrixCallers.make(server, mine)
    lasting = await sampleThings(server, mine)
    theirRows = await dumpOf(theirs)
  })

  const dumpOf = (tenant: SampleTenant) => dumpOrg(server.database, tenant.owner.orgId)

  /** Makes the request, and expects this answer and in it no word of the tenant that the request did not have. */
  async function expectAnswer(
    caller: MatrixCaller,
    request: SampleRequest,
    { expected, unseen }: { expected: Expected; unseen: SampleTenant },
  ): Promise<void> {
    const { status, text } = await answerTo(server.url, caller, request)
    const answer = { caller: caller.name, status, ...(expected.body && { body: JSON.parse(text) }) }
    expect(answer).toMatchObject({ caller: caller.name, ...expected })
    const asked = JSON.stringify(request)
    const seen = unseen.marks.filter((mark) => text.includes(mark) && !asked.includes(mark))
    expect([caller.name, seen]).toEqual([caller.name, []])
  }

  it.each(guarded)(
    '%s: anything of another organization is 404, never 403, and nothing of it is read',
    async (name, route) => {
      for (const caller of await callers.all()) {
        const verdict = verdictOf(name, caller)
        if (verdict !== 'allowed' && !isFirst) continue
        const request = sampleRequest(route, theirs.ids)
        const allowed =
          FOREIGN[name] ?? (name.includes('{id}') ? NOT_FOUND : ownExpected(name, route, caller))
        await expectAnswer(caller, request, {
          expected: verdict === 'allowed' ? allowed : REFUSED[verdict],
          unseen: theirs,
        })
      }
    },
  )

  // Once for all of them, whose rows say which it was: reading the organization takes longer than a route's requests.
  it('none of these changed anything of the other organization', async () => {
    expect(await dumpOf(theirs)).toEqual(theirRows)
  })

  // Before those who may add to the organization, which is compared with what it was.
  if (isFirst) {
    describe('who is refused', () => {
      let myRows: typeof theirRows
      beforeAll(async () => {
        myRows = await dumpOf(mine)
      })

      it.each(guarded)('%s: gets the specified code and reads nothing', async (name, route) => {
        for (const caller of await callers.all()) {
          const verdict = verdictOf(name, caller)
          if (verdict === 'allowed') continue
          const request = sampleRequest(route, { ...mine.ids, sessions: caller.sessionId })
          await expectAnswer(caller, request, { expected: REFUSED[verdict], unseen: mine })
        }
      })

      it('changed nothing', async () => {
        // Callers came with sessions of their own; none of those from before has gone or is another.
        const session = expect.arrayContaining(myRows.session!)
        expect(await dumpOf(mine)).toEqual({ ...myRows, session })
      })
    })

    it.each(open)('%s: one answer to everybody, with any credential', async (name, route) => {
      expect(Object.keys(PUBLIC)).toContain(name)
      const present = await callers.all()
      const before = await dumpOf(mine)
      for (const caller of present) {
        const request = sampleRequest(route, theirs.ids)
        await expectAnswer(caller, request, { expected: PUBLIC[name]!, unseen: theirs })
      }
      expect([await dumpOf(mine), await dumpOf(theirs)]).toEqual([before, theirRows])
    })
  }

  it.each(guarded)('%s: who may, can', async (name, route) => {
    const allowed = (await callers.all()).filter((caller) => verdictOf(name, caller) === 'allowed')
    for (const caller of isFirst ? allowed : allowed.slice(0, 1)) {
      const { ids } = usesUp(route) ? await sampleThings(server, mine) : lasting
      const request = sampleRequest(route, { ...ids, sessions: caller.sessionId })
      await expectAnswer(caller, request, { expected: ownExpected(name, route, caller), unseen: theirs })
    }
  })

  it('trends of another organization’s issues are empty', async () => {
    const body = { issue_ids: [theirs.ids.issues], window: '90d' }
    const { trends } = await mine.client.request<Trends>('POST', '/api/v1/issues/trends', body).then(bodyOf)
    expect(trends[0]!.buckets.filter(({ count }) => count > 0)).toEqual([])
    const own = await theirs.client.request<Trends>('POST', '/api/v1/issues/trends', body).then(bodyOf)
    expect(own.trends[0]!.buckets.filter(({ count }) => count > 0)).toHaveLength(1)
  })
})

/** Whether a second caller would meet something else than the first. */
function usesUp({ method, path }: Route): boolean {
  return method === 'DELETE' || (method === 'POST' && /\{id\}|\/merge$|\/split$/.test(path))
}

const bodyOf = <T>({ body }: { body: T }): T => body

function ownExpected(name: string, route: Route, caller: MatrixCaller): Expected {
  return OWN[name]?.(caller) ?? { status: route.status }
}

/** The answer; of a stream, which has no end, its status only. */
async function answerTo(url: string, { headers }: MatrixCaller, { method, path, body }: SampleRequest) {
  if (path !== '/api/v1/stream') {
    const answer = await new ApiClient(url).withCredential(headers).request(method, path, body)
    return { status: answer.status, text: JSON.stringify(answer.body) }
  }
  const given = new AbortController()
  const response = await fetch(url + path, { headers, signal: given.signal })
  const text = response.ok ? '' : await response.text()
  given.abort()
  return { status: response.status, text }
}
