import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { sessionsQuery } from '../../../api/account/account.ts'
import { membersQuery } from '../../../api/account/members.ts'
import { enableTwoFactor, startTwoFactor, twoFactorQuery } from '../../../api/account/two-factor.ts'
import type { TwoFactorSetup } from '../../../api/wire.ts'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Field } from '../../../components/form/field.tsx'
import { fieldErrors, formError } from '../../../components/form/field-errors.ts'
import { textIn } from '../../../components/form/number-field.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { lazyRetry } from '../../../components/overlay/lazy-retry.tsx'
import { OverlayBoundary } from '../../../components/overlay/overlay-boundary.tsx'
import { OwnPasswordField, passwordIn } from './own-password-field.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

const QrCode = lazyRetry(() => import('./qr-code.tsx').then((module) => module.QrCode))

interface TurnOnDialogProps {
  open: boolean
  onClose: () => void
}

/** The password, the secret with a first code, and the recovery codes. */
export function TurnOnDialog({ open, onClose }: TurnOnDialogProps) {
  const start = useMutation({ mutationFn: startTwoFactor, gcTime: 0 })
  if (start.data) return <ConfirmDialog open={open} onClose={onClose} setup={start.data} />
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Turn on two-factor sign-in"
      description="You need an authenticator app, such as Aegis, 1Password or Google Authenticator. First, confirm that it's you."
      run={start}
      error={formError(start.error)}
      onSubmit={(form) => start.mutate(passwordIn(form))}
      action="Continue"
    >
      <OwnPasswordField error={start.error} />
    </FormDialog>
  )
}

function ConfirmDialog({ open, onClose, setup }: TurnOnDialogProps & { setup: TwoFactorSetup }) {
  const enable = useEnable()
  if (enable.data) {
    return <RecoveryCodesDialog open={open} onClose={onClose} codes={enable.data.recovery_codes} />
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Scan the QR code"
      description="Scan it with your authenticator app, then enter the code that the app shows. Your other sessions are signed out."
      run={enable}
      error={formError(enable.error)}
      onSubmit={(form) => enable.mutate(textIn(form, 'code'))}
      action="Turn on"
      busy="Turning on…"
    >
      <div className="grid justify-items-center gap-3">
        <div className="size-[12.25rem]">
          <OverlayBoundary open={open} onFailed={() => {}}>
            <Suspense>
              <QrCode text={setup.uri} label="QR code for your authenticator app" />
            </Suspense>
          </OverlayBoundary>
        </div>
        <SecretText secret={setup.secret} />
      </div>
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        hint="6 digits"
        error={fieldErrors(enable.error)('code')}
      />
    </FormDialog>
  )
}

/** For an app that can't scan. */
function SecretText({ secret }: { secret: string }) {
  return (
    <div className="w-full">
      <p className="text-small text-ink-3">Can't scan it? Enter this key in the app:</p>
      <div className="mt-1 flex items-center gap-1 rounded-control bg-sunken pl-2.5">
        <code className="min-w-0 flex-1 py-1.5 font-mono text-small">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={secret} label="Copy the key" />
      </div>
    </div>
  )
}

function useEnable() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: enableTwoFactor,
    onSuccess: () => {
      for (const { queryKey } of [sessionsQuery, membersQuery]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey }),
    gcTime: 0,
  })
}
