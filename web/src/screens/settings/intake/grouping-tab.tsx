import type { GroupingRules } from '#contract/project/intake.ts'
import { LinesField, linesTextOf } from '../../../components/form/lines-field.tsx'
import { GroupingPreview } from './grouping-preview.tsx'
import { IntakeSection } from './intake-section.tsx'
import { RulesForm } from './rules-form.tsx'

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
        <RulesForm
          projectId={projectId}
          part="grouping"
          rules={intake.grouping}
          read={rulesIn}
          mayChange={mayChange}
          note="Applies to new events within seconds. Stored events stay where they are."
          trial={(rulesNow) => <GroupingPreview projectId={projectId} rulesNow={rulesNow} />}
        >
          {(errorOf) => (
            <LinesField
              name="fingerprint_rules"
              label="Rules"
              initial={intake.grouping.fingerprint_rules}
              rows={8}
              placeholder={EXAMPLE}
              hint={<Hint />}
              error={errorOf('grouping.fingerprint_rules')}
            />
          )}
        </RulesForm>
      )}
    </IntakeSection>
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
