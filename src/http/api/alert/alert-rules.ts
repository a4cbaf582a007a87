import {
  changeRule,
  createRule,
  listRules,
  previewNewRule,
  deleteRule as remove,
} from '#actions/alerts/rules.ts'
import type {
  AlertRule,
  AlertRuleList,
  AlertRulePatch,
  AlertRulePreview,
  AlertRulePreviewBody,
  AlertRuleQuery,
  NewAlertRule,
} from '#contract/alert/alert-rule.ts'
import type { DeletedAnswer } from '#contract/project/project.ts'
import type { IdParams } from '#contract/scalars.ts'
import { callerOf } from '../../auth/caller-of.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getAlertRules(
  call: AuthenticatedCall<{ query: AlertRuleQuery }>,
): Promise<AlertRuleList> {
  return { rules: await listRules(call.services, call.principal, call.query.project_id) }
}

export async function postAlertRule(call: AuthenticatedCall<{ body: NewAlertRule }>): Promise<AlertRule> {
  return createRule(call.services, callerOf(call), call.body)
}

export async function patchAlertRule(
  call: AuthenticatedCall<{ params: IdParams; body: AlertRulePatch }>,
): Promise<AlertRule> {
  return changeRule(call.services, callerOf(call), { id: call.params.id, patch: call.body })
}

export async function deleteRule(call: AuthenticatedCall<{ params: IdParams }>): Promise<DeletedAnswer> {
  await remove(call.services, callerOf(call), call.params.id)
  return { deleted: true }
}

export async function postRulePreview(
  call: AuthenticatedCall<{ body: AlertRulePreviewBody }>,
): Promise<AlertRulePreview> {
  return previewNewRule(call.services, call.principal, call.body)
}
