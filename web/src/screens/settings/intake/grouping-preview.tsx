import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GroupingPreview as Preview } from '#contract/project/grouping-preview.ts'
import type { GroupingRules } from '#contract/project/intake.ts'
import { tryGrouping } from '../../../api/project/intake.ts'
import { Section } from '../../../components/card.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { Button } from '../../../components/form/button.tsx'
import { FormError } from '../../../components/form/field.tsx'
import { formatCount, plural } from '../../../format/number.ts'

interface GroupingPreviewProps {
  projectId: string
  rulesNow: () => GroupingRules
}

/** Shows on stored events where the rules in the form, saved or not, would send new ones like them. */
export function GroupingPreview({ projectId, rulesNow }: GroupingPreviewProps) {
  const preview = useMutation({ mutationFn: () => tryGrouping(projectId, rulesNow()) })
  return (
    <Section title="Preview" note="on the newest stored events; nothing is changed">
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3">
        <div>
          <Button onClick={() => preview.mutate()} busy={preview.isPending}>
            {preview.isPending ? 'Checking…' : 'Show what would change'}
          </Button>
        </div>
        {preview.error && <FormError>{preview.error.message}</FormError>}
        {preview.data && (
          <div className={preview.isPending ? 'opacity-60' : ''}>
            <Outcome preview={preview.data} />
          </div>
        )}
      </div>
    </Section>
  )
}

function Outcome({ preview }: { preview: Preview }) {
  return (
    <>
      <p role="status">
        <Verdict preview={preview} />
      </p>
      {preview.left_out > 0 && (
        <p className="mt-1 text-small text-ink-3">
          {plural(preview.left_out, 'event')} left out: damaged, or in the overflow issue.
        </p>
      )}
      <Rules preview={preview} />
      <Joined preview={preview} />
      <Changed preview={preview} />
    </>
  )
}

function Joined({ preview: { joined, joined_more: more } }: { preview: Preview }) {
  if (joined.length === 0) return null
  return (
    <Group title={`Joined · ${plural(joined.length + more, 'issue')}`} more={more}>
      {joined.map((target) => (
        <li key={target.event_id} className="border-t border-line py-2">
          <p>
            {plural(target.events, 'event')} would be in <Place {...target} />
          </p>
          <Rule text={target.rule} />
          <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-0.5 pl-3">
            {target.issues.map((issue) => (
              <Row key={issue.id} count={issue.events}>
                <IssueLink {...issue} />
              </Row>
            ))}
          </ul>
          <More count={target.issues_more} />
        </li>
      ))}
    </Group>
  )
}

function Changed({ preview }: { preview: Preview }) {
  // An issue that is joined with others as a whole is among the joined ones.
  const changed = preview.changed.filter(
    ({ staying, parts }) => staying > 0 || parts.length > 1 || !parts[0]?.joined,
  )
  if (changed.length === 0) return null
  return (
    <Group title={`Moved or split · ${plural(changed.length, 'issue')}`} more={preview.changed_more}>
      {changed.map(({ issue, events, staying, parts, parts_more }) => (
        <li key={issue.id} className="border-t border-line py-2">
          <p className="flex gap-2">
            <IssueLink {...issue} />
            <span className="flex-none text-small text-ink-3">
              {formatCount(events - staying)} of {plural(events, 'event')}
            </span>
          </p>
          <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1 pl-3">
            {parts.map((part) => (
              <Part key={part.event_id} part={part} issueId={issue.id} />
            ))}
          </ul>
          <More count={parts_more} />
        </li>
      ))}
    </Group>
  )
}

function Part({ part, issueId }: { part: Preview['changed'][number]['parts'][number]; issueId: string }) {
  return (
    <Row count={part.events}>
      to <Place {...part} />, such as{' '}
      <Link
        to="/issues/$issueId"
        params={{ issueId }}
        search={{ event: part.event_id }}
        className="underline decoration-line-2 underline-offset-2 hover:decoration-ink"
      >
        this event
      </Link>
      <Rule text={part.rule} />
    </Row>
  )
}

function Verdict({
  preview: { events, moved, unchanged_issues: unchanged, complete },
}: {
  preview: Preview
}) {
  if (events === 0) return <>The project has no stored events to try the rules on.</>
  const all = complete ? `all ${plural(events, 'stored event')}` : `the last ${plural(events, 'event')}`
  if (moved === 0) return <>Of {all}, none would be in another issue than by the saved rules.</>
  return (
    <>
      Of {all}, <b className="font-semibold">{formatCount(moved)} would be in another issue</b>.{' '}
      {plural(unchanged, 'issue')} would stay as {unchanged === 1 ? 'it is' : 'they are'}.
    </>
  )
}

/** How many events each rule decides for: one that never does may be misspelled. */
function Rules({ preview: { rules } }: { preview: Preview }) {
  if (rules.length === 0) return null
  return (
    <Group title="Events per rule">
      {rules.map(({ line, text, events }) => (
        <Row key={line} count={events}>
          <code className="font-mono text-small break-words">{text}</code>
        </Row>
      ))}
    </Group>
  )
}

function Group({ title, more = 0, children }: { title: string; more?: number; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-4">
      <h3 className="mb-1 text-small font-semibold text-ink-2">{title}</h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">{children}</ul>
      <More count={more} />
    </section>
  )
}

function Row({ count, children }: { count: number; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <span className="w-8 flex-none text-right text-ink-3 tabular-nums">{formatCount(count)}</span>
      <span className="min-w-0 flex-1">{children}</span>
    </li>
  )
}

function Place({ into }: { into: { id: string; title: string } | null }) {
  return into === null ? <>a new issue</> : <IssueLink {...into} />
}

function IssueLink({ id, title }: { id: string; title: string }) {
  return (
    <Link
      to="/issues/$issueId"
      params={{ issueId: id }}
      className="min-w-0 break-words underline decoration-line-2 underline-offset-2 hover:decoration-ink"
    >
      <EventText>{title}</EventText>
    </Link>
  )
}

function Rule({ text }: { text: string | null }) {
  return (
    <span className="block text-small text-ink-3">
      {text === null ? 'by no rule' : <code className="font-mono break-words">{text}</code>}
    </span>
  )
}

function More({ count }: { count: number }) {
  return count === 0 ? null : <p className="mt-1 text-small text-ink-3">and {formatCount(count)} more</p>
}
