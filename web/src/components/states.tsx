import { Link } from '@tanstack/react-router'
import { ApiError } from '../api/client.ts'
import { classNames } from './class-names.ts'
import { Button, buttonClass } from './form/button.tsx'
import { Icon } from './icon.tsx'

interface ErrorStateProps {
  error: unknown
  onRetry?: () => void
  /** `h1` if the page has nothing else. */
  heading?: 'h1' | 'h2'
}

/** The error, its request ID in the server's log, and a retry button. */
export function ErrorState({ error, onRetry, heading: Heading = 'h2' }: ErrorStateProps) {
  const { title, text } = describe(error)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const gone = error instanceof ApiError && (error.status === 404 || isBrokenLink(error))
  // Another try finds it no better.
  const mayRetry = onRetry && !(error instanceof ApiError && (gone || error.status === 400))
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center px-4 py-16 text-center">
      <span className="mb-3 grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name="alert" className="size-5" />
      </span>
      <Heading className="text-[0.9375rem] font-semibold">{title}</Heading>
      <p className="mt-1.5 text-ink-2">{text}</p>
      {requestId !== undefined && (
        <p className="mt-2 text-small text-ink-3">
          Request ID <code className="font-mono select-all">{requestId}</code>
        </p>
      )}
      {gone && (
        <Link to="/issues" className={classNames('mt-4', buttonClass())}>
          Go to issues
        </Link>
      )}
      {mayRetry && (
        <Button className="mt-4" onClick={onRetry}>
          <Icon name="refresh" /> Try again
        </Button>
      )}
    </div>
  )
}

function describe(error: unknown): { title: string; text: string } {
  if (!(error instanceof ApiError)) {
    return {
      title: 'Something went wrong on this page',
      text: `${error instanceof Error ? `${error.name}: ${error.message}. ` : ''}Try again; if that does not help, reload the page.`,
    }
  }
  if (error.status === 0) return { title: 'No connection', text: error.message }
  if (error.status === 403) return { title: "You don't have access to this", text: error.message }
  if (isBrokenLink(error)) return { title: 'Not found', text: 'The link may be broken.' }
  if (error.status === 400 && error.details.length > 0) {
    return { title: "Couldn't load this", text: error.details.map(({ message }) => message).join(' ') }
  }
  if (error.status === 404) return { title: 'Not found', text: 'This was deleted or never existed.' }
  return { title: "Couldn't load this", text: error.message }
}

/** The ID in the address isn't one. */
function isBrokenLink(error: ApiError): boolean {
  return error.status === 400 && error.details.some(({ path }) => path === 'id')
}

/** A grey stand-in for a text or block that is on its way; decoration only. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-tag bg-bar-empty ${className}`} />
}

/** A region's text for screen readers while its skeleton is shown. */
export function LoadingNote({ what }: { what: string }) {
  return (
    <span role="status" className="sr-only">
      Loading {what}
    </span>
  )
}
