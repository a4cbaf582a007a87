import { invalidField } from '#contract/errors.ts'
import type { NewFix } from '#contract/issue/fix.ts'
import { AGENT_LIMITS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { firstCheck } from '#domain/issue/fix.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import {
  describeFix,
  type FixDetails,
  type FixRow,
  findFixes,
  insertFixes,
  retireFixes,
} from '#storage/fix/fix.ts'
import { openSince } from '#storage/fix/numbers.ts'
import type { ChangedBy } from '../changed-by.ts'

const NOT_RESOLVED = 'A fix is watched in a release. Set status resolved and resolved_in_release with it.'

/** An issue (row key) whose status or release a request changes: as it was, and as it is now. */
export interface ResolvedIssue {
  id: number
  before: { status: string; release: string | null }
  after: { status: string; release: string | null }
}

export interface FixRequest extends ChangedBy {
  fix: NewFix | undefined
  resolves: boolean
  /** The fix is in a release that is not known yet, so there is none to watch. */
  inNextRelease: boolean
}

/** Watches fixes in a named release and ends the watch over others; a standing fix is only added to. Lock
 * the issues first. @throws invalid_request for an issue that is not resolved in a release. */
export async function recordFixes(
  scope: OrgScope,
  issues: readonly ResolvedIssue[],
  request: FixRequest,
): Promise<void> {
  const { fix, inNextRelease, now } = request
  const fixed = issues.filter(
    ({ after }) => after.status === 'resolved' && after.release !== null && !inNextRelease,
  )
  if (fix !== undefined && fixed.length < issues.length) throw invalidField('fix', NOT_RESOLVED)
  const fixes = await findFixes(
    scope,
    issues.map(({ id }) => id),
  )
  const stands = (issue: ResolvedIssue) => isSameFix(fixes.get(issue.id), issue)
  const kept = fixed.filter(stands)
  for (const { id } of kept) await describeFix(scope, fixes.get(id)!.id, detailsOf(fix))
  const begun = fixed.filter(
    (issue) => !stands(issue) && (request.resolves || hasChanged(issue) || fix !== undefined),
  )
  const ended = issues.filter((issue) => !fixed.includes(issue) && (inNextRelease || hasChanged(issue)))
  await retireFixes(
    scope,
    [...begun, ...ended].map(({ id }) => id).filter((id) => fixes.has(id)),
    now,
  )
  await watch(scope, begun, request)
}

async function watch(
  scope: OrgScope,
  issues: readonly ResolvedIssue[],
  { fix, actor, now }: FixRequest,
): Promise<void> {
  const opened = await openSince(
    scope,
    issues.map(({ id }) => id),
  )
  const hours = fix?.verify_after_hours ?? AGENT_LIMITS.fixWatchHoursDefault
  await insertFixes(
    scope,
    issues.map(({ id, after }) => ({
      issue_id: id,
      release: after.release!,
      ...detailsOf(fix),
      actor_kind: actor.kind,
      actor_id: actor.id,
      opened_at: Math.min(opened.get(id) ?? now, now),
      fixed_at: now,
      watch_ms: hours * HOUR_MS,
      check_at: firstCheck(now),
    })),
  )
}

function hasChanged({ before, after }: ResolvedIssue): boolean {
  return before.status !== after.status || before.release !== after.release
}

function isSameFix(row: FixRow | undefined, { before, after }: ResolvedIssue): boolean {
  return (
    before.status === 'resolved' &&
    row !== undefined &&
    row.state !== 'still_failing' &&
    row.release === after.release
  )
}

function detailsOf(fix: NewFix | undefined): FixDetails {
  return {
    ...(fix?.commit !== undefined && { commit_id: fix.commit }),
    ...(fix?.url !== undefined && { url: fix.url }),
    ...(fix?.note !== undefined && { note: fix.note }),
  }
}
