import { LIMITS } from '#contract/limits.ts'
import { ChoiceList } from '../../../components/form/choice-list.tsx'
import { Field } from '../../../components/form/field.tsx'
import { Select } from '../../../components/form/select.tsx'
import { THRESHOLDS } from '../../../entities/alert/rule-units.ts'
import { LARGEST, type RuleDraft } from './rule-draft.ts'
import { KINDS } from './rule-text.ts'

interface RuleFieldsProps {
  draft: RuleDraft
  /** The kind of a rule that exists can't be changed. */
  isNew: boolean
  onChange: (draft: RuleDraft) => void
}

export function RuleFields({ draft, isNew, onChange }: RuleFieldsProps) {
  const put = (change: Partial<RuleDraft>) => onChange({ ...draft, ...change })
  const custom = draft.kind === 'custom'
  return (
    <>
      <Field
        label="Name"
        value={draft.name}
        onChange={(event) => put({ name: event.target.value })}
        placeholder="Checkout errors"
        required
        maxLength={LIMITS.nameChars}
        autoComplete="off"
      />
      {isNew && (
        <ChoiceList
          legend="Kind"
          name="kind"
          type="radio"
          choices={KINDS}
          initial={[draft.kind]}
          onChange={([kind]) => put({ kind: kind === 'custom' ? 'custom' : 'velocity' })}
        />
      )}
      <Field
        label={custom ? 'Events that match' : 'Only events that match (optional)'}
        value={draft.query}
        onChange={(event) => put({ query: event.target.value })}
        placeholder="env:production level:error,fatal checkout"
        required={custom}
        maxLength={LIMITS.ruleQueryChars}
        spellCheck={false}
        autoComplete="off"
        className="block w-full rounded-control border border-control bg-surface px-2.5 py-1.5 font-mono text-code"
        hint="env:, release:, level:, user.email:, tags (name:value) and words match the event; is: and assigned:none match its issue. OR and parentheses combine them."
      />
      <Threshold draft={draft} onPut={put} />
      <NumberField
        label="Cooldown"
        unit="min"
        hint="The rule fires at most once per issue in this time."
        largest={LARGEST.cooldown}
        value={draft.cooldown}
        onChange={(cooldown) => put({ cooldown })}
      />
    </>
  )
}

/** Threshold type, value and window. */
function Threshold({ draft, onPut }: { draft: RuleDraft; onPut: (change: Partial<RuleDraft>) => void }) {
  const threshold = THRESHOLDS.find(({ value }) => value === draft.type)
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-3">
      <legend className="sr-only">Threshold</legend>
      <div>
        <span className="mb-1 block font-medium">Fires on</span>
        <Select
          label="Fires on"
          size="large"
          whole
          className="w-full justify-between!"
          value={draft.type}
          choices={THRESHOLDS}
          onChange={(type) => onPut({ type })}
        />
      </div>
      <NumberField
        label={draft.type === 'percent_increase' ? 'By at least' : 'At least'}
        unit={threshold?.unit}
        largest={LARGEST.value(draft.type)}
        value={draft.value}
        onChange={(value) => onPut({ value })}
      />
      <NumberField
        label="Within"
        unit="min"
        largest={LARGEST.window}
        value={draft.window}
        onChange={(window) => onPut({ window })}
      />
    </fieldset>
  )
}

interface NumberFieldProps {
  label: string
  unit: string | undefined
  largest: number
  value: string
  onChange: (value: string) => void
  hint?: string
}

function NumberField({ label, unit, largest, value, onChange, hint }: NumberFieldProps) {
  return (
    <Field
      label={label}
      type="number"
      min={1}
      max={largest}
      step={1}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={hint}
      end={<span className="pr-1.5 text-small text-ink-3">{unit}</span>}
    />
  )
}
