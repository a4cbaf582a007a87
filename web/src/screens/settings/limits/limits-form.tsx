import { type FormEvent, useState } from 'react'
import type { Project } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { Button } from '../../../components/form/button.tsx'
import { FormError } from '../../../components/form/field.tsx'
import { fieldErrors } from '../../../components/form/field-errors.ts'
import { NumberField, numberIn } from '../../../components/form/number-field.tsx'
import { useChangeProject } from '../../../entities/project/use-change-project.ts'
import { formatCount } from '../../../format/number.ts'

/**
 * The hourly cap and the retention; an empty field takes the service's setting.
 *
 * @param cap the cap in force, where it is known
 */
export function LimitsForm({ project, cap }: { project: Project; cap: number | undefined }) {
  const change = useChangeProject(project)
  const [dirty, setDirty] = useState(false)
  const errorOf = fieldErrors(change.error)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    change.mutate(
      { ingest_hourly_cap: numberIn(form, 'cap'), retention_days: numberIn(form, 'days') },
      { onSuccess: () => setDirty(false) },
    )
  }
  const held = project.retention_held_events
  const serverCap = project.ingest_hourly_cap === null ? cap : undefined
  return (
    <Section title="Limits">
      <form onSubmit={onSubmit} onChange={() => setDirty(true)} className="grid max-w-lg gap-4">
        {change.error && <FormError>{change.error.message}</FormError>}
        <NumberField
          label="Events an hour, at most"
          name="cap"
          min={0}
          max={1_000_000_000}
          initial={project.ingest_hourly_cap}
          placeholder={serverCap === undefined ? 'The setting of this server' : formatCount(serverCap)}
          error={errorOf('ingest_hourly_cap')}
          hint="Past it events are refused until the next full hour (UTC). Empty: the setting of this server. 0 refuses all."
        />
        <NumberField
          label="Days that events are kept"
          name="days"
          min={1}
          max={3650}
          initial={project.retention_days}
          placeholder="The setting of this server"
          error={errorOf('retention_days')}
          hint="Older events are deleted; the counts of their issues stay. Empty: the setting of this server."
        />
        {held !== null && (
          <p role="status">
            {formatCount(held)} old events are not deleted yet: that is more than was to be expected, as when
            the clock of the server is wrong. Save to delete them within the hour.
          </p>
        )}
        <div>
          <Button type="submit" kind="primary" disabled={(!dirty && held === null) || change.isPending}>
            {change.isPending ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </form>
    </Section>
  )
}
