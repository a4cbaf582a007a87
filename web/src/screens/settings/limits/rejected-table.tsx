import { ERRORS } from '#contract/errors.ts'
import type { ProjectUsage } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { formatCount } from '../../../format/number.ts'

const SENTENCES: Record<string, { status: number; message: string }> = ERRORS

/** Rejected requests by reason, since the server's start. */
export function RejectedTable({ rejected }: { rejected: ProjectUsage['rejected'] }) {
  const rows = Object.entries(rejected)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
  return (
    <Section title="Rejected" note="since the server started">
      {rows.length === 0 ? (
        <p className="text-ink-2">No rejected events.</p>
      ) : (
        <DataTable
          label="Rejected requests by reason"
          head={
            <>
              <HeadCell>Reason</HeadCell>
              <HeadCell>Meaning</HeadCell>
              <HeadCell numeric>Requests</HeadCell>
            </>
          }
        >
          {rows.map(([code, count]) => (
            <tr key={code}>
              <Cell className="font-mono text-small whitespace-nowrap">
                {SENTENCES[code]?.status} {code}
              </Cell>
              <Cell className="text-ink-2">{SENTENCES[code]?.message}</Cell>
              <Cell numeric className="font-semibold">
                {formatCount(count)}
              </Cell>
            </tr>
          ))}
        </DataTable>
      )}
    </Section>
  )
}
