import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const SOURCES = [
  'scripts',
  'web/index.html',
  'web/vite.config.ts',
  'web/src',
  'web/public',
  'src',
  'package-lock.json',
]

/** The sources in a folder without node_modules: what npm leaves out with --omit=dev is not there either. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const path of SOURCES) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  return folder
}

function build(folder: string): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolveOutcome) => {
    const script = join(folder, 'scripts/build-web.mjs')
    const child = execFile(process.execPath, [script, '--if-stale'], (_error, _stdout, stderr) =>
      resolveOutcome({ code: child.exitCode, stderr }),
    )
  })
}

it('where npm left out what builds the dashboard, the start says so in words, and what to do', async () => {
  const { code, stderr } = await build(checkout())
  expect(code).toBe(1)
  expect(stderr).toMatch(/^errata: .*--omit=dev.*npm ci --include=dev/)
  expect(stderr).not.toMatch(/^\s+at /m)
})

it('a dashboard that was built elsewhere is served as it is', async () => {
  const folder = checkout()
  mkdirSync(join(folder, 'web/dist'))
  writeFileSync(join(folder, 'web/dist/index.html'), '')
  // A copy may give its files any times; here the sources are the newer ones.
  writeFileSync(join(folder, 'web/src/later.ts'), '')
  const { code, stderr } = await build(folder)
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: .*served as it is/)])
})
