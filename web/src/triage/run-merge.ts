import type { QueryClient } from '@tanstack/react-query'
import { EVENT_KEY } from '../api/events.ts'
import { mergedQuery, mergeIssues, splitIssues } from '../api/issue-family.ts'
import { issueKeys } from '../api/issue-keys.ts'
import type { IssueSummary } from '../api/wire.ts'
import { showToast } from '../components/overlay/toast.ts'
import { plural } from '../format/number.ts'
import { dropIssues } from './issue-cache.ts'

/** Parents by id, with the ids of what is merged into each. */
type Families = Map<string, string[]>

/**
 * Merges issues into one; offers Undo for 5 s, which also gives each of them back what was merged into it before.
 * @throws ApiError where the server refuses
 */
export async function runMerge(
  queryClient: QueryClient,
  canonical: IssueSummary,
  others: readonly IssueSummary[],
): Promise<void> {
  const ids = others.map(({ id }) => id)
  const parents = others.filter((issue) => issue.merged_count > 0).map(({ id }) => id)
  const families = await readFamilies(queryClient, parents)
  await mergeIssues(canonical.id, ids)
  dropIssues(queryClient, new Set(ids))
  refreshFamily(queryClient)
  const undo = async () => {
    await splitIssues(canonical.id, ids)
    await restoreFamilies(canonical.id, families)
  }
  showToast({
    kind: 'done',
    text: `${plural(ids.length, 'issue')} merged into “${canonical.title}”`,
    undo: () => void takeBack(queryClient, undo),
  })
}

/**
 * Takes issues out of the one they are merged into; offers Undo for 5 s.
 * @throws ApiError where the server refuses
 */
export async function runSplit(queryClient: QueryClient, parentId: string, ids: string[]): Promise<void> {
  // A part may be split even if the rest was refused.
  await splitIssues(parentId, ids).finally(() => refreshFamily(queryClient))
  showToast({
    kind: 'done',
    text: `${plural(ids.length, 'issue')} split`,
    undo: () => void takeBack(queryClient, () => mergeIssues(parentId, ids)),
  })
}

/** A merge takes along what is merged into the merged ones: noted before, so that it can be undone. */
async function readFamilies(queryClient: QueryClient, ids: string[]): Promise<Families> {
  const children = await Promise.all(
    ids.map((id) => queryClient.fetchQuery({ ...mergedQuery(id), staleTime: 0 })),
  )
  const families = ids.map((id, index) => [id, children[index]?.map((child) => child.id) ?? []] as const)
  return new Map(families.filter(([, ofIt]) => ofIt.length > 0).map(([id, ofIt]) => [id, [...ofIt]]))
}

async function restoreFamilies(rootId: string, families: Families): Promise<void> {
  for (const [parentId, children] of families) {
    await splitIssues(rootId, children)
    await mergeIssues(parentId, children)
  }
}

async function takeBack(queryClient: QueryClient, undo: () => Promise<unknown>): Promise<void> {
  try {
    await undo()
  } catch (error) {
    const why = error instanceof Error ? `: ${error.message}` : ''
    showToast({ kind: 'failed', text: `Couldn't undo${why}` })
  }
  refreshFamily(queryClient)
}

/** A merge or a split changes the numbers of several issues, in lists and on their own pages. */
function refreshFamily(queryClient: QueryClient): void {
  const { lists, counts, trends, any } = issueKeys
  for (const queryKey of [lists, counts, trends, any, EVENT_KEY]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}
