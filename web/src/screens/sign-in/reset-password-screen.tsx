import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { confirmPasswordReset, requestPasswordReset } from '../../api/account/links.ts'
import { sessionQuery, setupQuery } from '../../api/account/session.ts'
import { ApiError } from '../../api/client.ts'
import { Button, buttonClass } from '../../components/form/button.tsx'
import { Field, FormError } from '../../components/form/field.tsx'
import { attemptError, fieldErrors, formError } from '../../components/form/field-errors.ts'
import { NewPasswordField } from '../../components/form/password-field.tsx'
import { CentrePage } from '../../layout/centre-page.tsx'
import { usePageTitle } from '../../layout/page-title.ts'
import { useLinkToken } from './use-link-token.ts'

/** Requests a reset link; with one, lets the member choose a new password. */
export function ResetPasswordScreen() {
  usePageTitle('Reset the password')
  const token = useLinkToken('/reset-password')
  const setup = useQuery({ ...setupQuery, enabled: token === '' })
  if (token !== '') return <NewPasswordForm token={token} />
  return setup.data?.mail_configured === false ? <NoMail /> : <RequestForm />
}

/** A form would promise a mail that cannot be sent. */
function NoMail() {
  return (
    <CentrePage title="Forgot your password?">
      <WithoutMail lead="This server can't send email." />
      <BackToLogin />
    </CentrePage>
  )
}

function WithoutMail({ lead }: { lead: string }) {
  return (
    <p className="text-ink-2">
      {lead} An owner or admin can create a link for you under Settings, Members, or on the server with{' '}
      <code className="font-mono text-small">errata user reset-password</code>.
    </p>
  )
}

function BackToLogin() {
  return (
    <div className="mt-4 grid">
      <Link to="/login" className={buttonClass({ size: 'large' })}>
        Back to sign in
      </Link>
    </div>
  )
}

function RequestForm() {
  const ask = useMutation({ mutationFn: (email: string) => requestPasswordReset(email) })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    ask.mutate(String(new FormData(event.currentTarget).get('email')).trim())
  }
  if (ask.isSuccess) return <Asked email={ask.variables} />
  return (
    <CentrePage title="Forgot your password?">
      <form onSubmit={onSubmit} className="grid gap-4">
        {ask.error && <FormError>{attemptError(ask.error)}</FormError>}
        <p className="text-ink-2">We'll email you a link to choose a new password.</p>
        <Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
        <Button type="submit" kind="primary" size="large" disabled={ask.isPending}>
          {ask.isPending ? 'Sending…' : 'Send link'}
        </Button>
        <ToLogin />
      </form>
    </CentrePage>
  )
}

/** The same whether or not someone has the address: who has an account here is nobody's business. */
function Asked({ email }: { email: string }) {
  return (
    <CentrePage title="Check your email">
      <p role="status" className="text-ink-2">
        If <b className="font-semibold text-ink">{email}</b> has an account here, you'll get a link. It works
        once, for an hour.
      </p>
      <div className="mt-3">
        <WithoutMail lead="Didn't get it?" />
      </div>
      <BackToLogin />
    </CentrePage>
  )
}

function NewPasswordForm({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const confirm = useMutation({
    mutationFn: async (password: string) => {
      await confirmPasswordReset(token, password)
      queryClient.clear()
      return isSignedIn(queryClient)
    },
    onSuccess: async (signedIn) => {
      if (signedIn) await router.navigate({ to: '/issues', replace: true })
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    confirm.mutate(String(new FormData(event.currentTarget).get('password')))
  }
  if (confirm.data === false) return <Changed />
  const errorOf = fieldErrors(confirm.error)
  const message = formError(confirm.error)
  return (
    <CentrePage title="Choose a new password">
      <form onSubmit={onSubmit} className="grid gap-4">
        {message !== undefined && <FormError>{message}</FormError>}
        <NewPasswordField label="New password" name="password" error={errorOf('password')} />
        <Button type="submit" kind="primary" size="large" disabled={confirm.isPending}>
          {confirm.isPending ? 'Changing…' : 'Change password'}
        </Button>
        <p className="text-center text-small text-ink-3">This signs you out everywhere else.</p>
        <ToLogin />
      </form>
    </CentrePage>
  )
}

/** A link alone signs in nobody with two-factor sign-in. */
async function isSignedIn(queryClient: QueryClient): Promise<boolean> {
  try {
    await queryClient.fetchQuery(sessionQuery)
    return true
  } catch (error) {
    // Any other failure is for the next page to say.
    return !(error instanceof ApiError && error.status === 401)
  }
}

function Changed() {
  return (
    <CentrePage title="Password changed">
      <p role="status" className="text-ink-2">
        Two-factor sign-in is on for your account: sign in with your new password and a code.
      </p>
      <div className="mt-4 grid">
        <Link to="/login" className={buttonClass({ kind: 'primary', size: 'large' })}>
          Sign in
        </Link>
      </div>
    </CentrePage>
  )
}

function ToLogin() {
  return (
    <Link to="/login" className="text-center text-small text-ink-2 underline underline-offset-2">
      Back to sign in
    </Link>
  )
}
