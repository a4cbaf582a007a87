import type { Claim, Fix } from '../../api/wire.ts'
import { showHidden } from '../../format/show-hidden.ts'
import { formatUtc } from '../../format/time.ts'

/** `claimed by fixer until 2026-11-20 12:00:00 UTC`. */
export function claimText({ claimed_by, expires_at, mine }: Claim): string {
  const who = mine ? 'you' : showHidden(claimed_by.name ?? `a ${claimed_by.kind}`)
  return `claimed by ${who} until ${formatUtc(expires_at)}`
}

/** The state of a fix, as part of a sentence. */
export function fixText(fix: Fix): string {
  const release = showHidden(fix.release)
  switch (fix.state) {
    case 'verified':
      return `fix in ${release} verified`
    case 'still_failing':
      return `still failing in ${showHidden(fix.failed_in_release ?? fix.release)}, fixed in ${release}`
    case 'unconfirmed':
      return `fix in ${release} not confirmed: the release was barely used`
    case 'withdrawn':
      return `fix in ${release} withdrawn`
    default:
      return fix.seen_at === null
        ? `fix in ${release}, not in use yet`
        : `fix in ${release}, watched for ${fix.verify_after_hours} h of use`
  }
}
