import { ServiceError } from '#contract/errors.ts'
import type { SplitBody } from '#contract/issue/change/merge.ts'
import { planSplit } from '#domain/issue/merge-plan.ts'
import { lockFamilies } from '#storage/issue/family.ts'
import { findIssueKeys } from '#storage/issue/issue.ts'
import type { Writer } from '../../accounts/write-as-member.ts'
import type { ChangeDeps } from '../../action-deps.ts'
import { writeIssues } from '../write-issues.ts'
import { carryOutMove, relatedIssue } from './move-issues.ts'

/** Each stands by itself again, with its own events and any since the merge. Ids not merged into it are
 * skipped. @returns how many moved. @throws not_found for an unknown root. */
export async function splitIssues(
  deps: ChangeDeps,
  writer: Writer,
  { canonical_id: canonicalUid, split_ids: splitUids }: SplitBody,
): Promise<number> {
  return writeIssues(deps, writer, async (scope, by) => {
    const named = await findIssueKeys(scope, [canonicalUid])
    const issues = await lockFamilies(scope, [...named.values()])
    const plan = planSplit(issues.map(relatedIssue), { canonicalUid, splitUids })
    if (!plan) throw new ServiceError('not_found', 'No issue has the ID given as canonical_id.')
    const updates = await carryOutMove(scope, { kind: 'split', plan, issues, ...by })
    return { result: plan.moved.length, updates }
  })
}
