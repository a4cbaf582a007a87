import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../components/states.tsx'

export function RouteError({ error, reset }: ErrorComponentProps) {
  return <ErrorState error={error} onRetry={reset} />
}
