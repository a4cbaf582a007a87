import { beforeAll, describe, expect, it } from 'vitest'
import { tokenClient } from '../support/client/token-client.ts'
import { ENGINES } from '../support/database/engines.ts'
import { seedIssue, seedProject } from '../support/database/seed.ts'
import { payloadOf } from '../support/sample/context-payload.ts'
import { issueServer } from '../support/server/issue-server.ts'
import { errata } from '../support/server/run-errata.ts'

const LISTS = [['queue'], ['issue', 'list'], ['issue', 'list', '--fields', 'id']]

describe('lists that errata prints', () => {
  const fixture = issueServer(ENGINES[0]!)
  let env: Record<string, string>
  let id: string
  beforeAll(async () => {
    fixture.server.clockAhead = 0
    const project = await seedProject(fixture.server.database, fixture.org, 'shop')
    const events = [{ at: Date.now(), payload: payloadOf('zzz') }]
    for (const title of ['first', 'second'])
      id = (await seedIssue(fixture.server.database, { project, title, events })).uid
    const { secret } = await tokenClient(fixture.client, { label: 'fixer' })
    env = { ERRATA_URL: fixture.server.url, ERRATA_TOKEN: secret }
  })

  it('says what a search did with terms it does not know, and how to get the next page', async () => {
    for (const command of LISTS) {
      const { stderr } = await errata([...command, '--q', 'is:bogus'], env)
      expect(stderr).toMatch(/^Note: “bogus” is not a value of is:/)
    }
    for (const command of LISTS) {
      const page = await errata([...command, '--limit', '1'], env)
      const [cursor] = /(?<=^There are more: )--cursor=\S+$/m.exec(page.stderr) ?? ['none']
      const next = await errata([...command, cursor], env)
      expect([next.code, next.stderr]).toEqual([0, ''])
      expect(next.stdout.trim().split('\n')).toHaveLength(page.stdout.trim().split('\n').length)
    }
  })

  it('nothing new since a cursor is not an empty queue', async () => {
    const { since_cursor: since } = JSON.parse((await errata(['queue', '--json'], env)).stdout)
    const { stdout, stderr } = await errata(['queue', `--since=${since}`], env)
    expect([stdout, stderr]).toEqual([
      'No issue in the queue changed.\n',
      expect.stringMatching(/^For what changes from now on: --since=\S+\n$/),
    ])
    const empty = await errata(['queue', '--q', 'nothinglikeit'], env)
    expect(empty.stdout).toBe('The queue is empty.\n')
  })

  it('the outcomes of fixes add up to the fixes', async () => {
    await errata(['issue', 'resolve', id, '--release', '1.1'], env)
    await errata(['issue', 'reopen', id], env)
    const { stdout } = await errata(['fixes'], env)
    const [head, row] = stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/))
    expect(head).toEqual([
      ...['WHO', 'FIXES', 'VERIFIED', 'STILL FAILING', 'WATCHING', 'UNCONFIRMED', 'WITHDRAWN'],
      'MEDIAN TIME TO FIX',
    ])
    expect(row).toEqual(['fixer', '1', '0', '0', '0', '0', '1'])
  })
})
