import { LoadingNote, Skeleton } from '../../components/states.tsx'

/** The shape of an issue's head, of which no list told anything. */
export function HeadSkeleton() {
  return (
    <div className="appear-late pt-4">
      <Skeleton className="h-3 w-32" />
      <Skeleton className="mt-3 h-6 w-1/2" />
      <Skeleton className="mt-3 h-3.5 w-1/3" />
      <Skeleton className="mt-5 h-24" />
    </div>
  )
}

/** The shape of the rest, before the first answer. */
export function BodySkeleton() {
  return (
    <div className="appear-late">
      <LoadingNote what="the issue" />
      <Skeleton className="mt-6 h-3.5 w-64" />
      <Skeleton className="mt-5 h-72 lg:mr-[324px]" />
    </div>
  )
}
