import type { Query } from '@tanstack/react-query'
import type { IssueWindow } from './wire.ts'

type Picks = (query: Pick<Query, 'queryKey'>) => boolean

/**
 * Cache keys of issues. Everything about one issue is below `one(id)`: `live` data is refetched
 * as the issue changes, `still` data stays as it was opened, such as the event being read.
 */
export const issueKeys = {
  /** Lists and nothing else: whatever changes a row goes through all of them. */
  lists: ['issues'] as const,
  list: <F extends object>(filter: F) => ['issues', filter] as const,
  counts: ['issue-count'] as const,
  count: <F extends object>(filter: F) => ['issue-count', filter] as const,
  trends: ['trends'] as const,
  trendsOf: (window: IssueWindow, ids: string[]) => ['trends', window, ids] as const,
  any: ['issue'] as const,
  one: (id: string) => ['issue', id] as const,
  live: (id: string, part: LivePart, ...rest: string[]) => ['issue', id, 'live', part, ...rest] as const,
  still: (id: string, part: string, ...rest: unknown[]) => ['issue', id, 'still', part, ...rest] as const,
}

type LivePart = 'detail' | 'timeline' | 'activity' | 'comments' | 'merged' | 'releases'

/** Keeps what was shown of an issue while another part of it is read; never of another issue. */
export function keepOfIssue(id: string) {
  return <T>(previous: T | undefined, query: Pick<Query, 'queryKey'> | undefined): T | undefined =>
    query?.queryKey[1] === id ? previous : undefined
}

/** Picks one live part of every issue. */
export function livePart(part: LivePart): Picks {
  return ({ queryKey }) => liveIssueOf({ queryKey }) !== undefined && queryKey[3] === part
}

/** The issue that a query is live about. */
export function liveIssueOf({ queryKey: [root, id, kind] }: Pick<Query, 'queryKey'>): string | undefined {
  return root === 'issue' && kind === 'live' ? String(id) : undefined
}
