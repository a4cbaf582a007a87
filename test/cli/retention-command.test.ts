import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { signedIn } from '../support/client/api-client.ts'
import { ofSuite } from '../support/of-suite.ts'
import { errata } from '../support/server/run-errata.ts'
import { type Service, startService } from '../support/server/service.ts'

const DAY = 24 * 3_600_000

async function ready(service: Service): Promise<{ status: string; checks: Record<string, string> }> {
  const answer = await fetch(`${service.url}/readyz`)
  expect(answer.status).toBe(200)
  return answer.json() as never
}

/** As if the service had known so much more of the time: the clock is behind then; less: it is ahead. */
function knowMore(dataDir: string, ms: number): void {
  const db = new Sqlite(join(dataDir, 'errata.db'))
  db.prepare("UPDATE setting SET value = ? WHERE name = 'known_time'").run(String(Date.now() + ms))
  db.close()
}

const service = ofSuite(startService)

it.each([
  ['ahead of', -100 * DAY],
  ['behind', 100 * DAY],
])(
  'a clock that is %s what was known is said in the log and on /readyz, until an operator says it is right',
  async (word, ms) => {
    expect((await ready(service)).checks.clock).toBe('ok')
    await service.stop()
    knowMore(service.dataDir, ms)
    await service.start()
    expect(await ready(service)).toMatchObject({ status: 'degraded', checks: { clock: 'degraded' } })
    expect(service.stderr).toMatch(new RegExp(`100\\.0 days ${word} the last known time`))
    const settings = { SVC_DATA_DIR: service.dataDir }
    expect((await errata(['retention', '--accept-clock'], settings)).code).toBe(0)
    await service.stop()
    await service.start()
    expect(await ready(service)).toMatchObject({ status: 'ok', checks: { clock: 'ok' } })
  },
)

it('a start after a stop of some hours leaves /readyz ok, which says what it means', async () => {
  await service.stop()
  knowMore(service.dataDir, -5 * 3_600_000)
  await service.start()
  expect(await ready(service)).toMatchObject({
    status: 'ok',
    checks: { clock: 'ok' },
    problems: [
      { check: 'clock', message: expect.stringContaining('do nothing: the clock is trusted after a day') },
    ],
  })
  expect(service.stderr).toContain('5.0 hours ahead of')
})

it('errata retention lists what waits, and lets it go', async () => {
  const { id } = await (await signedIn(service.url)).createProject('shop')
  const settings = { SVC_DATA_DIR: service.dataDir }
  expect((await errata(['retention'], settings)).stdout).toContain('No project has held events')
  const refused = await errata(['retention', '--allow', id], settings)
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('has no held events') })
  const db = new Sqlite(join(service.dataDir, 'errata.db'))
  onTestFinished(() => void db.close())
  db.prepare('UPDATE project SET retention_held_count = 12 WHERE uid = ?').run(id)
  expect((await errata(['retention'], settings)).stdout).toContain(`${id} (shop`)
  expect((await errata(['retention', '--allow', id], settings)).stdout).toContain(
    'No project has held events',
  )
  const row = db.prepare('SELECT retention_allowed AS allowed FROM project WHERE uid = ?').get(id)
  expect(row).toEqual({ allowed: 1 })
  // A project can be named, as in other commands. An unknown name is said to be one.
  expect((await errata(['retention', '--allow', 'shop'], settings)).stderr).toContain('has no held events')
  expect((await errata(['retention', '--allow', 'shpo'], settings)).stderr).toContain(
    'There is no project "shpo"',
  )
})
