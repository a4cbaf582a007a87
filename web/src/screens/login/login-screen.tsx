import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate, useRouter } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { setupQuery } from '../../api/session.ts'
import { type Credentials, login } from '../../api/sign-in.ts'
import { Button } from '../../components/button.tsx'
import { Field, FormError } from '../../components/field.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { CentrePage } from '../../layout/centre-page.tsx'
import { usePageTitle } from '../../layout/page-title.ts'

const route = getRouteApi('/login')

export function LoginScreen() {
  usePageTitle('Sign in')
  const { return: back } = route.useSearch()
  const setup = useQuery(setupQuery)
  const signIn = useSignIn(back ?? '/issues')
  const [capsLock, setCapsLock] = useState(false)
  if (setup.data?.needed) return <Navigate to="/setup" replace />

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    signIn.mutate({ email: String(form.get('email')).trim(), password: String(form.get('password')) })
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <CentrePage title="Sign in">
      <form onSubmit={onSubmit} className="grid gap-4">
        {signIn.error && <FormError>{describe(signIn.error)}</FormError>}
        <Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          onKeyUp={watchCapsLock}
          hint={capsLock ? 'Caps Lock is on' : undefined}
        />
        <Button type="submit" kind="primary" size="large" disabled={signIn.isPending}>
          {signIn.isPending ? 'Signing in…' : 'Sign in'}
        </Button>
        <Link
          to="/reset-password"
          className="text-center text-small text-ink-2 underline decoration-line-2 underline-offset-2 hover:decoration-ink"
        >
          Forgot your password?
        </Link>
        {back !== undefined && back !== '/issues' && (
          <p className="truncate text-center text-small text-ink-3">You will return to {back}</p>
        )}
      </form>
    </CentrePage>
  )
}

function useSignIn(back: string) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: (credentials: Credentials) => login(credentials),
    onSuccess: async () => {
      // Nothing another account may have seen stays in memory.
      queryClient.clear()
      await router.navigate({ href: back, replace: true })
    },
  })
}

function describe(error: Error): string {
  if (!(error instanceof ApiError)) return error.message
  if (error.status === 429) {
    const minutes = Math.ceil((error.retryAfterSeconds ?? 15 * 60) / 60)
    return `Too many attempts. Try again in ${minutes} min.`
  }
  if (error.status === 401 || error.status === 400) return 'Email or password is wrong.'
  return error.message
}
