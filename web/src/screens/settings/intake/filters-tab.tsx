import type { InboundFilters } from '#contract/project/intake.ts'
import { BUILT_IN_FILTERS } from '#contract/project/intake-words.ts'
import { type Choice, ChoiceList } from '../../../components/form/choice-list.tsx'
import { fieldErrors } from '../../../components/form/field-errors.ts'
import { LinesField, linesOf } from '../../../components/form/lines-field.tsx'
import { SaveForm } from '../../../components/form/save-form.tsx'
import { IntakeSection } from './intake-section.tsx'
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
  return (
    <IntakeSection
      projectId={projectId}
      title="Inbound filters"
      note="filtered events are counted under Limits, but don't use up the hourly limit"
      what="the filters"
      readOnly="Owners and admins can change the filters."
    >
      {(intake, mayChange) => (
        <FiltersForm projectId={projectId} filters={intake.filters} mayChange={mayChange} />
      )}
    </IntakeSection>
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
