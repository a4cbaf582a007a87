import { Cell } from '../../../components/display/data-table.tsx'

/** A reason and its meaning in a column of its own; on a narrow screen below it, or the numbers would not fit. */
export function ReasonCell({ reason, meaning }: { reason: string; meaning: string }) {
  return (
    <>
      <Cell>
        <span className="font-mono text-small break-words sm:whitespace-nowrap">{reason}</span>
        <span className="block text-small text-ink-2 sm:hidden">{meaning}</span>
      </Cell>
      <Cell className="text-ink-2 max-sm:hidden">{meaning}</Cell>
    </>
  )
}
