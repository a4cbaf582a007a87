import type { ReactNode } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { useRole } from '../../session/use-role.ts'

/** In place of a list of projects, or of what they would have. */
export function NoProjects({ action }: { action?: ReactNode }) {
  const mayCreate = useRole().may('projects:write')
  return (
    <EmptyState title="No projects yet" action={action}>
      Each project has its own DSN: the address that an application sends its errors to.
      {!mayCreate && ' Owners and admins can create one.'}
    </EmptyState>
  )
}
