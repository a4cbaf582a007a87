import { ServiceError } from '#contract/errors.ts'
import type { MergeBody } from '#contract/issue/change/merge.ts'
import { LIMITS } from '#contract/limits.ts'
import { type MergeRefusal, planMerge } from '#domain/issue/merge-plan.ts'
import { lockFamilies } from '#storage/issue/family.ts'
import { findIssueKeys } from '#storage/issue/issue.ts'
import type { Writer } from '../../accounts/write-as-member.ts'
import type { ChangeDeps } from '../../action-deps.ts'
import { writeIssues } from '../write-issues.ts'
import { carryOutMove, relatedIssue } from './move-issues.ts'

/** The root shows all numbers and events; merged issues keep their own and bring theirs along. Skips
 * unknown ids, the issue itself and its members.
 * @returns how many moved. @throws not_found for an unknown root; invalid_request for several projects,
 * too many issues for one family, or a merge into one of its members. */
export async function mergeIssues(
  deps: ChangeDeps,
  writer: Writer,
  { canonical_id: canonicalUid, merge_ids: mergeUids }: MergeBody,
): Promise<number> {
  return writeIssues(deps, writer, async (scope, by) => {
    const named = await findIssueKeys(scope, [canonicalUid, ...mergeUids])
    const issues = await lockFamilies(scope, [...named.values()])
    const plan = planMerge(issues.map(relatedIssue), { canonicalUid, mergeUids })
    if ('refused' in plan) throw refusal(plan)
    const updates = await carryOutMove(scope, { kind: 'merged', plan, issues, ...by })
    return { result: plan.moved.length, updates }
  })
}

function refusal(why: MergeRefusal): ServiceError {
  switch (why.refused) {
    case 'unknown_canonical':
      return new ServiceError('not_found', 'No issue has the ID given as canonical_id.')
    case 'too_many':
      return new ServiceError(
        'invalid_request',
        `At most ${LIMITS.familyIssues} issues can be merged into one. Split some off before you merge more.`,
      )
    case 'other_project':
      return new ServiceError('invalid_request', "Issues of different projects can't be merged.", {
        details: [
          { path: 'merge_ids', message: `${why.uid} belongs to a different project than canonical_id.` },
        ],
      })
    case 'ancestor':
      return new ServiceError(
        'invalid_request',
        "An issue can't be merged into one of its own merged issues. Split that one off first, or merge into the parent.",
        { details: [{ path: 'merge_ids', message: `canonical_id is merged into ${why.uid}.` }] },
      )
    default:
      return why satisfies never
  }
}
