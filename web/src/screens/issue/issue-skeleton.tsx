import { LoadingNote, Skeleton } from '../../components/states.tsx'

/** The shape of an issue before its first answer. */
export function IssueSkeleton() {
  return (
    <div className="appear-late mx-auto max-w-page pt-4">
      <LoadingNote what="the issue" />
      <Skeleton className="h-3 w-32" />
      <Skeleton className="mt-3 h-6 w-1/2" />
      <Skeleton className="mt-3 h-3.5 w-1/3" />
      <Skeleton className="mt-5 h-24" />
      <Skeleton className="mt-6 h-3.5 w-64" />
      <Skeleton className="mt-5 h-72 lg:mr-[324px]" />
    </div>
  )
}
