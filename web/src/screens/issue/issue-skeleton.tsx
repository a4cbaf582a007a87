import { LoadingNote, Skeleton } from '../../components/states.tsx'

/** The shape of an issue of which nothing is known yet. */
export function IssueSkeleton() {
  return (
    <div className="appear-late mx-auto max-w-page pt-4">
      <Skeleton className="h-3 w-32" />
      <Skeleton className="mt-3 h-6 w-1/2" />
      <Skeleton className="mt-3 h-3.5 w-1/3" />
      <Skeleton className="mt-5 h-24" />
      <Skeleton className="mt-6 h-3.5 w-64" />
      <div className="lg:mr-[324px]">
        <PanelSkeleton />
      </div>
    </div>
  )
}

/** The shape of what is below the tabs. */
export function PanelSkeleton() {
  return (
    <div className="appear-late">
      <LoadingNote what="the issue" />
      <Skeleton className="mt-5 h-72" />
    </div>
  )
}
