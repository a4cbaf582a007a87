import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { barriers, gluedWords } from '../test/support/accessibility.ts'
import { launchChromium } from '../test/support/chromium.ts'
import { signedIn } from '../test/support/client/api-client.ts'
import { OWNER, startService } from '../test/support/server/service.ts'
import { WebhookReceiver } from '../test/support/server/webhook-receiver.ts'
import { type Demo, seedDemo } from './screenshots/seed-demo.ts'
import type { Shot } from './screenshots/shot.ts'
import { SHOTS } from './screenshots/shots.ts'

/**
 * Pictures of every screen and state, light and dark, on a laptop, a tablet, at 200 % zoom and on a phone: `npm run screenshots -- [--only TEXT,TEXT]
 * [--theme light|dark] [--width 1280|768|640|390] [--out FOLDER]`. Exits 1 if the browser complains, axe finds something serious or
 * critical, words that stand apart are copied as one, or a page is wider than its window. A run without options replaces the README's.
 */
const ROOT = resolve(import.meta.dirname, '..')
const README_PICTURE = 'issues-light-1280.png'
/** A window of 1280 × 800 at 200 % zoom has 640 × 400 pixels of the page. */
const HEIGHTS: Record<string, number> = { 1280: 800, 768: 1024, 640: 400, 390: 844 }
const READY_MS = 8000
/** A picture of a long page takes longer, the more so on a busy machine. */
const PICTURE_MS = 60_000
/** Longer than the fades of the page. */
const SETTLE_MS = 300

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    theme: { type: 'string' },
    width: { type: 'string' },
    out: { type: 'string', default: join(ROOT, 'screenshots') },
  },
})

type Theme = 'light' | 'dark'

const themes = (['light', 'dark'] as const).filter((theme) => !options.theme || theme === options.theme)
const widths = Object.keys(HEIGHTS).filter((width) => !options.width || width === options.width)
const wanted = options.only.split(',')
const shots = SHOTS.filter(({ name }) => wanted.some((text) => name.includes(text)))
process.exitCode = await run()

async function run(): Promise<number> {
  execFileSync(process.execPath, ['scripts/build-web.mjs', '--if-stale'], { cwd: ROOT, stdio: 'inherit' })
  const everything = options.only === '' && !options.theme && !options.width
  if (everything) rmSync(options.out, { recursive: true, force: true })
  mkdirSync(options.out, { recursive: true })
  const service = await startService({
    env: { SVC_ORG_NAME: 'Acme', SVC_SPIKE_EVENTS_PER_MINUTE: '300', SVC_WEBHOOK_ALLOW_PRIVATE: '1' },
  })
  const receiver = await WebhookReceiver.start()
  const browser = await launchChromium()
  try {
    const demo = await seedDemo(await signedIn(service.url), receiver)
    const findings: string[] = []
    for (const theme of themes) {
      for (const width of widths)
        findings.push(...(await takeAll(browser, service.url, { theme, width, demo })))
    }
    const picture = join(options.out, README_PICTURE)
    if (everything) copyFileSync(picture, join(ROOT, 'docs/pictures/issues.png'))
    console.log(
      `${shots.length * themes.length * widths.length} pictures in ${options.out}, ${findings.length} findings`,
    )
    return findings.length === 0 ? 0 : 1
  } finally {
    await browser.close()
    await service.close()
    await receiver.close()
  }
}

interface Setting {
  theme: Theme
  width: string
  demo: Demo
}

async function takeAll(browser: Browser, url: string, setting: Setting): Promise<string[]> {
  const { theme, width } = setting
  const open = () =>
    browser.newContext({
      baseURL: url,
      colorScheme: theme,
      reducedMotion: 'reduce',
      viewport: { width: Number(width), height: HEIGHTS[width]! },
    })
  const [visitor, reader] = [await open(), await open()]
  const findings: string[] = []
  try {
    await signIn(reader)
    for (const shot of shots) {
      const found = await take(shot.signedOut ? visitor : reader, shot, setting)
      const named = found.map((finding) => `${shot.name} ${theme} ${width}: ${finding}`)
      // At once: the rest takes minutes, and may fail.
      for (const finding of named) console.error(finding)
      findings.push(...named)
    }
  } finally {
    await visitor.close()
    await reader.close()
  }
  return findings
}

async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post('/api/v1/auth/login', { data: OWNER })
  if (answer.status() !== 204) throw new Error(`signing in was answered with ${answer.status()}`)
}

/** Takes one picture; returns what is wrong with the page. */
async function take(context: BrowserContext, shot: Shot, { theme, width, demo }: Setting): Promise<string[]> {
  const page = await context.newPage()
  const findings: string[] = []
  page.setDefaultTimeout(READY_MS)
  page.on('pageerror', (error) => findings.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    const expected = shot.expected?.test(message.text()) || (shot.signedOut && / 401 /.test(message.text()))
    if (message.type() === 'error' && !expected) findings.push(`console: ${message.text()}`)
  })
  try {
    await shot.before?.(page, demo)
    await page.goto(shot.path(demo))
    await page
      .locator(shot.ready ?? 'h1')
      .first()
      .waitFor()
    await shot.act?.(page, demo)
    await page.waitForTimeout(SETTLE_MS)
    findings.push(...(await barriers(page)), ...(await glued(page)), ...(await overflow(page)))
  } catch (error) {
    findings.push(`not reached: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
  const path = join(options.out, `${shot.name}-${theme}-${width}.png`)
  await page.screenshot({
    path,
    fullPage: !shot.windowOnly,
    animations: 'disabled',
    timeout: PICTURE_MS,
  })
  await shot.after?.(page)
  // Requests that a picture held back reach the server now.
  page.removeAllListeners('console')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.close()
  return findings
}

async function glued(page: Page): Promise<string[]> {
  return (await gluedWords(page)).map((words) => `copied as one word: ${words}`)
}

/** A page that scrolls sideways. */
async function overflow(page: Page): Promise<string[]> {
  const wide = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number
  return wide > 0 ? [`is ${wide} px wider than the window`] : []
}
