import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { actorOf } from '#actions/accounts/write-as-member.ts'
import { claimIssue, releaseIssue } from '#actions/agents/claim-issue.ts'
import { memberIdOf } from '#actions/issues/assign-issues.ts'
import { bulkChangeIssues } from '#actions/issues/bulk-change-issues.ts'
import { changeIssue } from '#actions/issues/change-issue.ts'
import { addComment } from '#actions/issues/comments.ts'
import { readIssue } from '#actions/issues/read-issue.ts'
import { snoozeIssue } from '#actions/issues/snooze.ts'
import { ServiceError } from '#contract/errors.ts'
import { bulkChangeBody } from '#contract/issue/change/bulk.ts'
import { type IssuePatch, issuePatch } from '#contract/issue/change/patch.ts'
import { snoozeBody } from '#contract/issue/change/snooze.ts'
import { newComment } from '#contract/issue/comment.ts'
import type { IssueDetail } from '#contract/issue/issue.ts'
import { AGENT_LIMITS, LIMITS } from '#contract/limits.ts'
import { ISSUE_STATUSES } from '#contract/vocabulary.ts'
import { isSameOrNewer } from '#domain/release/release-order.ts'
import { parseInput } from '../parse-input.ts'
import { changeMany } from './many-issues.ts'
import { type Tool, type ToolAnswer, type ToolCall, tool } from './tool.ts'
import { fixFields, issueArgument, issueId, issueIdOf, shown, triageFields } from './tool-values.ts'
import { undoCall, undoOf } from './undo.ts'

const WRITE = { scope: 'write:triage' } as const

/** Those of two full pages of a search, with the first. */
const MORE_ISSUES = 199

const NOT_UNDONE =
  'This is not the latest change of the status or snooze, or not one of this token. Read the issue and set what you want.'

/** Null for nobody; undefined if nothing was asked. */
async function assigneeIdOf(
  { services, principal }: Pick<ToolCall, 'services' | 'principal'>,
  email: string | undefined,
): Promise<string | null | undefined> {
  if (email === undefined) return undefined
  if (email === 'me') return principal.userId
  return email === '' ? null : memberIdOf(services, principal, email)
}

/** The issue that a change of this one changes: of a merged one, the one it is merged into. @throws not_found */
async function changedIssue(
  { services, principal }: Pick<ToolCall, 'services' | 'principal'>,
  given: string,
): Promise<IssueDetail> {
  const viewer = actorOf(principal)
  const issue = await readIssue(services, principal, { issueId: issueIdOf(given), viewer })
  if (issue.merge_parent_id === null) return issue
  return readIssue(services, principal, { issueId: issue.merge_parent_id, viewer })
}

/** @throws conflict for a change that can't be undone */
async function undoneIssue(
  call: Pick<ToolCall, 'services' | 'principal'>,
  issue: string,
  change_id: string,
): Promise<ToolAnswer> {
  const body = parseInput(bulkChangeBody, { ids: [issueIdOf(issue)], action: 'undo', change_id })
  const before = await changedIssue(call, issue)
  const undone = await bulkChangeIssues(call.services, call.principal, body)
  if (undone === 0) throw new ServiceError('conflict', NOT_UNDONE)
  const after = await changedIssue(call, issue)
  return { fields: { id: after.id, before: triageFields(before), after: triageFields(after) } }
}

const SEEN_IN_RELEASE =
  'The error was seen in that release or a newer one, and its next event there counts as a failed fix. If the fix is not in that release, name the one that will have it, or set in_next_release without fix.'

/** Agents tend to name the release that fails. */
function releaseNote(
  { release }: IssueDetail,
  { resolved_in_release: fixed, in_next_release: isNext }: IssuePatch,
): object {
  return fixed && !isNext && isSameOrNewer(release, fixed) ? { note: SEEN_IN_RELEASE } : {}
}

