import { changeRule, createRule, deleteRule, listRules, previewNewRule } from '#actions/alerts/rules.ts'
import {
  alertRule,
  alertRuleList,
  alertRulePatch,
  alertRulePreview,
  alertRulePreviewBody,
  alertRuleQuery,
  newAlertRule,
} from '#contract/alert/alert-rule.ts'
import { deletedAnswer } from '#contract/project/project.ts'
import { idParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import { authenticatedRoute, type Route } from '../route.ts'

export const ALERT_RULE_ROUTES: readonly Route[] = [
  authenticatedRoute(
    'GET /api/v1/alert-rules',
    {
      access: 'rules:read',
      summary: 'List alert rules',
      query: alertRuleQuery,
      answer: alertRuleList,
      errors: ['not_found'],
    },
    async ({ services, principal, query }) => ({
      rules: await listRules(services, principal, query.project_id),
    }),
  ),
  authenticatedRoute(
    'POST /api/v1/alert-rules',
    {
      access: 'rules:write',
      summary: 'Create an alert rule',
      body: newAlertRule,
      answer: alertRule,
      status: 201,
      errors: ['not_found', 'conflict'],
    },
    (call) => createRule(call.services, callerOf(call), call.body),
  ),
  authenticatedRoute(
    'POST /api/v1/alert-rules/preview',
    {
      access: 'rules:write',
      summary: 'Show what a rule would have fired on in the last 7 days',
      body: alertRulePreviewBody,
      answer: alertRulePreview,
      errors: ['not_found'],
    },
    ({ services, principal, body }) => previewNewRule(services, principal, body),
  ),
  authenticatedRoute(
    'PATCH /api/v1/alert-rules/{id}',
    {
      access: 'rules:write',
      summary: 'Change an alert rule',
      params: idParams,
      body: alertRulePatch,
      answer: alertRule,
    },
    (call) => changeRule(call.services, callerOf(call), { id: call.params.id, patch: call.body }),
  ),
  authenticatedRoute(
    'DELETE /api/v1/alert-rules/{id}',
    { access: 'rules:write', summary: 'Delete an alert rule', params: idParams, answer: deletedAnswer },
    async (call) => {
      await deleteRule(call.services, callerOf(call), call.params.id)
      return { deleted: true } as const
    },
  ),
]
