import { Skeleton } from '../states.tsx'

const ROWS = ['first', 'second', 'third']

/** The shape of a list before its first answer. */
export function SkeletonRows() {
  return (
    <div className="appear-late grid gap-3 pt-4">
      {ROWS.map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  )
}
