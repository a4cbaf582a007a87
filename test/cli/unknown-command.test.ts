import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../support/database/postgres.ts'
import { errata } from '../support/server/run-errata.ts'

describe('an unknown command', () => {
  it.each([
    [['bakup', 'x'], /^errata: bakup x is not a command\. Did you mean backup\? To list all .*\n$/],
    [['nonsense'], /^errata: nonsense is not a command\. To list all commands, run errata --help\.\n$/],
    [['serv', '--port'], /^errata: serv is not a command\. Did you mean serve\?/],
    [['toString'], /^errata: toString is not a command\./],
    [['--colour'], /^errata: --colour is not a command\. To list all commands/],
    [['help', 'bakup'], /^errata: bakup is not a command\. Did you mean backup\?/],
    [['bakup', '--help'], /^errata: bakup is not a command\. Did you mean backup\?/],
  ])('%j ends with 2 and one line that says what may have been meant', async (args, text) => {
    expect(await errata(args, {})).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(text),
    })
  })

  it.each([
    [['issue', 'resolve', 'x', '--relase', '1.0'], /^errata: --relase is not an option.* --release, .*\.\n$/],
    [['verify', '--depe'], /^errata: --depe is not an option of this command\. It takes .*--deep.*\.\n$/],
    [['whoami', '-j'], /^errata: -j is not an option of this command\. It takes --json\.\n$/],
  ])('%j has an option that the command does not take: one line lists those it takes', async (args, text) => {
    const { code, stderr } = await errata(args, {
      ERRATA_URL: 'http://127.0.0.1:1',
      ERRATA_TOKEN: 'svc_pat_x',
    })
    expect([code, stderr]).toEqual([2, expect.stringMatching(text)])
  })

  it('a command of a group shows the group', async () => {
    const { code, stderr } = await errata(['issue', 'show', 'x'], {})
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^errata: issue show is not .* These are:\n/)])
    expect(stderr).toContain('  issue view ISSUE')
    expect(stderr).not.toContain('org create')
  })
})

describe('help and version', () => {
  const everything = 'errata: a self-hosted error tracker\n'
  const group = /^ {2}issue list .*(\n {27}.*)*\n {2}issue view /
  const one = /^ {2}issue resolve .*\n {27}.*\n$/
  it.each<[string[], string | RegExp]>([
    [[], everything],
    [['help'], everything],
    [['-h'], everything],
    [['issue', '--help'], group],
    [['help', 'issue'], group],
    [['issue', 'resolve', '--help'], one],
    [['help', 'issue', 'resolve'], one],
    [['--version'], /^errata \d+\.\d+\.\d+\n$/],
    [['-V'], /^errata \d/],
    [['version'], /^errata \d/],
  ])('%j', async (args, text) => {
    const { code, stdout, stderr } = await errata(args, {})
    expect([code, stderr]).toEqual([0, ''])
    if (typeof text === 'string') expect(stdout.startsWith(text)).toBe(true)
    else expect(stdout).toMatch(text)
  })
})

it.skipIf(process.platform === 'win32')('a reader that has gone is not a failure', () => {
  const help = `'${process.execPath}' dist/main.js --help`
  const script = `exec 3>&1; { ${help}; echo "$?" >&3; } 2>&3 | true`
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe('0\n')
})

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

describe.skipIf(process.platform !== 'linux')('standard output on a full disk', () => {
  it('ends a command with 1 and one line', () => {
    const script = `'${process.execPath}' dist/main.js version 2>&1 >/dev/full; echo "$?"`
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(
      'errata: The output could not be written: ENOSPC: no space left on device, write.\n1\n',
    )
  })

  it('does not keep the service from starting', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'errata-full-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const port = String(await freePort())
    const output = openSync('/dev/full', 'w')
    const env = { ...process.env, SVC_PORT: port, SVC_DATA_DIR: dataDir }
    const service = spawn(process.execPath, ['dist/main.js', 'serve'], {
      env,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    const ended = once(service, 'exit')
    onTestFinished(() => void service.kill('SIGKILL'))
    while (service.exitCode === null && !(await answers(`http://127.0.0.1:${port}/healthz`))) await pause(50)
    service.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})

it('a command that ends soon begins once; only the service begins again, with its memory settings', async () => {
  const NODE_OPTIONS = '--import=data:text/javascript,console.error(1)'
  expect(await errata(['version'], { NODE_OPTIONS })).toMatchObject({ code: 0, stderr: '1\n' })
  const { stderr } = await errata(['serve', '--help'], { NODE_OPTIONS })
  expect(stderr).toBe(process.platform === 'linux' ? '1\n1\n' : '1\n')
})
