import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { stockMissing } from './stock-package.ts'

/** The first is the same browser without its own windows, menus and bars, which cost as much as the pages. */
const CANDIDATES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

/** Path of the machine's own Chromium; null if there is none. `ERRATA_CHROMIUM` names another. */
export function chromiumPath(): string | null {
  const named = process.env.ERRATA_CHROMIUM
  return [...(named ? [named] : []), ...CANDIDATES].find((path) => existsSync(path)) ?? null
}

/**
 * Starts it without a window. The sandbox is off because containers and root users cannot have one; the
 * pages it opens are our own.
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath()
  if (!executablePath) throw new Error('no Chromium on this machine')
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking']
  return chromium.launch({ executablePath, headless: true, args })
}

/** For the title of tests with this stock package in a page: ` (why they are skipped)`, or empty if they run. */
export function browserStockMissing(name: string): string {
  const reason = chromiumPath() ? stockMissing(name) : 'needs chromium'
  return reason === null ? '' : ` (${reason})`
}
