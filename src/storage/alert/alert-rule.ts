import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { RuleThreshold } from '#contract/alert/alert-rule.ts'
import type { RuleKind } from '#contract/vocabulary.ts'
import { countRows } from '../engine/count-rows.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { AlertRuleTable } from '../schema/rule.ts'

export type AlertRuleRow = Selectable<AlertRuleTable> & { project_uid: string }

export interface RuleFields {
  name: string
  enabled: boolean
  query: string
  windowMinutes: number
  threshold: RuleThreshold
  cooldownMinutes: number
}

export interface NewRule extends RuleFields {
  kind: RuleKind
  projectId: number
  createdAt: number
}

/** The rule that every new project begins with; the migration that brought rules gave it to the others. */
const DEFAULT_RULE: RuleFields & { kind: RuleKind } = {
  kind: 'velocity',
  name: 'Spike in events',
  enabled: true,
  query: '',
  windowMinutes: 15,
  threshold: { type: 'percent_increase', value: 300 },
  cooldownMinutes: 60,
}

export async function insertDefaultRule(
  scope: OrgScope,
  projectId: number,
  createdAt: number,
): Promise<void> {
  await insertAlertRule(scope, { ...DEFAULT_RULE, projectId, createdAt }, 1)
}

/** Makes a rule at a revision of its project's rules. @returns its public id. */
export async function insertAlertRule(scope: OrgScope, rule: NewRule, revision: number): Promise<string> {
  const uid = randomUUID()
  await scope.db
    .insertInto('alert_rule')
    .values({
      uid,
      org_id: scope.orgId,
      project_id: rule.projectId,
      kind: rule.kind,
      created_at: rule.createdAt,
      counter_key: revision,
      counted_from: rule.createdAt,
      ...columnsOf(rule),
    })
    .execute()
  return uid
}

function columnsOf(rule: RuleFields) {
  return {
    name: rule.name,
    enabled: rule.enabled ? 1 : 0,
    query: rule.query,
    window_minutes: rule.windowMinutes,
    threshold_type: rule.threshold.type,
    threshold_value: rule.threshold.value,
    cooldown_minutes: rule.cooldownMinutes,
  }
}

/** Locks a project's rules and outdates cached ones. @returns the revision of the change. */
export async function nextRulesRevision(scope: OrgScope, projectId: number): Promise<number> {
  const { rules_revision } = await scope.db
    .updateTable('project')
    .set((eb) => ({ rules_revision: eb('rules_revision', '+', 1) }))
    .where('org_id', '=', scope.orgId)
    .where('id', '=', projectId)
    .returning('rules_revision')
    .executeTakeFirstOrThrow()
  return rules_revision
}

export function countAlertRules(scope: OrgScope, projectId: number): Promise<number> {
  const rules = scope.db.selectFrom('alert_rule').select('id').where('org_id', '=', scope.orgId)
  return countRows(scope, rules.where('project_id', '=', projectId))
}

/** The rules of one project (row key) or (null) of all, by project, oldest first. */
export async function listAlertRules(scope: OrgScope, projectId: number | null): Promise<AlertRuleRow[]> {
  let rules = ruleRows(scope)
  if (projectId !== null) rules = rules.where('alert_rule.project_id', '=', projectId)
  return rules.orderBy('alert_rule.project_id').orderBy('alert_rule.id').execute()
}

export async function findAlertRule(scope: OrgScope, uid: string): Promise<AlertRuleRow | undefined> {
  return ruleRows(scope).where('alert_rule.uid', '=', uid).executeTakeFirst()
}

/** Where a rule's counting begins again: under a new key, from a moment (epoch ms) on. */
export interface CountedAnew {
  revision: number
  from: number
}

/** Changes a rule (row key); `counted`: it counts other events than before, or did not count for a while. */
export async function updateAlertRule(
  scope: OrgScope,
  ruleId: number,
  { fields, counted }: { fields: RuleFields; counted: CountedAnew | null },
): Promise<void> {
  await scope.db
    .updateTable('alert_rule')
    .set({
      ...columnsOf(fields),
      ...(counted && { counter_key: counted.revision, counted_from: counted.from }),
    })
    .where('org_id', '=', scope.orgId)
    .where('id', '=', ruleId)
    .execute()
}

/** Deletes a rule (row key). What it counted goes with the windows it was counted in. */
export async function deleteAlertRule(scope: OrgScope, ruleId: number): Promise<void> {
  await scope.db.deleteFrom('alert_rule').where('org_id', '=', scope.orgId).where('id', '=', ruleId).execute()
}

function ruleRows(scope: OrgScope) {
  return scope.db
    .selectFrom('alert_rule')
    .innerJoin('project', (join) =>
      join
        .onRef('project.org_id', '=', 'alert_rule.org_id')
        .onRef('project.id', '=', 'alert_rule.project_id')
        .on('project.deleted_at', 'is', null),
    )
    .selectAll('alert_rule')
    .select('project.uid as project_uid')
    .where('alert_rule.org_id', '=', scope.orgId)
}
