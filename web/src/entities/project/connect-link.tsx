import { Link } from '@tanstack/react-router'
import type { Project } from '../../api/wire.ts'

/** For a project without events, above the link that covers its row. */
export function ConnectLink({ project }: { project: Pick<Project, 'id' | 'name'> }) {
  return (
    <Link
      to="/projects/$projectId/setup"
      params={{ projectId: project.id }}
      aria-label={`No events yet · Set up ${project.name}`}
      className="relative z-10 text-ink underline underline-offset-2"
    >
      No events yet · Set up
    </Link>
  )
}
