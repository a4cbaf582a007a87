import { useRef } from 'react'
import type { GroupingRules } from '#contract/project/intake.ts'
import { fieldErrors } from '../../../components/form/field-errors.ts'
import { LinesField, linesTextOf } from '../../../components/form/lines-field.tsx'
import { SaveForm } from '../../../components/form/save-form.tsx'
import { GroupingPreview } from './grouping-preview.tsx'
import { IntakeSection } from './intake-section.tsx'
import { useChangeIntake } from './use-change-intake.ts'

const EXAMPLE = `type:DatabaseError message:"*connection refused*" -> database-down
logger:billing.* -> {{ default }}, {{ tags.tenant }}`

/** How new events of a project are grouped, where the default is not wanted. */
export function GroupingTab({ projectId }: { projectId: string }) {
  return (
    <IntakeSection
      projectId={projectId}
      title="Fingerprint rules"
      note="the first rule that matches an event decides its issue"
      what="the rules"
      readOnly="Only owners and admins can change and preview the rules."
    >
      {(intake, mayChange) => (
        <RulesForm projectId={projectId} rules={intake.grouping} mayChange={mayChange} />
      )}
    </IntakeSection>
  )
}

interface RulesFormProps {
  projectId: string
  rules: GroupingRules
  mayChange: boolean
}

function RulesForm({ projectId, rules, mayChange }: RulesFormProps) {
  const change = useChangeIntake(projectId, 'grouping')
  const form = useRef<HTMLFormElement>(null)
  return (
    <>
      <SaveForm
        ref={form}
        run={change}
        read={rulesIn}
        readOnly={!mayChange}
        beside={
          <span className="text-small text-ink-3">
            Applies to new events within seconds. Stored events stay where they are.
          </span>
        }
      >
        <LinesField
          name="fingerprint_rules"
          label="Rules"
          initial={rules.fingerprint_rules}
          rows={8}
          placeholder={EXAMPLE}
          hint={<Hint />}
          error={fieldErrors(change.error)('grouping.fingerprint_rules')}
        />
      </SaveForm>
      {mayChange && (
        <GroupingPreview
          projectId={projectId}
          rulesNow={() => (form.current ? rulesIn(new FormData(form.current)) : rules)}
        />
      )}
    </>
  )
}

function Hint() {
  return (
    <>
      One per line: matchers, then -&gt;, then the fingerprint. * matches any text, ! in front negates, #
      begins a comment. Matchers: type, value, message, logger, level, release, environment, platform, family,
      tags.NAME, and of one stack frame function, module, path, package, app.
    </>
  )
}

function rulesIn(form: FormData): GroupingRules {
  return { fingerprint_rules: linesTextOf(form, 'fingerprint_rules') }
}
