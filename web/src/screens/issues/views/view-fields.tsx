import { useQuery } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import { projectsQuery } from '../../../api/project/projects.ts'
import type { SavedView } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { ChoiceList } from '../../../components/form/choice-list.tsx'
import { Field } from '../../../components/form/field.tsx'
import { textIn } from '../../../components/form/number-field.tsx'
import { type ViewFields, viewText } from '../../../entities/issue/saved-view.ts'

interface NameAndReadersProps {
  name: string
  visibility: SavedView['visibility']
  /** Why it can't be made private. */
  sharedOnly?: string | undefined
  error: string | undefined
}

/** A view's name, and who sees it. */
export function NameAndReaders({ name, visibility, sharedOnly, error }: NameAndReadersProps) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        defaultValue={name}
        placeholder="Unassigned in production"
        required
        maxLength={LIMITS.nameChars}
        autoComplete="off"
        error={error}
      />
      <ChoiceList
        legend="Who sees it"
        name="visibility"
        type="radio"
        initial={[visibility]}
        choices={[
          { value: 'private', label: 'Only you', disabledReason: sharedOnly },
          { value: 'shared', label: 'Everyone', hint: 'You, admins and owners can change it.' },
        ]}
      />
    </>
  )
}

/** The same fields of the sent form. */
export function nameAndReadersIn(form: FormData): Pick<SavedView, 'name' | 'visibility'> {
  const visibility = form.get('visibility') === 'shared' ? 'shared' : 'private'
  return { name: textIn(form, 'name'), visibility }
}

/** What a view shows, in two lines. */
export function ViewSummary({ view }: { view: ViewFields }) {
  const { data: projects } = useQuery(projectsQuery)
  const nameOf = (id: string) => projects?.find((project) => project.id === id)?.name
  return (
    <>
      {view.query === '' ? (
        <span className="block">All issues</span>
      ) : (
        <span className="block font-mono text-code wrap-anywhere">
          <EventText>{view.query}</EventText>
        </span>
      )}
      <span className="block text-small text-ink-3">
        <EventText>{viewText(view, nameOf)}</EventText>
      </span>
    </>
  )
}
