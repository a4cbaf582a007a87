import { LIMITS } from '#contract/limits.ts'
import type { Project, ProjectUsage } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { fieldErrors } from '../../../components/form/field-errors.ts'
import { NumberField, numberIn } from '../../../components/form/number-field.tsx'
import { SaveForm } from '../../../components/form/save-form.tsx'
import { useChangeProject } from '../../../entities/project/use-change-project.ts'
import { formatCount, plural } from '../../../format/number.ts'

/**
 * The hourly cap and the retention; an empty field takes the service's setting.
 *
 * @param usage with what is in force, if it is known
 */
export function LimitsForm({ project, usage }: { project: Project; usage: ProjectUsage | undefined }) {
  const change = useChangeProject(project)
  const errorOf = fieldErrors(change.error)
  const held = project.retention_held_events
  return (
    <Section title="Limits">
      <SaveForm run={change} read={limitsIn} ready={held !== null}>
        <NumberField
          label="Hourly event limit"
          name="cap"
          min={0}
          max={LIMITS.hourlyCapMax}
          initial={project.ingest_hourly_cap}
          placeholder={placeholderOf(project.ingest_hourly_cap, usage?.hour.cap)}
          error={errorOf('ingest_hourly_cap')}
          hint="Events over the limit are rejected until the next full hour (UTC). Leave empty for the server default; 0 rejects everything."
        />
        <NumberField
          label="Keep events for (days)"
          name="days"
          min={1}
          max={LIMITS.retentionDaysMax}
          initial={project.retention_days}
          placeholder={placeholderOf(project.retention_days, usage?.retention_days)}
          error={errorOf('retention_days')}
          hint="Older events are deleted; issue counts stay. Leave empty for the server default."
        />
        {held !== null && (
          <p role="status">
            {plural(held, 'old event')} {held === 1 ? 'has' : 'have'} not been deleted yet. That is more than
            expected, which can mean that the server's clock is wrong. Save to delete them within the hour.
          </p>
        )}
      </SaveForm>
    </Section>
  )
}

function limitsIn(form: FormData) {
  return { ingest_hourly_cap: numberIn(form, 'cap'), retention_days: numberIn(form, 'days') }
}

/** For an empty field, which stands for the server default. It is known while nothing else is in force. */
function placeholderOf(own: number | null, inForce: number | undefined): string {
  return own === null && inForce !== undefined ? formatCount(inForce) : 'Server default'
}
