import { ServiceError } from '#contract/errors.ts'
import type { Claim } from '#contract/issue/claim.ts'
import { isoTime, MINUTE_MS } from '#contract/time.ts'
import type { ActivityKind } from '#contract/vocabulary.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { insertActivity } from '#storage/issue/activity.ts'
import { type IssueToChange, lockForChange } from '#storage/issue/change.ts'
import { type ClaimHolder, type ClaimRow, dropClaim, findClaims, saveClaim } from '#storage/issue/claim.ts'
import type { Writer } from '../accounts/write-as-member.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { activityBy } from '../changed-by.ts'
import { summaryOf } from '../issues/read-issue.ts'
import { unknownIssue } from '../issues/require-issue.ts'
import { writeIssues } from '../issues/write-issues.ts'
import { claimView, isHeldBy } from './claim-view.ts'

interface ClaimRequest {
  issueId: string
  holder: ClaimHolder
}

/** For some minutes; a holder's time starts again. A merged issue stands for its root.
 * @throws not_found; conflict if someone else holds it, saying who and until when. */
export async function claimIssue(
  deps: ChangeDeps,
  writer: Writer,
  { issueId, holder, minutes }: ClaimRequest & { minutes: number },
): Promise<Claim> {
  return changeClaim({ deps, writer, issueId }, async ({ scope, issue, present, now }) => {
    if (present && !isHeldBy(present, holder)) throw heldByAnother(present, now)
    const expiresAt = now + minutes * MINUTE_MS
    const claimedAt = present?.claimed_at ?? now
    await saveClaim(scope, issue.id, { holder, claimedAt, expiresAt })
    if (!present) {
      const details = { until: isoTime(expiresAt) }
      await noteClaim(scope, { issue, holder, now, kind: 'claimed', details })
    }
    const made = (await findClaims(scope, [issue.id], now)).get(issue.id)!
    return claimView(made, holder)
  })
}

/** @returns whether there was a claim. @param mayEndOthers true for people, who may end another's claim.
 * @throws not_found; conflict if someone else holds it. */
export async function releaseIssue(
  deps: ChangeDeps,
  writer: Writer,
  { issueId, holder, mayEndOthers }: ClaimRequest & { mayEndOthers: boolean },
): Promise<boolean> {
  return changeClaim({ deps, writer, issueId }, async ({ scope, issue, present, now }) => {
    if (!present) return false
    if (!mayEndOthers && !isHeldBy(present, holder)) throw heldByAnother(present, now)
    await dropClaim(scope, issue.id)
    await noteClaim(scope, { issue, holder, now, kind: 'claim_released', details: {} })
    return true
  })
}

interface ClaimChange {
  scope: OrgScope
  issue: IssueToChange
  present: ClaimRow | undefined
  now: number
}

async function changeClaim<T>(
  { deps, writer, issueId }: { deps: ChangeDeps; writer: Writer; issueId: string },
  change: (context: ClaimChange) => Promise<T>,
): Promise<T> {
  return writeIssues(deps, writer, async (scope, now) => {
    const [issue] = await lockForChange(scope, [issueId], now)
    if (!issue) throw unknownIssue()
    const present = (await findClaims(scope, [issue.id], now)).get(issue.id)
    const result = await change({ scope, issue, present, now })
    const { project_id } = await summaryOf(scope, issue.uid, now)
    return { result, updates: [{ issueUid: issue.uid, projectUid: project_id }] }
  })
}

function noteClaim(
  scope: OrgScope,
  note: { issue: IssueToChange; holder: ClaimHolder; now: number; kind: ActivityKind; details: object },
): Promise<void> {
  const { issue, holder, now, kind, details } = note
  const by = activityBy({ actor: holder, now })
  return insertActivity(scope, [{ issue_id: issue.id, ...by, kind, details: JSON.stringify(details) }])
}

function heldByAnother(claim: ClaimRow, now: number): ServiceError {
  const who = claim.actor_name || `another ${claim.actor_kind}`
  const until = isoTime(claim.expires_at)
  return new ServiceError(
    'conflict',
    `${who} has claimed this issue until ${until}. Take another one from the queue, or try again then.`,
    { retryAfterSeconds: Math.ceil((claim.expires_at - now) / 1000) },
  )
}
