import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { DEADLINE_MS } from '../support/deadline.ts'

/** What fails first: the database, a thread, the journal. */
const LIMITS = [32, 36, 40]

it.skipIf(process.platform === 'win32').each(LIMITS)('a start with %i open files says so', async (limit) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-files-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const command = `ulimit -n ${limit}; exec "${process.execPath}" dist/main.js serve`
  const env = { ...process.env, SVC_DATA_DIR: dataDir, SVC_PORT: '0' }
  const said = await new Promise<string>((resolve) => {
    execFile('sh', ['-c', command], { env, timeout: DEADLINE_MS }, (_error, _stdout, stderr) =>
      resolve(stderr),
    )
  })
  expect(said).toMatch(new RegExp(`may open only ${limit} files .*ulimit -n`))
  expect(said).not.toContain('disk')
})
