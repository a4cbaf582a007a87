import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ModelServer } from '../../../../test/model-server.ts'
import { issuesQuery } from '../../../api/issues.ts'
import { filterOf } from '../../../entities/issue/issue-filter.ts'
import { ListFollower } from './list-follower.ts'

const FILTER = filterOf({ sort: 'title_asc' })

describe('a live list', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  async function open(pages: number, issues = pages * 50) {
    const server = new ModelServer(issues)
    vi.stubGlobal('fetch', server.fetch)
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    void queryClient.fetchInfiniteQuery({ ...issuesQuery(FILTER), pages })
    await wait(10)
    const calm = { now: true }
    const waiting = { ids: [] as string[] }
    const onWaiting = (ids: string[]) => {
      waiting.ids = ids
    }
    const options = { queryClient, filter: FILTER, isCalm: () => calm.now, onWaiting }
    const follower = new ListFollower(options)
    const rows = () =>
      queryClient.getQueryData(issuesQuery(FILTER).queryKey)?.pages.flatMap((page) => page.issues) ?? []
    const resolve = (count: number, say: boolean) => {
      for (const id of [...server.issues.keys()].slice(0, count)) {
        server.change(id, { status: 'resolved' })
        if (say) follower.hear({ kind: 'issue', change: 'changed', issue_id: id, project_id: 'p' })
      }
    }
    return { server, follower, rows, resolve, calm, waiting }
  }

  it('drops every row that a colleague resolves, even 30', async () => {
    const { rows, resolve, follower } = await open(1)
    resolve(30, true)
    await wait(5000)
    expect(rows()).toHaveLength(20)
    follower.stop()
  })

  it('reads all its pages again when the server names no issue', async () => {
    const { rows, resolve, follower } = await open(3)
    expect(rows()).toHaveLength(150)
    resolve(120, false)
    follower.hear({ kind: 'many', project_id: 'p' })
    await wait(10_000)
    expect(rows().map(({ status }) => status)).toEqual(Array(30).fill('unresolved'))
    follower.stop()
  })

  it('shows new states while the reader is busy, and lets the rows go afterwards', async () => {
    const { rows, resolve, follower, calm } = await open(1)
    calm.now = false
    resolve(30, true)
    await wait(5000)
    expect(rows().filter(({ status }) => status === 'resolved')).toHaveLength(30)
    calm.now = true
    follower.resume()
    await wait(2000)
    expect(rows()).toHaveLength(20)
    follower.stop()
  })

  it('does not call the next rows new when they move up to the place of those that left', async () => {
    const { server, rows, resolve, follower, calm, waiting } = await open(1, 60)
    calm.now = false
    resolve(3, true)
    await wait(5000)
    expect(waiting.ids).toEqual([])
    server.add('issue-010 and a half')
    follower.hear({ kind: 'issue', change: 'created', issue_id: 'issue-010 and a half', project_id: 'p' })
    await wait(5000)
    expect(waiting.ids).toEqual(['issue-010 and a half'])
    calm.now = true
    follower.resume()
    await wait(2000)
    expect(
      rows()
        .map(({ id }) => id)
        .slice(-2),
    ).toEqual(['issue-050', 'issue-051'])
    expect(rows().filter(({ status }) => status !== 'unresolved')).toEqual([])
    follower.stop()
  })

  it('asks again for what could not be read', async () => {
    const { rows, resolve, follower, server } = await open(1)
    resolve(5, true)
    server.fates = Array(8).fill({ kind: 'lost', delayMs: 0 })
    await wait(30_000)
    expect(rows()).toHaveLength(45)
    follower.stop()
  })
})
