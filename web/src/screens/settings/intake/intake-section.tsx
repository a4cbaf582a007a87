import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProjectIntake } from '#contract/project/intake.ts'
import { intakeQuery } from '../../../api/project/intake.ts'
import { Section } from '../../../components/card.tsx'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'
import { ReadOnlyNote } from '../../../layout/settings/read-only-note.tsx'
import { useRole } from '../../../session/use-role.ts'

interface IntakeSectionProps {
  projectId: string
  title: string
  note: string
  what: string
  /** Who may change it, for those who may not. */
  readOnly: string
  children: (intake: ProjectIntake, mayChange: boolean) => ReactNode
}

/** One part of what becomes of what is sent to a project, once it is loaded. */
export function IntakeSection({ projectId, title, note, what, readOnly, children }: IntakeSectionProps) {
  const mayChange = useRole().may('projects:write')
  const { data, error, refetch } = useQuery(intakeQuery(projectId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingNote what={what} />
  return (
    <Section title={title} note={note}>
      {!mayChange && <ReadOnlyNote>{readOnly}</ReadOnlyNote>}
      {children(data, mayChange)}
    </Section>
  )
}
