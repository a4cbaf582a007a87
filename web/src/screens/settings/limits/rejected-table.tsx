import { ERRORS } from '#contract/errors.ts'
import type { ProjectUsage } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { formatCount } from '../../../format/number.ts'
import { ReasonCell } from './reason-cell.tsx'

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
              <HeadCell className="max-sm:hidden">Meaning</HeadCell>
              <HeadCell numeric>Requests</HeadCell>
            </>
          }
        >
          {rows.map(([code, count]) => (
            <tr key={code}>
              <ReasonCell
                reason={`${SENTENCES[code]?.status ?? ''} ${code}`.trim()}
                meaning={SENTENCES[code]?.message ?? ''}
              />
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
