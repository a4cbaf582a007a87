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
import { ISSUE_WINDOWS } from '#contract/vocabulary.ts'
import type { Database } from '#storage/engine/database.ts'
import { NO_SOURCE_MAPS } from '../test/support/symbols/no-source-maps.ts'
import { listQuestions } from './reads/list-questions.ts'
import type { Question } from './reads/question.ts'
import type { QueryData } from './seed/queries.ts'

interface Asked {
  deps: EventDeps
  data: QueryData
}

const NOBODY = { kind: 'system' as const, id: null }

/** The only column of reads that aren't lists. */
const TIME = 'ms'

/** Everything that is timed. */
export async function queryQuestions(database: Database, data: QueryData, now: number): Promise<Question[]> {
  const deps = { database, clock: () => now, symbols: NO_SOURCE_MAPS }
  const asked: Asked = { deps, data }
  return [
    ...(await listQuestions(deps, data)),
    ...queueQuestions(asked),
    ...(await trendQuestions(asked)),
    ...(await issueQuestions(asked)),
    ...completionQuestions(asked),
    ...statsQuestions(asked),
  ]
}

/** Over all 50,000 issues a queue may take 50 ms, more than these goals. */
function queueQuestions({ deps, data }: Asked): Question[] {
  const reader = { ...data, actor: NOBODY }
  return (
    [{}, { window: '90d' }, { window: '90d', q: 'is:unresolved,regression,resolved,ignored' }] as const
  ).map((query) => ({
    name: `queue ${Object.values(query).join(' ')}`,
    line: "the agents' queue",
    column: TIME,
    ask: () => agentQueue(deps, reader, queueQuery.parse(query)),
    hasGoal: false,
  }))
}

/** Over all 50,000 issues of 90 days, more than these goals. */
function statsQuestions({ deps, data }: Asked): Question[] {
  return ISSUE_WINDOWS.map((window) => ({
    name: `projects at a glance, ${window}`,
    line: 'projects at a glance',
    column: TIME,
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
    line: 'trends of 200 issues',
    column: TIME,
    ask: () => issueTrends(deps, data, { issue_ids, window }),
    hasGoal: true,
  }))
}

async function issueQuestions({ deps, data }: Asked): Promise<Question[]> {
  const question = (line: string, name: string, ask: () => Promise<unknown>): Question => ({
    name,
    line,
    column: TIME,
    ask,
    hasGoal: true,
  })
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
        line: 'timelines',
        column: TIME,
        ask: () => issueTimeline(deps, data, { issueId, query: { window } }),
        // Of 100 issues it adds up 45,000 hours.
        hasGoal: issueId !== data.wideFamily.uid,
      })),
      question('an issue with its facets', `${whose} with facets`, () =>
        readIssue(deps, data, { issueId, viewer: NOBODY }),
      ),
      question('events of an issue', `events of ${whose}`, events({ offset: 0 })),
      question('events of an issue', `events of ${whose} at offset 10,000`, events({ offset: 10_000 })),
      question('events of an issue', `events of ${whose} in a release`, events({ offset: 0, release })),
      question('an event with its place', `an event of ${whose} with its place`, () =>
        readEvent(deps, data, id),
      ),
    )
  }
  return questions
}

function completionQuestions({ deps, data }: Asked): Question[] {
  const question = (query: Omit<CompletionQuery, 'limit'>, hasGoal: boolean): Question => ({
    name: `completion of ${Object.values(query).join(' ')}`.trimEnd(),
    line: 'completions',
    column: TIME,
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
