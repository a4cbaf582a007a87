import { endOfWatch, type FixVerdict, judgeFix, releasesWithFix } from '#domain/issue/fix.ts'
import { eachOnItsOwn, type GoesOn, itemsOf } from '#platform/background.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { type FixRow, findFixes } from '#storage/fix/fix.ts'
import { type DueFix, decideFix, listDueFixes, postponeFix } from '#storage/fix/watch.ts'
import { insertActivity, systemLine } from '#storage/issue/activity.ts'
import { lockForChange } from '#storage/issue/change.ts'
import { findIssue, type IssueRow } from '#storage/issue/issue.ts'
import { isUsedSince, releasesAround } from '#storage/release/use.ts'
import { asService } from '../accounts/write-as-member.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { writeIssues } from '../issues/write-issues.ts'

const FIXES_PER_STEP = 100
const KINDS = { verified: 'fix_verified', unconfirmed: 'fix_unconfirmed' } as const

type Outcome = keyof typeof KINDS | 'withdrawn'

/** Verifies fixes whose release was in use long enough without the error, gives up those whose release was
 * not. Ingest finds contradicting events, not this. */
export async function watchFixes(deps: ChangeDeps, goesOn: GoesOn): Promise<void> {
  const { database, clock } = deps
  const now = clock()
  const due = itemsOf<DueFix>(FIXES_PER_STEP, (after) => listDueFixes(database.queries, now, after))
  await eachOnItsOwn(due, async (fix) => {
    if (!(await goesOn())) return false
    await lookAt(deps, fix)
    return true
  })
}

async function lookAt(deps: ChangeDeps, due: DueFix): Promise<void> {
  const now = deps.clock()
  const verdict = await deps.database.snapshotOf(due, (scope) => judge(scope, due, now))
  if (verdict?.state === 'watching')
    return deps.database.inOrg(due, (scope) => postponeFix(scope, due.id, verdict))
  const state = verdict?.state ?? 'withdrawn'
  await writeIssues(deps, asService(due), async (scope) => {
    const changed = await decide(scope, due, { state, now })
    const updates = changed ? [{ issueUid: changed.uid, projectUid: changed.project_uid }] : []
    return { result: undefined, updates }
  })
}

/** Null if the issue has been merged. */
async function judge(scope: OrgScope, due: DueFix, now: number): Promise<FixVerdict | null> {
  const issue = await findIssue(scope, due.issueUid)
  const fix = issue && (await findFixes(scope, [issue.id])).get(issue.id)
  if (!issue || !fix || fix.id !== due.id || issue.merge_parent_id !== null) return null
  const watched = { fixedAt: fix.fixed_at, watchMs: fix.watch_ms }
  const { versions, seenAt } = await releasesOf(scope, issue, fix)
  const since = seenAt === null ? null : endOfWatch(watched, seenAt)
  const isOver = since !== null && since <= now
  const isUsedAfter = isOver && (await isUsedSince(scope, { projectId: issue.project_id, versions, since }))
  return judgeFix(watched, { seenAt, isUsedAfter }, now)
}

async function releasesOf(scope: OrgScope, issue: IssueRow, fix: FixRow) {
  const comparison = issue.resolved_comparison
  const fixed = { release: fix.release, fixedAt: fix.fixed_at, comparison }
  return releasesWithFix(fixed, await releasesAround(scope, issue.project_id, fix.release))
}

/** An event or a person may have been faster: what stands once the issue is locked counts. */
async function decide(
  scope: OrgScope,
  due: DueFix,
  { state, now }: { state: Outcome; now: number },
): Promise<IssueRow | undefined> {
  if (state === 'withdrawn') {
    await decideFix(scope, due.id, { state, now })
    return undefined
  }
  const [issue] = await lockForChange(scope, [due.issueUid], now)
  if (!issue || !(await decideFix(scope, due.id, { state, now }))) return undefined
  const details = { release: issue.resolved_in_release }
  await insertActivity(scope, [systemLine(issue.id, now, { kind: KINDS[state], details })])
  return findIssue(scope, issue.uid)
}
