import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorState } from '../components/states.tsx'

/** A screen that failed; another try loads its route again as well, whose failure is kept otherwise. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} onRetry={retry} />
}
