import { type ReactNode, useRef } from 'react'
import type { ProjectIntake } from '#contract/project/intake.ts'
import { fieldErrors } from '../../../components/form/field-errors.ts'
import { SaveForm } from '../../../components/form/save-form.tsx'
import { useChangeIntake } from './use-change-intake.ts'

interface RulesFormProps<Part extends keyof ProjectIntake> {
  projectId: string
  part: Part
  rules: ProjectIntake[Part]
  read: (form: FormData) => ProjectIntake[Part]
  mayChange: boolean
  /** What is in force when. */
  note: string
  /** Tries the rules in the form, saved or not. */
  trial: (rulesNow: () => ProjectIntake[Part]) => ReactNode
  children: (errorOf: ReturnType<typeof fieldErrors>) => ReactNode
}

/** Rules about what is sent to a project, and a trial of them below. */
export function RulesForm<Part extends keyof ProjectIntake>(props: RulesFormProps<Part>) {
  const { projectId, part, rules, read, mayChange, note, trial, children } = props
  const change = useChangeIntake(projectId, part)
  const form = useRef<HTMLFormElement>(null)
  return (
    <>
      <SaveForm
        ref={form}
        run={change}
        read={read}
        readOnly={!mayChange}
        beside={<span className="text-small text-ink-3">{note}</span>}
      >
        {children(fieldErrors(change.error))}
      </SaveForm>
      {mayChange && trial(() => (form.current ? read(new FormData(form.current)) : rules))}
    </>
  )
}
