import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alertKeys } from '../api/alerts.ts'
import { issueKeys } from '../api/issue-keys.ts'
import { projectsQuery } from '../api/project/projects.ts'
import type { LiveMessage } from './live-updates.ts'
import { ReadAgain } from './read-again.ts'

const ISSUE = { kind: 'issue', change: 'changed', issue_id: 'one', project_id: 'p' } as const
const REJECTED = { kind: 'rejected', project_id: 'p', at: '', status: 429, code: '', message: '' } as const

const KEYS: Record<string, readonly unknown[]> = {
  list: issueKeys.list({ q: '' }),
  'count of p': issueKeys.count({ q: '', project: 'p' }),
  'count of r': issueKeys.count({ q: '', project: 'r' }),
  'count of all': issueKeys.count({ q: '' }),
  'trends of one': issueKeys.trendsOf('7d', ['zero', 'one']),
  'trends of two': issueKeys.trendsOf('7d', ['two']),
  one: issueKeys.live('one', 'detail'),
  'chart of one': issueKeys.live('one', 'timeline', '7d'),
  'event of one': issueKeys.still('one', 'event-at', 0),
  two: issueKeys.live('two', 'detail'),
  alerts: alertKeys.lists,
  projects: projectsQuery.queryKey,
}
const OF_ONE = ['one', 'chart of one']
const COUNTS = ['count of p', 'count of all']
/** Longer than every topic rests. */
const REST_MS = 20_000

describe('what a message makes the dashboard read again', () => {
  let queryClient: QueryClient
  let reads: ReadAgain
  beforeEach(() => {
    vi.useFakeTimers()
    queryClient = new QueryClient()
    for (const [name, key] of Object.entries(KEYS)) {
      queryClient.setQueryData(key, { project_id: name === 'two' ? 'r' : 'p' })
    }
    reads = new ReadAgain(queryClient)
  })
  afterEach(() => {
    reads.stop()
    queryClient.clear()
    vi.useRealTimers()
  })

  const stale = () =>
    Object.entries(KEYS)
      .filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated)
      .map(([name]) => name)
      .sort()

  it.each<[string, LiveMessage, string[]]>([
    ['a changed issue', ISSUE, [...OF_ONE, ...COUNTS, 'trends of one']],
    ['more events of an issue', { ...ISSUE, change: 'events' }, [...OF_ONE, 'trends of one']],
    [
      'issues that are not named',
      { kind: 'many', project_id: 'p' },
      [...OF_ONE, ...COUNTS, 'trends of one', 'trends of two'],
    ],
    ['a first event', { kind: 'first_event', project_id: 'p' }, ['projects', ...COUNTS]],
    ['alerts', { kind: 'alerts', project_id: null }, ['alerts']],
    ['a rejected request', REJECTED, []],
  ])('%s', async (_, message, expected) => {
    reads.hear(message)
    await vi.advanceTimersByTimeAsync(REST_MS)
    expect(stale()).toEqual([...expected].sort())
  })

  it('reads the open issue soon, and counts once for all messages of five seconds', async () => {
    reads.hear(ISSUE)
    await vi.advanceTimersByTimeAsync(1000)
    expect(stale()).toEqual([...OF_ONE].sort())
    await vi.advanceTimersByTimeAsync(3900)
    expect(stale()).not.toContain('count of p')
    // The last message counts too: nothing has to follow it.
    reads.hear({ ...ISSUE, project_id: 'r' })
    await vi.advanceTimersByTimeAsync(100)
    expect(stale()).toEqual(expect.arrayContaining(['count of p', 'count of r', 'count of all']))
  })

  it('after a gap reads everything that is older than the gap', async () => {
    await vi.advanceTimersByTimeAsync(60_000)
    queryClient.setQueryData(issueKeys.count({ q: '' }), { project_id: 'p' })
    reads.hear({ kind: 'again' })
    await vi.advanceTimersByTimeAsync(REST_MS)
    const kept = ['list', 'event of one', 'projects', 'count of all']
    expect(stale()).toEqual(
      Object.keys(KEYS)
        .filter((name) => !kept.includes(name))
        .sort(),
    )
  })
})
