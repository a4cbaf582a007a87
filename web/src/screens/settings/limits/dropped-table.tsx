import { ERRORS } from '#contract/errors.ts'
import type { ProjectUsage } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { formatCount } from '../../../format/number.ts'
import { ReasonCell } from './reason-cell.tsx'

type Drop = ProjectUsage['dropped'][number]

const FILTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    browser_extensions: 'Dropped by the browser extension filter.',
    crawlers: 'Dropped by the crawler filter.',
    health_checks: 'Dropped by the health check filter.',
    releases: 'Dropped by the release filter.',
    messages: 'Dropped by the message filter.',
  }),
)
const SOURCES: Record<Drop['source'], string> = {
  filter: 'Filter',
  refused: 'Rejected',
  valve: 'Spike protection',
  sdk: 'SDK, events',
  sdk_other: 'SDK, other data',
}
const SENTENCES: Record<string, { message: string }> = ERRORS

/** Events that were not stored, by reason, most in the last 24 hours first. */
export function DroppedTable({ dropped }: { dropped: ProjectUsage['dropped'] }) {
  return (
    <Section title="Not stored" note="by arrival time">
      {dropped.length === 0 ? (
        <p className="text-ink-2">All events were stored, and no SDK reported dropped events.</p>
      ) : (
        <DataTable
          label="Events that were not stored, by reason"
          head={
            <>
              <HeadCell>Where</HeadCell>
              <HeadCell>Reason</HeadCell>
              <HeadCell className="max-sm:hidden">Meaning</HeadCell>
              <HeadCell numeric>24 hours</HeadCell>
              <HeadCell numeric>7 days</HeadCell>
            </>
          }
        >
          {dropped.map((drop) => (
            <tr key={`${drop.source}:${drop.reason}`}>
              <Cell className="sm:whitespace-nowrap">{SOURCES[drop.source]}</Cell>
              <ReasonCell reason={drop.reason} meaning={meaningOf(drop)} />
              <Cell numeric className="font-semibold">
                {formatCount(drop.last_24h)}
              </Cell>
              <Cell numeric>{formatCount(drop.last_7d)}</Cell>
            </tr>
          ))}
        </DataTable>
      )}
    </Section>
  )
}

function meaningOf({ source, reason }: Drop): string {
  switch (source) {
    case 'filter':
      return FILTERS.get(reason) ?? ''
    case 'refused':
      return SENTENCES[reason]?.message ?? ''
    case 'valve':
      return 'Counted in their issue but not stored: too many alike within a minute, or processing failed.'
    case 'sdk':
      return 'Events that an SDK reported as dropped.'
    case 'sdk_other':
      return 'Other data that an SDK reported as dropped, such as spans and sessions. Errata does not store it.'
  }
}
