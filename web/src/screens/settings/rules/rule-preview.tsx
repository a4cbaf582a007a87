import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import { rulePreviewQuery } from '../../../api/project/alert-rules.ts'
import type { AlertRulePreview } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { Skeleton } from '../../../components/states.tsx'
import { formatCount, plural } from '../../../format/number.ts'
import type { conditionOf } from './rule-draft.ts'

/** After the last key; a preview reads the events of a week. */
const PAUSE_MS = 500
const SHOWN = 5

interface RulePreviewProps {
  projectId: string
  /** Undefined while the rule is not complete. */
  condition: ReturnType<typeof conditionOf>
}

/** The alerts that the rule would have raised in the last 7 days. */
export function RulePreview({ projectId, condition }: RulePreviewProps) {
  const asked = useSettled(condition)
  return (
    <section aria-label="Preview" className="min-h-28 rounded-field border border-line bg-sunken px-3.5 py-3">
      <h3 className="text-small font-semibold text-ink-2">Preview · last 7 days</h3>
      {condition === undefined || asked === undefined ? (
        <p className="mt-1 text-ink-3">
          {condition === undefined
            ? 'Complete the fields to see when the rule would have fired.'
            : 'Checking…'}
        </p>
      ) : (
        <Preview projectId={projectId} condition={asked} typing={asked !== condition} />
      )}
    </section>
  )
}

function Preview(props: {
  projectId: string
  condition: NonNullable<RulePreviewProps['condition']>
  /** Something newer is about to be asked. */
  typing: boolean
}) {
  const { projectId, condition, typing } = props
  const { data, error, isFetching } = useQuery(rulePreviewQuery({ project_id: projectId, ...condition }))
  if (error) return <Refused error={error} />
  if (!data) return <Skeleton className="appear-late mt-2 h-12" />
  return (
    <div className={typing || isFetching ? 'opacity-60' : ''}>
      <p role="status" className="mt-1">
        <Verdict preview={data} />
      </p>
      <ul className="mt-1.5 grid grid-cols-[minmax(0,1fr)] gap-1">
        {data.firings.slice(0, SHOWN).map((firing) => (
          <li key={`${firing.issue_id} ${firing.at}`} className="text-code">
            <span className="flex items-baseline gap-2">
              <Link
                to="/issues/$issueId"
                params={{ issueId: firing.issue_id }}
                className="min-w-0 flex-1 truncate underline decoration-line-2 underline-offset-2 hover:decoration-ink"
              >
                <EventText>{firing.title}</EventText>
              </Link>
              <Ago at={firing.at} className="flex-none text-small text-ink-3" />
            </span>
            <span className="block text-small text-ink-3">{firing.reason}</span>
          </li>
        ))}
      </ul>
      {data.firings.length > SHOWN && (
        <p className="mt-1 text-small text-ink-3">and {formatCount(data.fired_count - SHOWN)} more</p>
      )}
      {data.notes.map((note) => (
        <p key={note} className="mt-1.5 text-small text-ink-3">
          {note}
        </p>
      ))}
    </div>
  )
}

function Verdict({
  preview: { fired_count: fired, issue_count: issues, complete },
}: {
  preview: AlertRulePreview
}) {
  if (fired === 0) return <>Would not have fired{complete ? '' : ' in the events checked'}.</>
  return (
    <>
      Would have fired{' '}
      <b className="font-semibold">
        {complete ? '' : 'at least '}
        {plural(fired, 'time')}
      </b>
      , for {plural(issues, 'issue')}.
    </>
  )
}

function Refused({ error }: { error: Error }) {
  const details = error instanceof ApiError ? error.details : []
  return (
    <p role="alert" className="mt-1 text-error">
      {details[0]?.message ?? error.message}
    </p>
  )
}

/** The value once it has not changed for a while. */
function useSettled(value: RulePreviewProps['condition']): RulePreviewProps['condition'] {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text === undefined ? undefined : JSON.parse(text)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled !== undefined && JSON.stringify(settled) === text ? value : settled
}
