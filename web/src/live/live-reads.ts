import type { Query, QueryClient } from '@tanstack/react-query'
import { alertKeys, showsAlertsOf } from '../api/alerts.ts'
import { liveIssueOf } from '../api/issue-keys.ts'
import { issueQuery } from '../api/issues.ts'
import { projectStatsKey } from '../api/project/project-stats.ts'
import { projectsQuery } from '../api/project/projects.ts'
import { readinessQuery } from '../api/readiness.ts'
import type { LiveMessage } from './live-updates.ts'

/** Changes reported since a topic was last read. */
export interface News {
  issues: Set<string>
  /** Projects that anything was said of. */
  projects: Set<string>
  /** Projects of which more issues changed than were named. */
  unnamed: Set<string>
  /** When something may have been missed, epoch ms; 0 if nothing was. */
  missedAt: number
}

export interface Topic {
  /** Between two reads; messages that come meanwhile are read together. */
  restMs: number
  /** After a gap in the connection, what was read this short a time before it is not read again. */
  recentMs?: number
  touches: (query: Query, news: News, queryClient: QueryClient) => boolean
}

const under =
  ([root]: readonly string[]) =>
  ({ queryKey }: Query): boolean =>
    queryKey[0] === root

/** The data to refetch, its minimum interval, and its queries. */
export const TOPICS = {
  /** Facts, chart and tabs of an issue together, so that all numbers of the page are of one moment. */
  issue: { restMs: 1000, touches: touchesIssue },
  /** Counts and sparklines cost more than a page of the list: they follow at a walk. */
  counts: {
    restMs: 5000,
    recentMs: 5000,
    touches: (query, { missedAt, projects }) =>
      missedAt > 0 ? under(['issue-count'])(query) : countsWithin(projects)(query),
  },
  trends: {
    restMs: 15_000,
    recentMs: 15_000,
    touches: (query, { issues, unnamed, missedAt }) =>
      under(projectStatsKey)(query) ||
      (trendIdsOf(query)?.some((id) => missedAt > 0 || unnamed.size > 0 || issues.has(id)) ?? false),
  },
  projects: { restMs: 0, touches: under(projectsQuery.queryKey) },
  /** The number beside their link included. */
  alerts: { restMs: 0, touches: under(alertKeys.all) },
  /** An alert shows its issue's status, numbers and assignee. */
  alertIssues: {
    restMs: 2000,
    touches: (query, { issues, unnamed }) => showsAlertsOf(query, issues, unnamed),
  },
  readiness: { restMs: 0, touches: under(readinessQuery.queryKey) },
  /** Queries that failed while the server was unreachable. */
  failed: { restMs: 0, touches: ({ state }) => state.status === 'error' },
} satisfies Record<string, Topic>

type TopicName = keyof typeof TOPICS

/** What each kind of message touches. Lists are not here: rows move only when the reader rests (`ListFollower`). */
const TOUCHED: Readonly<Record<LiveMessage['kind'], readonly TopicName[]>> = {
  issue: ['issue', 'counts', 'trends', 'alertIssues'],
  many: ['issue', 'counts', 'trends', 'alertIssues'],
  first_event: ['projects', 'trends', 'counts'],
  alerts: ['alerts'],
  rejected: [],
  again: ['issue', 'counts', 'trends', 'alerts', 'readiness', 'failed'],
}

export function topicsOf(message: LiveMessage): readonly TopicName[] {
  // More events of an issue that was there before leave the counts of lists as they are.
  if (message.kind === 'issue' && message.change === 'events') return ['issue', 'trends', 'alertIssues']
  return TOUCHED[message.kind]
}

function touchesIssue(query: Query, { issues, unnamed, missedAt }: News, queryClient: QueryClient): boolean {
  const id = liveIssueOf(query)
  if (id === undefined) return false
  if (missedAt > 0 || issues.has(id)) return true
  if (unnamed.size === 0) return false
  const project = queryClient.getQueryData(issueQuery(id).queryKey)?.project_id
  return project === undefined || unnamed.has(project)
}

/** Picks counts of one of these projects, or of all projects. */
function countsWithin(projects: ReadonlySet<string>) {
  return ({ queryKey: [root, filter] }: Pick<Query, 'queryKey'>) => {
    if (root !== 'issue-count') return false
    const project = typeof filter === 'object' && filter && 'project' in filter ? filter.project : undefined
    return typeof project !== 'string' || projects.has(project)
  }
}

/** The issues whose sparklines a query has. */
function trendIdsOf({ queryKey: [root, , ids] }: Pick<Query, 'queryKey'>): string[] | undefined {
  return root === 'trends' && Array.isArray(ids) ? ids : undefined
}
