import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Me } from '#contract/account/auth.ts'
import type { IssuePage } from '#contract/issue/issue.ts'
import { quoteQueryValue } from '#contract/issue/query-value.ts'
import { ISSUE_SORTS, ISSUE_STATUSES, LEVELS } from '#contract/vocabulary.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { dumpOrg } from '../support/database/org-dump.ts'
import { seedProject } from '../support/database/seed.ts'
import { SEED } from '../support/fuzz/seed.ts'
import { HOSTILE_FRAGMENTS, SearchedIssues } from '../support/searched-issues.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

/** Searches on each engine; `.ci/long` asks for 10,000. */
const RUNS = Number(process.env.ERRATA_SEARCH_RUNS ?? 500)
const AT_ONCE = 10
const MAX_CHARS = 2000

const text = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_FRAGMENTS), fc.string({ unit: 'binary', maxLength: 8 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''))
/** What the stored issues hold, as it would be asked for. */
const stored = fc
  .tuple(
    fc.array(fc.constantFrom(...HOSTILE_FRAGMENTS), { minLength: 1, maxLength: 3 }),
    fc.constantFrom<[key: string, before: string, after: string]>(
      ['', 'broken', 'title'],
      ['', 'BROKEN', 'Title'],
      ['', 'handler', ' (src/'],
      ['', '', ''],
      ['env:', 'env ', ''],
      ['release:', 'app@', ''],
      ['first_release:', 'app@', ''],
      ['browser:', 'browser ', ''],
      ['os:', 'os ', ''],
      ['user.id:', 'id ', ''],
      ['user.email:', '', '@Example'],
      ['user.email:', 'user*', '@*'],
      ['user.email:', '*', '*'],
    ),
    fc.constantFrom('', '', '!'),
  )
  .map(([fragments, [name, before, after], not]) => {
    const values = fragments.map((fragment) => quoteQueryValue(`${before}${fragment}${after}`))
    // At most three addresses in a search.
    const most = name === 'user.email:' ? 1 : values.length
    if (name === '') return values[0]!
    return values.length === 1
      ? `${not}${name}${values[0]}`
      : `${not}${name}[${values.slice(0, most).join()}]`
  })
const words = fc
  .subarray([...ISSUE_STATUSES, ...LEVELS, 'snoozed', 'open', 'me', 'none', 'bogus'], {
    minLength: 1,
    maxLength: 3,
  })
  .map((list) => list.join(','))
const key = fc.constantFrom(
  'is',
  'env',
  'release',
  'user.email',
  'level',
  'assigned',
  'browser',
  'user.id',
  'events',
  'last_seen',
  'unknown',
)
const keyed = fc
  .tuple(fc.boolean(), key, fc.oneof(words, text, text.map(quoteQueryValue)))
  .map(([isNegated, name, value]) => `${isNegated ? '!' : ''}${name}:${value}`)
const term = fc.oneof({ arbitrary: stored, weight: 4 }, keyed, text, text.map(quoteQueryValue))
const terms = fc.array(term, { minLength: 1, maxLength: 3 }).map((tokens) => tokens.join(' '))
const group = fc
  .tuple(fc.constantFrom('', '', '!'), fc.array(fc.oneof(term, terms), { minLength: 1, maxLength: 2 }))
  .map(([not, some]) => `${not}(${some.join(' OR ')})`)
const query = fc
  .oneof(
    terms,
    fc
      .array(fc.oneof(term, group), { minLength: 1, maxLength: 3 })
      .chain((parts) => fc.constantFrom(' ', ' OR ').map((operator) => parts.join(operator))),
  )
  .map((q) => q.slice(0, MAX_CHARS))
  // At most three addresses in a search.
  .filter((q) => q.split('user.email:').length <= 4)

describeOn(ENGINES, 'hostile searches through GET /api/v1/issues', (engine) => {
  const fixture = issueServer(engine)
  let issues: SearchedIssues

  beforeAll(async () => {
    const { database } = fixture.server
    const project = await seedProject(database, fixture.org, 'searched')
    const { user } = await fixture.client.get<Me>('/api/v1/auth/me')
    const searcher = { userId: fixture.userId, email: user.email }
    issues = new SearchedIssues(project, { now: START, searcher })
    await issues.seed(database)
  })

  test(`SQL stays parameterized (${RUNS} hostile strings): each finds what the grammar says, and changes nothing`, {
    timeout: 30 * 60_000,
  }, async () => {
    const before = await dumpOrg(fixture.server.database, fixture.org.orgId)
    const searches = fc.array(fc.tuple(query, fc.constantFrom(...ISSUE_SORTS)), {
      minLength: AT_ONCE,
      maxLength: AT_ONCE,
    })
    await fc.assert(
      fc.asyncProperty(searches, async (asked) => {
        await Promise.all(asked.map(([q, sort]) => expectFound(q, sort)))
      }),
      { numRuns: Math.ceil(RUNS / AT_ONCE), seed: SEED },
    )
    expect(await dumpOrg(fixture.server.database, fixture.org.orgId)).toEqual(before)
  })

  async function expectFound(q: string, sort: string): Promise<void> {
    const parameters = new URLSearchParams({ q, sort, window: '90d', limit: '500' })
    const { status, body } = await fixture.client.request<IssuePage>('GET', `/api/v1/issues?${parameters}`)
    expect(status).toBe(200)
    expect(body.issues.map(({ title }) => title).sort()).toEqual(issues.find(q).sort())
    expect(body.total).toBe(body.issues.length)
  }
})
