import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiClient } from '../support/client/api-client.ts'
import { issueNameOfTitle, Ledger } from '../support/pipeline/ledger.ts'
import { type SampleEvent, sampleEvents } from '../support/sample/events.ts'
import { type Comparison, verifyEvents, verifySums } from './verify-ledger.ts'

/** What a service would answer, as the proof reads it: per issue, its counters and its stored ids. */
interface Answers {
  title: string
  counted: number
  trend: number
  timeline: number
  ids: string[]
}

const EVENTS = 60
let server: Server | null = null

afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

function title(event: SampleEvent): string {
  const { type, value } = (event.payload.exception as { values: { type: string; value: string }[] })
    .values[0]!
  return `${type}: ${value}`
}

/** A ledger of events, and the answers of a service that has counted exactly those. */
function faithful(): { ledger: Ledger; answers: Map<string, Answers> } {
  const ledger = new Ledger()
  const answers = new Map<string, Answers>()
  const next = sampleEvents({ seed: 3, issues: 5 })
  for (let i = 0; i < EVENTS; i++) {
    const event = next()
    ledger.enter(event)
    const name = issueNameOfTitle(title(event))
    const issue = answers.get(name) ?? { title: title(event), counted: 0, trend: 0, timeline: 0, ids: [] }
    issue.counted++
    issue.trend++
    issue.timeline++
    issue.ids.push(event.eventId)
    answers.set(name, issue)
  }
  return { ledger, answers }
}

function answerTo(path: string, issues: Answers[]): unknown {
  const issue = issues[Number(/\/issues\/(\d+)\//.exec(path)?.[1] ?? 0)]!
  if (path.endsWith('/trends')) {
    return { trends: issues.map(({ trend }, id) => ({ issue_id: String(id), buckets: [{ count: trend }] })) }
  }
  if (path.includes('/timeline')) {
    const { timeline, counted, ids } = issue
    return { event_count: counted, stored_event_count: ids.length, buckets: [{ count: timeline }] }
  }
  if (path.includes('/events')) {
    const offset = Number(new URL(path, 'http://stub').searchParams.get('offset'))
    return { events: issue.ids.slice(offset).map((id) => ({ id })), total: issue.ids.length, has_more: false }
  }
  const summaries = issues.map(({ title, counted }, id) => ({ id: String(id), title, event_count: counted }))
  return { issues: summaries, next_cursor: null }
}

async function against(answers: Map<string, Answers>, ledger: Ledger): Promise<Comparison> {
  const issues = [...answers.values()]
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answerTo(request.url ?? '', issues)))
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    client: new ApiClient(`http://127.0.0.1:${port}`),
    projectIds: ['p'],
    ledger,
    longestStandstillMs: 100,
  }
}

describe('the proof of the crash test', () => {
  it('has nothing to say against a faithful service', async () => {
    const { ledger, answers } = faithful()
    const comparison = await against(answers, ledger)
    expect(await verifySums(comparison)).toEqual([])
    expect((await verifyEvents(comparison)).violations).toEqual([])
  })

  it.each(['counted', 'trend', 'timeline'] as const)(
    'notices one event too few or too many in %s',
    async (field) => {
      for (const error of [-1, 1]) {
        const { ledger, answers } = faithful()
        answers.values().next().value![field] += error
        expect(await verifySums(await against(answers, ledger))).not.toEqual([])
      }
    },
  )

  it('notices an event lost in one issue and doubled in another', async () => {
    const { ledger, answers } = faithful()
    const [one, other] = [...answers.values()]
    one!.counted--
    other!.counted++
    expect(await verifySums(await against(answers, ledger))).toHaveLength(2)
  })

  it('notices a stored event that is doubled, unknown, or not listed', async () => {
    const { ledger, answers } = faithful()
    const [issue] = [...answers.values()]
    const [known] = issue!.ids
    issue!.ids.push(known!, 'f'.repeat(32))
    const { violations } = await verifyEvents(await against(answers, ledger))
    expect(violations).toContain(`event ${known} is stored twice`)
    expect(violations).toContain(`event ${'f'.repeat(32)} is stored but was never accepted`)
  })
})
