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
import {
  deleteRule,
  getAlertRules,
  patchAlertRule,
  postAlertRule,
  postRulePreview,
} from '../api/alert/alert-rules.ts'
import { authenticatedRoute, type Route } from './route.ts'

export function alertRuleRoutes(): Route[] {
  return [
    authenticatedRoute(
      'GET /api/v1/alert-rules',
      {
        access: 'rules:read',
        summary: 'List alert rules',
        query: alertRuleQuery,
        answer: alertRuleList,
        errors: ['not_found'],
      },
      getAlertRules,
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
      postAlertRule,
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
      postRulePreview,
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
      patchAlertRule,
    ),
    authenticatedRoute(
      'DELETE /api/v1/alert-rules/{id}',
      { access: 'rules:write', summary: 'Delete an alert rule', params: idParams, answer: deletedAnswer },
      deleteRule,
    ),
  ]
}
