import type { EventDeps } from '#actions/action-deps.ts'
import { listIssues } from '#actions/issues/list-issues.ts'
import { issueListQuery } from '#contract/issue/issue.ts'
import { ISSUE_SORTS } from '#contract/vocabulary.ts'
import type { QueryData } from '../seed/queries.ts'
import type { Question } from './question.ts'

/** By what they ask for: values that few issues have, many, nearly all and none; values that begin alike; what has them not. */
const SEARCHES: Record<string, string[]> = {
  'state, level, assignee': [
    'is:unresolved',
    'is:unresolved,regression !is:snoozed',
    'is:snoozed',
    '!is:resolved,snoozed',
    'level:fatal',
    'level:info,fatal',
    '!level:error',
    'assigned:me',
    'assigned:none',
    'assigned:member@example.net',
    '!assigned:me',
  ],
  'environment, release': [
    'env:production',
    'env:staging',
    'env:nowhere',
    '!env:staging',
    'release:app@1.2.3',
    'release:never',
    '!release:app@1.2.3',
    'release:>=app@1.2.0',
  ],
  words: ['cart', 'error', 'step 31234', 'xyzzy'],
  'addresses of users': [
    'user.email:user1999@example.com',
    'user.email:user1999*',
    'user.email:199',
    'user.email:@mail.example.net',
    'user.email:*@example.com',
    'user.email:nobody@nowhere',
    '!user.email:user1999@example.com',
  ],
  tags: [
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
  ],
  'several of these': [
    'is:unresolved level:error cart',
    'is:unresolved env:production level:error cart',
    'is:unresolved server:web-3 region:eu cart',
  ],
}

/** Met by nearly all issues, by many, by few of an index, by none; by texts; negated. */
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
const SETS_OF_THOUSANDS = [
  '!env:staging',
  'release:app@1.2.3',
  '!release:app@1.2.3',
  'release:>=app@1.2.0',
  'user.email:199',
]

const WINDOWS = { '7d': '7 days', '90d': '90 days' } as const

type Listed = Record<string, string> & { window: keyof typeof WINDOWS; sort: string }

/** First and second pages of lists, in each order and with each search. */
export async function listQuestions(deps: EventDeps, data: QueryData): Promise<Question[]> {
  const read = (query: Record<string, string>) => listIssues(deps, data, issueListQuery.parse(query))
  const list = (line: string, query: Listed, hasGoal = true): Question => ({
    name: `list ${Object.values(query).join(' ')}`,
    line,
    column: `${WINDOWS[query.window]}, ${isByTime(query.sort) ? 'by time' : 'other orders'}`,
    ask: () => read(query),
    hasGoal,
  })
  const project_id = data.projects[0]!.projectUid
  const questions: Question[] = []
  for (const window of ['7d', '90d'] as const) {
    for (const sort of ISSUE_SORTS) {
      questions.push(list('without a search', { window, sort }))
      const { next_cursor } = await read({ window, sort })
      const next = list('second page', { window, sort, cursor: next_cursor! })
      questions.push({ ...next, name: `list ${window} ${sort}, second page` })
      for (const [line, searches] of Object.entries(SEARCHES)) {
        const isHard = window === '90d' && !isByTime(sort)
        questions.push(
          ...searches.map((q) => list(line, { window, sort, q }, !(isHard && SETS_OF_THOUSANDS.includes(q)))),
        )
      }
    }
    questions.push(list('of one project', { window, sort: 'events_desc', project_id }))
    for (const sort of ['last_seen_desc', 'events_desc'])
      questions.push(...GROUP_SEARCHES.map((q) => list('with OR', { window, sort, q }, isByTime(sort))))
  }
  const hard = HARD_SEARCHES.map((q) =>
    list('rare or met by hardly any', { window: '90d', sort: 'last_seen_desc', q }, false),
  )
  return [...questions, ...hard]
}

/** The other orders have no index. */
function isByTime(sort: string): boolean {
  return sort.startsWith('last_seen')
}
