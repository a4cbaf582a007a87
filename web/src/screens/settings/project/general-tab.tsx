import { LIMITS } from '#contract/limits.ts'
import type { Project } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { KeyValues } from '../../../components/display/key-values.tsx'
import { Field } from '../../../components/form/field.tsx'
import { textIn } from '../../../components/form/number-field.tsx'
import { SaveForm } from '../../../components/form/save-form.tsx'
import { PlatformChoice } from '../../../entities/project/platform-choice.tsx'
import { platformLabel } from '../../../entities/project/platforms.ts'
import { useChangeProject } from '../../../entities/project/use-change-project.ts'
import { formatUtc } from '../../../format/time.ts'
import { ReadOnlyNote } from '../../../layout/settings/read-only-note.tsx'
import { useRole } from '../../../session/use-role.ts'

/** A project's name and platform; read-only for members. */
export function GeneralTab({ project }: { project: Project }) {
  const mayChange = useRole().may('projects:write')
  const facts = factsOf(project)
  return (
    <>
      {mayChange ? (
        <NameForm project={project} />
      ) : (
        <ReadOnlyNote>Owners and admins can change the name and the platform.</ReadOnlyNote>
      )}
      <Section title="Details">
        <KeyValues
          label="Details"
          values={mayChange ? facts : [['Platform', platformLabel(project.platform)], ...facts]}
        />
      </Section>
    </>
  )
}

function NameForm({ project }: { project: Project }) {
  const change = useChangeProject(project)
  return (
    <SaveForm run={change} read={nameIn} className="mt-5">
      <Field
        label="Name"
        name="name"
        defaultValue={project.name}
        required
        maxLength={LIMITS.nameChars}
        autoComplete="off"
      />
      <PlatformChoice initial={project.platform} />
    </SaveForm>
  )
}

function nameIn(form: FormData) {
  return { name: textIn(form, 'name'), platform: textIn(form, 'platform') }
}

function factsOf(project: Project): [string, string][] {
  return [
    ['Project ID', project.id],
    ['Project number', String(project.number)],
    ['Created', formatUtc(project.created_at)],
    ['First event', project.first_event_at === null ? 'No events yet' : formatUtc(project.first_event_at)],
  ]
}
