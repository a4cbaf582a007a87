import { LoadingNote, Skeleton } from '../../components/states.tsx'
import { CentrePage } from '../../layout/centre-page.tsx'

/** Until it is known what the form has: a line of it that came later would move the fields from under the pointer. */
export function FormWaiting({ title, what }: { title: string; what: string }) {
  return (
    <CentrePage title={title}>
      <div className="appear-late grid gap-3">
        <LoadingNote what={what} />
        <Skeleton className="h-4" />
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </div>
    </CentrePage>
  )
}
