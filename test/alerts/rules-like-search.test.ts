import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { AlertPage } from '#contract/alert/alert.ts'
import type { AlertRule } from '#contract/alert/alert-rule.ts'
import type { IssueList } from '#contract/issue/issue.ts'
import { RuleFixture } from '../support/alert/rule-fixture.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { type FedEvent, PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const WORDS = ['Alpha', 'Beta', 'Gamma']

/** What the events of one issue say; the events of an issue are all alike. */
const event = fc.record({
  word: fc.constantFrom(...WORDS),
  value: fc.constantFrom('it broke', 'zone:9 is Café', 'a "quoted" back\\slash'),
  level: fc.constantFrom('fatal', 'error', 'warning'),
  environment: maybe('production', 'Staging', 'my env'),
  release: maybe('shop@1.0.0', 'shop@1.1.0'),
  user: maybe({ id: '7' }, { id: '7', email: 'Ada@Example.com' }, { email: 'bob@example.com' }, { id: '7*' }),
  browser: maybe('Chrome', 'Mobile Safari'),
  os: maybe('Linux', 'iOS'),
  plan: maybe('gold tier', 'gold', 'free', ''),
  url: maybe('https://shop.example/pay/77?card=1', 'https://shop.example/cart'),
  transaction: maybe('GET /pay', 'job'),
  server: maybe('web-1', 'web-2'),
})

const not = fc.constantFrom('', '!')
const term = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      'alpha',
      'BETA',
      '"it broke"',
      'zone:9',
      'café',
      'cafe\u0301',
      '"a \\"quoted\\""',
      'back\\slash',
      'Plan:gold',
    ),
    weight: 2,
  },
  {
    arbitrary: fc
      .tuple(
        not,
        fc.constantFrom(
          ...[
            'env:production',
            'env:Production',
            'env:"my env"',
            'release:shop@1.0.0',
            'level:error,fatal',
            'level:WARN',
          ],
          ...[
            'user.id:7',
            'user.id:7*',
            'user.id:8',
            'user.email:ada',
            'user.email:*@EXAMPLE.com',
            'user.email:*ob*@e*',
          ],
          ...['browser:Chrome', 'browser:chrome', 'browser:"Mobile Safari"', 'os:Linux', 'os:iOS', 'os:Lin*'],
          ...['plan:gold', 'plan:gold*', 'plan:"gold tier"', 'plan:GOLD', 'server:web*', 'server:web-1'],
          ...[
            'url:https://shop.example/pay/1',
            'url:https://shop.example/*',
            'transaction:"GET /pay"',
            'transaction:job',
          ],
          ...['is:open', 'is:unresolved,resolved', 'assigned:none'],
          ...[
            'env:[staging,"my env"]',
            'release:[shop@1.0.0,shop@1.1.0]',
            'release:shop@1.1*',
            'release:[shop@1.0.*,Shop*]',
            'release:*',
            'release:>=1.1',
            'release:[<shop@1.1,>2]',
            'release:1.0..1.1.0',
            'user.id:[8,7]',
            'browser:[Chrome,Edge]',
          ],
          ...['user.email:[bob@,ada]', 'plan:[gold,f*]', 'plan:["gold tier",free]', 'server:[web-2,web-3]'],
        ),
      )
      .map(([sign, text]) => `${sign}${text}`),
    weight: 5,
  },
)
const query = fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' '))

describeOn(ENGINES, 'the query of a rule means what it means in the search', (engine) => {
  const fixture = issueServer(engine)
  let feed: PipelineFeed
  beforeAll(async () => {
    feed = await PipelineFeed.start(fixture.server.database)
  })

  async function foundBy(projectId: string, q: string): Promise<string[]> {
    const asked = new URLSearchParams({ project_id: projectId, q, window: '90d', limit: '100' })
    const { issues } = await fixture.client.get<IssueList>(`/api/v1/issues?${asked}`)
    return issues.map(({ id }) => id).sort()
  }

  /** The issues that rules fired for, by rule. */
  async function firedBy(projectId: string): Promise<Map<string, string[]>> {
    const fired = new Map<string, string[]>()
    let cursor: string | null = ''
    while (cursor !== null) {
      const asked = new URLSearchParams({ project_id: projectId, limit: '200', ...(cursor && { cursor }) })
      const page: AlertPage = await fixture.client.get<AlertPage>(`/api/v1/alerts?${asked}`)
      for (const { rule_id, issue_id } of page.alerts) {
        if (rule_id && issue_id) fired.set(rule_id, [...(fired.get(rule_id) ?? []), issue_id].sort())
      }
      cursor = page.next_cursor
    }
    return fired
  }

  test('on the same events; what is refused finds nothing there', async () => {
    await fc.assert(
      fc.asyncProperty(
        // Each try takes seconds: a counterexample is told as it was found.
        fc.noShrink(fc.array(event, { minLength: 20, maxLength: 30 })),
        fc.noShrink(fc.uniqueArray(query, { minLength: 30, maxLength: 45 })),
        async (events, queries) => {
          const shop = await RuleFixture.start(fixture, [])
          const { projectUid } = shop.project
          const rules: AlertRule[] = []
          const refused: string[] = []
          for (const text of queries) {
            const fields = { kind: 'custom', query: text, threshold: { type: 'count', value: 1 } }
            await shop.add(fields).then(
              (rule) => rules.push(rule),
              () => refused.push(text),
            )
          }
          expect(rules.length).toBeGreaterThan(15)
          // The event beside them makes `plan` a tag that the search knows.
          const known: Partial<FedEvent> = { kind: 'Known', tags: { plan: 'other' } }
          await shop.send(feed, 0, [known, ...events.map((one, index) => fed(one, index))])
          const fired = await firedBy(projectUid)
          for (const rule of rules) {
            const found = await foundBy(projectUid, rule.query)
            expect([rule.query, fired.get(rule.id) ?? []]).toEqual([rule.query, found])
          }
          for (const text of refused) expect([text, await foundBy(projectUid, text)]).toEqual([text, []])
        },
      ),
      { numRuns: 3 },
    )
  })
})

type Said = typeof event extends fc.Arbitrary<infer T> ? T : never

function fed(said: Said, index: number): FedEvent {
  const { word, value, level, environment, release, user, browser, os, plan } = said
  const kind = `${word}${'abcdefghijklmnopqrstuvwxyz'[index % 26]}${index > 25 ? 'x' : ''}`
  const frame = { filename: `${kind}.py`, function: `do_${kind}`, lineno: 7, in_app: true }
  return {
    ...{ kind, at: START, level },
    ...(environment !== undefined && { environment }),
    ...(release !== undefined && { release }),
    ...(user !== undefined && { user }),
    ...(plan !== undefined && { tags: { plan } }),
    contexts: { ...(browser && { browser: { name: browser } }), ...(os && { os: { name: os } }) },
    fields: {
      exception: { values: [{ type: kind, value, stacktrace: { frames: [frame] } }] },
      ...(said.url && { request: { url: said.url } }),
      ...(said.transaction && { transaction: said.transaction }),
      ...(said.server && { server_name: said.server }),
    },
  }
}
