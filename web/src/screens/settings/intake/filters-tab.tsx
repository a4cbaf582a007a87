import { useQuery } from '@tanstack/react-query'
import type { InboundFilters } from '#contract/project/intake.ts'
import { BUILT_IN_FILTERS } from '#contract/project/intake-words.ts'
import { intakeQuery } from '../../../api/project/intake.ts'
import { Section } from '../../../components/card.tsx'
import { type Choice, ChoiceList } from '../../../components/form/choice-list.tsx'
import { fieldErrors } from '../../../components/form/field-errors.ts'
import { LinesField, linesOf } from '../../../components/form/lines-field.tsx'
import { SaveForm } from '../../../components/form/save-form.tsx'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'
import { ReadOnlyNote } from '../../../layout/settings/read-only-note.tsx'
import { useRole } from '../../../session/use-role.ts'
import { useChangeIntake } from './use-change-intake.ts'

const TEXTS = {
  browser_extensions: ['Browser extensions', "Errors thrown by extensions of the visitor's browser."],
  crawlers: ['Crawlers', 'Errors from search engines and other bots, by user agent.'],
  health_checks: ['Health checks', 'Errors from requests to paths such as /healthz, /readyz and /ping.'],
} as const satisfies Record<(typeof BUILT_IN_FILTERS)[number], [string, string]>

const CHOICES: Choice[] = BUILT_IN_FILTERS.map((value) => {
  const [label, hint] = TEXTS[value]
  return { value, label, hint }
})

/** Which events a project leaves out. */
export function FiltersTab({ projectId }: { projectId: string }) {
  const mayChange = useRole().may('projects:write')
  const { data, error, refetch } = useQuery(intakeQuery(projectId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingNote what="the filters" />
  return (
    <Section
      title="Inbound filters"
      note="filtered events are counted under Limits, but don't use up the hourly limit"
    >
      {!mayChange && <ReadOnlyNote>Owners and admins can change the filters.</ReadOnlyNote>}
      <FiltersForm projectId={projectId} filters={data.filters} mayChange={mayChange} />
    </Section>
  )
}

interface FiltersFormProps {
  projectId: string
  filters: InboundFilters
  mayChange: boolean
}

const LISTS = [
  ['releases', 'Drop events from these releases', 'web@1.*', 'One per line. * matches any text.'],
  [
    'messages',
    'Drop events with these messages',
    'ResizeObserver loop *',
    "One per line: the whole message, the exception's text, or both its type and text as “Type: text”. * matches any text.",
  ],
] as const

function FiltersForm({ projectId, filters, mayChange }: FiltersFormProps) {
  const change = useChangeIntake(projectId, 'filters')
  return (
    <SaveForm run={change} read={filtersIn} readOnly={!mayChange}>
      <ChoiceList
        legend="Drop events from"
        name="built_in"
        type="checkbox"
        choices={CHOICES}
        initial={BUILT_IN_FILTERS.filter((name) => filters[name])}
      />
      {LISTS.map(([name, label, placeholder, hint]) => (
        <LinesField
          key={name}
          name={name}
          label={label}
          initial={filters[name]}
          placeholder={placeholder}
          hint={hint}
          error={fieldErrors(change.error)(`filters.${name}`)}
        />
      ))}
    </SaveForm>
  )
}

function filtersIn(form: FormData): InboundFilters {
  const chosen = form.getAll('built_in')
  return {
    browser_extensions: chosen.includes('browser_extensions'),
    crawlers: chosen.includes('crawlers'),
    health_checks: chosen.includes('health_checks'),
    releases: linesOf(form, 'releases'),
    messages: linesOf(form, 'messages'),
  }
}
