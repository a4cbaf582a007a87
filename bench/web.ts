import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { PasswordHasher } from '#actions/accounts/password/hasher.ts'
import { type Database, openDatabase } from '#storage/engine/database.ts'
import { launchChromium } from '../test/support/chromium.ts'
import { seededRandom } from '../test/support/fuzz/seeded-random.ts'
import { OWNER, startService } from '../test/support/server/service.ts'
import { findQueryData, seedQueryData } from './seed/queries.ts'

/**
 * Times what a reader waits for, in Chromium, with 50,000 issues stored: from the click on a row of the list
 * until its issue and the newest event of it are painted; once with the pointer resting on the row before, as a
 * hand does it, and once with a click out of nowhere, so that nothing is fetched ahead. `node bench/web.ts [--rounds 50] [--small]
 * [--data-dir FOLDER] [--record]`. A folder that is named is kept, and used again as it is; `--record` adds a row
 * to bench/RESULTS.md.
 */
const FULL = {
  issues: 50_000,
  events: 300_000,
  projects: 10,
  hotEvents: 5_000,
  families: 500,
  latestPayloads: true,
}
const SMALL = {
  issues: 2_000,
  events: 12_000,
  projects: 3,
  hotEvents: 1_000,
  families: 20,
  latestPayloads: true,
}
const GOAL_P95_MS = 100
/** How long the pointer rests on a row before the click. */
const REST_MS = 150
const ROOT = resolve(import.meta.dirname, '..')

/** Runs in the page: each click starts a clock, which stops once an event is in the page and painted. */
const CLOCK = `addEventListener('click', ({ timeStamp }) => {
  window.issueShown = new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('article[aria-label^="Event "] h2')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true })
  })
}, true)`

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    small: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    'data-dir': { type: 'string' },
  },
})
await run(options.small ? SMALL : FULL, Number(options.rounds))

async function run(size: typeof FULL, rounds: number): Promise<void> {
  execFileSync(process.execPath, ['scripts/build-web.mjs', '--if-stale'], { cwd: ROOT, stdio: 'inherit' })
  const kept = options['data-dir']
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'errata-bench-web-'))
  try {
    await prepare(dataDir, size)
    for (const measured of await measure(dataDir, rounds)) report(size, measured)
  } finally {
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function prepare(dataDir: string, size: typeof FULL): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: null })
  try {
    if (await findQueryData(database)) return
    const { orgId } = await seedQueryData(database, size, Date.now())
    await addOwner(database, orgId)
  } finally {
    await database.close()
  }
}

async function addOwner(database: Database, orgId: number): Promise<void> {
  const id = randomUUID()
  const passwordHash = await new PasswordHasher().hash(OWNER.password)
  const user = { id, email: OWNER.email, name: '', password_hash: passwordHash, created_at: Date.now() }
  await database.queries.insertInto('app_user').values(user).execute()
  const membership = { org_id: orgId, user_id: id, role: 'owner' as const, created_at: Date.now() }
  await database.queries.insertInto('membership').values(membership).execute()
}

interface Measured {
  kind: 'pointed' | 'unannounced'
  /** Milliseconds of each round, shortest first. */
  times: number[]
}

async function measure(dataDir: string, rounds: number): Promise<Measured[]> {
  const service = await startService({ dataDir })
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.request.post(`${service.url}/api/v1/auth/login`, { data: OWNER })
    const list = `${service.url}/issues?window=90d`
    return [
      { kind: 'pointed', times: await measureIn(await context.newPage(), { list, rounds, restMs: REST_MS }) },
      { kind: 'unannounced', times: await measureIn(await context.newPage(), { list, rounds, restMs: 0 }) },
    ]
  } finally {
    await browser.close()
    await service.close()
  }
}

interface Rounds {
  list: string
  rounds: number
  restMs: number
}

async function measureIn(page: Page, { list, rounds, restMs }: Rounds): Promise<number[]> {
  await page.addInitScript(CLOCK)
  await page.goto(list)
  // The first one fetches the code of the screen, which is there from then on.
  await openRow(page, 0, restMs)
  const times: number[] = []
  for (const row of await shuffledRows(page, rounds)) times.push(await openRow(page, row, restMs))
  await page.close()
  return times.sort((a, b) => a - b)
}

/** Rows in no order, so that what is fetched ahead for the neighbours of a row does not help. */
async function shuffledRows(page: Page, rounds: number): Promise<number[]> {
  await page.locator('tbody tr').nth(1).waitFor()
  const rows = Array.from({ length: (await page.locator('tbody tr').count()) - 1 }, (_, index) => index + 1)
  const { int } = seededRandom(1)
  for (let at = rows.length - 1; at > 0; at--) {
    const other = int(0, at)
    const row = rows[at]!
    rows[at] = rows[other]!
    rows[other] = row
  }
  return Array.from({ length: rounds }, (_, round) => rows[round % rows.length]!)
}

/** Opens the issue of a row and comes back to the list; the milliseconds from the click to the event. */
async function openRow(page: Page, row: number, restMs: number): Promise<number> {
  const link = page.locator('tbody tr').nth(row).getByRole('link').first()
  if (restMs > 0) {
    await link.hover()
    await page.waitForTimeout(restMs)
  }
  await link.click()
  const elapsed = (await page.evaluate('window.issueShown')) as number
  await page.goBack()
  await page.locator('tbody tr').first().waitFor()
  return elapsed
}

function report(size: typeof FULL, { kind, times }: Measured): void {
  const at = (share: number): number => times[Math.ceil(times.length * share) - 1]!
  const [p50, p95] = [at(0.5), at(0.95)]
  const machine = `${cpus()[0]?.model.trim()} × ${cpus().length}, load ${loadavg()[0]!.toFixed(1)}`
  const verdict = p95 < GOAL_P95_MS ? 'within' : 'OVER'
  console.log(
    `list to issue, ${kind}, ${size.issues} issues, ${times.length} times: p50 ${p50.toFixed(0)} ms, ` +
      `p95 ${p95.toFixed(0)} ms, ${verdict} the goal of ${GOAL_P95_MS} ms (${machine})`,
  )
  if (!options.record) return
  const cells = [
    new Date().toISOString().slice(0, 10),
    `${size.issues} / ${size.events}`,
    kind,
    times.length,
    p50.toFixed(0),
    p95.toFixed(0),
    machine,
  ]
  appendFileSync(join(ROOT, 'bench/RESULTS.md'), `| ${cells.join(' | ')} |\n`)
}
