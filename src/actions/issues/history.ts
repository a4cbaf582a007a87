import type { IssueActivity } from '#contract/issue/activity.ts'
import { LIMITS } from '#contract/limits.ts'
import { isoTime } from '#contract/time.ts'
import { presentEmail } from '#storage/account/user.ts'
import { type ActivityRow, listActivity } from '#storage/issue/activity.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { requireIssueFamily } from './require-issue.ts'

/** Includes merged issues; newest first, at most 500 lines. @throws not_found */
export async function issueHistory(deps: ActionDeps, org: Org, issueId: string): Promise<IssueActivity[]> {
  const rows = await deps.database.snapshotOf(org, async (scope) => {
    const { ids } = await requireIssueFamily(scope, issueId)
    return listActivity(scope, ids, LIMITS.activityShown)
  })
  return rows.map(activityLine).filter((line) => !isOtherSide(line, issueId))
}

/** A merge or a split leaves a line with both issues; if both show, that of the issue asked for is enough. */
function isOtherSide({ issue_id, kind, details }: IssueActivity, askedId: string): boolean {
  const isMove = kind === 'merged' || kind === 'split'
  return isMove && issue_id !== askedId && details.issue_id === askedId
}

/** Without what only Undo reads. */
function toldDetails(text: string): Record<string, unknown> {
  const { undo, ...told } = JSON.parse(text)
  return told
}

function activityLine(row: ActivityRow): IssueActivity {
  return {
    id: String(row.id),
    issue_id: row.issue_uid,
    at: isoTime(row.at),
    kind: row.kind,
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      name: row.actor_name,
      email: presentEmail(row.actor_email),
    },
    details: toldDetails(row.details),
  }
}
