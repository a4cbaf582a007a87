import type {
  AlertRule,
  AlertRulePatch,
  AlertRulePreview,
  AlertRulePreviewBody,
  NewAlertRule,
} from '#contract/alert/alert-rule.ts'
import { ServiceError } from '#contract/errors.ts'
import { isoTime } from '#contract/time.ts'
import type { AuditTarget } from '#storage/account/audit-entry.ts'
import {
  type AlertRuleRow,
  deleteAlertRule,
  findAlertRule,
  insertAlertRule,
  listAlertRules,
  nextRulesRevision,
  type RuleFields,
  updateAlertRule,
} from '#storage/alert/alert-rule.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { ProjectRow } from '#storage/project/project.ts'
import { type Acting, recordAct, recordChange } from '../accounts/acting.ts'
import { changedFields } from '../accounts/changed-fields.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import { projectKey } from '../projects/project-key.ts'
import { requireProject } from '../projects/require-project.ts'
import { requireRoom, requireRoomInProject } from '../require-room.ts'
import { previewRule } from './preview-rule.ts'
import { requirePossibleRule } from './require-possible-rule.ts'

export interface RuleDeps extends ActionDeps {
  config: {
    ingestHourlyCap: number
  }
}

/** The alert rules of the organization, or of one project (public id). @throws not_found */
export async function listRules(
  deps: ActionDeps,
  org: Org,
  projectUid: string | undefined,
): Promise<AlertRule[]> {
  const rows = await deps.database.snapshotOf(org, async (scope) =>
    listAlertRules(scope, await projectKey(scope, projectUid)),
  )
  return rows.map(viewRule)
}

/** In force for what is processed from then on. @throws not_found, invalid_request, conflict */
export async function createRule(deps: RuleDeps, by: Acting, body: NewAlertRule): Promise<AlertRule> {
  const rule = { kind: body.kind, ...fieldsOf(body) }
  const row = await writeAsMember(deps, by, async (scope) => {
    const project = await requireProject(scope, body.project_id)
    requirePossibleRule(rule, hourlyCap(deps, project))
    const revision = await nextRulesRevision(scope, project.id)
    await requireRoomInProject(scope, project.id, 'rules')
    await requireRoom(scope, 'rules')
    const createdAt = deps.clock()
    const uid = await insertAlertRule(scope, { ...rule, projectId: project.id, createdAt }, revision)
    const row = await requireRule(scope, uid)
    await recordAct(scope, by, {
      at: createdAt,
      action: 'alert_rule.created',
      target: ruleTarget(row),
      details: { project_id: project.uid, project: project.name },
    })
    return row
  })
  return viewRule(row)
}

/** Changes an alert rule (public id). @throws not_found, invalid_request */
export async function changeRule(
  deps: RuleDeps,
  by: Acting,
  { id, patch }: { id: string; patch: AlertRulePatch },
): Promise<AlertRule> {
  const row = await writeAsMember(deps, by, async (scope) => {
    const found = await requireRule(scope, id)
    const revision = await nextRulesRevision(scope, found.project_id)
    // Read again under the lock: of two changes at once neither undoes the other.
    const before = await requireRule(scope, id)
    const fields = { ...fieldsOf(viewRule(before)), ...givenFields(patch) }
    const project = await requireProject(scope, before.project_uid)
    requirePossibleRule({ kind: before.kind, ...fields }, hourlyCap(deps, project))
    const isOther = fields.query !== before.query || fields.windowMinutes !== before.window_minutes
    const isBack = fields.enabled && before.enabled === 0
    const at = deps.clock()
    const counted = isOther || isBack ? { revision, from: at } : null
    await updateAlertRule(scope, before.id, { fields, counted })
    const after = await requireRule(scope, id)
    const details = changedFields(viewRule(before), viewRule(after), SETTINGS)
    const act = { action: 'alert_rule.changed', target: ruleTarget(after), details } as const
    await recordChange(scope, by, { at, ...act })
    return after
  })
  return viewRule(row)
}

/** Deletes an alert rule (public id). Its alerts stay. @throws not_found */
export async function deleteRule(deps: ActionDeps, by: Acting, id: string): Promise<void> {
  await writeAsMember(deps, by, async (scope) => {
    const row = await requireRule(scope, id)
    await nextRulesRevision(scope, row.project_id)
    await deleteAlertRule(scope, row.id)
    await recordAct(scope, by, { at: deps.clock(), action: 'alert_rule.deleted', target: ruleTarget(row) })
  })
}

/** When a rule would have fired lately. @throws not_found, invalid_request */
export async function previewNewRule(
  deps: RuleDeps,
  org: Org,
  body: AlertRulePreviewBody,
): Promise<AlertRulePreview> {
  const project = await requireProject(deps.database.scope(org), body.project_id)
  const { kind, query, window_minutes: windowMinutes, threshold, cooldown_minutes: cooldownMinutes } = body
  requirePossibleRule({ kind, query, windowMinutes, threshold }, hourlyCap(deps, project))
  return previewRule(deps, org, {
    projectId: project.id,
    query,
    threshold: { windowMinutes, ...threshold },
    cooldownMinutes,
  })
}

function hourlyCap({ config }: RuleDeps, project: ProjectRow): number {
  return project.ingest_hourly_cap ?? config.ingestHourlyCap
}

async function requireRule(scope: OrgScope, uid: string): Promise<AlertRuleRow> {
  const row = await findAlertRule(scope, uid)
  if (!row) throw new ServiceError('not_found', 'No alert rule has this ID.')
  return row
}

function fieldsOf(rule: Omit<NewAlertRule, 'project_id' | 'kind'>): RuleFields {
  return {
    name: rule.name,
    enabled: rule.enabled,
    query: rule.query,
    windowMinutes: rule.window_minutes,
    threshold: rule.threshold,
    cooldownMinutes: rule.cooldown_minutes,
  }
}

function givenFields(patch: AlertRulePatch): Partial<RuleFields> {
  const { name, enabled, query, window_minutes, threshold, cooldown_minutes } = patch
  return {
    ...(name !== undefined && { name }),
    ...(enabled !== undefined && { enabled }),
    ...(query !== undefined && { query }),
    ...(window_minutes !== undefined && { windowMinutes: window_minutes }),
    ...(threshold !== undefined && { threshold }),
    ...(cooldown_minutes !== undefined && { cooldownMinutes: cooldown_minutes }),
  }
}

function viewRule(row: AlertRuleRow): AlertRule {
  return {
    id: row.uid,
    project_id: row.project_uid,
    name: row.name,
    enabled: row.enabled === 1,
    kind: row.kind,
    query: row.query,
    window_minutes: row.window_minutes,
    threshold: { type: row.threshold_type, value: row.threshold_value },
    cooldown_minutes: row.cooldown_minutes,
    created_at: isoTime(row.created_at),
  }
}

const SETTINGS = ['name', 'enabled', 'query', 'window_minutes', 'threshold', 'cooldown_minutes'] as const

function ruleTarget({ uid, name }: AlertRuleRow): AuditTarget {
  return { kind: 'alert_rule', id: uid, name }
}
