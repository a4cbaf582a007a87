import { LoadingNote, Skeleton } from '../../components/states.tsx'
import { COLUMNS, ROW } from './columns.ts'

const ROWS = [62, 48, 55, 40, 66, 51, 44, 58]

/** The shape of the list before its first answer: the head's height, and the same columns. */
export function IssueTableSkeleton() {
  return (
    <div className="appear-late">
      <div className="h-12" />
      <LoadingNote what="issues" />
      {ROWS.map((width) => (
        <div key={width} className={`${ROW} h-20 items-center border-t border-line md:h-[3.625rem]`}>
          <Skeleton className="ml-2.5 size-3.5" />
          <span className="px-2.5">
            <span className="block" style={{ width: `${width}%` }}>
              <Skeleton className="h-3.5" />
            </span>
            <Skeleton className="mt-2 h-2.5 w-1/5" />
          </span>
          {Object.entries(COLUMNS).map(([name, shown]) => (
            <span key={name} className={`px-2.5 ${shown}`}>
              <Skeleton className={name === 'trend' ? 'h-6' : 'h-3.5'} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