const updateIssue = tool({
  ...WRITE,
  name: 'update_issue',
  description:
    'Set the status, the release that has the fix, the fix and the assignee. Resolve only what you fixed: Errata watches that release and reports verified or still_failing.',
  input: z.object({
    issue: issueArgument,
    status: z.enum(ISSUE_STATUSES).optional(),
    resolved_in_release: z.string().max(LIMITS.releaseChars).optional(),
    in_next_release: z.boolean().optional().describe('The fix comes after resolved_in_release; without fix'),
    assignee: z
      .string()
      .max(2000)
      .trim()
      .toLowerCase()
      .optional()
      .describe('Email of a member, or me; empty: nobody'),
    fix: z
      .strictObject({
        commit: z.string(),
        url: z.string(),
        note: z.string(),
        verify_after_hours: z.int().describe('Without the error; default 24'),
      })
      .partial()
      .optional(),
    undo: z.string().optional().describe('Alone: takes back the change of that answer'),
    more_issues: z
      .array(issueId)
      .max(MORE_ISSUES)
      .optional()
      .describe('Get the same status, assignee or undo'),
  }),
  run: async ({ services, principal }, { issue, assignee, undo: undoId, more_issues, ...change }) => {
    const isChanged = [assignee, ...Object.values(change)].some((value) => value !== undefined)
    if (isChanged === (undoId !== undefined)) {
      throw new ServiceError(
        'invalid_request',
        'Set status, resolved_in_release, fix or assignee; or undo alone.',
      )
    }
    const assigneeId = await assigneeIdOf({ services, principal }, assignee)
    if (more_issues !== undefined) {
      const ids = [issue, ...more_issues].map(issueIdOf)
      return changeMany({ services, principal }, ids, { ...change, assigneeId, undo: undoId })
    }
    if (undoId !== undefined) return undoneIssue({ services, principal }, issue, undoId)
    const changeId = randomUUID()
    const patch = parseInput(issuePatch, { ...change, assignee_id: assigneeId, change_id: changeId })
    const before = await changedIssue({ services, principal }, issue)
    const after = await changeIssue(services, principal, { issueId: before.id, patch })
    const undo = undoOf(changeId, before, after)
    const { fix } = await changedIssue({ services, principal }, before.id)
    const changed = { id: after.id, before: triageFields(before), after: triageFields(after) }
    return { fields: { ...changed, fix: fix && fixFields(fix), undo, ...releaseNote(before, patch) } }
  },
})

const snoozeTool = tool({
  ...WRITE,
  name: 'snooze_issue',
  description:
    'Hide an issue for 4 hours, `until` a time, for 100 more events or 10 more users. update_issue with its status ends that.',
  isIdempotent: false,
  input: z.object({
    issue: issueArgument,
    mode: z.enum(['hours', 'occurrences', 'users']).optional(),
    until: z.string().optional().describe('2026-12-01T09:00:00Z'),
  }),
  run: async ({ services, principal }, { issue, mode = 'hours', until }) => {
    const changeId = randomUUID()
    const hold = parseInput(snoozeBody, { mode, until, change_id: changeId })
    const snoozed = await snoozeIssue(services, principal, { issueId: issueIdOf(issue), ...hold })
    return { fields: { id: snoozed.id, ...triageFields(snoozed), undo: undoCall(changeId) } }
  },
})

const claimTool = tool({
  ...WRITE,
  name: 'claim_issue',
  description: 'Claim an issue so that nobody else works on it, extend or release (minutes 0) your claim.',
  input: z.object({
    issue: issueArgument,
    minutes: z.int().min(0).max(AGENT_LIMITS.claimMinutesMax).default(AGENT_LIMITS.claimMinutesDefault),
  }),
  run: async ({ services, principal }, { issue, minutes }) => {
    const issueId = issueIdOf(issue)
    if (minutes > 0) return { fields: { ...(await claimIssue(services, principal, { issueId, minutes })) } }
    return {
      fields: { released: await releaseIssue(services, principal, { issueId, mayEndOthers: false }) },
    }
  },
})

const commentTool = tool({
  ...WRITE,
  name: 'comment_issue',
  description:
    'Tell the team something about an issue. @email notifies a member; see mentioned in the answer.',
  isIdempotent: false,
  input: z.object({ issue: issueArgument, body: z.string().describe('Text or Markdown') }),
  run: async ({ services, principal }, { issue, body: given }) => {
    const { body } = parseInput(newComment, { body: given })
    const comment = await addComment(services, principal, { issueId: issueIdOf(issue), body })
    const { id, issue_id, mentioned, created_at } = comment
    return { fields: { id, issue_id, mentioned: mentioned.map(shown), created_at } }
  },
})

export const WRITE_TOOLS: readonly Tool[] = [updateIssue, snoozeTool, claimTool, commentTool]
