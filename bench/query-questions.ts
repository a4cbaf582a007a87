import type { EventDeps } from '#actions/action-deps.ts'
import { agentQueue } from '#actions/agents/queue.ts'
import { issueEvents } from '#actions/events/list-events.ts'
import { readEvent } from '#actions/events/read-event.ts'
import { listIssues } from '#actions/issues/list-issues.ts'
import { readIssue } from '#actions/issues/read-issue.ts'
import { issueTimeline } from '#actions/issues/timeline.ts'
import { issueTrends } from '#actions/issues/trends.ts'
import { projectStats } from '#actions/projects/project-stats.ts'
import { completeSearch } from '#actions/search/complete-search.ts'
import type { CompletionQuery } from '#contract/issue/completion.ts'
import { issueListQuery } from '#contract/issue/issue.ts'
import { queueQuery } from '#contract/issue/queue.ts'
import { ISSUE_SORTS, ISSUE_WINDOWS } from '#contract/vocabulary.ts'
import type { Database } from '#storage/engine/database.ts'
import { NO_SOURCE_MAPS } from '../test/support/symbols/no-source-maps.ts'
import type { QueryData } from './seed/queries.ts'

/** One thing to time. */
export interface Question {
  name: string
  ask: () => Promise<unknown>
  /** False: shown, but it may take longer than the goal. */
  hasGoal: boolean
}

interface Asked {
  deps: EventDeps
  data: QueryData
}

const NOBODY = { kind: 'system' as const, id: null }

/** Tokens of the query language: common, rare and absent values of each. */
const SEARCHES = [
  'is:unresolved',
  'is:unresolved,regression !is:snoozed',
  'is:snoozed',
  '!is:resolved,snoozed',
  'env:production',
  'env:staging',
  'env:nowhere',
  '!env:staging',
  'release:app@1.2.3',
  'release:never',
  '!release:app@1.2.3',
  'release:>=app@1.2.0',
  'level:fatal',
  'level:info,fatal',
  '!level:error',
  'assigned:me',
  'assigned:none',
  'assigned:member@example.net',
  '!assigned:me',
  'cart',
  'error',
  'step 31234',
  'xyzzy',
  'user.email:user1999@example.com',
  'user.email:user1999*',
  'user.email:199',
  'user.email:@mail.example.net',
  'user.email:*@example.com',
  'user.email:nobody@nowhere',
  '!user.email:user1999@example.com',
  'is:unresolved level:error cart',
  'is:unresolved env:production level:error cart',
]

/** Tags: a value that few issues have, many, nearly all and none; values that begin alike; what has them not. */
const TAG_SEARCHES = [
  'transaction:"POST /orders/v8"',
  'url:https://shop.example/orders/v8/7',
  'url:https://shop.example/orders/*',
  'server:web-3',
  '!server:web-3',
  'customer:customer-4321',
  'customer:customer-432*',
  'customer:customer-0',
  'customer:nobody',
  '!customer:customer-4321',
  'checkout.step:step-7',
  'region:eu',
  '!region:eu',
  'user.id:1999',
  '!user.id:1999',
  'is:unresolved server:web-3 region:eu cart',
]

/** Groups: met by nearly all issues, by many, by few of an index, by none; by texts; negated. */
const GROUP_SEARCHES = [
  '(env:production OR level:fatal) !is:snoozed',
  'level:fatal OR env:staging',
  'is:unresolved (region:eu OR server:web-3)',
  'customer:customer-4321 OR user.id:1999',
  'xyzzy OR release:never',
  'cart OR level:fatal',
  '(customer:customer-4321 OR cart) is:unresolved',
  '!(env:staging level:error)',
  '!(cart OR env:staging)',
]

/** Beyond what the goals are about: what one issue in twenty has, and what hardly any issue meets. */
const HARD_SEARCHES = ['socket cache', 'user.email:user19', '!user.email:@example.com']

/** Beyond the goals as well: of 90 days, in an order that no index has, what needs a set of thousands of issues. */
function isHard({ window, sort, q }: Record<'window' | 'sort' | 'q', string>): boolean {
  const needsSet = [
    '!env:staging',
    'release:app@1.2.3',
    '!release:app@1.2.3',
    'release:>=app@1.2.0',
    'user.email:199',
  ].includes(q)
  return needsSet && window === '90d' && !sort.startsWith('last_seen')
}

/** Everything that is timed. */
export async function queryQuestions(database: Database, data: QueryData, now: number): Promise<Question[]> {
  const asked: Asked = { deps: { database, clock: () => now, symbols: NO_SOURCE_MAPS }, data }
  return [
    ...(await listQuestions(asked)),
    ...queueQuestions(asked),
    ...(await trendQuestions(asked)),
    ...(await issueQuestions(asked)),
    ...completionQuestions(asked),
    ...statsQuestions(asked),
  ]
}

