import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { GroupingComparison, IssueGrouping } from '#contract/issue/grouping.ts'
import { issueGroupingQuery } from '../../../api/grouping.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { Button } from '../../../components/form/button.tsx'
import { Field } from '../../../components/form/field.tsx'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** Explains the newest event's fingerprint: parts that counted, parts left out and why, and a comparison with another issue. */
export function GroupingPanel({ issueId }: { issueId: string }) {
  const { data, error, refetch } = useQuery(issueGroupingQuery(issueId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingNote what="the grouping" />
  return (
    <>
      <p>{data.summary}</p>
      {data.version !== null && (
        <p className="mt-1 text-small text-ink-3">
          Newest stored event · grouping version {data.version} · fingerprint{' '}
          <span className="font-mono">{data.fingerprint}</span>
        </p>
      )}
      <Rules grouping={data} />
      <Counted grouping={data} />
      <LeftOut grouping={data} />
      <Compare issueId={issueId} />
    </>
  )
}

function Rules({ grouping: { rule, rule_now: now, rules_changed: changed } }: { grouping: IssueGrouping }) {
  if (rule === null && !changed) return null
  return (
    <section aria-label="Fingerprint rule" className="mt-5">
      <h3 className="font-semibold">Fingerprint rule</h3>
      {rule !== null && <Rule text={rule.text} />}
      {changed && (
        <p className="mt-2 text-ink-2">
          {now === null
            ? 'The rules of this project have changed since: none matches new events like this one.'
            : 'The rules of this project have changed since. New events like this one are grouped by:'}
        </p>
      )}
      {changed && now !== null && <Rule text={now.text} />}
    </section>
  )
}

function Rule({ text }: { text: string }) {
  return <code className="mt-1 block font-mono text-small break-words">{text}</code>
}

function Counted({ grouping }: { grouping: IssueGrouping }) {
  if (grouping.counted.length === 0) return null
  return (
    <section aria-label="Included" className="mt-5">
      <h3 className="font-semibold">Included</h3>
      <Parts parts={grouping.counted} />
      <More count={grouping.counted_more} />
    </section>
  )
}

function LeftOut({ grouping }: { grouping: IssueGrouping }) {
  const byReason = Map.groupBy(grouping.left_out, ({ reason }) => reason)
  if (byReason.size === 0) return null
  return (
    <section aria-label="Left out" className="mt-5">
      <h3 className="font-semibold">Left out</h3>
      {[...byReason].map(([reason, parts]) => (
        <div key={reason} className="mt-2">
          <p className="text-ink-2">{reason}</p>
          <Parts parts={parts} />
        </div>
      ))}
      <More count={grouping.left_out_more} />
    </section>
  )
}

function Parts({ parts }: { parts: { kind: string; text: string }[] }) {
  const numbered = parts.map(({ kind, text }, place) => ({ kind, text, place }))
  return (
    <ol className="mt-1 grid gap-1 text-code">
      {numbered.map(({ kind, text, place }) => (
        <li key={place} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2">
          <span className="text-ink-3">{kind}</span>
          <span className="font-mono text-small break-words">
            <EventText>{text}</EventText>
          </span>
        </li>
      ))}
    </ol>
  )
}

function More({ count }: { count: number }) {
  return count === 0 ? null : <p className="mt-1 text-small text-ink-3">and {count} more</p>
}

function Compare({ issueId }: { issueId: string }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [other, setOther] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = UUID.exec(typed)?.[0].toLowerCase()
    setProblem(id === undefined ? 'Paste the link or the ID of an issue.' : undefined)
    setOther(id)
  }
  return (
    <section aria-label="Comparison" className="mt-6 border-t border-line pt-4">
      <form onSubmit={submit} className="grid gap-2">
        <Field
          label="Compare with another issue"
          hint="See why the two are not grouped together. Paste the other issue's link or ID."
          error={problem}
          value={typed}
          maxLength={500}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" className="justify-self-start">
          Compare
        </Button>
      </form>
      {other !== undefined && <Comparison issueId={issueId} other={other} />}
    </section>
  )
}

function Comparison({ issueId, other }: { issueId: string; other: string }) {
  const { data, error, refetch } = useQuery(issueGroupingQuery(issueId, other))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data?.comparison) return <LoadingNote what="the comparison" />
  return <ComparedParts comparison={data.comparison} />
}

const MARKS: Record<GroupingComparison['parts'][number]['in'], string> = {
  both: 'both',
  this: 'only this',
  other: 'only other',
}

function ComparedParts({ comparison }: { comparison: GroupingComparison }) {
  return (
    <div className="mt-3" role="status">
      <p>{comparison.reason}</p>
      <Parts
        parts={comparison.parts.map((part) => ({
          kind: MARKS[part.in],
          text: `${part.kind}: ${part.text}`,
        }))}
      />
      <More count={comparison.parts_more} />
    </div>
  )
}
