import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
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

function build(folder: string, name: string): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolveOutcome) => {
    const script = join(folder, 'scripts', name)
    const child = execFile(process.execPath, [script, '--if-stale'], (_error, _stdout, stderr) =>
      resolveOutcome({ code: child.exitCode, stderr }),
    )
  })
}

const BUILDS = [
  { script: 'build-server.mjs', built: 'dist/main.js', later: 'src/later.ts' },
  { script: 'build-web.mjs', built: 'web/dist/index.html', later: 'web/src/later.ts' },
]

it.each(BUILDS)(
  '$script: where npm left out what it needs, it says so, and what to do',
  async ({ script }) => {
    const { code, stderr } = await build(checkout(), script)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^errata: .*--omit=dev.*npm ci --include=dev/)
    expect(stderr).not.toMatch(/^\s+at /m)
  },
)

it.each(BUILDS)('$script: what was built elsewhere is used as it is', async ({ script, built, later }) => {
  const folder = checkout()
  mkdirSync(dirname(join(folder, built)), { recursive: true })
  writeFileSync(join(folder, built), '')
  // A copy may give its files any times; here the sources are the newer ones.
  writeFileSync(join(folder, later), '')
  const { code, stderr } = await build(folder, script)
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: .* as it is/)])
})
