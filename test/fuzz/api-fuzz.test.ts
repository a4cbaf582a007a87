import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { describeOn, ENGINES, type Engine, ONE_ENGINE } from '../support/database/engines.ts'
import { type AnswerJudge, documentedAnswer } from '../support/fuzz/documented-answer.ts'
import type { WireAnswer, WireRequest } from '../support/fuzz/fuzz-client.ts'
import { type FuzzRequest, fuzzRequests } from '../support/fuzz/fuzz-request.ts'
import { FuzzWorld } from '../support/fuzz/fuzz-world.ts'
import { SEED } from '../support/fuzz/seed.ts'
import { ofSuite } from '../support/of-suite.ts'

/** Requests on the embedded engine; `.ci/long` asks for 40,000. PostgreSQL gets a fifth. */
const REQUESTS = Number(process.env.ERRATA_API_FUZZ_REQUESTS ?? 1000)
const AT_ONCE = 24
const RENEW_EVERY = 600
const MAX_CURL_CHARS = 3000
/** With fewer requests a service is still warming up, and its growth says nothing. */
const MEASURED_REQUESTS = 40_000
/** With fewer not every operation has had its turn. */
const TELLING_REQUESTS = 2000
const MAX_GROWTH_BYTES = 150_000_000
const TIMEOUT_MS = 30 * 60_000

/** What was asked and answered so far. */
interface Tally {
  sent: number
  statuses: Map<number, number>
  /** Operations with a success, and those asked at all. */
  succeeded: Set<string>
  asked: Set<string>
  warmBytes: number
}

describeOn(ENGINES, 'a fuzzer that walks openapi.json', (engine) => {
  let judge: AnswerJudge
  const world = ofSuite(() => FuzzWorld.start(engine))
  beforeAll(() => {
    judge = documentedAnswer(world.document)
  })

  test('gets only documented statuses and bodies that validate, no 5xx', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const tally = await fuzz(world, judge, requestsOn(engine))
    const operations = Object.values(world.document.paths).flatMap((path) => Object.values(path))
    // What succeeds takes all but a mail, a token of the log or a luckier draw than a short run has.
    if (tally.sent >= TELLING_REQUESTS) {
      expect(tally.asked.size).toBe(operations.length)
      expect(tally.succeeded.size / operations.length).toBeGreaterThan(
        tally.sent >= MEASURED_REQUESTS ? 0.9 : 0.7,
      )
    }
    expect(await healthOf(world.service.url)).toBe(200)
    if (tally.sent >= MEASURED_REQUESTS) {
      expect([...tally.statuses.keys()]).toEqual(
        expect.arrayContaining([200, 201, 202, 204, 400, 401, 403, 404, 409, 413, 415, 429]),
      )
      expect(world.residentBytes() - tally.warmBytes).toBeLessThan(MAX_GROWTH_BYTES)
    }
  })

  if (!ONE_ENGINE.includes(engine)) return
  test('gets 405 with Allow for every other method, and 404 for every other path', async () => {
    const ask = async (method: string, path: string) => {
      const target = path.replace(/\{\w+\}/g, '1')
      const answer = await world.send({ method, target, headers: {}, body: null })
      return [answer.status, answer.headers.allow ?? '', JSON.parse(answer.text).error]
    }
    for (const [path, methods] of Object.entries(world.document.paths)) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        // `/issues/bulk` is also an issue by the id `bulk`.
        if (takes(world, method, path)) continue
        const [status, allow, error] = await ask(method, path)
        expect([status, error], `${method} ${path}`).toEqual([405, 'method_not_allowed'])
        for (const name of Object.keys(methods)) expect(allow).toContain(name.toUpperCase())
      }
      expect(await ask('GET', `${path.replace(/\/$/, '')}/no/such`), path).toEqual([404, '', 'not_found'])
    }
  })
})

