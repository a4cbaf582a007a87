import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { DsnKey, IssueSummary } from '../../api/wire.ts'
import { EventText } from '../../components/display/event-text.tsx'
import { Ago } from '../../components/display/time.tsx'
import { Button, buttonClass } from '../../components/form/button.tsx'
import { ScreenIcon } from '../../components/screen-icon.tsx'
import { useRole } from '../../session/use-role.ts'
import { ConnectionChecklist } from './connection-checklist.tsx'
import { RejectedAttempts } from './rejected-attempts.tsx'
import { useFirstEvent } from './use-first-event.ts'

const CHECKLIST_AFTER_SECONDS = 60

/** Waits for the first event of a project, says when it is there, and why it is not. */
export function FirstEvent({ dsnKey, platform }: { dsnKey: DsnKey; platform: string }) {
  const { issue, loaded, arrived, groups, offline, test } = useFirstEvent(dsnKey.project_id)
  const mayTest = useRole().may('projects:test')
  const waited = useSeconds(issue === null)
  return (
    <div className="rounded-field border border-line bg-surface p-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div role="status" className="min-w-0 flex-1 basis-64">
          {issue ? (
            <Received issue={issue} arrived={arrived} />
          ) : (
            <Waiting sent={test.isSuccess} offline={offline} />
          )}
        </div>
        {!issue && (
          <span aria-hidden="true" className="text-small text-ink-3 tabular-nums">
            {clockText(waited)}
          </span>
        )}
        {!issue && loaded && mayTest && (
          <Button busy={test.isPending} onClick={() => test.mutate()}>
            Send a test event
          </Button>
        )}
        {issue && <OpenIssue issue={issue} />}
      </div>
      {test.error && (
        <p role="alert" className="mt-2 text-error">
          Couldn't send the test event: {test.error.message}
        </p>
      )}
      <RejectedAttempts groups={groups} />
      {issue === null && groups.length === 0 && waited >= CHECKLIST_AFTER_SECONDS && (
        <ConnectionChecklist dsnKey={dsnKey} platform={platform} />
      )}
    </div>
  )
}

function Waiting({ sent, offline }: { sent: boolean; offline: boolean }) {
  const text = sent
    ? 'Test event accepted. Its issue will appear in a moment…'
    : 'Waiting for the first event…'
  return (
    <p className="flex items-center gap-2.5">
      <span
        className={`size-2 flex-none rounded-full forced-color-adjust-none ${offline ? 'bg-bar' : 'animate-pulse bg-accent'}`}
      />
      {offline ? 'Lost the connection to the server. Reconnecting…' : text}
    </p>
  )
}

function Received({ issue, arrived }: { issue: IssueSummary; arrived: boolean }) {
  return (
    <div className="flex items-center gap-2.5">
      <span className="grid size-6 flex-none place-items-center rounded-full bg-good-soft text-good">
        <ScreenIcon name="check" />
      </span>
      <span className="min-w-0 break-words">
        {arrived ? 'Received' : 'Connected. Latest:'}{' '}
        <b className="font-semibold">
          <EventText>{issue.title}</EventText>
        </b>{' '}
        <Ago at={issue.last_seen_at} className="text-ink-2" />
      </span>
    </div>
  )
}

function OpenIssue({ issue }: { issue: IssueSummary }) {
  return (
    <Link to="/issues/$issueId" params={{ issueId: issue.id }} className={buttonClass({ kind: 'primary' })}>
      Open the issue <ScreenIcon name="chevron-right" />
    </Link>
  )
}

/** Whole seconds since this was first shown; stands still while `running` is false. */
function useSeconds(running: boolean): number {
  const [startedAt] = useState(Date.now)
  const [now, setNow] = useState(startedAt)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return Math.floor((now - startedAt) / 1000)
}

function clockText(seconds: number): string {
  const padded = (value: number) => String(value).padStart(2, '0')
  return `waiting ${padded(Math.floor(seconds / 60))}:${padded(seconds % 60)}`
}
