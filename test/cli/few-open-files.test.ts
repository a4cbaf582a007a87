import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DEADLINE_MS } from '../support/deadline.ts'

/** What fails first: the database, a thread, the journal. */
const LIMITS = [32, 36, 40]

describe.skipIf(process.platform === 'win32')('a process that may open few files', () => {
  /** What a command writes that may open no more than so many. */
  async function said(limit: number, command: string): Promise<{ stdout: string; stderr: string }> {
    const dataDir = mkdtempSync(join(tmpdir(), 'errata-files-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const line = `ulimit -n ${limit}; exec "${process.execPath}" dist/main.js ${command}`
    const env = { ...process.env, SVC_DATA_DIR: dataDir, SVC_PORT: '0' }
    return new Promise((resolve) => {
      execFile('sh', ['-c', line], { env, timeout: DEADLINE_MS }, (_error, stdout, stderr) =>
        resolve({ stdout, stderr }),
      )
    })
  }

  it.each(LIMITS)('says so if it cannot start with %i', async (limit) => {
    const { stderr } = await said(limit, 'serve')
    expect(stderr).toMatch(new RegExp(`may open only ${limit} files .*ulimit -n`))
    expect(stderr).not.toContain('disk')
  })

  it.each([
    [128, 'fail'],
    [1024, 'warn'],
    [4096, 'ok'],
  ])('is found by the doctor: %i', async (limit, status) => {
    const { stdout } = await said(limit, 'doctor --json')
    const { findings } = JSON.parse(stdout) as { findings: { check: string; todo: string | null }[] }
    const found = findings.filter(({ check }) => check === 'open files')
    const todo = status === 'ok' ? null : expect.stringContaining('ulimit -n')
    expect(found).toEqual([
      { check: 'open files', status, message: `up to ${limit.toLocaleString('en')} at once`, todo },
    ])
  })
})
