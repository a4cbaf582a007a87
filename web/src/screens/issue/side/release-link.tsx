import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showHidden } from '../../../format/show-hidden.ts'

interface ReleaseLinkProps {
  projectId: string
  release: string
  /** Its text, where that does not name the release. */
  label?: string
  className?: string
  children: ReactNode
}

/** Leads to a release on the page of releases: what else is new, came back or was fixed in it. */
export function ReleaseLink({ projectId, release, label, className = '', children }: ReleaseLinkProps) {
  return (
    <Link
      to="/releases"
      search={{ project: projectId, q: release }}
      aria-label={label && showHidden(`${label} in ${release}`)}
      title={showHidden(`New and fixed issues in ${release}`)}
      className={`underline-offset-2 hover:underline ${className}`}
    >
      {children}
    </Link>
  )
}
