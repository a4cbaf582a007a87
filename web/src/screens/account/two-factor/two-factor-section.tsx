import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { twoFactorQuery } from '../../../api/account/two-factor.ts'
import type { TwoFactor } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { Button } from '../../../components/form/button.tsx'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'
import { plural } from '../../../format/number.ts'
import { formatUtc } from '../../../format/time.ts'
import { NewCodesDialog } from './new-codes-dialog.tsx'
import { TurnOffDialog } from './turn-off-dialog.tsx'
import { TurnOnDialog } from './turn-on-dialog.tsx'

type Task = 'on' | 'off' | 'codes'
const DIALOGS = { on: TurnOnDialog, off: TurnOffDialog, codes: NewCodesDialog }

/** A code of an authenticator app beside the reader's password. */
export function TwoFactorSection() {
  const { data, error, refetch } = useQuery(twoFactorQuery)
  const [task, setTask] = useState<{ kind: Task; open: boolean; count: number }>()
  const start = (kind: Task) => setTask((last) => ({ kind, open: true, count: (last?.count ?? 0) + 1 }))
  const close = () => setTask((last) => last && { ...last, open: false })
  const TaskDialog = task && DIALOGS[task.kind]
  return (
    <Section title="Two-factor sign-in" note="a code from your phone, beside your password">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingNote what="two-factor sign-in" />}
      {data && <Status twoFactor={data} onTask={start} />}
      {/* Each time a new one: nothing of a secret stays. */}
      {TaskDialog && <TaskDialog key={task.count} open={task.open} onClose={close} />}
    </Section>
  )
}

function Status({ twoFactor, onTask }: { twoFactor: TwoFactor; onTask: (task: Task) => void }) {
  const { enabled_at, recovery_codes_left: left } = twoFactor
  if (enabled_at === null) {
    return (
      <>
        <p className="max-w-lg text-ink-2">
          Off. With it, someone who knows your password still can't sign in without your authenticator app.
        </p>
        <div className="mt-3">
          <Button kind="primary" onClick={() => onTask('on')}>
            Turn on…
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      <p className="max-w-lg text-ink-2">
        <b className="font-medium text-good">On</b> since {formatUtc(enabled_at)}.{' '}
        <span className={left < 3 ? 'text-warning' : ''}>{plural(left, 'recovery code')} left.</span>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => onTask('codes')}>New recovery codes…</Button>
        <Button onClick={() => onTask('off')}>Turn off…</Button>
      </div>
    </>
  )
}
