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
import type { SessionCall } from '../../routes/route.ts'

export async function getAlertRules(call: SessionCall<{ query: AlertRuleQuery }>): Promise<AlertRuleList> {
  return { rules: await listRules(call.services, call.principal, call.query.project_id) }
}

export async function postAlertRule(call: SessionCall<{ body: NewAlertRule }>): Promise<AlertRule> {
  return createRule(call.services, callerOf(call), call.body)
}

export async function patchAlertRule(
  call: SessionCall<{ params: IdParams; body: AlertRulePatch }>,
): Promise<AlertRule> {
  return changeRule(call.services, callerOf(call), { id: call.params.id, patch: call.body })
}

export async function deleteRule(call: SessionCall<{ params: IdParams }>): Promise<DeletedAnswer> {
  await remove(call.services, callerOf(call), call.params.id)
  return { deleted: true }
}

export async function postRulePreview(
  call: SessionCall<{ body: AlertRulePreviewBody }>,
): Promise<AlertRulePreview> {
  return previewNewRule(call.services, call.principal, call.body)
}
