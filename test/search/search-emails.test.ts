import { beforeAll, expect, test } from 'vitest'
import type { IssuePage } from '#contract/issue/issue.ts'
import { ISSUE_SORTS } from '#contract/vocabulary.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedIssue, seedProject } from '../support/database/seed.ts'
import { sweepAllowed } from '../support/database/sweep-retention.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { DAY, HOUR, issueServer, START } from '../support/server/issue-server.ts'

/** More than are named one by one, and so many that issues are asked in turn. */
const MANY = 1600
const SOME = 400
const ISSUES_WITH_SOME = 20

describeOn(ENGINES, 'Search by e-mail with stored issues', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  const titles: string[] = []

  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    await issue('crowd', addresses('crowd', MANY, 'big.example'))
    for (let n = 0; n < ISSUES_WITH_SOME; n++) {
      const share = SOME / ISSUES_WITH_SOME
      await issue(`some ${n}`, addresses('some', SOME, 'mid.example').slice(n * share, (n + 1) * share))
    }
    await issue('ada', ['Ada@X.io'])
    await issue('nobody', [])
    const root = await issue('root', [])
    await issue('child', ['kid@family.example', 'some3@mid.example', 'crowd7@big.example'], root)
  })

  function addresses(name: string, count: number, domain: string): string[] {
    return Array.from({ length: count }, (_, n) => `${name}${n}@${domain}`)
  }
  async function issue(title: string, emails: string[], rootId: number | null = null): Promise<number> {
    const at = START - DAY - titles.length * HOUR
    const events = [{ at }, ...emails.map((email) => ({ at, email }))]
    const columns = { merge_parent_id: rootId }
    const { id } = await seedIssue(fixture.server.database, { project, title, events, columns })
    if (rootId === null) titles.push(title)
    return id
  }
  async function found(q: string, sort = 'last_seen_desc'): Promise<string[]> {
    const parameters = new URLSearchParams({ q, sort, window: '30d', project_id: project.projectUid })
    const page = await fixture.client.get<IssuePage>(`/api/v1/issues?${parameters}`)
    expect(page.total).toBe(page.issues.length)
    return page.issues.map(({ title }) => title).sort()
  }

  const ofSome = Array.from({ length: ISSUES_WITH_SOME }, (_, n) => `some ${n}`)
  test.each<[string, string[]]>([
    ['ada@x.io', ['ada']],
    ['ADA@', ['ada']],
    ['*@x.IO', ['ada']],
    ['ada@*', ['ada']],
    ['da@x*', []],
    ['nobody@nowhere', []],
    ['kid@family', ['root']],
    ['some', [...ofSome, 'root']],
    ['some*@mid.example', [...ofSome, 'root']],
    ['*@mid', []],
    ['crowd', ['crowd', 'root']],
    ['crowd*example', ['crowd', 'root']],
    ['@big.example', ['crowd', 'root']],
    ['example', [...ofSome, 'crowd', 'root']],
  ])(
    'user.email:%s is case-insensitive: with `*` a whole match, without it a substring',
    async (pattern, expected) => {
      expect(await found(`user.email:${pattern}`)).toEqual(expected.toSorted())
      const others = titles.filter((title) => !expected.includes(title))
      expect(await found(`!user.email:${pattern}`)).toEqual(others.sort())
    },
  )

  test('as many patterns as a query may have, each of many addresses, are answered', async () => {
    const repeated = (pattern: string) => Array.from({ length: 50 }, () => `user.email:${pattern}`).join(' ')
    expect(await found(repeated('some'))).toEqual([...ofSome, 'root'].sort())
    expect(await found(repeated('crowd'))).toEqual(['crowd', 'root'])
    const different = Array.from({ length: 3 }, (_, n) => `!user.email:some${n * 20}@`).join(' ')
    expect(await found(different)).toEqual([...titles].sort().filter((title) => !/^some [012]$/.test(title)))
  })

  test('more e-mail terms or wildcards than a query may have are refused, and the answer says how many', async () => {
    const messageOf = async (q: string) => {
      const path = `/api/v1/issues?${new URLSearchParams({ q })}`
      const { status, body } = await fixture.client.request<{ message: string }>('GET', path)
      return [status, body.message]
    }
    const terms = (count: number) => Array.from({ length: count }, (_, n) => `user.email:some${n}`).join(' ')
    expect(await messageOf(terms(4))).toEqual([
      400,
      'A search can name up to 3 addresses with user.email:. Remove some.',
    ])
    expect((await messageOf(terms(3)))[0]).toBe(200)
    expect(await messageOf('user.email:a*b*c*d*e*f')).toEqual([
      400,
      'A user.email: pattern can have up to 4 wildcards (*). Remove some.',
    ])
    expect((await messageOf('user.email:a*b**c*d*e'))[0]).toBe(200)
    expect((await messageOf(Array.from({ length: 11 }, (_, n) => `!env:e${n}`).join(' ')))[0]).toBe(400)
    expect((await messageOf(Array.from({ length: 21 }, (_, n) => `word${n}`).join(' ')))[0]).toBe(400)
    expect((await messageOf('word '.repeat(60)))[0]).toBe(200)
  })

  test.each(ISSUE_SORTS)('the same issues are found in every order, also %s', async (sort) => {
    for (const pattern of ['ada', 'some', 'crowd']) {
      expect(await found(`user.email:${pattern}`, sort)).toEqual(await found(`user.email:${pattern}`))
    }
  })
})

describeOn(ENGINES, 'Addresses that no longer belong to an issue with a pipeline', (engine) => {
  const fixture = issueServer(engine)
  let project: SeedProject
  let feed: PipelineFeed

  beforeAll(async () => {
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
    feed = await PipelineFeed.start(fixture.server.database)
  })

  const send = (...events: [kind: string, email: string][]) =>
    feed.send(
      project,
      events.map(([kind, email]) => ({ kind, at: START, user: { email } })),
    )
  /** What the service does once an hour. */
  const sweep = () => {
    const { database, clock } = fixture.server
    return sweepAllowed({ database, clock })
  }
  async function found(q: string): Promise<IssuePage> {
    return fixture.client.get(`/api/v1/issues?${new URLSearchParams({ q })}`)
  }
  async function deleteIssues(q: string): Promise<void> {
    const ids = (await found(q)).issues.map(({ id }) => id)
    await fixture.client.request('DELETE', '/api/v1/issues/bulk', { ids, action: 'delete' })
  }
  async function kept(): Promise<string[]> {
    const addresses = fixture.server.database.queries.selectFrom('email_address').select('email')
    return (await addresses.orderBy('email').execute()).map(({ email }) => email)
  }

  test('they go with the next sweep; those of other issues stay', async () => {
    await send(['Leaving', 'Only@Leaving.example'], ['Leaving', 'ada@x.io'], ['Staying', 'ada@x.io'])
    expect(await kept()).toEqual(['ada@x.io', 'only@leaving.example'])
    await deleteIssues('Leaving')
    await sweep()
    expect(await kept()).toEqual(['ada@x.io'])
  })

  test('one that a new event names while it goes is found', async () => {
    for (let round = 0; round < 15; round++) {
      const email = `back${round}@again.example`
      await send([`Gone${round}`, email])
      await deleteIssues(`Gone${round}:`)
      await Promise.all([sweep(), send([`Back${round}`, email])])
      const { issues } = await found(`user.email:${email}`)
      expect(issues.map(({ title }) => title)).toEqual([`Back${round}: it broke`])
    }
  })
})
