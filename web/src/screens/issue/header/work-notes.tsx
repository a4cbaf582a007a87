import type { Claim, Fix, IssueDetail } from '../../../api/wire.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { claimText, fixText } from '../../../entities/issue/work-text.ts'
import { Note } from './note.tsx'

/** The claim on an issue, its last fix, and whether the fix holds. */
export function WorkNotes({ issue }: { issue: IssueDetail }) {
  const isFixShown = issue.status === 'resolved' || issue.status === 'regression'
  return (
    <>
      {issue.claim && <ClaimNote claim={issue.claim} />}
      {isFixShown && issue.fix && <FixNote fix={issue.fix} />}
    </>
  )
}

function ClaimNote({ claim }: { claim: Claim }) {
  return <Note icon="clock">In progress: {claimText(claim)}.</Note>
}

function FixNote({ fix }: { fix: Fix }) {
  const icon = fix.state === 'verified' ? 'check' : fix.state === 'watching' ? 'clock' : 'alert'
  return (
    <Note icon={icon}>
      <b className="font-semibold text-ink">{sentence(fixText(fix))}</b> · by{' '}
      {fix.by.name ?? `a ${fix.by.kind}`}, <Ago at={fix.fixed_at} />
      {fix.commit !== null && (
        <>
          {' '}
          ·{' '}
          <code className="font-mono text-small">
            <EventText>{fix.commit}</EventText>
          </code>
        </>
      )}
      {fix.url !== null && (
        <>
          {' '}
          ·{' '}
          <a
            href={fix.url}
            rel="noreferrer noopener"
            target="_blank"
            className="underline underline-offset-2"
          >
            Change
          </a>
        </>
      )}
      {fix.note && (
        <span className="block">
          <EventText>{fix.note}</EventText>
        </span>
      )}
    </Note>
  )
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
