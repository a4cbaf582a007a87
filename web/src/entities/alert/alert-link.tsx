import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Alert } from '../../api/wire.ts'

interface AlertLinkProps {
  alert: Alert
  onVisit: () => void
  className: string
  children: ReactNode
}

/** Leads to what an alert is about: its issue, or the settings of its project that it names. */
export function AlertLink({ alert, onVisit, className, children }: AlertLinkProps) {
  if (alert.issue_id !== null) {
    return (
      <Link
        to="/issues/$issueId"
        params={{ issueId: alert.issue_id }}
        onClick={onVisit}
        className={className}
      >
        {children}
      </Link>
    )
  }
  return (
    <Link
      to="/settings/projects/$projectId"
      params={{ projectId: alert.project_id }}
      search={{ tab: alert.kind === 'webhook_disabled' ? 'webhooks' : 'limits' }}
      onClick={onVisit}
      className={className}
    >
      {children}
    </Link>
  )
}
