import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { sessionQuery } from '../../api/account/session.ts'
import { completeSetup, type FirstRun } from '../../api/account/sign-in.ts'
import { Button } from '../../components/form/button.tsx'
import { Field, FormError } from '../../components/form/field.tsx'
import { fieldErrors, formError } from '../../components/form/field-errors.ts'
import { NewPasswordField } from '../../components/form/password-field.tsx'

interface OwnerFormProps {
  token: string
  onDone: () => void
}

/** The organization, and the person who will own it. */
export function OwnerForm({ token, onDone }: OwnerFormProps) {
  const queryClient = useQueryClient()
  const setup = useMutation({
    mutationFn: (firstRun: FirstRun) => completeSetup(firstRun),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
      onDone()
    },
  })
  const message = setup.error && (formError(setup.error) ?? 'Please fix the fields below.')
  const errorOf = fieldErrors(setup.error)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setup.mutate(readForm(new FormData(event.currentTarget)))
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      {message !== null && <FormError>{message}</FormError>}
      <Field
        label="Setup token"
        name="token"
        defaultValue={token}
        required
        autoFocus={token === ''}
        autoComplete="off"
        spellCheck={false}
        error={errorOf('token')}
        hint="The end of the setup link, after #token=. The server prints the link in its terminal or log each time it starts."
      />
      <Field
        label="Organization"
        name="organization"
        required
        autoFocus={token !== ''}
        error={errorOf('organization')}
      />
      <Field
        label="Your email"
        name="email"
        type="email"
        autoComplete="username"
        required
        error={errorOf('email')}
      />
      <NewPasswordField label="Password" name="password" error={errorOf('password')} />
      <Button type="submit" kind="primary" size="large" disabled={setup.isPending}>
        {setup.isPending ? 'Creating…' : 'Create organization and owner'}
      </Button>
    </form>
  )
}

function readForm(form: FormData): FirstRun {
  const value = (name: string) => String(form.get(name) ?? '').trim()
  const token = value('token')
  return {
    organization: value('organization'),
    email: value('email'),
    password: String(form.get('password')),
    ...(token !== '' && { token }),
  }
}
