import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import type { Project } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { Button } from '../../../components/form/button.tsx'
import { Field, FormError } from '../../../components/form/field.tsx'
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
  const errorOf = (path: string) =>
    change.error instanceof ApiError
      ? change.error.details.find((detail) => detail.path === path)?.message
      : undefined
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    change.mutate(
      { ingest_hourly_cap: numberOf(form, 'cap'), retention_days: numberOf(form, 'days') },
      { onSuccess: () => setDirty(false) },
    )
  }
  const held = project.retention_held_events
  const serverCap = project.ingest_hourly_cap === null ? cap : undefined
  return (
    <Section title="Limits">
      <form onSubmit={onSubmit} onChange={() => setDirty(true)} className="grid max-w-lg gap-4">
        {change.error && <FormError>{change.error.message}</FormError>}
        <Field
          label="Events an hour, at most"
          name="cap"
          type="number"
          inputMode="numeric"
          min={0}
          max={1_000_000_000}
          defaultValue={project.ingest_hourly_cap ?? ''}
          placeholder={serverCap === undefined ? 'The setting of this server' : formatCount(serverCap)}
          error={errorOf('ingest_hourly_cap')}
          hint="Past it events are refused until the next full hour (UTC). Empty: the setting of this server. 0 refuses all."
        />
        <Field
          label="Days that events are kept"
          name="days"
          type="number"
          inputMode="numeric"
          min={1}
          max={3650}
          defaultValue={project.retention_days ?? ''}
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

/** Null for an empty field. */
function numberOf(form: FormData, name: string): number | null {
  const text = String(form.get(name) ?? '').trim()
  return text === '' ? null : Number(text)
}
