import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changePassword, type PasswordChange, sessionsQuery } from '../../api/account/account.ts'
import { Section } from '../../components/card.tsx'
import { Button } from '../../components/form/button.tsx'
import { FormError } from '../../components/form/field.tsx'
import { fieldErrors, formError } from '../../components/form/field-errors.ts'
import { NewPasswordField, PasswordField } from '../../components/form/password-field.tsx'
import { showToast } from '../../components/overlay/toast.ts'

/** A new password for the reader; it ends their other sessions. */
export function PasswordForm({ email }: { email: string }) {
  // A changed key empties the fields once the password is changed.
  const [changes, setChanges] = useState(0)
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (passwords: PasswordChange) => changePassword(passwords),
    onSuccess: () => {
      setChanges((count) => count + 1)
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      showToast({ kind: 'done', text: 'Password changed; your other sessions are signed out' })
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    change.mutate({
      current_password: String(form.get('current_password')),
      new_password: String(form.get('new_password')),
    })
  }
  const { error } = change
  const errorOf = fieldErrors(error)
  const message = formError(error)
  return (
    <Section title="Password" note="changing it signs out your other sessions">
      <form key={changes} onSubmit={onSubmit} className="grid max-w-sm gap-4">
        {message !== undefined && <FormError>{message}</FormError>}
        {/* Password managers file the new password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label="Current password"
          name="current_password"
          autoComplete="current-password"
          required
          error={errorOf('current_password')}
        />
        <NewPasswordField label="New password" name="new_password" error={errorOf('new_password')} />
        <div>
          <Button type="submit" kind="primary" disabled={change.isPending}>
            {change.isPending ? 'Changing…' : 'Change password'}
          </Button>
        </div>
      </form>
    </Section>
  )
}
