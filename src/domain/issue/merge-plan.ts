import { LIMITS } from '#contract/limits.ts'

export interface RelatedIssue {
  id: number
  uid: string
  projectId: number
  parentId: number | null
}

export interface MovePlan {
  rootId: number
  moved: number[]
  /** Issues besides the root that lose or lost what was merged into them: their numbers change as well. */
  left: number[]
}

/** Why a merge is not done. `other_project`, `ancestor`: which of the named ids is at fault. */
export type MergeRefusal =
  | { refused: 'unknown_canonical' | 'too_many' }
  | { refused: 'other_project' | 'ancestor'; uid: string }

/** Members of a moved issue move up: families are one level deep. A merged canonical issue stands for its
 * root. Skips unknown ids, the root, its members.
 * @param issues the named ones, their roots and all members. */
export function planMerge(
  issues: readonly RelatedIssue[],
  { canonicalUid, mergeUids }: { canonicalUid: string; mergeUids: readonly string[] },
): MovePlan | MergeRefusal {
  const known = new Map(issues.map((issue) => [issue.uid, issue]))
  const canonical = known.get(canonicalUid)
  if (!canonical) return { refused: 'unknown_canonical' }
  const rootId = canonical.parentId ?? canonical.id
  const moved = new Set<number>()
  const left = new Set<number>()
  for (const uid of mergeUids) {
    const issue = known.get(uid)
    if (!issue || issue.id === canonical.id || issue.parentId === rootId) continue
    if (issue.id === rootId) return { refused: 'ancestor', uid }
    if (issue.projectId !== canonical.projectId) return { refused: 'other_project', uid }
    moved.add(issue.id)
    if (issue.parentId !== null) left.add(issue.parentId)
    for (const child of issues.filter(({ parentId }) => parentId === issue.id)) {
      moved.add(child.id)
      left.add(issue.id)
    }
  }
  const family = issues.filter(({ id, parentId }) => id === rootId || parentId === rootId)
  if (moved.size > 0 && family.length + moved.size > LIMITS.familyIssues) return { refused: 'too_many' }
  return { rootId, moved: [...moved], left: [...left] }
}

/** Skips issues that are not in the family. @returns null for an unknown canonical issue. */
export function planSplit(
  issues: readonly RelatedIssue[],
  { canonicalUid, splitUids }: { canonicalUid: string; splitUids: readonly string[] },
): MovePlan | null {
  const canonical = issues.find(({ uid }) => uid === canonicalUid)
  if (!canonical) return null
  const rootId = canonical.parentId ?? canonical.id
  const named = new Set(splitUids)
  const moved = issues.filter(({ uid, parentId }) => parentId === rootId && named.has(uid))
  return { rootId, moved: moved.map(({ id }) => id), left: [] }
}
