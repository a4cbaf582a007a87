import type { Readiness } from '../api/readiness.ts'
import { Button } from '../components/form/button.tsx'
import { showToast } from '../components/overlay/toast.ts'

/** A dot for a server that says of itself that something is wrong; a press tells what. */
export function ServerTrouble({ status, problems = [] }: Readiness) {
  const text = ['The server reports a problem.', ...problems.map(({ message }) => message)].join(' ')
  return (
    <Button
      kind="quiet"
      size="small-icon"
      aria-label={text}
      title={text}
      onClick={() => showToast({ kind: 'failed', text })}
    >
      <span
        className={`size-2 rounded-full forced-color-adjust-none ${status === 'degraded' ? 'bg-warning' : 'animate-pulse bg-error'}`}
      />
    </Button>
  )
}
