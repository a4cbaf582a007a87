import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ApiClient,
  type EventRecord,
  type IssueSummary,
  signedIn,
} from '../support/client/api-client.ts'
import { dsnThrough, type RecordingProxy, startRecordingProxy } from '../support/server/recording-proxy.ts'
import { type Service, startService } from '../support/server/service.ts'
import { CLIENTS, type Client } from './clients.ts'

const SECRET = 'hunter2hunter2'
/** Two orders: the same causes with other values in their texts. */
const ORDERS = ['71', '7204']

describe.each(CLIENTS)('the stock $name SDK', (shop) => {
  describe.skipIf(shop.missing)(shop.missing || 'sends', () => {
    let service: Service
    let proxy: RecordingProxy
    let client: ApiClient
    let issues: IssueSummary[]
    let events: EventRecord[]

    beforeAll(async () => {
      service = await startService()
      proxy = await startRecordingProxy(service.url)
      client = await signedIn(service.url)
      const project = await client.createProject()
      const dsn = dsnThrough(proxy, project.keys[0]!.sdk_dsn)
      for (const order of ORDERS) await runShop(shop, dsn, order)
      issues = await client.untilCounted(project.id, shop.issues.length * ORDERS.length)
      events = (await Promise.all(issues.map(({ id }) => client.events(id)))).flatMap((page) => page.events)
    })
    afterAll(async () => {
      await proxy?.close()
      await service?.close()
    })

    it('makes one issue of each cause, whichever order it failed for', () => {
      const titles = issues.map((issue) => issue.title).join('\n')
      expect(issues, titles).toHaveLength(shop.issues.length)
      for (const { title, level = 'error' } of shop.issues) {
        expect(issueTitled(title), `${title} among\n${titles}`).toMatchObject({
          event_count: ORDERS.length,
          unique_user_count: 1,
          environment: 'staging',
          release: 'shop@1.2.3',
          level,
        })
      }
    })

    it('names the function of the application to look at first', () => {
      for (const { title, culprit } of shop.issues) expect(issueTitled(title)?.culprit).toMatch(culprit)
    })

    it('orders the frames oldest call first, and marks those of the application alone', () => {
      for (const { title, culprit } of shop.issues) {
        for (const { stack_frames: frames } of eventsOf(title)) {
          const own = frames.filter((frame) => frame.in_app)
          // Ruby places its built-in methods in the line that calls them.
          const written = own.findLast(({ function: name }) => functionOf(culprit).test(name ?? ''))
          expect(written?.lineno, JSON.stringify(own)).toBe(own.at(-1)?.lineno)
          expect(written).toBeDefined()
          expect(own[0]?.function, JSON.stringify(own)).toMatch(shop.entry)
          const files = own.flatMap(({ filename }) => filename?.split('/').at(-1) ?? [])
          expect(new Set(files)).toEqual(new Set([shop.file]))
        }
      }
    })

    it('keeps the chain of exceptions, the cause first', () => {
      for (const { title, chain } of shop.issues) {
        if (chain === undefined) continue
        for (const event of eventsOf(title)) {
          const { values } = event.payload_json.exception as { values: { type: string }[] }
          expect(values.map(({ type }) => type)).toEqual(chain)
        }
      }
    })

    it('keeps user, tags and breadcrumbs, and no secret', () => {
      expect(events).toHaveLength(shop.issues.length * ORDERS.length)
      for (const event of events) {
        expect(event).toMatchObject({ user_id: '42', user_email: 'ada@example.com', platform: shop.platform })
        expect(event.payload_json.tags).toMatchObject({ tenant: 'acme' })
        expect(event.breadcrumbs.map(({ message }) => message)).toEqual(
          expect.arrayContaining(['cart opened', 'signed in with token=[Filtered]']),
        )
      }
      expect(JSON.stringify(events)).not.toContain(SECRET)
    })

    it('is answered 200, always', () => {
      expect(new Set(proxy.exchanges.map((exchange) => exchange.status))).toEqual(new Set([200]))
    })

    function issueTitled(title: RegExp): IssueSummary | undefined {
      return issues.find((issue) => title.test(issue.title))
    }

    function eventsOf(title: RegExp): EventRecord[] {
      const found = events.filter((event) => event.issue_id === issueTitled(title)?.id)
      expect(found).toHaveLength(ORDERS.length)
      return found
    }
  })
})

/** The part of a culprit before its file. */
function functionOf(culprit: RegExp): RegExp {
  return new RegExp(`${culprit.source.split(' \\(')[0]}$`)
}

/** Runs it to its end, which is a crash, as it should be. */
async function runShop(shop: Client, dsn: string, order: string): Promise<void> {
  const [command, ...given] = shop.command
  const running = spawn(command!, [...given, order], {
    env: { ...process.env, SENTRY_DSN: dsn },
    stdio: 'ignore',
  })
  const [code] = await once(running, 'exit')
  expect(code).toBeGreaterThan(0)
}
