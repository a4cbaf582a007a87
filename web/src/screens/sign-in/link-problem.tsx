import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/client.ts'
import { Button, buttonClass } from '../../components/form/button.tsx'
import { FormError } from '../../components/form/field.tsx'
import { CentrePage } from '../../layout/centre-page.tsx'

interface LinkProblemProps {
  title: string
  /** The server's answer about the link; absent if the link is incomplete. */
  error: Error | null
  onRetry: () => void
  /** The text without an error. */
  children: ReactNode
}

/** Why a link does not work, and what to do instead. */
export function LinkProblem({ title, error, onRetry, children }: LinkProblemProps) {
  const passing = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  return (
    <CentrePage title={title}>
      {error ? <FormError>{error.message}</FormError> : <p className="text-ink-2">{children}</p>}
      <div className="mt-4 grid gap-2">
        {passing && <Button onClick={onRetry}>Try again</Button>}
        <Link to="/login" className={buttonClass({ size: 'large' })}>
          Back to sign in
        </Link>
      </div>
    </CentrePage>
  )
}
