import type { IssueContext } from '#contract/issue/context.ts'

type Facts = Pick<
  IssueContext['server'],
  'status' | 'snoozed' | 'still_happening' | 'claim' | 'fix' | 'merge_parent_id'
>

/** What to do with an issue now, for agents that read its context without having read the guide. */
export function nextStep({ fix, claim, ...issue }: Facts): string {
  if (issue.merge_parent_id !== null)
    return `Read issue ${issue.merge_parent_id} instead: this one is merged into it.`
  if (issue.status === 'resolved' && fix?.state !== 'still_failing')
    return `None: ${fix?.state === 'watching' ? 'Errata watches whether the fix holds' : 'it is resolved'}.${issue.still_happening ? OLD_RELEASES : ''}`
  if (issue.status === 'ignored') return 'None: the team ignores it. Ask before you work on it.'
  if (issue.snoozed) return 'None: the team snoozed it. Ask before you work on it.'
  const first = claim === null ? 'claim it' : `make sure that the claim of ${claim.claimed_by} is yours`
  const failed = fix?.state === 'still_failing' ? 'The last fix did not work. ' : ''
  return `${failed}To fix it, ${first}, fix the cause, and resolve it in the release that will have the fix: ${HOW}`
}

/** Until the fix is everywhere, events of releases without it are expected. */
const OLD_RELEASES =
  ' Its events since then are of releases that are not newer. If one of these should have the fix, reopen the issue with update_issue.'
const HOW = 'claim_issue, update_issue; over HTTP POST …/claim, PATCH of /api/v1/agent/issues/{id}.'
