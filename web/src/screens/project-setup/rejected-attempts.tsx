import { EventText } from '../../components/display/event-text.tsx'
import { Ago } from '../../components/display/time.tsx'
import { Icon } from '../../components/icon.tsx'
import { formatCount } from '../../format/number.ts'
import { type AttemptGroup, remedyFor } from './attempt-groups.ts'

const SHOWN = 4

/** Requests that reached the server and were refused: the failure that is silent everywhere else. */
export function RejectedAttempts({ groups }: { groups: AttemptGroup[] }) {
  if (groups.length === 0) return null
  return (
    <section
      aria-label="Rejected attempts"
      className="mt-3 overflow-hidden rounded-control border border-line"
    >
      <h3 className="flex items-center gap-1.5 bg-accent-soft px-3 py-1.5 font-medium text-accent">
        <Icon name="alert" /> Requests arrived and were rejected
      </h3>
      <ul>
        {groups.slice(0, SHOWN).map((group) => (
          <Attempt key={group.key} group={group} />
        ))}
      </ul>
    </section>
  )
}

function Attempt({ group: { latest, count } }: { group: AttemptGroup }) {
  const remedy = remedyFor(latest.code)
  return (
    <li className="border-t border-line px-3 py-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <b className="font-semibold">
          <span className="tabular-nums">{latest.status}</span>{' '}
          <code className="font-mono text-small">{latest.code}</code>
        </b>
        <span className="min-w-0 flex-1 basis-64 text-ink-2">{latest.message}</span>
        <span className="text-small whitespace-nowrap text-ink-3">
          {count > 1 && `${formatCount(count)} times, last `}
          <Ago at={latest.at} />
        </span>
      </div>
      {remedy !== undefined && <p className="mt-0.5">{remedy}</p>}
      <p className="mt-0.5 font-mono text-small break-all text-ink-3">
        <EventText>{latest.path}</EventText>
        {latest.user_agent !== '' && <EventText>{` · ${latest.user_agent}`}</EventText>}
      </p>
    </li>
  )
}
