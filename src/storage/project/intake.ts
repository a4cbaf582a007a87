import {
  type GroupingRules,
  type InboundFilters,
  inboundFilters,
  type ScrubRules,
  scrubRules,
} from '#contract/project/intake.ts'
import { jsonOf } from '#domain/json/json.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { ProjectRow } from './project.ts'

export interface ProjectIntakeRow {
  filters: InboundFilters
  scrubbing: ScrubRules
  grouping: GroupingRules
}

/** The filters in a column: those that leave nothing out if it is null, or damaged. */
export function storedFilters(column: string | null): InboundFilters {
  return inboundFilters.catch(() => inboundFilters.parse({})).parse(jsonOf(column ?? '') ?? {})
}

/** The rules in a column: none if it is null, or damaged. */
export function storedScrubRules(column: string | null): ScrubRules {
  return scrubRules.catch(() => scrubRules.parse({})).parse(jsonOf(column ?? '') ?? {})
}

export function intakeOf(
  row: Pick<ProjectRow, 'inbound_filters' | 'scrub_rules' | 'fingerprint_rules'>,
): ProjectIntakeRow {
  return {
    filters: storedFilters(row.inbound_filters),
    scrubbing: storedScrubRules(row.scrub_rules),
    grouping: { fingerprint_rules: row.fingerprint_rules ?? '' },
  }
}

export async function updateIntake(
  { db, orgId }: OrgScope,
  projectId: number,
  { filters, scrubbing, grouping }: Partial<ProjectIntakeRow>,
): Promise<void> {
  await db
    .updateTable('project')
    .set({
      ...(filters && { inbound_filters: JSON.stringify(filters) }),
      ...(scrubbing && { scrub_rules: JSON.stringify(scrubbing) }),
      ...(grouping && {
        fingerprint_rules: grouping.fingerprint_rules.trim() === '' ? null : grouping.fingerprint_rules,
      }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', projectId)
    .execute()
}

/** The rules as they were written; null if the project has none. */
export async function readFingerprintRules(
  { db, orgId }: OrgScope,
  projectId: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('project')
    .select('fingerprint_rules')
    .where('org_id', '=', orgId)
    .where('id', '=', projectId)
    .executeTakeFirst()
  return row?.fingerprint_rules ?? null
}
