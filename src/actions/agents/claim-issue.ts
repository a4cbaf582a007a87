import { ServiceError } from '#contract/errors.ts'
import type { Claim } from '#contract/issue/claim.ts'
import { isoTime, MINUTE_MS } from '#contract/time.ts'
import { insertActivity } from '#storage/issue/activity.ts'
import { type ClaimRow, dropClaim, findClaims, saveClaim } from '#storage/issue/claim.ts'
import type { Principal } from '../accounts/principal.ts'
import { actorOf } from '../accounts/write-as-member.ts'
import type { ChangeDeps } from '../action-deps.ts'
import { activityBy } from '../changed-by.ts'
import { onIssue, writeIssues } from '../issues/write-issues.ts'
import { claimView, isHeldBy } from './claim-view.ts'

/** For some minutes; a holder's time starts again. A merged issue stands for its root.
 * @throws not_found; conflict if someone else holds it, saying who and until when. */
export async function claimIssue(
  deps: ChangeDeps,
  holder: Principal,
  { issueId, minutes }: { issueId: string; minutes: number },
): Promise<Claim> {
  const by = actorOf(holder)
  const work = onIssue(issueId, async (scope, { id }, { now }) => {
    const present = (await findClaims(scope, [id], now)).get(id)
    if (present && !isHeldBy(present, by)) throw heldByAnother(present, now)
    const expiresAt = now + minutes * MINUTE_MS
    const claimedAt = present?.claimed_at ?? now
    await saveClaim(scope, id, { holder: by, claimedAt, expiresAt })
    if (!present) {
      const details = JSON.stringify({ until: isoTime(expiresAt) })
      await insertActivity(scope, [
        { issue_id: id, ...activityBy({ actor: by, now }), kind: 'claimed', details },
      ])
    }
    const made = (await findClaims(scope, [id], now)).get(id)!
    return claimView(made, by)
  })
  return writeIssues(deps, holder, work)
}

/** @returns whether there was a claim. @param mayEndOthers true for people, who may end another's claim.
 * @throws not_found; conflict if someone else holds it. */
export async function releaseIssue(
  deps: ChangeDeps,
  writer: Principal,
  { issueId, mayEndOthers }: { issueId: string; mayEndOthers: boolean },
): Promise<boolean> {
  const work = onIssue(issueId, async (scope, { id }, by) => {
    const present = (await findClaims(scope, [id], by.now)).get(id)
    if (!present) return false
    if (!mayEndOthers && !isHeldBy(present, by.actor)) throw heldByAnother(present, by.now)
    await dropClaim(scope, id)
    await insertActivity(scope, [{ issue_id: id, ...activityBy(by), kind: 'claim_released', details: '{}' }])
    return true
  })
  return writeIssues(deps, writer, work)
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
