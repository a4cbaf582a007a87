import { type InboundFilters, inboundFilters, type ScrubRules, scrubRules } from '#contract/project/intake.ts'
import type { OrgScope } from '../engine/scope.ts'
import type { ProjectRow } from './project.ts'

export interface ProjectIntakeRow {
  filters: InboundFilters
  scrubbing: ScrubRules
}

/** The filters in a column: those that leave nothing out if it is null, or damaged. */
export function storedFilters(column: string | null): InboundFilters {
  return inboundFilters.catch(() => inboundFilters.parse({})).parse(jsonOf(column) ?? {})
}

/** The rules in a column: none if it is null, or damaged. */
export function storedScrubRules(column: string | null): ScrubRules {
  return scrubRules.catch(() => scrubRules.parse({})).parse(jsonOf(column) ?? {})
}

export function intakeOf(row: Pick<ProjectRow, 'inbound_filters' | 'scrub_rules'>): ProjectIntakeRow {
  return { filters: storedFilters(row.inbound_filters), scrubbing: storedScrubRules(row.scrub_rules) }
}

export async function updateIntake(
  { db, orgId }: OrgScope,
  projectId: number,
  { filters, scrubbing }: Partial<ProjectIntakeRow>,
): Promise<void> {
  await db
    .updateTable('project')
    .set({
      ...(filters && { inbound_filters: JSON.stringify(filters) }),
      ...(scrubbing && { scrub_rules: JSON.stringify(scrubbing) }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', projectId)
    .execute()
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