/** On a connection of its own: the service has closed those that were idle while the last values were made up. */
async function healthOf(url: string): Promise<number | undefined> {
  const request = get(`${url}/healthz`, { agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

/** True if a documented operation takes the method at this path, whatever its parameters are called. */
function takes({ document }: FuzzWorld, method: string, path: string): boolean {
  return Object.entries(document.paths).some(([other, methods]) => {
    const pattern = new RegExp(`^${other.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
    return method.toLowerCase() in methods && pattern.test(path)
  })
}

function requestsOn({ name }: Engine): number {
  return name === 'SQLite' ? REQUESTS : Math.ceil(REQUESTS / 5)
}

async function fuzz(world: FuzzWorld, judge: AnswerJudge, requests: number): Promise<Tally> {
  const tally: Tally = { sent: 0, statuses: new Map(), succeeded: new Set(), asked: new Set(), warmBytes: 0 }
  let renewedAt = 0
  const one = fuzzRequests(world.document)
  const property = fc.asyncProperty(
    fc.array(one, { minLength: 1, maxLength: AT_ONCE, size: 'max' }),
    async (batch) => {
      if (tally.sent >= requests) return
      if (tally.sent - renewedAt >= RENEW_EVERY) {
        renewedAt = tally.sent
        await world.renew()
      }
      await Promise.all(batch.map((request) => ask(world, judge, { request, tally })))
      if (tally.warmBytes === 0 && tally.sent >= requests / 5) tally.warmBytes = world.residentBytes()
    },
  )
  process.stdout.write(`API fuzz on ${world.service.url}: seed ${SEED}\n`)
  const { failed, seed, counterexamplePath, counterexample, numShrinks, errorInstance } = await fc.check(
    property,
    {
      numRuns: requests,
      seed: SEED,
    },
  )
  if (failed) {
    const batch = counterexample?.[0].map(({ address }) => address).join(', ')
    throw new Error(`seed ${seed}, path ${counterexamplePath}, shrunk ${numShrinks} times to: ${batch}`, {
      cause: errorInstance,
    })
  }
  const statuses = JSON.stringify(Object.fromEntries([...tally.statuses].sort(([a], [b]) => a - b)))
  const never = [...tally.asked].filter((address) => !tally.succeeded.has(address)).join(', ') || 'none'
  const grown = ((world.residentBytes() - tally.warmBytes) / 1e6).toFixed(1)
  process.stdout.write(
    `API fuzz: seed ${SEED}, ${tally.sent} requests, ${statuses}, ${tally.succeeded.size} of ${tally.asked.size} operations succeeded, ${grown} MB, never: ${never}\n`,
  )
  return tally
}

async function ask(
  world: FuzzWorld,
  judge: AnswerJudge,
  { request, tally }: { request: FuzzRequest; tally: Tally },
): Promise<void> {
  const wire = world.wire(request)
  const answer = await world.send(wire).catch((error: Error) => error)
  if (answer instanceof Error) throw new Error(`${request.address}: ${answer.message}\n${curl(wire)}`)
  count(tally, request, answer)
  if (answer.status === 401) await world.revive(request.caller, wire.headers)
  const problem = judge(request.address, request.method, answer)
  if (problem !== null) {
    throw new Error(`${request.address} gave ${problem}\n${curl(wire)}\n${answer.text.slice(0, 600)}`)
  }
  if (request.method !== 'HEAD') world.ids.learn(request.address.split(' ')[1]!, answer)
}

function count(tally: Tally, { address }: FuzzRequest, { status }: WireAnswer): void {
  tally.sent += 1
  tally.asked.add(address)
  if (status < 300) tally.succeeded.add(address)
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
}

/** The request as a command; bytes that no shell takes go through base64. */
function curl({ method, target, headers, body }: WireRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const flags = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const send = body === null ? '' : ` --data-binary @<(base64 -d <<< ${body.toString('base64')})`
  const command = `curl -i -g --path-as-is -X ${method} "$URL"${quoted(target)} ${flags.join(' ')}${send}`
  return command.length > MAX_CURL_CHARS ? `${command.slice(0, MAX_CURL_CHARS)}… (cut)` : command
}
