import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { undoLast } from '../components/overlay/toast.ts'
import { runSplit } from './run-merge.ts'

afterEach(() => vi.unstubAllGlobals())

it('more issues than one request may move are split, and merged again by Undo', async () => {
  const moved = { split: [] as string[], merge: [] as string[] }
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const kind = url.endsWith('/split') ? 'split' : 'merge'
    const ids: string[] = JSON.parse(body)[`${kind}_ids`]
    if (ids.length > LIMITS.mergeIssues) return Response.json({ error: 'invalid_request' }, { status: 400 })
    moved[kind].push(...ids)
    return Response.json({ updated: ids.length })
  })
  const ids = Array.from({ length: 2 * LIMITS.mergeIssues + 1 }, (_, at) => `issue-${at}`)
  await runSplit(new QueryClient(), 'parent', ids)
  expect(moved.split).toEqual(ids)
  undoLast()
  await vi.waitFor(() => expect(moved.merge).toEqual(ids))
})
