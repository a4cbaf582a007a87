import type { Project } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { fieldErrors } from '../../../components/form/field-errors.ts'
import { LinesField, linesTextOf } from '../../../components/form/lines-field.tsx'
import { SaveForm } from '../../../components/form/save-form.tsx'
import { useChangeProject } from '../../../entities/project/use-change-project.ts'
import { ReadOnlyNote } from '../../../layout/settings/read-only-note.tsx'
import { useRole } from '../../../session/use-role.ts'

const EXAMPLE = 'https://github.com/acme/shop/blob/{release}/{path}#L{line}'

/** Where the source of stack frames is shown. */
export function SourceLinksTab({ project }: { project: Project }) {
  const mayChange = useRole().may('projects:write')
  const change = useChangeProject(project)
  return (
    <Section title="Source links" note="from stack frames of your application to your repository">
      {!mayChange && <ReadOnlyNote>Only owners and admins can change the links.</ReadOnlyNote>}
      <SaveForm run={change} read={linksIn} readOnly={!mayChange}>
        <LinesField
          name="source_links"
          label="Links"
          initial={project.source_links}
          rows={3}
          placeholder={EXAMPLE}
          hint={<Hint />}
          error={fieldErrors(change.error)('source_links')}
        />
      </SaveForm>
    </Section>
  )
}

function Hint() {
  return (
    <>
      One rule per line: a URL with {'{path}'}, {'{line}'}, and {'{release}'} or {'{version}'} (1.2.3 of
      shop@1.2.3). If your frames have absolute paths, begin the line with the part to cut off: /app/ -&gt;
      https://… The first rule that fits a frame is used. Agents get the link in the fix context.
    </>
  )
}

function linksIn(form: FormData) {
  return { source_links: linesTextOf(form, 'source_links') }
}
