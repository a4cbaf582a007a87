import { bulkChangeIssues } from '#actions/issues/bulk-change-issues.ts'
import { changeIssue } from '#actions/issues/change-issue.ts'
import { deleteIssues } from '#actions/issues/delete-issues.ts'
import { mergeIssues } from '#actions/issues/family/merge-issues.ts'
import { splitIssues } from '#actions/issues/family/split-issues.ts'
import { snoozeIssue } from '#actions/issues/snooze.ts'
import { bulkChangeBody, bulkDeleteBody } from '#contract/issue/change/bulk.ts'
import { mergeBody, splitBody } from '#contract/issue/change/merge.ts'
import { type IssuePatch, issuePatch } from '#contract/issue/change/patch.ts'
import { type SnoozeBody, snoozeBody } from '#contract/issue/change/snooze.ts'
import { type IssueSummary, issueSummary } from '#contract/issue/issue.ts'
import { type IdParams, idParams, updatedAnswer } from '#contract/scalars.ts'
import { type AuthenticatedCall, authenticatedRoute, type Route, tokenRoute } from '../route.ts'

const CHANGE = { access: 'issues:triage', params: idParams, answer: issueSummary } as const

/** Changes to issues, one or many. */
export const TRIAGE_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'PATCH /api/v1/issues/{id}',
    {
      access: 'issues:triage',
      summary: 'Change an issue',
      params: idParams,
      body: issuePatch,
      answer: issueSummary,
    },
    patchIssue,
  ),
  authenticatedRoute(
    'POST /api/v1/issues/{id}/snooze',
    {
      access: 'issues:triage',
      summary: 'Snooze an issue',
      params: idParams,
      body: snoozeBody,
      answer: issueSummary,
    },
    postSnooze,
  ),
  authenticatedRoute(
    'PATCH /api/v1/issues/bulk',
    { access: 'issues:triage', summary: 'Change many issues', body: bulkChangeBody, answer: updatedAnswer },
    async ({ services, principal, body }) => ({
      updated: await bulkChangeIssues(services, principal, body),
    }),
  ),
  authenticatedRoute(
    'DELETE /api/v1/issues/bulk',
    {
      access: 'issues:triage',
      summary: 'Delete issues and their events',
      body: bulkDeleteBody,
      answer: updatedAnswer,
    },
    async ({ services, principal, body }) => ({
      updated: await deleteIssues(services, principal, body.ids),
    }),
  ),
  authenticatedRoute(
    'POST /api/v1/issues/merge',
    {
      access: 'issues:triage',
      summary: 'Merge issues into one',
      body: mergeBody,
      answer: updatedAnswer,
      errors: ['not_found'],
    },
    async ({ services, principal, body }) => ({ updated: await mergeIssues(services, principal, body) }),
  ),
  authenticatedRoute(
    'POST /api/v1/issues/split',
    {
      access: 'issues:triage',
      summary: 'Split merged issues',
      body: splitBody,
      answer: updatedAnswer,
      errors: ['not_found'],
    },
    async ({ services, principal, body }) => ({ updated: await splitIssues(services, principal, body) }),
  ),
  tokenRoute(
    'PATCH /api/v1/agent/issues/{id}',
    { ...CHANGE, summary: 'Change an issue, for agents', body: issuePatch },
    patchIssue,
  ),
  tokenRoute(
    'POST /api/v1/agent/issues/{id}/snooze',
    { ...CHANGE, summary: 'Snooze an issue, for agents', body: snoozeBody },
    postSnooze,
  ),
]

function patchIssue(call: AuthenticatedCall<{ params: IdParams; body: IssuePatch }>): Promise<IssueSummary> {
  return changeIssue(call.services, call.principal, { issueId: call.params.id, patch: call.body })
}

function postSnooze(call: AuthenticatedCall<{ params: IdParams; body: SnoozeBody }>): Promise<IssueSummary> {
  return snoozeIssue(call.services, call.principal, { issueId: call.params.id, ...call.body })
}
