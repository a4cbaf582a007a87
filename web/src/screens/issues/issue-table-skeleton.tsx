import { LoadingNote, Skeleton } from '../../components/states.tsx'

const ROWS = [62, 48, 55, 40, 66, 51, 44, 58]

/** The shape of the list before its first answer. */
export function IssueTableSkeleton() {
  return (
    <div className="appear-late pt-9">
      <LoadingNote what="issues" />
      {ROWS.map((width) => (
        <div key={width} className="flex h-[3.625rem] items-center gap-4 border-t border-line px-2.5">
          <Skeleton className="size-3.5" />
          <span className="flex-1">
            <span className="block" style={{ width: `${width}%` }}>
              <Skeleton className="h-3.5" />
            </span>
            <Skeleton className="mt-2 h-2.5 w-1/5" />
          </span>
          <Skeleton className="hidden h-6 w-[8.25rem] md:block" />
          <Skeleton className="h-3.5 w-12" />
        </div>
      ))}
    </div>
  )
}
