import { agentTokenList, createdAgentToken, newAgentToken, whoami } from '#contract/account/agent-token.ts'
import { issuePatch } from '#contract/issue/change/patch.ts'
import { snoozeBody } from '#contract/issue/change/snooze.ts'
import { issueDetail, issueSummary } from '#contract/issue/issue.ts'
import { revokedAnswer } from '#contract/project/project.ts'
import { idParams } from '#contract/scalars.ts'
import { getAgentTokens, postAgentToken, postTokenRevocation } from '../api/account/agent-tokens.ts'
import { getWhoami } from '../api/account/whoami.ts'
import { getIssue, patchIssue, postSnooze } from '../api/issue/issues.ts'
import { authenticatedRoute, type Route, tokenRoute } from './route.ts'

/** Access tokens and the shortcuts for their holders; a part of the page of routes. */
export function agentRoutes(): Route[] {
  return [...tokenManagementRoutes(), ...shortcutRoutes()]
}

function tokenManagementRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/agent-tokens',
      { access: 'tokens:manage', summary: 'List access tokens', answer: agentTokenList },
      getAgentTokens,
    ),
    authenticatedRoute(
      'POST /api/v1/agent-tokens',
      {
        access: 'tokens:manage',
        summary: 'Create an access token',
        success: 'No other response has the secret.',
        body: newAgentToken,
        answer: createdAgentToken,
        status: 201,
        errors: ['conflict'],
      },
      postAgentToken,
    ),
    authenticatedRoute(
      'POST /api/v1/agent-tokens/{id}/revoke',
      { access: 'tokens:manage', summary: 'Revoke an access token', params: idParams, answer: revokedAnswer },
      postTokenRevocation,
    ),
  ]
}

function shortcutRoutes(): Route[] {
  const change = { access: 'issues:triage', params: idParams, answer: issueSummary } as const
  return [
    tokenRoute(
      'GET /api/v1/agent/whoami',
      { access: 'token:self', summary: 'Show the token, its user and its permissions', answer: whoami },
      getWhoami,
    ),
    tokenRoute(
      'GET /api/v1/agent/issues/{id}',
      { access: 'issues:read', summary: 'Show an issue, for agents', params: idParams, answer: issueDetail },
      getIssue,
    ),
    tokenRoute(
      'PATCH /api/v1/agent/issues/{id}',
      { ...change, summary: 'Change an issue, for agents', body: issuePatch },
      patchIssue,
    ),
    tokenRoute(
      'POST /api/v1/agent/issues/{id}/snooze',
      { ...change, summary: 'Snooze an issue, for agents', body: snoozeBody },
      postSnooze,
    ),
  ]
}
