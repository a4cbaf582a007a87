import { EmptyState } from '../../components/empty-state.tsx'
import { useRole } from '../../session/use-role.ts'

/** In place of a list of projects. */
export function NoProjects() {
  const mayCreate = useRole().may('projects:write')
  return (
    <EmptyState title="No projects yet">
      Each project has its own DSN: the address that an application sends its errors to.
      {!mayCreate && ' Owners and admins can create one.'}
    </EmptyState>
  )
}
