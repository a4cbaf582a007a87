import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { deliveriesQuery, redeliver } from '../../../api/project/webhooks.ts'
import type { Delivery, DeliveryAttempt } from '../../../api/wire.ts'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { SubSection } from '../../../components/detail/detail-page.tsx'
import { CodeBlock } from '../../../components/display/code-block.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { OpenMark } from '../../../components/display/open-mark.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { Button } from '../../../components/form/button.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { plural } from '../../../format/number.ts'
import { formatUtc } from '../../../format/time.ts'
import { DeliveryMark } from './delivery-mark.tsx'
import { attemptText, deliveryState, eventLabel } from './webhook-text.ts'

interface DeliveryEntryProps {
  delivery: Delivery
  open: boolean
  onToggle: () => void
  onRedelivered: (deliveryId: string) => void
}

/** One delivery: in a line, and opened with its attempts, what was sent and what came back. */
export function DeliveryEntry({ delivery, open, onToggle, onRedelivered }: DeliveryEntryProps) {
  const id = useId()
  const last = delivery.attempts.at(-1)
  return (
    <li className="border-t border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={onToggle}
        className="flex w-full items-center gap-2 py-2.5 sm:gap-3 text-left -outline-offset-2 hover:bg-hover"
      >
        <OpenMark open={open} className="text-ink-3" />
        <span className="w-24 flex-none">
          <DeliveryMark state={deliveryState(delivery.status, last?.error)} />
        </span>
        <span className="min-w-0 flex-1 truncate font-medium sm:w-24 sm:flex-none">
          {eventLabel(delivery.event)}
        </span>
        <span className="min-w-0 flex-1 truncate text-ink-2 max-sm:hidden">
          {last && <EventText>{attemptText(last)}</EventText>}
        </span>
        <Ago at={delivery.occurred_at} className="flex-none pr-1 text-small text-ink-3" />
      </button>
      {open && (
        <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-1 pb-4 pl-6">
          <Next delivery={delivery} onRedelivered={onRedelivered} />
          <Attempts delivery={delivery} />
          <Request delivery={delivery} />
        </div>
      )}
    </li>
  )
}

/** Where it stands, and what can be done about it. */
function Next({ delivery, onRedelivered }: Pick<DeliveryEntryProps, 'delivery' | 'onRedelivered'>) {
  const queryClient = useQueryClient()
  const again = useMutation({
    mutationFn: () => redeliver(delivery.id),
    onSuccess: () => {
      onRedelivered(delivery.id)
      showToast({ kind: 'done', text: 'Delivery queued again' })
    },
    onError: (error) => showToast({ kind: 'failed', text: `Couldn't redeliver: ${error.message}` }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: deliveriesQuery(delivery.webhook_id).queryKey }),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="min-w-0 flex-1 basis-56 text-ink-2">
        {stateText(delivery)}
      </p>
      {delivery.issue_id !== null && (
        <Link
          to="/issues/$issueId"
          params={{ issueId: delivery.issue_id }}
          className="text-ink-2 underline underline-offset-2 hover:text-ink"
        >
          Show issue
        </Link>
      )}
      <Button busy={again.isPending} onClick={() => again.mutate()}>
        <ScreenIcon name="refresh" /> Redeliver
      </Button>
    </div>
  )
}

function stateText({ status, attempts, attempt_count: count, next_attempt_at: next }: Delivery): string {
  if (status === 'delivered')
    return count === 1 ? 'Delivered at the first attempt.' : `Delivered after ${count} attempts.`
  if (status === 'canceled') return 'Canceled: the webhook was paused or disabled before it arrived.'
  if (status === 'failed') return `Given up after ${plural(count, 'attempt')}.`
  if (deliveryState(status, attempts.at(-1)?.error) === 'waiting') return 'On its way…'
  return `The last attempt failed.${next === null ? '' : ` Next attempt at ${formatUtc(next)}.`}`
}

function Attempts({ delivery: { attempts } }: { delivery: Delivery }) {
  if (attempts.length === 0) return null
  return (
    <SubSection title="Attempts">
      <ol aria-label="Attempts" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {attempts.map((attempt, index) => (
          <li key={attempt.attempted_at}>
            <Attempt number={index + 1} attempt={attempt} />
          </li>
        ))}
      </ol>
    </SubSection>
  )
}

function Attempt({ number, attempt }: { number: number; attempt: DeliveryAttempt }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-small text-ink-3 tabular-nums">{number}.</span>
        <span
          className={`min-w-0 flex-1 basis-56 wrap-anywhere ${attempt.error === null ? '' : 'text-error'}`}
        >
          <EventText>{attemptText(attempt)}</EventText>
        </span>
        <span className="flex-none text-small text-ink-3">{formatUtc(attempt.attempted_at)}</span>
      </p>
      {attempt.response !== null && attempt.response !== '' && (
        <div className="mt-1">
          <CodeBlock label="the answer" code={attempt.response} />
        </div>
      )}
    </>
  )
}

function Request({ delivery }: { delivery: Delivery }) {
  if (delivery.request === null) return null
  return (
    <SubSection title="Request">
      <p className="mb-1 flex items-center font-mono text-small text-ink-2">
        <span className="min-w-0 truncate" title={delivery.request.url}>
          POST {delivery.request.url}
        </span>
      </p>
      <p className="mb-1 flex items-center text-small text-ink-3">
        webhook-id: <code className="ml-1 font-mono select-all">{delivery.id}</code>
        <CopyButton text={delivery.id} label="Copy the webhook-id" />
      </p>
      <CodeBlock label="the request body" code={pretty(delivery.request.body)} />
    </SubSection>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
