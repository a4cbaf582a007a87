import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ScrubRules } from '#contract/project/intake.ts'
import { INTAKE_LIMITS } from '#contract/project/intake-words.ts'
import { tryScrubbing } from '../../../api/project/intake.ts'
import { Section } from '../../../components/card.tsx'
import { Button } from '../../../components/form/button.tsx'
import { FormError } from '../../../components/form/field.tsx'
import { LinesField, linesOf } from '../../../components/form/lines-field.tsx'
import { IntakeSection } from './intake-section.tsx'
import { RulesForm } from './rules-form.tsx'

const LISTS = [
  [
    'fields',
    'Fields to filter',
    'customer_id\niban*',
    'One name per line, at any depth. * matches any text.',
  ],
  [
    'patterns',
    'Words to filter',
    'CUST-######\n*@example.com',
    "One per line, matched in all text. * matches any text, # a digit. A pattern matches one word, so it can't have spaces.",
  ],
  [
    'exceptions',
    'Fields to keep',
    'session_length',
    'One name per line. Their values are never filtered by name or shape; the words above still are.',
  ],
] as const

/** What is secret in a project beside what is everywhere: passwords, tokens, cards and the like. */
export function PrivacyTab({ projectId }: { projectId: string }) {
  return (
    <IntakeSection
      projectId={projectId}
      title="Scrubbing"
      note="passwords, tokens and card numbers are always filtered"
      what="the rules"
      readOnly="Only owners and admins can change and test the rules."
    >
      {(intake, mayChange) => (
        <RulesForm
          projectId={projectId}
          part="scrubbing"
          rules={intake.scrubbing}
          read={rulesIn}
          mayChange={mayChange}
          note="Applies to new events within seconds. Stored events don't change."
          trial={(rulesNow) => <TestBox projectId={projectId} rulesNow={rulesNow} />}
        >
          {(errorOf) =>
            LISTS.map(([name, label, placeholder, hint]) => (
              <LinesField
                key={name}
                name={name}
                label={label}
                initial={intake.scrubbing[name]}
                placeholder={placeholder}
                hint={hint}
                error={errorOf(`scrubbing.${name}`)}
              />
            ))
          }
        </RulesForm>
      )}
    </IntakeSection>
  )
}

/** Shows what would be stored of a sample by the rules in the form, saved or not. */
function TestBox({ projectId, rulesNow }: { projectId: string; rulesNow: () => ScrubRules }) {
  const id = useId()
  const [sample, setSample] = useState('')
  const test = useMutation({
    mutationFn: () => tryScrubbing(projectId, { sample, scrubbing: rulesNow() }),
  })
  return (
    <Section title="Try it" note="the sample is not stored">
      <div className="grid max-w-lg gap-3">
        {test.error && <FormError>{test.error.message}</FormError>}
        <div>
          <label htmlFor={id} className="mb-1 block font-medium">
            Sample
          </label>
          <textarea
            id={id}
            rows={5}
            value={sample}
            maxLength={INTAKE_LIMITS.sampleChars}
            onChange={(event) => setSample(event.target.value)}
            placeholder="An event as JSON, or any text"
            spellCheck={false}
            className="block w-full rounded-control border border-control bg-surface px-2.5 py-1.5 font-mono text-code text-ink"
          />
        </div>
        <div>
          <Button onClick={() => test.mutate()} disabled={sample === '' || test.isPending}>
            Show what would be stored
          </Button>
        </div>
        {test.data && (
          <output
            aria-label="What would be stored"
            className="block max-h-96 overflow-auto rounded-card border border-line bg-sunken px-3 py-2 font-mono text-code break-words whitespace-pre-wrap"
          >
            {test.data.scrubbed}
          </output>
        )}
      </div>
    </Section>
  )
}

function rulesIn(form: FormData): ScrubRules {
  return {
    fields: linesOf(form, 'fields'),
    patterns: linesOf(form, 'patterns'),
    exceptions: linesOf(form, 'exceptions'),
  }
}