async function listQuestions({ deps, data }: Asked): Promise<Question[]> {
  const read = (query: Record<string, string>) => listIssues(deps, data, issueListQuery.parse(query))
  const list = (query: Record<string, string>, hasGoal = true): Question => ({
    name: `list ${Object.values(query).join(' ')}`,
    ask: () => read(query),
    hasGoal,
  })
  const project = data.projects[0]!.projectUid
  const questions: Question[] = []
  for (const window of ['7d', '90d']) {
    for (const sort of ISSUE_SORTS) {
      questions.push(list({ window, sort }))
      const { next_cursor } = await read({ window, sort })
      const next = { window, sort, cursor: next_cursor! }
      questions.push({ name: `list ${window} ${sort}, second page`, ask: () => read(next), hasGoal: true })
    }
    const ofProject = { window, sort: 'events_desc', project_id: project }
    questions.push({
      name: `list ${window} of a project by events`,
      ask: () => read(ofProject),
      hasGoal: true,
    })
  }
  const searches = ['7d', '90d'].flatMap((window) =>
    ISSUE_SORTS.flatMap((sort) =>
      [...SEARCHES, ...TAG_SEARCHES].map((q) => list({ window, sort, q }, !isHard({ window, sort, q }))),
    ),
  )
  const groups = ['7d', '90d'].flatMap((window) =>
    ['last_seen_desc', 'events_desc'].flatMap((sort) =>
      GROUP_SEARCHES.map((q) => list({ window, sort, q }, sort === 'last_seen_desc')),
    ),
  )
  const hard = HARD_SEARCHES.map((q) => list({ window: '90d', q }, false))
  return [...questions, ...searches, ...groups, ...hard]
}

/** Over all 50,000 issues a queue may take 50 ms, more than these goals. */
function queueQuestions({ deps, data }: Asked): Question[] {
  const reader = { ...data, actor: NOBODY }
  return (
    [{}, { window: '90d' }, { window: '90d', q: 'is:unresolved,regression,resolved,ignored' }] as const
  ).map((query) => ({
    name: `queue ${Object.values(query).join(' ')}`,
    ask: () => agentQueue(deps, reader, queueQuery.parse(query)),
    hasGoal: false,
  }))
}

/** Over all 50,000 issues of 90 days, more than these goals. */
function statsQuestions({ deps, data }: Asked): Question[] {
  return ISSUE_WINDOWS.map((window) => ({
    name: `projects at a glance, ${window}`,
    ask: () => projectStats(deps, data, { window }),
    hasGoal: window === '24h',
  }))
}

async function trendQuestions({ deps, data }: Asked): Promise<Question[]> {
  const query = issueListQuery.parse({ window: '90d', sort: 'events_desc', limit: '200' })
  const { issues } = await listIssues(deps, data, query)
  const issue_ids = issues.map(({ id }) => id)
  return ISSUE_WINDOWS.map((window) => ({
    name: `trends of the 200 busiest issues, ${window}`,
    ask: () => issueTrends(deps, data, { issue_ids, window }),
    hasGoal: true,
  }))
}

async function issueQuestions({ deps, data }: Asked): Promise<Question[]> {
  const question = (name: string, ask: () => Promise<unknown>): Question => ({ name, ask, hasGoal: true })
  const questions: Question[] = []
  for (const [whose, { uid: issueId }] of [
    ['the busiest issue', data.hotIssue],
    ['the largest family', data.hotFamily],
    ['a family of 100', data.wideFamily],
  ] as const) {
    const events = (query: { offset: number; release?: string }) => async () => {
      const page = await issueEvents(deps, data, { issueId, query: { limit: 50, ...query } })
      return Array.fromAsync(page.events)
    }
    const shown = await events({ offset: 1_000 })()
    const { id, release } = shown[0]!
    questions.push(
      ...(['7d', '30d', 'all'] as const).map((window) => ({
        name: `timeline of ${whose}, ${window}`,
        ask: () => issueTimeline(deps, data, { issueId, query: { window } }),
        // Of 100 issues it adds up 45,000 hours.
        hasGoal: issueId !== data.wideFamily.uid,
      })),
      question(`${whose} with facets`, () => readIssue(deps, data, { issueId, viewer: NOBODY })),
      question(`events of ${whose}`, events({ offset: 0 })),
      question(`events of ${whose} at offset 10,000`, events({ offset: 10_000 })),
      question(`events of ${whose} in a release`, events({ offset: 0, release })),
      question(`an event of ${whose} with its place`, () => readEvent(deps, data, id)),
    )
  }
  return questions
}

function completionQuestions({ deps, data }: Asked): Question[] {
  const question = (query: Omit<CompletionQuery, 'limit'>, hasGoal: boolean): Question => ({
    name: `completion of ${Object.values(query).join(' ')}`.trimEnd(),
    ask: () => completeSearch(deps, data, { ...query, limit: 20 }),
    hasGoal,
  })
  const project_id = data.projects[0]!.projectUid
  return [
    ...(['level', 'assigned'] as const).map((key) => question({ key, prefix: '' }, false)),
    ...(['env', 'release', 'user.id'] as const).flatMap((key) => [
      question({ key, prefix: '' }, true),
      question({ key, prefix: '', project_id }, true),
    ]),
    question({ key: 'tag', prefix: '' }, true),
    question({ key: 'tag', prefix: 'c' }, true),
    question({ key: 'tag', prefix: '', project_id }, true),
    ...(['transaction', 'url', 'server'] as const).map((key) => question({ key, prefix: '' }, true)),
    ...['', 'customer-43'].map((prefix) => question({ key: 'tag', tag: 'customer', prefix }, true)),
    question({ key: 'tag', tag: 'region', prefix: '' }, true),
    question({ key: 'tag', tag: 'customer', prefix: '', project_id }, true),
  ]
}
