import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Me } from '#contract/account/auth.ts'
import type { IssueDetail } from '#contract/issue/issue.ts'
import { TOOLS } from '#http/mcp/mcp-handler.ts'
import { tokenClient } from '../support/client/token-client.ts'
import { ENGINES } from '../support/database/engines.ts'
import { seedIssue, seedProject } from '../support/database/seed.ts'
import { payloadOf } from '../support/sample/context-payload.ts'
import { issueServer } from '../support/server/issue-server.ts'
import { errata } from '../support/server/run-errata.ts'

const run = promisify(execFile)
const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e'

describe('errata over HTTP', () => {
  const fixture = issueServer(ENGINES[0]!)
  let env: Record<string, string>
  let id: string
  beforeAll(async () => {
    fixture.server.clockAhead = 0
    const project = await seedProject(fixture.server.database, fixture.org, 'shop')
    const title = 'TypeError: \u001b[2Jit broke\u202e'
    const events = [{ at: Date.now(), payload: payloadOf('zzz') }]
    id = (await seedIssue(fixture.server.database, { project, title, events })).uid
    const { secret } = await tokenClient(fixture.client, { label: 'fixer' })
    env = { ERRATA_URL: fixture.server.url, ERRATA_TOKEN: secret }
  })
  const detail = () => fixture.client.get<IssueDetail>(`/api/v1/issues/${id}`)

  it('--project takes a name or an ID; an unknown one is answered with those there are', async () => {
    for (const project of ['shop', 'SHOP']) {
      for (const command of [['queue'], ['issue', 'list']]) {
        const { code, stdout } = await errata([...command, '--project', project], env)
        expect([code, stdout]).toEqual([0, expect.stringContaining(id)])
      }
      expect((await errata(['fixes', '--project', project], env)).code).toBe(0)
    }
    const unknown = await errata(['queue', '--project', 'shpo'], env)
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringMatching(/no project "shpo".*shop/)])
  })

  it('queue, view, context, claim, resolve, snooze and release do what the routes do', async () => {
    const queue = await errata(['queue', '--limit', '5'], env)
    expect([queue.code, queue.stderr]).toEqual([0, ''])
    expect(queue.stdout).toMatch(
      new RegExp(`SCORE .*TITLE\n\\d+ +${id} .*TypeError: it broke\\\\u\\{202E\\}\n$`),
    )
    expect(queue.stdout).toMatch(/PROJECT +TITLE\n.* shop +TypeError/)
    const json = (await errata(['queue', '--json'], env)).stdout
    expect(JSON.parse(json).queue[0].issue).toMatchObject({
      id,
      title: expect.stringContaining('it broke\u202e'),
    })
    expect(json).not.toContain('\u202e')
    const url = `${fixture.server.url}/issues/${id}`
    expect((await errata(['issue', 'view', url], env)).stdout).toMatch(
      /^project +shop\n[\s\S]*^events +1 \(1 stored\)$/m,
    )
    expect((await errata(['issue', 'context', id], env)).stdout).toMatch(new RegExp(`^# Issue ${id}\n`))
    expect((await errata(['issue', 'claim', id, '--minutes', '5'], env)).stdout).toMatch(/^Claimed until /)
    expect((await detail()).claim?.claimed_by.name).toBe('fixer')
    expect((await errata(['issue', 'resolve', id, '--release', '1.1'], env)).stdout).toBe(
      'Resolved in 1.1.\n',
    )
    expect((await detail()).status).toBe('resolved')
    const until = new Date(Date.now() + 48 * 3_600_000).toISOString()
    const snoozed = await errata(['issue', 'snooze', id, '--until', until], env)
    expect(snoozed.stdout).toBe(`Snoozed until ${until}.\n`)
    expect((await errata(['issue', 'snooze', id, '--mode', 'users'], env)).stdout).toBe('Snoozed.\n')
    expect((await errata(['issue', 'snooze', id], env)).stdout).toMatch(/^Snoozed until \d{4}-/)
    expect((await errata(['issue', 'release', id], env)).stdout).toBe('Released.\n')
    const comment = ['api', 'POST', `/api/v1/issues/${id}/comments`, '--data', '{"body":"fixed"}']
    expect(JSON.parse((await errata(comment, env)).stdout).body).toBe('fixed')
  })

  it('issue list, ignore, reopen, comment, whoami and what changed in the queue', async () => {
    const listed = await errata(['issue', 'list', '--q', 'is:resolved', '--window', '90d'], env)
    expect([listed.stdout, listed.stderr]).toEqual([
      expect.stringMatching(new RegExp(`PROJECT +TITLE\n${id} +resolved .* shop +TypeError`)),
      '',
    ])
    expect((await errata(['issue', 'list', '--q', 'nothinglikeit'], env)).stdout).toBe('No issues match.\n')
    expect((await errata(['issue', 'ignore', id], env)).stdout).toBe('Ignored.\n')
    expect((await detail()).status).toBe('ignored')
    const { since_cursor: since } = JSON.parse((await errata(['queue', '--json'], env)).stdout)
    expect((await errata(['issue', 'reopen', id], env)).stdout).toBe('Reopened.\n')
    expect((await detail()).status).toBe('unresolved')
    const changed = await errata(['queue', '--q', 'is:unresolved', `--since=${since}`], env)
    expect([changed.stdout, changed.stderr]).toEqual([
      expect.stringContaining(id),
      expect.stringMatching(/--since=\S+\n$/),
    ])
    expect((await errata(['issue', 'comment', id, '--message', 'looking'], env)).stdout).toBe('Commented.\n')
    const { user } = await fixture.client.get<Me>('/api/v1/auth/me')
    const asked = await errata(['issue', 'comment', id, '--message', `@${user.email} @zed?`], env)
    expect(asked.stdout).toBe(`Commented. It mentions ${user.email}.\n`)
    expect((await errata(['issue', 'comment', id], env)).code).toBe(2)
    const { comments } = await fixture.client.get<{ comments: { body: string }[] }>(
      `/api/v1/issues/${id}/comments`,
    )
    expect(comments.map(({ body }) => body)).toContain('looking')
    const { stdout } = await errata(['whoami'], env)
    expect(stdout).toMatch(/^role +owner$/m)
    expect(stdout).toMatch(/^writes +\d+ of 20 left in 60 s$/m)
    expect(stdout).not.toMatch(/[{}"]/)
    await errata(['issue', 'resolve', id, '--release', '1.1'], env)
    await errata(['issue', 'snooze', id], env)
  })

  it('resolve says what a fix lacks and what will fail; assign hands an issue over', async () => {
    const project = await seedProject(fixture.server.database, fixture.org, 'handover')
    const events = [{ at: Date.now(), release: '1.0' }]
    const { uid } = await seedIssue(fixture.server.database, { project, title: 'Error: x', events })
    const resolve = (...more: string[]) => errata(['issue', 'resolve', uid, ...more], env)
    for (const more of [['--commit', 'f00'], ['--next'], ['--release', '1.0', '--next', '--note', 'x']]) {
      expect(await resolve(...more)).toMatchObject({ code: 2, stderr: expect.stringMatching(/--commit/) })
    }
    const failing = await resolve('--release', '1.0', '--note', 'x')
    expect([failing.code, failing.stdout, failing.stderr]).toEqual([
      0,
      'Resolved in 1.0.\n',
      expect.stringMatching(/^Note: .* use --next\.\n$/),
    ])
    expect(await resolve('--release', '1.1')).toMatchObject({ stdout: 'Resolved in 1.1.\n', stderr: '' })
    const next = await resolve('--release', '1.0', '--next')
    expect([next.stdout, next.stderr]).toEqual(['Resolved in the release after 1.0.\n', ''])
    const { user } = await fixture.client.get<Me>('/api/v1/auth/me')
    const assign = (...to: string[]) => errata(['issue', 'assign', uid, ...to], env)
    for (const to of [user.email.toUpperCase(), 'me'])
      expect((await assign('--to', to)).stdout).toBe(`Assigned to ${user.email}.\n`)
    expect((await assign('--to', 'nobody')).stdout).toBe('Assigned to nobody.\n')
    const unknown = await assign('--to', 'zed@example.com')
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining(user.email)])
    expect((await assign()).code).toBe(2)
  })

  it('--fields picks fields, as a table or as JSON; completion knows every command and its options', async () => {
    const picked = ['queue', '--q', 'is:resolved is:snoozed', '--fields', 'issue.id,issue.status']
    const json = await errata([...picked, '--json'], env)
    expect(JSON.parse(json.stdout)).toEqual([{ 'issue.id': id, 'issue.status': 'resolved' }])
    const shown = await errata(['issue', 'view', id, '--fields', 'status,fix.state'], env)
    expect(shown.stdout).toBe('STATUS    FIX.STATE\nresolved  watching\n')
    const { stdout: script } = await errata(['completion', 'bash'], env)
    const complete = async (...words: string[]) => {
      const set = `COMP_WORDS=(errata ${words.join(' ')} '') COMP_CWORD=${words.length + 1}`
      const line = `eval "$(cat)"; ${set}; _errata; echo "\${COMPREPLY[*]}"`
      const shell = run('bash', ['-c', line])
      shell.child.stdin!.end(script)
      return (await shell).stdout.trim().split(' ')
    }
    expect(await complete()).toEqual(expect.arrayContaining(['serve', 'queue', 'issue', 'mcp', 'completion']))
    expect(await complete('issue')).toEqual(expect.arrayContaining(['view', 'context', 'claim', 'resolve']))
    expect(await complete('issue', 'resolve')).toEqual(
      expect.arrayContaining(['--release', '--commit', '--json']),
    )
    for (const shell of ['zsh', 'fish']) {
      expect((await errata(['completion', shell], env)).stdout).toMatch(/errata/)
    }
  })

  it('mcp speaks over stdin and stdout, with the tools of the service, old and new clients', async () => {
    for (const mode of ['auto', 'legacy']) {
      const args = ['dist/main.js', 'mcp']
      const cwd = resolve(import.meta.dirname, '../..')
      const transport = new StdioClientTransport({ command: process.execPath, args, cwd, env: { ...env } })
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } } as object)
      await client.connect(transport)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
      const result = await client.callTool({ name: 'get_issue_context', arguments: { issue: id } })
      expect((result.content as { text: string }[])[0]!.text).toMatch(new RegExp(`^# Issue ${id}\n`))
      const wrong = await client.callTool({ name: 'get_issue_context', arguments: { issue: 'nothing' } })
      expect(wrong.isError).toBe(true)
      await client.close()
    }
  })

  it('mcp answers what was asked before its input ended, and ends', async () => {
    const child = execFile(process.execPath, ['dist/main.js', 'mcp'], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { ...process.env, ...env },
    })
    let output = ''
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const exit = once(child, 'exit')
    const requests = [1, 2, 3].map((number) => `{"jsonrpc":"2.0","id":${number},"method":"tools/list"}\n`)
    child.stdin!.end(requests.join(''))
    expect((await exit)[0]).toBe(0)
    const answers = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id: number }) => number).sort()).toEqual([1, 2, 3])
  })

  it('mcp says what is wrong with the token in the answer', async () => {
    const child = execFile(process.execPath, ['dist/main.js', 'mcp'], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { ...process.env, ...env, ERRATA_TOKEN: 'svc_pat_x' },
    })
    const answer = once(child.stdout!.setEncoding('utf8'), 'data')
    child.stdin!.write('{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{}}\n')
    expect(JSON.parse((await answer)[0])).toMatchObject({
      id: 7,
      error: { message: expect.stringContaining('unauthenticated') },
    })
    const exit = once(child, 'exit')
    child.stdin!.end()
    expect((await exit)[0]).toBe(0)
  })

  it('a missing or rejected request is explained in a sentence, and by the exit code', async () => {
    const cases: [string[], Record<string, string>, number, RegExp][] = [
      [['queue'], {}, 2, /Set ERRATA_URL to the address/],
      [['queue'], { ...env, ERRATA_TOKEN: '' }, 2, /Set ERRATA_TOKEN to an access token/],
      [['queue'], { ...env, ERRATA_TOKEN: 'svc_pat_x' }, 3, /unauthenticated: The access token is invalid/],
      [['queue'], { ...env, ERRATA_URL: 'http://127.0.0.1:1' }, 7, /cannot be reached/],
      [['issue', 'view'], env, 2, /needs the ID of an issue or the URL of its page, and nothing else/],
      [['issue', 'view', 'TypeError'], env, 2, /is not an issue/],
      [['issue', 'claim', id, '--minutes', '999'], env, 1, /invalid_request: .*minutes/],
      [['issue', 'view', UNKNOWN], env, 4, /not_found/],
      [['issue', 'view', id, '--fields', 'nope'], env, 2, /no field “nope”.*id, org_id/],
      [['completion', 'tcsh'], env, 2, /Use one of bash, zsh, fish/],
      [['api', 'GET', 'issues'], env, 2, /must begin with \/api\/v1\//],
    ]
    for (const [args, given, code, message] of cases) {
      const outcome = await errata(args, given)
      expect([args, outcome.code]).toEqual([args, code])
      expect(outcome.stderr).toMatch(message)
    }
  })
})
